extension Finder {
  /// The documents that may have words one after another, since they have all of them.
  ///
  /// In scripts without spaces pairs of letters count as well.
  func candidates(
    for phrase: [(bytes: [UInt8], word: ParsedWord)]
  ) throws(SearchError) -> Impacts {
    var keys: Set<[UInt8]> = []
    for (index, part) in phrase.enumerated() {
      if part.word.isJoined, index > 0 {
        keys.insert(phrase[index - 1].bytes + part.bytes)
      } else if !part.word.isLetter || phrase.count == 1 {
        keys.insert(part.bytes)
      }
    }
    if keys.isEmpty { keys = Set(phrase.map(\.bytes)) }
    var all: Impacts?
    // The longest words are the rarest.
    for key in keys.sorted(by: { $0.count > $1.count }) {
      var found = try exactWord(key)
      guard let before = all else {
        all = found
        continue
      }
      var isEmpty = true
      for place in found.indices {
        found[place] = min(found[place], before[place])
        if found[place] != 0 { isEmpty = false }
      }
      all = found
      if isEmpty { return found }
    }
    guard var candidates = all else { return Impacts(repeating: 0, count: reader.count) }
    let pairs = zip(phrase, phrase.dropFirst())
    for key in Set(pairs.map { WordCodes.pairKey($0.word.code, $1.word.code) }) {
      let found = try having(key)
      for place in candidates.indices where found[place] == 0 { candidates[place] = 0 }
    }
    return candidates
  }

  /// Those of some documents whose words have the codes of a phrase one after another.
  ///
  /// - Parameters:
  ///   - phrase: two codes at least.
  ///   - places: the documents, rising.
  /// - Returns: their places, rising.
  /// - Throws: `damaged`, and what the system says.
  func having(_ phrase: [UInt16], among places: [Int]) throws(SearchError) -> [Int] {
    var found: [Int] = []
    for place in places {
      guard let (part, number) = reader.document(at: place) else { continue }
      let has = try part.segment.withValue(WordCodes.key(of: number)) {
        (record) throws(SearchError) in try WordCodes.have(record, phrase)
      }
      if has { found.append(place) }
    }
    return found
  }

  /// The documents that have words one after another.
  func phrase(_ phrase: [(bytes: [UInt8], word: ParsedWord)]) throws(SearchError) -> Impacts {
    let candidates = try candidates(for: phrase)
    let places = candidates.indices.filter { candidates[$0] != 0 }
    var impacts = Impacts(repeating: 0, count: reader.count)
    for place in try having(phrase.map(\.word.code), among: places) {
      impacts[place] = candidates[place]
    }
    return impacts
  }
}
