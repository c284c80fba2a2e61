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
    // Letters that stand alone between words.
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
      if isEmpty { break }
    }
    return all ?? Impacts(repeating: 0, count: shelf.count)
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
    var rest = places[...]
    for part in shelf.parts {
      let end = part.start + part.table.ids.count
      var start = part.start
      for run in part.table.runs {
        let runEnd = start + run.count
        while let place = rest.first, place < runEnd {
          // All of a group at once.
          let number = run.first + UInt32(place - start)
          let last = min(runEnd - 1, start + Int((number | 31) - run.first))
          var wanted: [Bool] = Array(repeating: false, count: last - place + 1)
          while let next = rest.first, next <= last {
            wanted[next - place] = true
            rest = rest.dropFirst()
          }
          try part.segment.withValue(WordCodes.key(of: number)) { (group) throws(SearchError) in
            try WordCodes.search(group, for: phrase) {
              $0 >= number && Int($0 - number) < wanted.count && wanted[Int($0 - number)]
            } _: {
              if $1 { found.append(place + Int($0 - number)) }
            }
          }
        }
        start = runEnd
      }
      guard start == end else { throw .damaged("the list of documents") }
    }
    return found
  }

  /// The documents that have words one after another.
  func phrase(_ phrase: [(bytes: [UInt8], word: ParsedWord)]) throws(SearchError) -> Impacts {
    let candidates = try candidates(for: phrase)
    let places = candidates.indices.filter { candidates[$0] != 0 }
    var impacts = Impacts(repeating: 0, count: shelf.count)
    for place in try having(phrase.map(\.word.code), among: places) {
      impacts[place] = candidates[place]
    }
    return impacts
  }
}
