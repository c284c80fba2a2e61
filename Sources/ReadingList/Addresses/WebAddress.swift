/// A web address that Luego can save: http or https with a host, in its canonical form.
///
/// Canonicalization follows one rule everywhere: scheme and host lower-cased, hosts in their own script
/// rather than in punycode, default port, credentials, fragment and tracking parameters dropped, other
/// parameters kept in their order, an empty path made `/`, dot segments resolved, letters that are
/// percent-encoded without need decoded. A fragment that begins with `/` or `!` names a page of its own
/// and is kept. Addresses that only lead to another (`google.com/url?q=`, `youtu.be`) are that other.
/// The canonical text makes the article's id. Addresses that differ only in scheme, `www.` or a
/// trailing slash also share a `deduplicationKey`, by which a link that was saved in the other
/// spelling is found again.
package struct WebAddress: Hashable, Sendable {
  /// Why a text is not an address that can be saved.
  package enum Problem: Error, Equatable, Sendable {
    /// Nothing that looks like a URL.
    case notAURL
    /// A URL, but of another scheme, which is named.
    case unsupportedScheme(String)
    /// No host, or a host with characters that no host has.
    case badHost
    /// Longer than `WebAddress.maxLength` bytes.
    case tooLong
  }

  /// The longest address accepted, in bytes.
  package static let maxLength = 8192

  /// The canonical address, for example `https://example.com/a?b=1`.
  package let text: String

  /// `http` or `https`.
  package let scheme: String

  /// The host, lower-cased, without a port.
  package let host: String

  /// Reads an address as a person writes it; a bare `example.com/page` means https, a bare
  /// `localhost` or IPv4 address http.
  ///
  /// - Throws: `Problem` saying what is wrong with it.
  package init(_ given: String) throws(Problem) {
    let spelling = try Spelling(given)
    let scheme = spelling.scheme
    let (host, port) = try Self.hostAndPort(spelling.authority, of: spelling)
    var rest = spelling.rest
    var fragment = ""
    if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
      fragment = Self.ownFragment(rest[rest.utf8.index(after: hash)...])
      rest = rest[..<hash]
    }
    var query = ""
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
      query = Self.withoutTracking(rest[rest.utf8.index(after: mark)...], of: host)
      rest = rest[..<mark]
    }
    let path = Self.canonicalPath(rest)
    if let inner = Self.unwrapped(host: host, path: path, query: query) {
      self = inner
      return
    }
    var text = "\(scheme)://\(host)"
    if let port { text += ":\(port)" }
    text += path
    if !query.isEmpty { text += "?" + query }
    text += fragment
    // Escapes take three bytes for one.
    guard text.utf8.count <= Self.maxLength else { throw .tooLong }
    self.text = text
    self.scheme = scheme
    self.host = host
  }

  /// Takes a text that is canonical already, as stored ones are, for much less work; nil when it
  /// cannot be an address.
  package init?(canonical text: String) {
    var rest = Substring(text)
    if rest.utf8.starts(with: "https://".utf8) {
      scheme = "https"
    } else if rest.utf8.starts(with: "http://".utf8) {
      scheme = "http"
    } else {
      return nil
    }
    rest = rest.dropFirst(scheme.utf8.count + 3)
    let authority = rest.utf8.prefix { $0 != UInt8(ascii: "/") }
    guard !authority.isEmpty else { return nil }
    var host = Substring(authority)
    if !host.utf8.starts(with: "[".utf8), let colon = host.utf8.lastIndex(of: UInt8(ascii: ":")) {
      host = host[..<colon]
    } else if let close = host.utf8.lastIndex(of: UInt8(ascii: "]")) {
      host = host[...close]
    }
    self.host = String(host)
    self.text = text
  }

  /// A key that different spellings of an article's address share: the canonical text without its
  /// scheme, a leading `www.` of the host and a trailing slash of the path.
  ///
  /// Also the title of an article until there is a better one.
  package var deduplicationKey: String {
    var rest = Substring(text.utf8.dropFirst(scheme.utf8.count + 3))
    if rest.utf8.starts(with: "www.".utf8), host.utf8.count(where: { $0 == UInt8(ascii: ".") }) >= 2
    {
      rest = Substring(rest.utf8.dropFirst(4))
    }
    let end = rest.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    var path = rest[..<(end ?? rest.endIndex)]
    if path.utf8.last == UInt8(ascii: "/") { path = Substring(path.utf8.dropLast()) }
    return String(path) + rest[(end ?? rest.endIndex)...]
  }

  /// The part behind `#`, with it, where that makes the address one of its own; else empty.
  package var fragment: Substring {
    text.utf8.firstIndex(of: UInt8(ascii: "#")).map { text[$0...] } ?? ""
  }

  /// The host without a leading `www.`, as a person would name the site.
  package var siteName: String { host.hasPrefix("www.") ? String(host.dropFirst(4)) : host }
}
