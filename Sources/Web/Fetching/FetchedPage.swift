/// A successful answer, whole and of a known kind.
package struct FetchedPage: Sendable {
  /// The type of an answer; its bytes count more than its header.
  package enum Kind: Sendable, Hashable {
    case html
    case text
    case markdown
    case image
    case pdf
    case feed
    case json
    case other

    /// Whether a page of this kind carries text, so that its body is UTF-8.
    package var isText: Bool {
      switch self {
      case .html, .text, .markdown, .feed, .json: true
      case .image, .pdf, .other: false
      }
    }
  }

  /// Where the page was found after all redirects; without credentials and fragment.
  package let finalURL: String

  package let kind: Kind

  /// The body, decompressed; for kinds that are text valid UTF-8 without NUL and byte order mark,
  /// else as sent.
  ///
  /// A charset that the text itself names (`<meta>`, XML declaration) is no longer true: parse it as
  /// UTF-8.
  package let body: [UInt8]

  /// The `Content-Type` as sent, `""` without one.
  package let contentType: String

  /// The entity tag, to be given with the next request.
  package let etag: String?

  /// The time of the last change as sent, to be given with the next request.
  package let lastModified: String?

  package init(
    finalURL: String, kind: Kind, body: [UInt8], contentType: String = "", etag: String? = nil,
    lastModified: String? = nil
  ) {
    self.finalURL = finalURL
    self.kind = kind
    self.body = body
    self.contentType = contentType
    self.etag = etag
    self.lastModified = lastModified
  }

  /// Makes a page of a file.
  init(file bytes: [UInt8], named name: String, at url: String, lastModified: String? = nil) {
    let kind = ContentSniffer.kind(of: bytes, contentType: "", path: name)
    self.init(
      finalURL: url, kind: kind,
      body: kind.isText ? CharacterEncoding.utf8(bytes, contentType: nil) : bytes,
      lastModified: lastModified)
  }
}
