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
    let rest = strictlyEncoded(spelling.rest.utf8)
    let root = rest.first.map { "/".utf8.contains($0) } == true || spelling.rest.isEmpty ? "" : "/"
    return "\(spelling.scheme)://\(name)\(port.map { ":\($0)" } ?? "")\(root)"
      + String(decoding: rest, as: UTF8.self)
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
  private static func strictlyEncoded(_ text: Substring.UTF8View) -> [UInt8] {
    let bytes = Array(text)
    var out: [UInt8] = []
    var hasFragment = false
    for (index, byte) in bytes.enumerated() {
      let isAllowed: Bool
      switch byte {
      case 48...57, 65...90, 97...122: isAllowed = true
      case UInt8(ascii: "%"):
        isAllowed =
          index + 2 < bytes.count && hexValue(bytes[index + 1]) != nil
          && hexValue(bytes[index + 2]) != nil
      case UInt8(ascii: "#"):
        isAllowed = !hasFragment
        hasFragment = true
      case UInt8(ascii: "\\"):
        // Browsers take it for a slash, where it separates.
        if !hasFragment {
          out.append(UInt8(ascii: "/"))
          continue
        }
        isAllowed = false
      default: isAllowed = "-._~!$&'()*+,;=:@/?".utf8.contains(byte)
      }
      out += isAllowed ? [byte] : escape(of: byte)
    }
    return out
  }
}
