extension WebAddress {
  /// An address as somebody wrote it, taken apart where its first parts end, and nothing changed.
  struct Spelling {
    /// `http` or `https`.
    let scheme: String
    /// Whether the scheme stands there with its two slashes, once.
    let isSchemeGiven: Bool
    /// Host and port.
    let authority: Substring
    /// Whether there was a user's name, or a password.
    let hasCredentials: Bool
    /// Path, query and fragment.
    let rest: Substring

    init(_ given: String) throws(Problem) {
      let trimmed = WebAddress.trimmed(given)
      guard !trimmed.isEmpty else { throw .notAURL }
      guard trimmed.utf8.count <= WebAddress.maxLength else { throw .tooLong }
      guard !trimmed.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7f }) else {
        throw .notAURL
      }
      // By bytes from here on: a mark that joins the delimiter before it must not hide it.
      var rest = Substring(trimmed)
      var named: String?
      var isWhole = false
      if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), isScheme(rest[..<colon]) {
        let scheme = rest[..<colon].lowercased()
        let after = rest[rest.utf8.index(after: colon)...]
        if scheme == "http" || scheme == "https" {
          named = scheme
          // Any number of slashes, as browsers count them.
          rest = Substring(after.utf8.drop { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") })
          isWhole = after.utf8.count - rest.utf8.count == 2
        } else if after.utf8.starts(with: "//".utf8) || !isPort(after) {
          throw .unsupportedScheme(scheme)
        }
      } else if rest.utf8.starts(with: "//".utf8) {
        rest = Substring(rest.utf8.dropFirst(2))
      }
      let end = rest.utf8.firstIndex { "/?#\\".utf8.contains($0) } ?? rest.endIndex
      var authority = rest[..<end]
      let at = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
      if let at { authority = authority[authority.utf8.index(after: at)...] }
      self.authority = authority
      self.rest = rest[end...]
      hasCredentials = at != nil
      isSchemeGiven = isWhole
      scheme = named ?? (isOwnMachine(authority) ? "http" : "https")
    }
  }

  /// An address as it is kept beside the canonical one: as given, with a scheme and without credentials.
  ///
  /// A text that is no address stays as it is, but for credentials; of a redirector only what it leads to stays.
  package static func asGiven(_ given: String, of address: WebAddress) -> String {
    guard let spelling = try? Spelling(given) else { return withoutCredentials(given) }
    if let (host, _) = try? hostAndPort(spelling.authority, of: spelling), host != address.host {
      return address.text
    }
    return "\(spelling.scheme)://\(spelling.authority)\(spelling.rest)"
  }

  /// Whether an address carries a user's name or a password.
  package static func hasCredentials(_ given: String) -> Bool {
    (try? Spelling(given))?.hasCredentials ?? false
  }

  /// Any text, with the user's name and the password taken out of each address in it.
  package static func withoutCredentials(_ text: String) -> String {
    let bytes = text.utf8
    guard bytes.contains(UInt8(ascii: "@")) else { return text }
    var out = ""
    var rest = Substring(text)
    while let slashes = rest.utf8.firstRange(of: "://".utf8) {
      out += rest[..<slashes.upperBound]
      rest = rest[slashes.upperBound...]
      let authority = rest.utf8.prefix { $0 > 0x20 && !"/?#\\<>\"".utf8.contains($0) }
      if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
        rest = rest[rest.utf8.index(after: at)...]
      }
    }
    return out + rest
  }

  private static func trimmed(_ text: String) -> String {
    let space: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace || $0 == "\u{feff}" }
    var scalars = Substring(text).unicodeScalars
    while let first = scalars.first, space(first) { scalars.removeFirst() }
    while let last = scalars.last, space(last) { scalars.removeLast() }
    if scalars.first == "<", scalars.last == ">" {
      scalars.removeFirst()
      scalars.removeLast()
    }
    return String(scalars)
  }

  /// The host as `HostName` writes it, and the port where it is not the scheme's own.
  static func hostAndPort(
    _ authority: Substring, of spelling: Spelling
  ) throws(Problem) -> (String, Int?) {
    let host: String
    var port: Int?
    if authority.hasPrefix("[") {
      guard let close = authority.firstIndex(of: "]") else { throw .badHost }
      host = authority[...close].lowercased()
      let inside = authority[authority.index(after: authority.startIndex)..<close]
      guard inside.contains(":"),
        inside.utf8.allSatisfy({ isLetter($0) || isDigit($0) || $0 == 58 || $0 == 46 || $0 == 37 })
      else { throw .badHost }
      let after = authority[authority.index(after: close)...]
      if after.hasPrefix(":") { port = try parsedPort(after.dropFirst()) }
    } else {
      var name = authority
      if let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")) {
        name = authority[..<colon]
        port = try parsedPort(Substring(authority.utf8[colon...].dropFirst()))
      }
      // A bare word is seldom an address; behind a scheme and two slashes it is a machine of the own network.
      // `https://a@https://b/` would become `https://https//b/`, which means `https://b/`.
      guard let canonical = HostName.canonical(name), canonical != "http", canonical != "https",
        spelling.isSchemeGiven || canonical.contains(".") || canonical == "localhost"
      else { throw .badHost }
      host = canonical
    }
    if port == (spelling.scheme == "http" ? 80 : 443) { port = nil }
    return (host, port)
  }

  private static func parsedPort(_ text: Substring) throws(Problem) -> Int? {
    if text.isEmpty { return nil }
    guard let port = Int(text), (1...65_535).contains(port) else { throw .badHost }
    return port
  }

  /// Whether a host is this machine or a bare IPv4 address, which hardly ever has a certificate.
  private static func isOwnMachine(_ authority: Substring) -> Bool {
    let host = authority.prefix { $0 != ":" }
    return host.lowercased() == "localhost"
      || (host.split(separator: ".").count == 4
        && host.utf8.allSatisfy { isDigit($0) || $0 == UInt8(ascii: ".") })
  }

  /// Whether a text can be the scheme of an address (RFC 3986).
  package static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == 43 || $0 == 45 || $0 == 46 }
  }

  private static func isPort(_ text: Substring) -> Bool {
    let digits = text.utf8.prefix { isDigit($0) }
    guard !digits.isEmpty else { return false }
    let next = text.utf8.dropFirst(digits.count).first
    return next == nil || next == UInt8(ascii: "/") || next == UInt8(ascii: "?")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
