import ReadingList

// Choosing rows without decoding them. The tests have the same rules for single articles, one by one.
extension IndexSegment {
  /// A byte for each row: 1 where it is in a list and satisfies a query.
  ///
  /// Nil when the index is damaged. The bytes of tombstones mean nothing; no order has them.
  func mask(in scope: ListScope, matching query: Query?, favoritesStay: Bool) -> [UInt8]? {
    guard let states else { return nil }
    var mask = [UInt8](repeating: 1, count: rowCount)
    guard narrow(&mask, to: scope, states, favoritesStay: favoritesStay, isNegated: false) else {
      return nil
    }
    for term in query?.terms ?? [] {
      guard narrow(&mask, to: term, states, favoritesStay: favoritesStay) else { return nil }
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

  private func narrow(
    _ mask: inout [UInt8],
    to scope: ListScope,
    _ states: [UInt32],
    favoritesStay: Bool,
    isNegated: Bool
  ) -> Bool {
    switch scope {
    case .filter(let filter):
      let isIn = (UInt32(0)..<8).map {
        IndexState(bits: $0).membership.isIn(filter, favoritesStay: favoritesStay)
      }
      keep(&mask, where: { isIn[Int(states[$0] & 7)] }, isNegated: isNegated)
    case .inProgress:
      keep(
        &mask,
        where: {
          let state = IndexState(bits: states[$0])
          return !state.contains(IndexState.deleted) && (1..<100).contains(state.percent)
        },
        isNegated: isNegated
      )
    case .failed:
      let failed = IndexState.fetchBits("failed")
      let bits = IndexState.fetchMask | IndexState.deleted
      keep(&mask, where: { states[$0] & bits == failed }, isNegated: isNegated)
    case .trash:
      keep(&mask, where: { states[$0] & IndexState.deleted != 0 }, isNegated: isNegated)
    case .everything:
      keep(&mask, where: { states[$0] & IndexState.deleted == 0 }, isNegated: isNegated)
    case .tag(let name):
      guard let tagged = rows(tagged: { $0 == name }) else { return false }
      keep(
        &mask,
        where: { tagged[$0] && states[$0] & IndexState.deleted == 0 },
        isNegated: isNegated
      )
    }
    return true
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
    favoritesStay: Bool
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
    case .state(let state): narrow(&mask, to: state, states, isNegated)
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
    case .inScope(let scope):
      return narrow(&mask, to: scope, states, favoritesStay: favoritesStay, isNegated: isNegated)
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
    to state: Query.State,
    _ states: [UInt32],
    _ isNegated: Bool
  ) {
    func percent(_ row: Int) -> Int { IndexState(bits: states[row]).percent }
    func isFetch(_ name: String) -> (Int) -> Bool {
      let wanted = IndexState.fetchBits(name)
      return { states[$0] & IndexState.fetchMask == wanted }
    }
    let holds: (Int) -> Bool =
      switch state {
      case .unread: { percent($0) == 0 }
      case .read: { percent($0) == 100 }
      case .started: { (1..<100).contains(percent($0)) }
      case .favorite: { states[$0] & IndexState.favorite != 0 }
      case .archived: { states[$0] & IndexState.archived != 0 }
      case .deleted: { states[$0] & IndexState.deleted != 0 }
      case .pending, .ready, .failed, .suspect: isFetch(state.rawValue)
      }
    keep(&mask, where: holds, isNegated: isNegated)
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
