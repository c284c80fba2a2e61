package import ReadingList

/// A highlight in a list: with its article, and with its text folded for comparison.
package final class ListedHighlight: Sendable {
  package let article: ArticleID
  /// The highlight with its note.
  package let highlight: Highlight
  /// The quote and the note, folded, each on one line.
  private let quote: [UInt8], note: [UInt8]

  init(_ highlight: Highlight, of article: ArticleID) {
    self.article = article
    self.highlight = highlight
    func folded(_ text: String) -> [UInt8] { Array(Query.folded(text.onOneLine).utf8) }
    quote = folded(highlight.quote)
    note = folded(highlight.note)
  }

  /// Returns whether a test holds; nil if it applies to the article.
  func holds(_ test: Query.Test) -> Bool? {
    switch test {
    case .text(let word), .prefix(let word): has(Needle(word, .beginning), in: quote, note)
    case .exact(let phrase): has(Needle(phrase, .both), in: quote, note)
    case .part(let part): has(Needle(part, .none), in: quote, note)
    case .note(let words): has(Needle(words: words), in: note)
    case .hasNote: !highlight.note.isEmpty
    case .color(let color): highlight.color == color
    default: nil
    }
  }

  private func has(_ needle: Needle, in texts: [UInt8]...) -> Bool {
    texts.contains { text in text.withUnsafeBytes { needle.occurs(in: $0) } }
  }
}
