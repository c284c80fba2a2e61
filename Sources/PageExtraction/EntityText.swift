/// Text in which entities were escaped twice, as metadata often is.
enum EntityText {
  /// Decodes entities, collapses white space and trims.
  static func decoded(_ text: String) -> String {
    collapsed(unescaped(text))
  }

  /// Decodes entities and leaves white space as it is.
  static func unescaped(_ text: String) -> String {
    text.utf8.contains(0x26) ? replaced(text) : text
  }

  /// Collapses white space and drops control characters.
  static func collapsed(_ text: String) -> String {
    if let plain = collapsedPlain(text) { return plain }
    return CleanText.string(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The same for printable ASCII, byte by byte; nil for other text.
  private static func collapsedPlain(_ text: String) -> String? {
    var out: [UInt8] = []
    out.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case 0x20, 0x09, 0x0a: if let last = out.last, last != 0x20 { out.append(0x20) }
      case 0x21..<0x7f: out.append(byte)
      default: return nil
      }
    }
    if out.last == 0x20 { out.removeLast() }
    return String(decoding: out, as: UTF8.self)
  }

  private static let named: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "rsquo": "’",
    "lsquo": "‘", "rdquo": "”", "ldquo": "“", "ndash": "–", "mdash": "—", "hellip": "…",
  ]

  private static func replaced(_ text: String) -> String {
    var out = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "&") {
      out += rest[..<mark]
      rest = rest[mark...]
      let body = rest.dropFirst().prefix(10)
      guard let end = body.firstIndex(of: ";"), let decoded = decode(body[..<end]) else {
        out.append("&")
        rest = rest.dropFirst()
        continue
      }
      out += decoded
      rest = rest[rest.index(after: end)...]
    }
    return out + rest
  }

  private static func decode(_ name: Substring) -> String? {
    if let text = named[name.lowercased()] { return text }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let value =
      digits.hasPrefix("x") || digits.hasPrefix("X")
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? "\u{fffd}"
  }
}
