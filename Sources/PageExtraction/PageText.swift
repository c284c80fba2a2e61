package import ReadingList

/// Cleans short texts of pages and feeds.
package enum PageText {
  /// Parses a date in any usual form; noon UTC without a time.
  package static func date(_ text: String) -> Timestamp? { DateText.read(text)?.moment }

  /// Collapses white space to a single line, and removes control characters and line break hints.
  package static func line(_ text: String) -> String {
    CleanText.withoutHints(CleanText.string(text)).onOneLine
  }

  /// Decodes entities, which are often escaped twice in metadata, and collapses white space.
  static func decoded(_ text: String) -> String { line(unescaped(text)) }

  /// Decodes entities without changing white space.
  static func unescaped(_ text: String) -> String {
    var text = text
    var out: [UInt8] = []
    // The parser decoded it once, so a leftover name without a semicolon is doubtful.
    text.withUTF8 { CharacterReferences.standard.append($0, isAddress: true, to: &out) }
    return String(decoding: out, as: UTF8.self)
  }

  /// Resolves a link on a page at `base`; nil if it is not a web link.
  package static func link(_ reference: String, against base: String) -> String? {
    WebLink(base: base.isEmpty ? nil : base).resolve(reference)
  }
}
