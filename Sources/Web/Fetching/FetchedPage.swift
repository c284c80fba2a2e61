/// A complete, successful answer of a known kind.
package struct FetchedPage: Sendable {
  package enum Kind: Sendable, Hashable {
    case html
    case text
    case markdown
    case image
    case pdf
    case feed
    case json
    case other

    /// Whether the body is text, in UTF-8.
    package var isText: Bool {
      switch self {
      case .html, .text, .markdown, .feed, .json: true
      case .image, .pdf, .other: false
      }
    }
  }

  /// After all redirects; without credentials and fragment.
  package let finalURL: String

  package let kind: Kind

  /// The decompressed body; for text kinds valid UTF-8 without NUL and byte order mark.
  ///
  /// A charset that the text itself names (`<meta>`, XML declaration) is no longer true: parse it
  /// as UTF-8.
  package let body: [UInt8]

  /// As sent; empty if missing.
  package let contentType: String

  /// For the next request.
  package let etag: String?

  /// As sent, for the next request.
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

  init(file bytes: [UInt8], named name: String, at url: String, lastModified: String? = nil) {
    let kind = ContentSniffer.kind(of: bytes, contentType: "", path: name)
    self.init(
      finalURL: url, kind: kind,
      body: kind.isText ? CharacterEncoding.utf8(bytes, contentType: nil) : bytes,
      lastModified: lastModified)
  }
}
