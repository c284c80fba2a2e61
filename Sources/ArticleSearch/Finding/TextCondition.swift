import ReadingList

/// A condition about text in the words that are indexed.
enum TextCondition {
  /// A word, in any form that it has in the language.
  case word([UInt8])
  /// Words one after another as they are written; of an open one the last may go on.
  case phrase([WordParser.Word], isOpen: Bool)
  /// What words have in them.
  case part([UInt8])
  /// What a document has besides words.
  case mark(UInt8)

  /// More words than any text has in one sentence are not looked at one by one.
  private static let maxWords = 10_000

  /// The condition of a query; nil where it is not about text, or has no words.
  init?(_ test: Query.Test) {
    switch test {
    case .hasImage: self = .mark(DocumentTable.hasImage)
    case .hasCode: self = .mark(DocumentTable.hasCode)
    case .text(let text), .exact(let text), .prefix(let text), .part(let text):
      let words = WordParser.words(of: text, limit: Self.maxWords)
      guard let last = words.last else { return nil }
      let hasSigns = words.contains { !$0.word.before.isEmpty || !$0.word.after.isEmpty }
      let isWord = words.count == 1 && !last.word.isLetter && !hasSigns
      switch test {
      case .text where isWord: self = .word(last.bytes)
      case .part where isWord: self = .part(last.bytes)
      case .text, .exact: self = .phrase(words, isOpen: false)
      default: self = .phrase(words, isOpen: !last.word.isLetter)
      }
    default: return nil
    }
  }
}

extension Finder {
  /// The documents that meet a condition.
  mutating func impacts(_ condition: TextCondition) throws(SearchError) -> Impacts {
    switch condition {
    case .word(let word): return try self.word(word)
    case .part(let part): return try having(part: part)
    case .mark(let mark): return marked(mark)
    case .phrase(let words, let isOpen):
      let candidates = try candidates(for: words, isOpen: isOpen)
      guard let codes = try codes(of: words, isOpen: isOpen) else { return candidates }
      var impacts = Impacts(repeating: 0, count: reader.count)
      for place in try having(codes, among: candidates.indices.filter { candidates[$0] != 0 }) {
        impacts[place] = candidates[place]
      }
      return impacts
    }
  }
}
