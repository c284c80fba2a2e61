import ReadingList

/// What a query is asked with, besides the articles.
struct QueryContext {
  /// What the settings say of lists.
  var rules: ListRules
  /// What full text answered.
  var texts: TextMatches
  /// What relative times are counted from.
  var now: Timestamp?
  /// Seconds east of Greenwich at a moment, for telling days.
  var utcOffset: (Timestamp) -> Int
}

extension IndexSegment {
  /// A byte for each row: 1 where it satisfies a query.
  ///
  /// Nil when the index is damaged. The bytes of tombstones mean nothing; no order has them.
  func mask(_ query: Query, _ context: QueryContext) -> [UInt8]? {
    guard let states else { return nil }
    let question = MaskQuestion(query, context)
    if !query.condition.hasViews, let known = knownMask(question) { return known }
    var mask = [UInt8](repeating: 1, count: rowCount)
    let evaluation = QueryEvaluation(segment: self, states: states, context: context)
    guard evaluation.narrow(&mask, to: query.condition) else { return nil }
    // Views are the same by their keys, whatever they hold.
    if !query.textConditions.isEmpty, !query.condition.hasViews { know(mask, question) }
    return mask
  }
}

/// What a mask of rows depends on besides the segment.
struct MaskQuestion: Equatable {
  private let condition: Query.Condition
  private let rules: ListRules
  private let texts: TextMatches
  private let now: Timestamp?

  init(_ query: Query, _ context: QueryContext) {
    condition = query.condition
    rules = context.rules
    texts = context.texts
    now = query.condition.isAboutTime ? context.now : nil
  }
}

/// Chooses rows of a segment without decoding them.
///
/// The tests have the same rules for single articles, one by one. Everything here clears marks of a mask and
/// sets none; what it gives says whether the index could be read.
private struct QueryEvaluation {
  let segment: IndexSegment
  let states: [UInt32]
  let context: QueryContext

  func narrow(_ mask: inout [UInt8], to condition: Query.Condition) -> Bool {
    if let kinds = kinds(condition) {
      keep(&mask) { kinds[IndexState(bits: states[$0]).kind] }
      return true
    }
    switch condition {
    case .test(let test): return narrow(&mask, to: test)
    case .not(let part):
      var held = mask
      guard narrow(&held, to: part) else { return false }
      for row in mask.indices { mask[row] &= ~held[row] }
    case .all(let parts):
      for part in quickestFirst(parts) { guard narrow(&mask, to: part) else { return false } }
    case .any(let parts):
      // Each part is asked only of what no part before it holds for.
      var rest = mask
      for part in quickestFirst(parts) {
        var held = rest
        guard narrow(&held, to: part) else { return false }
        for row in rest.indices { rest[row] &= ~held[row] }
      }
      for row in mask.indices { mask[row] &= ~rest[row] }
    }
    return true
  }

  /// What the state alone decides is decided once for each kind of state; nil where it does not.
  private func kinds(_ condition: Query.Condition) -> [UInt8]? {
    var kinds: [UInt8] = []
    for kind in 0..<IndexState.kinds {
      guard let holds = condition.holds(IndexState(kind: kind), context.rules) else { return nil }
      kinds.append(holds ? 1 : 0)
    }
    return kinds
  }

  /// Conditions with those first that leave less to do to the slow ones.
  private func quickestFirst(_ parts: [Query.Condition]) -> [Query.Condition] {
    parts.map { (slowness: $0.slowness, part: $0) }.enumerated()
      .sorted { ($0.element.slowness, $0.offset) < ($1.element.slowness, $1.offset) }
      .map(\.element.part)
  }

  @inline(__always)
  private func keep(_ mask: inout [UInt8], where holds: (Int) -> UInt8) {
    for row in mask.indices { mask[row] &= holds(row) }
  }

