import ReadingList

/// A condition about text in words of the index.
enum TextCondition {
  /// A word in any form that it has in a language of the library.
  case word([UInt8])
  /// Words one after another as they are written; if it is open, the last may go on.
  case phrase([WordParser.Word], isOpen: Bool)
  /// Letters within words.
  case part([UInt8])
  /// A mark of documents.
  case mark(String)

  /// The most words of a phrase; the others are left out.
  static let maxWords = 100

  /// The condition of a query; nil if it is not about text, or has no words.
  init?(_ test: Query.Test) {
    switch test {
    case .hasImage: self = .mark(Mark.hasImage)
    case .hasCode: self = .mark(Mark.hasCode)
    case .text(let text), .exact(let text), .prefix(let text), .part(let text):
      let words = WordParser.words(of: text, limit: Self.maxWords)
      guard let last = words.last else { return nil }
      let isWord = words.count == 1 && !last.word.isLetter
      switch test {
      case .text where isWord: self = .word(last.bytes)
      case .part where isWord: self = .part(last.bytes)
      case .text, .exact: self = .phrase(words, isOpen: false)
      default: self = .phrase(words, isOpen: !last.word.isLetter)
      }
    default: return nil
    }
  }

  /// Whether only the texts tell if an article meets it.
  var asksTexts: Bool { if case .phrase(let words, _) = self { words.count > 1 } else { false } }
}
