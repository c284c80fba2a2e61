/// Text in which entities were escaped twice, as metadata often is.
enum EntityText {
  /// Decodes entities, collapses white space and trims.
  static func decoded(_ text: String) -> String { collapsed(unescaped(text)) }

  /// Decodes entities and leaves white space as it is.
  static func unescaped(_ text: String) -> String {
    text.utf8.contains(0x26) ? replaced(text) : text
  }

  /// Collapses white space and drops control characters and hints for line breaks.
  static func collapsed(_ text: String) -> String {
    if let plain = collapsedPlain(text) { return plain }
    return CleanText.withoutHints(CleanText.string(text)).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
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

  private static func replaced(_ text: String) -> String {
    var text = text
    var out: [UInt8] = []
    // A parser has read it once already: what is left of a name without a semicolon is doubtful.
    text.withUTF8 { CharacterReferences.standard.append($0, isAddress: true, to: &out) }
    return String(decoding: out, as: UTF8.self)
  }
}
