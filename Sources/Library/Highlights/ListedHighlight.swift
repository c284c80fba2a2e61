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
  func holds(_ test: HighlightTest) -> Bool? {
    switch test {
    case .words(let needle): has(needle, in: quote) || has(needle, in: note)
    case .note(let needle): has(needle, in: note)
    case .hasNote: !highlight.note.isEmpty
    case .color(let color): highlight.color == color
    case .article: nil
    }
  }

  private func has(_ needle: Needle, in text: [UInt8]) -> Bool {
    text.withUnsafeBytes { needle.occurs(in: $0) }
  }
}

/// A query's test applied to a highlight.
enum HighlightTest {
  case words(Needle), note(Needle), hasNote, color(Highlight.Color)
  /// A test of the article that has the highlight.
  case article

  init(_ test: Query.Test) {
    switch test {
    case .text(let word), .prefix(let word): self = .words(Needle(word, .beginning))
    case .exact(let phrase): self = .words(Needle(phrase, .both))
    case .part(let part): self = .words(Needle(part, .none))
    case .note(let words): self = .note(Needle(words: words))
    case .hasNote: self = .hasNote
    case .color(let color): self = .color(color)
    default: self = .article
    }
  }
}
