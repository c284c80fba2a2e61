package import ReadingList

extension LibrarySnapshot {
  /// The rows of a view that satisfy a query.
  ///
  /// - Parameters:
  ///   - view: what is asked for.
  ///   - query: what narrows it.
  ///   - order: how they are sorted, unless the query says.
  ///   - texts: what full text answered to the `textConditions` of view and query.
  ///   - now: what relative times are counted from; without it nothing satisfies them.
  ///   - ranking: ids whose rows come first, in this order; the others after them by `order`.
  /// - Returns: the rows, sorted; the order is total.
  package func rows(
    in view: SavedView,
    matching query: Query? = nil,
    order: Order,
    texts: TextMatches = TextMatches(),
    now: Timestamp? = nil,
    ranking: [ArticleID] = []
  ) -> [Row] {
    let order = query?.order ?? order
    let lists: [[UInt32]] = found(in: view, matching: query, texts, now) { segment, mask in
      segment.permutation(order)?.filter { mask[Int($0)] != 0 }
    }
    .map { $0 ?? [] }
    var merged: [Row] = []
    for (part, list) in lists.enumerated() where !list.isEmpty {
      let start = UInt32(parts[part].start)
      let rows = list.map { Row(index: start + $0) }
      merged = merged.isEmpty ? rows : insert(rows, of: parts[part], into: merged, by: order)
    }
    if order != order.base { reverse(&merged, order.base) }
    return ranking.isEmpty ? merged : ranked(merged, by: ranking)
  }

  /// How many minutes it takes to read what is left of articles.
  package func minutesLeft(in rows: [Row]) -> Int {
    // It is worked out with every list: nothing is made for rows that are not in it.
    let ofParts = parts.map { part in (part.start, part.ask { $0.wordsLeft() }) }
    let left = rows.reduce(0) { sum, row in
      guard let (start, words) = ofParts.last(where: { $0.0 <= Int(row.index) }) else { return sum }
      return sum + (words?(Int(row.index) - start) ?? 0)
    }
    return (left + ReadingTime.wordsPerMinute - 1) / ReadingTime.wordsPerMinute
  }

  /// Turns sorted rows round; those that lack what they are sorted by stay at the end.
  private func reverse(_ rows: inout [Row], _ order: Order) {
    let numbers = parts.map { part in order.isByText ? nil : part.ask { $0.sortNumbers(order) } }
    let texts = order == .site ? parts.map { part in part.ask { $0.searchText } } : []
    let lacking = rows.reversed().prefix { row in
      guard let part = parts.lastIndex(where: { $0.start <= Int(row.index) }) else { return false }
      let place = Int(row.index) - parts[part].start
      return switch order {
      case .published, .recentlyRead: numbers[part]?(place) == .max
      case .length: numbers[part]?(place) == ~0
      case .site: texts[part]?.range(of: .site, row: place).isEmpty ?? false
      default: false
      }
    }.count
    rows[..<(rows.count - lacking)].reverse()
  }

  /// The ids of what `rows` gives, sorted; without the time that it takes to put rows in an order.
  package func ids(
    in view: SavedView,
    matching query: Query,
    texts: TextMatches = TextMatches(),
    now: Timestamp? = nil
  ) -> [ArticleID] {
    // The rows of a part are sorted by id, and most of them are in the first.
    let lists: [[ArticleID]] = found(in: view, matching: query, texts, now) { segment, mask in
      mask.indices.compactMap { mask[$0] != 0 ? segment.id($0) : nil }
    }
    .compactMap { $0?.isEmpty == false ? $0 : nil }
    return lists.count > 1 ? lists.flatMap { $0 }.sorted() : lists.first ?? []
  }

  /// What is made of the rows of each part that satisfy a query, a byte for each row; nil for a part that
  /// cannot be read.
  private func found<Value>(
    in view: SavedView,
    matching query: Query?,
    _ texts: TextMatches,
    _ now: Timestamp?,
    _ value: (IndexSegment, [UInt8]) -> Value?
  ) -> [Value?] {
    let whole = query.map { view.query.and($0) } ?? view.query
    let context = QueryContext(rules: rules, texts: texts, now: now, utcOffset: utcOffset)
    return parts.map { part in
      part.ask { segment -> Value? in
        guard var mask = segment.mask(whole, context) else { return nil }
        for (row, isHidden) in part.hidden.enumerated() where isHidden { mask[row] = 0 }
        guard let states = segment.states else { return nil }
        for row in mask.indices where states[row] & IndexState.tombstone != 0 { mask[row] = 0 }
        return value(segment, mask)
      }
    }
  }

  /// Articles that were purged, as far as that is kept.
  package var purged: [ArticleID] {
    parts.flatMap { part in
      part.ask { segment -> [ArticleID]? in
        guard let states = segment.states else { return nil }
        return states.indices.filter {
          states[$0] & (IndexState.tombstone | IndexState.absent) == IndexState.tombstone
            && !part.isHidden($0)
        }.map(segment.id)
      } ?? []
    }
  }

