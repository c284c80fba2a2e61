extension Finder {
  /// The most words that are compared, in each part.
  private static let maxWords = 60_000

  /// The word of the index that one was probably meant to be: the nearest, and of equally near ones the one
  /// that most documents have; nil when the index has it, or nothing near.
  func suggestion(for word: [UInt8]) throws(SearchError) -> [UInt8]? {
    guard word.count >= 3, word.count <= 40 else { return nil }
    let most = word.count < 5 ? 1 : 2
    var nearest = most + 1
    var found: Set<[UInt8]> = []
    // The first letter is hardly ever the wrong one, but for being in each other's place with the second.
    for beginning in Set([word[0], word[1]]) {
      for part in reader.parts {
        for key in try part.segment.keys(from: Self.key([beginning]), limit: Self.maxWords)
        where abs(key.count - 1 - word.count) <= most {
          let other = Array(key.dropFirst())
          let distance = Self.distance(word, other, most: min(most, nearest))
          if distance == 0 { return nil }
          guard distance <= most else { continue }
          if distance < nearest {
            nearest = distance
            found = []
          }
          if distance == nearest { found.insert(other) }
        }
      }
    }
    var best: (word: [UInt8], count: Int)?
    for word in found.sorted(by: { $0.lexicographicallyPrecedes($1) }).prefix(200) {
      let count = try having(Self.key(word)).count { $0 != 0 }
      if count > (best?.count ?? 0) { best = (word, count) }
    }
    return best?.word
  }

  /// How many letters must be put in, left out, replaced or swapped; more than `most` where it is more.
  static func distance(_ a: [UInt8], _ b: [UInt8], most: Int) -> Int {
    var before: [Int] = []
    var row = Array(0...b.count)
    for i in a.indices {
      var next = [i + 1]
      var least = i + 1
      for j in b.indices {
        var cost = min(row[j] + (a[i] == b[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
        next.append(cost)
        least = min(least, cost)
      }
      if least > most { return most + 1 }
      before = row
      row = next
    }
    return row[b.count]
  }
}
