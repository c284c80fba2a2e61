import ReadingList

extension Finder {
  /// The most words that are compared.
  private static let maxWords = 60_000

  /// The nearest word of the index, and of equally near ones the most frequent; nil if the index has the word, or
  /// nothing near.
  func suggestion(for word: [UInt8]) throws(SearchError) -> [UInt8]? {
    guard word.count >= 3, word.count <= 40 else { return nil }
    var nearest = word.count < 5 ? 1 : 2
    var counts: [[UInt8]: Int] = [:]
    // The first letter is hardly ever wrong, except when it is swapped with the second.
    for beginning in Set([word[0], word[1]]) {
      for field in Field.allCases {
        for (term, count) in try reader.terms(field.term([beginning]), limit: Self.maxWords)
        where abs(term.count - 1 - word.count) <= nearest {
          let other = Array(term.dropFirst())
          let distance = typos(word, other, most: nearest)
          if distance == 0 { return nil }
          if distance < nearest {
            nearest = distance
            counts = [:]
          }
          if distance == nearest { counts[other, default: 0] += count }
        }
      }
    }
    return counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }.max { $0.value < $1.value }?
      .key
  }
}