  /// Rows with those of some ids first, in their order.
  private func ranked(_ rows: [Row], by ranking: [ArticleID]) -> [Row] {
    let count = parts.last.map { $0.start + $0.segment.rowCount } ?? 0
    var isLeft = [Bool](repeating: false, count: count)
    for row in rows { isLeft[Int(row.index)] = true }
    var ranked: [Row] = []
    ranked.reserveCapacity(rows.count)
    for id in ranking {
      guard let row = row(of: id), isLeft[Int(row.index)] else { continue }
      isLeft[Int(row.index)] = false
      ranked.append(row)
    }
    return ranked + rows.filter { isLeft[Int($0.index)] }
  }

  /// How many articles a view holds where that is known without asking each; nil where not.
  package func knownCount(of view: SavedView) -> Int? { counts.count(of: view, rules) }

  /// How many articles a view holds; see `rows`.
  package func count(
    of view: SavedView,
    texts: TextMatches = TextMatches(),
    now: Timestamp? = nil
  ) -> Int {
    if let known = knownCount(of: view) { return known }
    return found(in: view, matching: nil, texts, now) { _, mask in
      mask.reduce(0) { $0 + Int($1) }
    }
    .reduce(0) { $0 + ($1 ?? 0) }
  }

  /// Puts rows of a newer part into their places among those of older ones, each found by halving.
  private func insert(_ rows: [Row], of part: Part, into older: [Row], by order: Order) -> [Row] {
    let comparison = RowComparison(parts, order, count: rows.count)
    var merged: [Row] = []
    merged.reserveCapacity(older.count + rows.count)
    var start = 0
    for row in rows {
      let key = comparison.key(of: row, in: part)
      let place = older[start...].partitioningIndex { !comparison.isBefore($0, key) }
      merged += older[start..<place]
      start = place
      merged.append(row)
    }
    merged += older[start...]
    return merged
  }
}

/// Tells which of two rows of different parts stands first.
private struct RowComparison {
  /// What a row is sorted by.
  struct Key {
    var number: Int64
    var text: [UInt8]
    var id: ArticleID
  }

  private let parts: [LibrarySnapshot.Part]
  private let order: Order
  /// For each part, in orders by numbers.
  private let numbers: [(Int) -> Int64]
  /// For each part, in orders by text, when there are many comparisons to make; for a few, rows are
  /// decoded.
  private let texts: [SearchText]

  init(_ parts: [LibrarySnapshot.Part], _ order: Order, count: Int) {
    self.parts = parts
    self.order = order.base
    numbers = order.isByText ? [] : parts.compactMap { part in part.ask { $0.sortNumbers(order) } }
    let readsTexts = order.isByText && count >= 32
    texts = readsTexts ? parts.compactMap { part in part.ask { $0.searchText } } : []
  }

  func key(of row: LibrarySnapshot.Row, in part: LibrarySnapshot.Part) -> Key {
    let place = Int(row.index) - part.start
    let index = parts.lastIndex { $0.start == part.start } ?? 0
    let hasNumbers = numbers.count == parts.count
    return Key(
      number: hasNumbers ? numbers[index](place) : 0,
      text: hasNumbers ? [] : text(of: place, in: part),
      id: part.segment.id(place)
    )
  }

  func isBefore(_ row: LibrarySnapshot.Row, _ key: Key) -> Bool {
    let index = parts.lastIndex { $0.start <= Int(row.index) } ?? 0
    let place = Int(row.index) - parts[index].start
    if numbers.count == parts.count {
      let number = numbers[index](place)
      if number != key.number { return number < key.number }
    } else {
      let isBefore: Bool? = key.text.withUnsafeBytes { wanted in
        guard texts.count == parts.count else {
          return text(of: place, in: parts[index]).withUnsafeBytes {
            SearchText.compare($0, wanted, emptyLast: order == .site)
          }
        }
        return texts[index].bytes.withUnsafeBytes { all in
          let range = texts[index].range(of: field, row: place)
          return SearchText.compare(
            UnsafeRawBufferPointer(rebasing: all[range]),
            wanted,
            emptyLast: order == .site
          )
        }
      }
      if let isBefore { return isBefore }
    }
    return parts[index].segment.id(place) < key.id
  }

  private var field: SearchText.Field { order == .title ? .title : .site }

  private func text(of place: Int, in part: LibrarySnapshot.Part) -> [UInt8] {
    guard let summary = part.summary(place) else { return [] }
    return Array(Query.folded(order == .title ? summary.title : summary.site ?? "").utf8)
  }
}

extension Order {
  /// Whether rows have texts to be sorted by, and no numbers: asked for them, a segment would pass for damaged.
  fileprivate var isByText: Bool { [.title, .site].contains(base) }
}
