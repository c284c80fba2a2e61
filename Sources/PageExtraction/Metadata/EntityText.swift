/// Cleans text whose entities were escaped twice, which is common in metadata.
enum EntityText {
  /// Decodes entities, and collapses and trims white space.
  static func decoded(_ text: String) -> String { collapsed(unescaped(text)) }

  /// Decodes entities without changing white space.
  static func unescaped(_ text: String) -> String {
    text.utf8.contains(0x26) ? replaced(text) : text
  }

  /// Collapses white space and removes control characters and line break hints.
  static func collapsed(_ text: String) -> String {
    if let plain = collapsedPlain(text) { return plain }
    return CleanText.withoutHints(CleanText.string(text)).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// Collapses printable ASCII byte by byte; nil for other text.
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

  private static func replaced(_ text: String) -> String {
    var text = text
    var out: [UInt8] = []
    // The parser decoded it once, so a leftover name without a semicolon is doubtful.
    text.withUTF8 { CharacterReferences.standard.append($0, isAddress: true, to: &out) }
    return String(decoding: out, as: UTF8.self)
  }
}
