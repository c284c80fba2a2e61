extension WebAddress {
  /// An address of the web as the strictest of readers take it: ASCII alone as RFC 3986 has it, the host in punycode,
  /// without credentials, and otherwise unchanged.
  ///
  /// - Returns: nil for what is no address of the web, and for hosts that no host may be called.
  package static func strict(_ given: String) -> String? {
    guard let spelling = try? Spelling(given), spelling.isSchemeGiven,
      let (host, port) = try? hostAndPort(spelling.authority, of: spelling),
      let name = asciiHost(host)
    else { return nil }
    let rest = strictlyEncoded(spelling.rest)
    let root = rest.hasPrefix("/") || rest.isEmpty ? "" : "/"
    return "\(spelling.scheme)://\(name)\(port.map { ":\($0)" } ?? "")\(root)\(rest)"
  }

  /// A host in ASCII; nil for one that RFC 1123 does not allow.
  private static func asciiHost(_ host: String) -> String? {
    if host.hasPrefix("[") { return host.contains("%") ? nil : host }
    let labels = host.split(separator: ".").map { HostLabel.ascii($0) ?? "" }
    if labels.contains(where: { $0.isEmpty || $0.contains("_") }) { return nil }
    let isNumber = labels.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) } }
    let startsWithDigit = labels.last?.utf8.first.map { (48...57).contains($0) } ?? true
    let isAddress = isNumber && labels.count == 4 && labels.allSatisfy { UInt8($0) != nil }
    return isAddress || !startsWithDigit ? labels.joined(separator: ".") : nil
  }

  /// Path, query and fragment with an escape for each byte that may not stand there.
  private static func strictlyEncoded(_ text: Substring) -> String {
    let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
    // Browsers take a backslash for a slash, where it separates.
    let path = escaped(text[..<end].replacingScalars(["\\": "/"]))
    return end == text.endIndex
      ? path : path + "#" + escaped(Substring(text[end...].utf8.dropFirst()))
  }

  private static func escaped(_ text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    let out = bytes.indices.flatMap { index -> [UInt8] in
      let byte = bytes[index]
      let isAllowed =
        byte == UInt8(ascii: "%")
        ? bytes[(index + 1)...].prefix(2).count { hexValue($0) != nil } == 2
        : isUnreserved(byte) || "!$&'()*+,;=:@/?".utf8.contains(byte)
      return isAllowed ? [byte] : escape(of: byte)
    }
    return String(decoding: out, as: UTF8.self)
  }
}
