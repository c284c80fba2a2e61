/// A web address that Luego can save: http or https with a host, in its canonical form.
///
/// Canonicalization follows one rule everywhere: scheme and host lower-cased, default port,
/// credentials, fragment and tracking parameters dropped, other parameters kept in their order, an
/// empty path made `/`, dot segments resolved. The canonical text makes the article's id. Addresses
/// that differ only in scheme, `www.` or a trailing slash also share a `likeness`, by which a link
/// that was saved in the other spelling is found again.
package struct WebAddress: Hashable, Sendable {
  /// Why a text is not an address that can be saved.
  package enum Problem: Error, Equatable, Sendable {
    /// Nothing that looks like a URL.
    case notAURL
    /// A URL, but of another scheme, which is named.
    case unsupportedScheme(String)
    /// No host, or a host with characters that no host has.
    case badHost
    /// Longer than `WebAddress.longest` bytes.
    case tooLong
  }

  /// The longest address accepted, in bytes.
  package static let longest = 8192

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
    let trimmed = Self.trimmed(given)
    guard !trimmed.isEmpty else { throw .notAURL }
    guard trimmed.utf8.count <= Self.longest else { throw .tooLong }
    guard !trimmed.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7f }) else {
      throw .notAURL
    }
    // By bytes from here on: a mark that joins the delimiter before it must not hide it.
    var rest = Substring(trimmed)
    var scheme = "https"
    var isSchemeGiven = false
    if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
      let named = rest[..<colon].lowercased()
      let after = rest[rest.utf8.index(after: colon)...]
      let hasSlashes = after.utf8.starts(with: "//".utf8)
      if named == "http" || named == "https" {
        guard hasSlashes else { throw .badHost }
        scheme = named
        isSchemeGiven = true
        rest = Substring(after.utf8.dropFirst(2))
      } else if hasSlashes || !Self.isPort(after) {
        throw .unsupportedScheme(named)
      }
    } else if rest.utf8.starts(with: "//".utf8) {
      rest = Substring(rest.utf8.dropFirst(2))
    }
    let authorityEnd = rest.utf8.firstIndex { "/?#\\".utf8.contains($0) } ?? rest.endIndex
    var authority = rest[..<authorityEnd]
    rest = rest[authorityEnd...]
    if let at = authority.utf8.lastIndex(of: UInt8(ascii: "@")) {
      authority = authority[authority.utf8.index(after: at)...]
    }
    if !isSchemeGiven, Self.isOwnMachine(authority) { scheme = "http" }
    let (host, port) = try Self.hostAndPort(authority, scheme: scheme)
    if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<hash] }
    var query: Substring?
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
      query = rest[rest.utf8.index(after: mark)...]
      rest = rest[..<mark]
    }
    var text = "\(scheme)://\(host)"
    if let port { text += ":\(port)" }
    text += Self.normalizedPath(rest)
    if let kept = query.map(Self.withoutTracking), !kept.isEmpty { text += "?" + kept }
    // Escapes take three bytes for one.
    guard text.utf8.count <= Self.longest else { throw .tooLong }
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

  /// What two spellings of one article's address have in common: the canonical text without its
  /// scheme, a leading `www.` of the host and a trailing slash of the path.
  package var likeness: String {
    var rest = text.dropFirst(scheme.count + 3)
    if rest.hasPrefix("www."), host.utf8.count(where: { $0 == UInt8(ascii: ".") }) >= 2 {
      rest = rest.dropFirst(4)
    }
    if let mark = rest.firstIndex(of: "?") {
      var path = rest[..<mark]
      if path.hasSuffix("/") { path = path.dropLast() }
      return String(path + rest[mark...])
    }
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    return String(rest)
  }

  /// The host without a leading `www.`, as a person would name the site.
  package var siteName: String { host.hasPrefix("www.") ? String(host.dropFirst(4)) : host }
}

