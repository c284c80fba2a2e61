import ReadingList

/// The input of a query besides the articles.
struct QueryContext {
  var rules: ListRules
  /// The matches of full text.
  var texts: TextMatches
  /// The moment for relative times.
  var now: Timestamp?
  /// Seconds east of Greenwich at a moment, to tell days.
  var utcOffset: (Timestamp) -> Int
}

extension ListTable {
  /// Returns a byte for each article: 1 if it matches the query.
  func mask(_ query: Query, _ context: QueryContext) -> [UInt8] {
    var mask = [UInt8](repeating: 1, count: articleCount)
    QueryEvaluation(table: self, states: states, context: context).narrow(
      &mask, to: query.condition)
    return mask
  }

  /// Returns a byte for each article: 1 if its id is in a sorted array.
  fileprivate func mask(of wanted: [ArticleID]) -> [UInt8] {
    var mask = [UInt8](repeating: 0, count: articleCount)
    let byID: Numbers<UInt32> = numbers(.byID)
    var next = 0
    for row in byID {
      let id = id(Int(row))
      while next < wanted.count, wanted[next] < id { next += 1 }
      guard next < wanted.count else { break }
      if wanted[next] == id, row < articleCount { mask[Int(row)] = 1 }
    }
    return mask
  }
}

/// Filters rows of a table without decoding them.
///
/// `Query.Test` has the same rules for single articles. Every method only clears bytes of the mask.
private struct QueryEvaluation {
  let table: ListTable
  let states: ListTable.Numbers<UInt32>
  let context: QueryContext

  func narrow(_ mask: inout [UInt8], to condition: Query.Condition) {
    if let kinds = kinds(condition) {
      return keep(&mask) { kinds[IndexState(bits: states[$0]).kind] != 0 }
    }
    switch condition {
    case .test(let test): narrow(&mask, to: test)
    case .not(let part):
      var held = mask
      narrow(&held, to: part)
      clear(&mask, where: held)
    case .all(let parts): for part in parts { narrow(&mask, to: part) }
    case .any(let parts):
      // Test each part only on rows that no earlier part matches.
      var rest = mask
      for part in parts {
        var held = rest
        narrow(&held, to: part)
        clear(&rest, where: held)
      }
      clear(&mask, where: rest)
    }
  }

  private func clear(_ mask: inout [UInt8], where marks: [UInt8]) {
    for row in mask.indices { mask[row] &= ~marks[row] }
  }

  /// Evaluates a condition for each kind of state; nil if it depends on more than the state.
  private func kinds(_ condition: Query.Condition) -> [UInt8]? {
    var kinds: [UInt8] = []
    for kind in 0..<IndexState.kinds {
      guard let holds = condition.holds(IndexState(kind: kind), context.rules) else { return nil }
      kinds.append(holds ? 1 : 0)
    }
    return kinds
  }

  @inline(__always) private func keep(_ mask: inout [UInt8], where holds: (Int) -> Bool) {
    for row in mask.indices { mask[row] &= holds(row) ? 1 : 0 }
  }

  private func narrow(_ mask: inout [UInt8], to test: Query.Test) {
    switch test {
    case .text(let word), .prefix(let word): narrow(&mask, toText: Needle(word, .beginning), test)
    case .exact(let phrase): narrow(&mask, toText: Needle(phrase, .both), test)
    case .part(let part): narrow(&mask, toText: Needle(part, .none), test)
    case .hasImage, .hasCode:
      let matches = table.mask(of: context.texts[test] ?? [])
      keep(&mask) { matches[$0] != 0 }
    case .title(let words): narrow(&mask, to: Needle(words: words), in: .title)
    case .author(let words): narrow(&mask, to: Needle(words: words), in: .author)
    case .note(let words): narrow(&mask, to: Needle(words: words), in: .note)
    case .url(let part): narrow(&mask, to: Needle(part, .none), in: .url)
    case .site(let part): narrow(&mask, to: Needle(part, .none), in: .site, .url)
    case .tag(let name): narrow(&mask, toTags: { Query.folded($0) == name })
    case .exactTag(let name): narrow(&mask, toTags: { $0 == name })
    case .language(let code):
      let languages: ListTable.Numbers<UInt32> = table.numbers(.languages)
      let isWanted = table.meta.languages.map { Query.folded($0).utf8.starts(with: code.utf8) }
      keep(&mask) { row in
        let language = Int(languages[row])
        return language < isWanted.count ? isWanted[language] : code.isEmpty
      }
    case .minutes(let range):
      let words: ListTable.Numbers<UInt32> = table.numbers(.wordCounts)
      keep(&mask) { row in
        ReadingTime.minutes(words: Int(words[row])).map { range.contains($0) } ?? false
      }
    case .words(let range):
      let words: ListTable.Numbers<UInt32> = table.numbers(.wordCounts)
      keep(&mask) { words[$0] > 0 && range.contains(Int(words[$0])) }
    case .progress(let range): keep(&mask) { range.contains(IndexState(bits: states[$0]).percent) }
    case .saved(let period): narrow(&mask, to: period, .savedAt)
    case .published(let period): narrow(&mask, to: period, .publishedAt)
    case .inView(let view): narrow(&mask, to: view.query.condition)
    case .state, .inList:
      keep(&mask) { test.holds(IndexState(bits: states[$0]), context.rules) == true }
    case .kind(let kind): keep(&mask) { IndexState(bits: states[$0]).pageKind == kind }
    case .hasTags: keep(&mask) { states[$0] & IndexState.hasTags != 0 }
    case .hasHighlights: keep(&mask) { states[$0] & IndexState.hasHighlights != 0 }
    case .hasNote: keep(&mask) { states[$0] & IndexState.hasNote != 0 }
    case .color(let color):
      let bit = IndexState.bit(of: color)
      keep(&mask) { states[$0] & bit != 0 }
    }
  }

  /// Keeps rows that full text found or whose own fields match.
  private func narrow(_ mask: inout [UInt8], toText needle: Needle, _ test: Query.Test) {
    guard let ids = context.texts[test] else { return table.searchText.narrow(&mask, to: needle) }
    let matches = table.mask(of: ids)
    var rest = mask
    clear(&rest, where: matches)
    table.searchText.narrow(&rest, to: needle)
    for row in mask.indices { mask[row] &= matches[row] | rest[row] }
  }

  private func narrow(_ mask: inout [UInt8], to needle: Needle, in fields: SearchText.Field...) {
    table.searchText.narrow(&mask, to: needle, in: fields)
  }

  private func narrow(_ mask: inout [UInt8], to period: Query.Period, _ column: TableColumn) {
    let moments: ListTable.Numbers<Int64> = table.numbers(column)
    let wanted = period.milliseconds(at: context.now, utcOffset: context.utcOffset)
    let (low, high) = (wanted?.lowerBound ?? .max, wanted?.upperBound ?? .min)
    keep(&mask) { low <= moments[$0] && moments[$0] <= high }
  }

  private func narrow(_ mask: inout [UInt8], toTags isWanted: (String) -> Bool) {
    let wanted = table.meta.tags.map { isWanted($0.name) }
    guard wanted.contains(true) else { return keep(&mask) { _ in false } }
    let hasTags = IndexState.hasTags
    keep(&mask) { row in states[row] & hasTags != 0 && table.tags(row).contains { wanted[Int($0)] }
    }
  }
}