  private func narrow(_ mask: inout [UInt8], to test: Query.Test) -> Bool {
    switch test {
    case .text(let word), .exact(let word), .prefix(let word), .part(let word):
      guard let text = segment.searchText else { return false }
      var ends = Needle.Ends.beginning
      if case .exact = test { ends = .both }
      if case .part = test { ends = .none }
      let needle = Needle(word, ends)
      guard let ids = context.texts[test] else {
        text.narrow(&mask, to: needle)
        return true
      }
      let matches = segment.mask(of: ids)
      var rest = mask
      for row in mask.indices { rest[row] &= ~matches[row] }
      text.narrow(&rest, to: needle)
      for row in mask.indices { mask[row] &= matches[row] | rest[row] }
    case .hasImage, .hasCode:
      let matches = segment.mask(of: context.texts[test] ?? [])
      keep(&mask) { matches[$0] }
    case .title(let words): return narrow(&mask, to: Needle(words: words), in: [.title])
    case .author(let words): return narrow(&mask, to: Needle(words: words), in: [.author])
    case .note(let words): return narrow(&mask, to: Needle(words: words), in: [.note])
    case .url(let part): return narrow(&mask, to: Needle(part, .none), in: [.url])
    case .site(let part): return narrow(&mask, to: Needle(part, .none), in: [.site, .url])
    case .tag(let name): return narrow(&mask, toTags: { Query.folded($0) == name })
    case .exactTag(let name): return narrow(&mask, toTags: { $0 == name })
    case .language(let code):
      guard let languages = segment.narrow(.languages, count: segment.rowCount) else {
        return false
      }
      let isWanted = segment.names.languages.map { Query.folded($0).utf8.starts(with: code.utf8) }
      keep(&mask) { row in
        let language = Int(languages[row])
        return (language < isWanted.count ? isWanted[language] : code.isEmpty) ? 1 : 0
      }
    case .minutes(let range):
      guard let words = segment.narrow(.wordCounts, count: segment.rowCount) else { return false }
      keep(&mask) { row in
        ReadingTime.minutes(words: Int(words[row])).map { range.contains($0) ? 1 : 0 } ?? 0
      }
    case .words(let range):
      guard let words = segment.narrow(.wordCounts, count: segment.rowCount) else { return false }
      keep(&mask) { words[$0] > 0 && range.contains(Int(words[$0])) ? 1 : 0 }
    case .progress(let range):
      keep(&mask) { range.contains(IndexState(bits: states[$0]).percent) ? 1 : 0 }
    case .saved(let period): return narrow(&mask, to: period, .savedAt)
    case .published(let period): return narrow(&mask, to: period, .publishedAt)
    case .inView(let view): return narrow(&mask, to: view.query.condition)
    case .state, .inList:
      keep(&mask) { row in
        test.holds(IndexState(bits: states[row]), context.rules) == true ? 1 : 0
      }
    case .kind(let kind):
      keep(&mask) { IndexState(bits: states[$0]).pageKind == kind ? 1 : 0 }
    case .hasTags: keep(&mask) { states[$0] & IndexState.hasTags != 0 ? 1 : 0 }
    case .hasHighlights: keep(&mask) { states[$0] & IndexState.hasHighlights != 0 ? 1 : 0 }
    case .color(let color):
      let bit = IndexState.bit(of: color)
      keep(&mask) { states[$0] & bit != 0 ? 1 : 0 }
    case .hasNote: keep(&mask) { states[$0] & IndexState.hasNote != 0 ? 1 : 0 }
    }
    return true
  }

  private func narrow(
    _ mask: inout [UInt8],
    to period: Query.Period,
    _ section: IndexSection
  ) -> Bool {
    guard let column = segment.wide(section, count: segment.rowCount) else { return false }
    let moments = period.milliseconds(at: context.now, utcOffset: context.utcOffset)
    let (low, high) = (moments?.lowerBound ?? .max, moments?.upperBound ?? .min)
    keep(&mask) { row in
      let moment = Int64(bitPattern: column[row])
      return low <= moment && moment <= high ? 1 : 0
    }
    return true
  }

  private func narrow(_ mask: inout [UInt8], toTags isWanted: (String) -> Bool) -> Bool {
    guard let tags = segment.narrow(.tags, count: nil),
      let offsets = segment.narrow(
        .tagOffsets,
        count: segment.rowCount + 1,
        largest: UInt32(tags.count)
      )
    else { return false }
    let wanted = segment.names.tags.map { isWanted($0.name) }
    guard wanted.contains(true) else {
      keep(&mask) { _ in 0 }
      return true
    }
    keep(&mask) { row in
      guard offsets[row] < offsets[row + 1] else { return 0 }
      let isTagged = (offsets[row]..<offsets[row + 1]).contains { index in
        let tag = Int(tags[Int(index)])
        return tag < wanted.count && wanted[tag]
      }
      return isTagged ? 1 : 0
    }
    return true
  }

  private func narrow(
    _ mask: inout [UInt8],
    to needle: Needle,
    in fields: [SearchText.Field]
  ) -> Bool {
    guard let text = segment.searchText else { return false }
    text.narrow(&mask, to: needle, in: fields)
    return true
  }
}

extension Query.Condition {
  /// Whether what holds can change as time passes.
  fileprivate var isAboutTime: Bool {
    has { test in
      switch test {
      case .saved, .published: true
      default: false
      }
    }
  }

  /// Whether some test is about what a view holds.
  fileprivate var hasViews: Bool {
    has { if case .inView = $0 { true } else { false } }
  }

  private func has(_ isWanted: (Query.Test) -> Bool) -> Bool {
    switch self {
    case .test(let test): isWanted(test)
    case .not(let part): part.has(isWanted)
    case .all(let parts), .any(let parts): parts.contains { $0.has(isWanted) }
    }
  }

  /// How long it takes to ask, roughly: 0 for a look at the state, 3 for a pass over all text.
  fileprivate var slowness: Int {
    switch self {
    case .test(let test):
      switch test {
      case .state, .kind, .inList, .hasTags, .hasHighlights, .hasNote, .color, .progress: 0
      case .minutes, .words, .saved, .published, .hasImage, .hasCode: 1
      case .tag, .exactTag, .language: 2
      case .text, .exact, .prefix, .part, .title, .site, .author, .url, .note: 3
      case .inView(let view): view.query.condition.slowness
      }
    case .not(let part): part.slowness
    case .all(let parts), .any(let parts): parts.map(\.slowness).max() ?? 0
    }
  }
}

extension IndexSegment {
  /// A byte for each row: 1 where its id is among some, which are sorted.
  func mask(of wanted: [ArticleID]) -> [UInt8] {
    var mask = [UInt8](repeating: 0, count: rowCount)
    if wanted.count < rowCount / 16 {
      for id in wanted { if let row = row(of: id) { mask[row] = 1 } }
      return mask
    }
    var next = 0
    for row in mask.indices {
      let id = id(row)
      while next < wanted.count, wanted[next] < id { next += 1 }
      guard next < wanted.count else { break }
      if wanted[next] == id { mask[row] = 1 }
    }
    return mask
  }
}