extension WebAddress {
  /// Query parameters that say where a link was clicked, not what it shows.
  ///
  /// A trailing `*` matches
  /// any ending.
  package static let trackingParameters = [
    "utm_*", "fbclid", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "msclkid", "yclid", "twclid",
    "ttclid", "li_fat_id", "igshid", "igsh", "mc_cid", "mc_eid", "mkt_tok", "_hsenc", "_hsmi",
    "__hssc", "__hstc", "__hsfp", "hsctatracking", "vero_id", "vero_conv", "oly_anon_id",
    "oly_enc_id", "rb_clickid", "s_cid", "ncid", "cmpid", "wt_mc", "wt.mc_id", "ito", "_openstat",
    "at_medium", "at_campaign", "at_custom*", "pk_campaign", "pk_kwd", "pk_source", "pk_medium",
    "piwik_*", "mtm_*", "matomo_*", "ga_source", "ga_medium", "ga_campaign", "guccounter",
    "guce_referrer", "guce_referrer_sig", "spm", "ref_src", "ref_url", "xtor", "trk_*",
    "sc_campaign",
    "sc_channel", "sc_content", "sc_medium", "sc_outcome", "sc_geo", "sc_country",
  ]

  private static let trackingExact = Set(trackingParameters.filter { !$0.hasSuffix("*") })
  private static let trackingPrefixes =
    trackingParameters.filter { $0.hasSuffix("*") }.map { String($0.dropLast()) }

  private static func withoutTracking(_ query: Substring) -> String {
    query.utf8.split(separator: UInt8(ascii: "&")).map { Substring($0) }.filter { pair in
      let name = Substring(pair.utf8.prefix { $0 != UInt8(ascii: "=") }).lowercased()
      return !trackingExact.contains(name) && !trackingPrefixes.contains { name.hasPrefix($0) }
    }.map { encoded($0) }.joined(separator: "&")
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

  private static func isScheme(_ text: Substring) -> Bool {
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

  private static func hostAndPort(
    _ authority: Substring,
    scheme: String
  ) throws(Problem) -> (String, Int?) {
    var host = authority
    var port: Int?
    if authority.hasPrefix("[") {
      guard let close = authority.firstIndex(of: "]") else { throw .badHost }
      host = authority[...close]
      let inside = authority[authority.index(after: authority.startIndex)..<close]
      guard inside.contains(":"),
        inside.utf8.allSatisfy({ isLetter($0) || isDigit($0) || $0 == 58 || $0 == 46 || $0 == 37 })
      else { throw .badHost }
      let after = authority[authority.index(after: close)...]
      if after.hasPrefix(":") { port = try parsedPort(after.dropFirst()) }
    } else {
      if let colon = authority.lastIndex(of: ":") {
        host = authority[..<colon]
        port = try parsedPort(authority[authority.index(after: colon)...])
      }
      if host.hasSuffix(".") { host = host.dropLast() }
      guard host.utf8.count <= 253, isPlausible(host) else { throw .badHost }
    }
    if port == (scheme == "http" ? 80 : 443) { port = nil }
    return (host.lowercased(), port)
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

  /// A host worth asking: labels of letters, digits, hyphens and non-ASCII characters, and either a
  /// dot, or the one name without a dot that people do save from: `localhost`.
  private static func isPlausible(_ host: Substring) -> Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2 || host.lowercased() == "localhost" else { return false }
    return labels.allSatisfy { label in
      !label.isEmpty && label.utf8.count <= 63 && label.first != "-" && label.last != "-"
        && label.unicodeScalars.allSatisfy {
          $0.value >= 0x80
            ? $0.properties.isAlphabetic || $0.properties.numericType != nil
              || $0.properties.generalCategory == .nonspacingMark
            : isLetter(UInt8($0.value)) || isDigit(UInt8($0.value)) || $0 == "-" || $0 == "_"
        }
    }
  }

  private static func normalizedPath(_ path: Substring) -> String {
    var out: [Substring] = []
    let parts = path.utf8
      .split(omittingEmptySubsequences: false) {
        $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
      }
      .map { Substring($0) }.dropFirst()
    for (index, part) in zip(1..., parts) {
      let last = index == parts.count
      switch part.lowercased() {
      case ".", "%2e": if last { out.append("") }
      case "..", ".%2e", "%2e.", "%2e%2e":
        if !out.isEmpty { out.removeLast() }
        if last { out.append("") }
      default: out.append(part)
      }
    }
    return "/" + out.map { encoded($0) }.joined(separator: "/")
  }

  /// Percent-encodes what may not stand in a URL and writes existing escapes in upper case.
  private static func encoded(_ text: Substring) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var out: [UInt8] = []
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = hexValue(bytes[index + 1]), let low = hexValue(bytes[index + 2])
      {
        out += [byte, digits[Int(high)], digits[Int(low)]]
        index += 3
        continue
      }
      if byte > 0x7e || byte <= 0x20 || "\"<>^`{|}".utf8.contains(byte) {
        out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        out.append(byte)
      }
      index += 1
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }
}
