import ReadingList

// Choosing rows without decoding them. The tests have the same rules for single articles, one by one.
extension IndexSegment {
  /// A byte for each row: 1 where it satisfies a query.
  ///
  /// Nil when the index is damaged. The bytes of tombstones mean nothing; no order has them.
  func mask(_ query: Query, _ rules: ListRules) -> [UInt8]? {
    guard let states else { return nil }
    // What the state alone decides is decided once for each kind of state.
    var kinds = [UInt8](repeating: 1, count: IndexState.kinds)
    var rest: [Query.Term] = []
    for term in query.terms {
      for kind in kinds.indices {
        guard let holds = term.test.holds(IndexState(kind: kind), rules) else {
          rest.append(term)
          break
        }
        if holds == term.isNegated { kinds[kind] = 0 }
      }
    }
    var mask = states.map { kinds[IndexState(bits: $0).kind] }
    for term in rest {
      guard narrow(&mask, to: term, states, rules) else { return nil }
    }
    return mask
  }

  private func keep(
    _ mask: inout [UInt8],
    where holds: (Int) -> Bool,
    isNegated: Bool
  ) {
    for row in mask.indices where mask[row] != 0 && holds(row) == isNegated { mask[row] = 0 }
  }

  /// Whether each row has a tag whose name satisfies a condition.
  private func rows(tagged wanted: (String) -> Bool) -> [Bool]? {
    guard let tags = narrow(.tags, count: nil),
      let offsets = narrow(.tagOffsets, count: rowCount + 1, largest: UInt32(tags.count))
    else { return nil }
    let isWanted = names.tags.map { wanted($0.name) }
    var found = [Bool](repeating: false, count: rowCount)
    guard isWanted.contains(true) else { return found }
    for row in 0..<rowCount where offsets[row] < offsets[row + 1] {
      for index in offsets[row]..<offsets[row + 1] {
        let tag = Int(tags[Int(index)])
        if tag < isWanted.count, isWanted[tag] { found[row] = true }
      }
    }
    return found
  }

  private func narrow(
    _ mask: inout [UInt8],
    to term: Query.Term,
    _ states: [UInt32],
    _ rules: ListRules
  ) -> Bool {
    let isNegated = term.isNegated
    switch term.test {
    case .text(let word):
      guard let text = searchText else { return false }
      text.narrow(&mask, to: word, isNegated: isNegated)
    case .title(let part): return narrow(&mask, toFields: [.title], containing: part, isNegated)
    case .author(let part): return narrow(&mask, toFields: [.author], containing: part, isNegated)
    case .url(let part): return narrow(&mask, toFields: [.url], containing: part, isNegated)
    case .site(let part):
      return narrow(&mask, toFields: [.site, .url], containing: part, isNegated)
    case .tag(let name):
      guard let tagged = rows(tagged: { Query.folded($0) == name }) else { return false }
      keep(&mask, where: { tagged[$0] }, isNegated: isNegated)
    case .exactTag(let name):
      guard let tagged = rows(tagged: { $0 == name }) else { return false }
      keep(&mask, where: { tagged[$0] }, isNegated: isNegated)
    case .language(let code):
      guard let languages = narrow(.languages, count: rowCount) else { return false }
      let isWanted = names.languages.map { Query.folded($0).utf8.starts(with: code.utf8) }
      keep(
        &mask,
        where: { row in
          let language = Int(languages[row])
          return language < isWanted.count ? isWanted[language] : code.isEmpty
        },
        isNegated: isNegated
      )
    case .state, .inList:
      keep(
        &mask,
        where: { term.test.holds(IndexState(bits: states[$0]), rules) ?? false },
        isNegated: isNegated
      )
    case .minutes(let range):
      guard let words = narrow(.wordCounts, count: rowCount) else { return false }
      keep(
        &mask,
        where: { ReadingTime.minutes(words: Int(words[$0])).map(range.contains) ?? false },
        isNegated: isNegated
      )
    case .words(let range):
      guard let words = narrow(.wordCounts, count: rowCount) else { return false }
      keep(
        &mask,
        where: { words[$0] > 0 && range.contains(Int(words[$0])) },
        isNegated: isNegated
      )
    case .progress(let range):
      keep(
        &mask,
        where: { range.contains(IndexState(bits: states[$0]).percent) },
        isNegated: isNegated
      )
    case .saved(let range):
      guard let saved = wide(.savedAt, count: rowCount) else { return false }
      let milliseconds = range.lowerBound.milliseconds...range.upperBound.milliseconds
      keep(
        &mask,
        where: { milliseconds.contains(Int64(bitPattern: saved[$0])) },
        isNegated: isNegated
      )
    case .inView(let view):
      guard let held = self.mask(view.query, rules) else { return false }
      keep(&mask, where: { held[$0] != 0 }, isNegated: isNegated)
    case .hasTags: narrow(&mask, toBit: IndexState.hasTags, states, isNegated)
    case .hasHighlights: narrow(&mask, toBit: IndexState.hasHighlights, states, isNegated)
    case .hasNote: narrow(&mask, toBit: IndexState.hasNote, states, isNegated)
    }
    return true
  }

  private func narrow(
    _ mask: inout [UInt8],
    toBit bit: UInt32,
    _ states: [UInt32],
    _ isNegated: Bool
  ) {
    keep(&mask, where: { states[$0] & bit != 0 }, isNegated: isNegated)
  }

  private func narrow(
    _ mask: inout [UInt8],
    toFields fields: [SearchText.Field],
    containing part: String,
    _ isNegated: Bool
  ) -> Bool {
    guard let text = searchText else { return false }
    let word = Needle(Array(part.utf8))
    // What has the word in a field has it in its text: one quick pass leaves few rows to look at.
    var candidates = [UInt8](repeating: 1, count: rowCount)
    text.narrow(&candidates, to: part, isNegated: false)
    keep(
      &mask,
      where: { row in
        candidates[row] != 0 && fields.contains { text.field($0, of: row, contains: word) }
      },
      isNegated: isNegated
    )
    return true
  }
}
