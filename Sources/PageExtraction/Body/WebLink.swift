import ReadingList

/// Resolves the links of a page to absolute addresses.
///
/// The algorithm is RFC 3986, section 5, with the leniency of browsers: of 37,645 links in 420
/// pages `xmlBuildURI` rejects 199 that browsers follow, and it unescapes (`%2b`) and drops empty
/// segments.
struct WebLink: Sendable {
  /// The parts of the page's address; empty if links are resolved against nothing.
  private let page: Parts

  /// Creates a base from a page's address, or one that resolves nothing.
  init(base: String?) {
    let parts = Parts(base ?? "")
    page = parts.scheme.isEmpty ? Parts("") : parts
  }

  /// The base as text, without a fragment.
  var base: String { page.scheme.isEmpty ? "" : origin + page.path + page.query }

  /// The host and port of the base; empty without a base.
  var site: String { page.authority ?? "" }

  /// Whether the base is the front page of a site.
  var isFrontPage: Bool { !site.isEmpty && ["", "/"].contains(page.path) && page.query.isEmpty }

  private var origin: String { "\(page.scheme)://\(site)" }

  /// Resolves a reference; nil if a reader cannot follow it.
  ///
  /// Supported are http, https, mailto and fragments of the same page (as `#fragment`).
  func resolve(_ reference: String) -> String? {
    var bytes: [UInt8] = []
    for byte in CleanText.string(reference).utf8 {
      switch byte {
      case 0x09, 0x0a, 0x0d: continue
      case 0x20, 0x22, 0x3c, 0x3e, 0x60: bytes += WebAddress.escape(of: byte)
      case 0x5c: bytes.append(0x2f)
      default: bytes.append(byte)
      }
    }
    while bytes.starts(with: "%20".utf8) { bytes.removeFirst(3) }
    while bytes.count >= 3, bytes.suffix(3).elementsEqual("%20".utf8) { bytes.removeLast(3) }
    let text = String(decoding: bytes, as: UTF8.self)
    guard !text.isEmpty, text.utf8.count <= 8192 else { return nil }
    if let anchor = ArticleBody.anchor(of: text) { return anchor.isEmpty ? nil : text }
    let parts = Parts(text)
    guard ["", "http", "https"].contains(parts.scheme) else {
      return parts.scheme == "mailto" ? text : nil
    }
    let scheme = parts.scheme.isEmpty ? page.scheme : parts.scheme
    if let authority = parts.authority {
      return scheme.isEmpty || authority.isEmpty
        ? nil : withinPage("\(scheme)://\(authority)", parts.path, parts.query, parts.fragment)
    }
    guard !page.scheme.isEmpty else { return nil }
    if !parts.scheme.isEmpty { return resolve(parts.path + parts.query) }
    if parts.path.isEmpty {
      let query = parts.query.isEmpty ? page.query : parts.query
      return withinPage(origin, page.path, query, parts.fragment)
    }
    let folder = page.path.utf8.lastIndex(of: 0x2f).map { page.path[...$0] } ?? "/"
    let path = parts.path.utf8.first == 0x2f ? parts.path : String(folder) + parts.path
    return withinPage(origin, Self.withoutDots(path), parts.query, parts.fragment)
  }

  private func withinPage(
    _ site: String, _ path: String, _ query: String, _ fragment: String
  ) -> String? {
    if !fragment.isEmpty, site == origin, query == page.query, path == page.path {
      return fragment.utf8.count > 1 ? fragment : nil
    }
    return site + path + query + fragment
  }

  /// The parts of an address; a query begins with its `?`, and a fragment with its `#`.
  struct Parts {
    var scheme = ""
    var authority: String?
    var path = ""
    var query = ""
    var fragment = ""

    init(_ text: String) {
      var rest = Substring(text)
      if let mark = rest.utf8.firstIndex(of: 0x23) {
        fragment = String(rest[mark...])
        rest = rest[..<mark]
      }
      if let mark = rest.utf8.firstIndex(of: 0x3f) {
        query = String(rest[mark...])
        rest = rest[..<mark]
      }
      if let colon = rest.utf8.firstIndex(of: 0x3a), WebAddress.isScheme(rest[..<colon]) {
        scheme = rest[..<colon].lowercased()
        rest = rest[rest.utf8.index(after: colon)...]
      }
      if rest.utf8.starts(with: "//".utf8) {
        rest = Substring(rest.utf8.dropFirst(2))
        let end = rest.utf8.firstIndex(of: 0x2f) ?? rest.endIndex
        authority = String(rest[..<end])
        rest = rest[end...]
        if rest.isEmpty { rest = "/" }
      }
      path = String(rest)
    }
  }

  private static func withoutDots(_ path: String) -> String {
    guard path.utf8.contains(0x2e) else { return path }
    return "/" + WebAddress.segments(of: path[...]).joined(separator: "/")
  }
}
