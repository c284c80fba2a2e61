import ReadingList

/// Cleans text whose entities were escaped twice, which is common in metadata.
enum EntityText {
  /// Decodes entities, and collapses and trims white space.
  static func decoded(_ text: String) -> String { collapsed(unescaped(text)) }

  /// Decodes entities without changing white space.
  static func unescaped(_ text: String) -> String {
    var text = text
    var out: [UInt8] = []
    // The parser decoded it once, so a leftover name without a semicolon is doubtful.
    text.withUTF8 { CharacterReferences.standard.append($0, isAddress: true, to: &out) }
    return String(decoding: out, as: UTF8.self)
  }

  /// Collapses white space and removes control characters and line break hints.
  static func collapsed(_ text: String) -> String {
    CleanText.withoutHints(CleanText.string(text)).onOneLine
  }
}
