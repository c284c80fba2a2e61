import ReadingList

/// A condition about text in the words that are indexed.
enum TextCondition {
  typealias Words = [(bytes: [UInt8], word: ParsedWord)]

  /// A word, in any form that it has in the language.
  case word([UInt8])
  /// Words one after another, as they are.
  case phrase(Words)
  /// The beginning of a word, after others that are there as well.
  case beginning(before: Words, [UInt8], ParsedWord)
  /// What a document has besides words.
  case mark(UInt8)

  /// More words than any text has in one sentence are not looked at one by one.
  private static let maxWords = 10_000

  /// The condition of a query; nil where it is not about text, or has no words.
  init?(_ test: Query.Test) {
    switch test {
    case .text(let text): self.init(words: WordParser.words(of: text, limit: Self.maxWords))
    case .prefix(let text): self.init(beginning: text)
    case .hasImage: self = .mark(DocumentTable.hasImage)
    case .hasCode: self = .mark(DocumentTable.hasCode)
    default: return nil
    }
  }

  private init?(words: Words) {
    guard let first = words.first else { return nil }
    self = words.count == 1 && !first.word.isLetter ? .word(first.bytes) : .phrase(words)
  }

  /// The beginning of a word.
  private init?(beginning text: String) {
    let words = WordParser.words(of: text, limit: Self.maxWords)
    guard let last = words.last else { return nil }
    if last.word.isLetter {
      self = .phrase(words)
    } else {
      self = .beginning(before: words.dropLast(), last.bytes, last.word)
    }
  }
}

extension Finder {
  /// The documents that meet a condition.
  mutating func impacts(_ condition: TextCondition) throws(SearchError) -> Impacts {
    switch condition {
    case .word(let word): return try self.word(word)
    case .phrase(let words):
      return try words.count > 1 ? phrase(words) : exactWord(words[0].bytes)
    case .beginning(let before, let bytes, let word):
      var all = try beginning(bytes, word)
      for other in before {
        let found = try self.word(other.bytes)
        for place in all.indices { all[place] = min(all[place], found[place]) }
      }
      return all
    case .mark(let mark): return marked(mark)
    }
  }
}
