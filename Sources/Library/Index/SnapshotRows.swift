package import ReadingList

extension LibrarySnapshot {
  /// Returns the rows of a view that match a query.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - query: an additional filter.
  ///   - order: the order, unless the query has one.
  ///   - texts: the full-text matches of the `textConditions` of view and query.
  ///   - now: the moment for relative times; without it no article matches them.
  ///   - ranking: ids whose rows come first, in this order; the rest follow by `order`.
  /// - Returns: the sorted rows; the order is total.
  package func rows(
    in view: SavedView, matching query: Query? = nil, order: Order,
    texts: TextMatches = TextMatches(), now: Timestamp? = nil, ranking: [ArticleID] = []
  ) -> [Row] {
    let order = query?.order ?? order
    var rows: [Row] = []
    for (table, start, mask) in masks(in: view, matching: query, texts, now) {
      let found = table.rows(by: order.base).filter { mask[Int($0)] != 0 }.map {
        Row(index: UInt32(start) + $0)
      }
      rows = start == 0 ? found : merged(rows, found, by: order)
    }
    if order != order.base { reverse(&rows, order) }
    return ranking.isEmpty ? rows : ranked(rows, by: ranking)
  }

  /// Returns the first of `rows`, without sorting them, in an order that is not reversed.
  package func first(in view: SavedView, order: Order) -> Row? {
    let key = sortKeys(order)
    return masks(in: view, matching: nil, TextMatches(), nil).compactMap { _, start, mask in
      mask.indices.lazy.filter { mask[$0] != 0 }.map { Row(index: UInt32(start + $0)) }
        .min { key($0) < key($1) }
    }.min { key($0) < key($1) }
  }

  /// Returns the ids of `rows`, sorted by id, which is faster than another order.
  package func ids(
    in view: SavedView, matching query: Query, texts: TextMatches = TextMatches(),
    now: Timestamp? = nil
  ) -> [ArticleID] {
    let lists = masks(in: view, matching: query, texts, now).map { table, _, mask in
      let byID: ListTable.Numbers<UInt32> = table.numbers(.byID)
      return byID.filter { $0 < mask.count && mask[Int($0)] != 0 }.map { table.id(Int($0)) }
    }.filter { !$0.isEmpty }
    return lists.count > 1 ? lists.flatMap { $0 }.sorted() : lists.first ?? []
  }

  /// Returns, for each table, a byte for each article: 1 if it is not hidden and matches the query.
  private func masks(
    in view: SavedView, matching query: Query?, _ texts: TextMatches, _ now: Timestamp?
  ) -> [(table: ListTable, start: Int, mask: [UInt8])] {
    let whole = query.map { view.query.and($0) } ?? view.query
    let context = QueryContext(rules: rules, texts: texts, now: now, utcOffset: utcOffset)
    return tables.map { table, start in
      var mask = table.mask(whole, context)
      if start == 0, !overlay.isEmpty {
        for row in changed.hidden where row < mask.count { mask[row] = 0 }
      }
      return (table, start, mask)
    }
  }

  /// Returns the number of articles in a view; nil if each article has to be examined.
  package func knownCount(of view: SavedView) -> Int? { counts.count(of: view, rules) }

  /// Returns the number of articles in a view; see `rows`.
  package func count(
    of view: SavedView, texts: TextMatches = TextMatches(), now: Timestamp? = nil
  ) -> Int {
    if let known = knownCount(of: view) { return known }
    return masks(in: view, matching: nil, texts, now).reduce(0) { sum, part in
      part.mask.reduce(sum) { $0 + Int($1) }
    }
  }
}

// Orders.
extension LibrarySnapshot {
  /// Returns a function from rows to their keys in an order of `Order.offered`.
  private func sortKeys(_ order: Order) -> (Row) -> ListTable.SortKey {
    let keys = tables.map { (start: $0.start, key: $0.table.sortKeys(order)) }
    return { row in
      let part = Int(row.index) < self.table.rowCount ? keys[0] : keys[1]
      return part.key(Int(row.index) - part.start)
    }
  }

  /// Inserts sorted rows of the overlay among sorted rows of the table, by binary search.
  private func merged(_ rows: [Row], _ changed: [Row], by order: Order) -> [Row] {
    guard !rows.isEmpty, !changed.isEmpty else { return rows.isEmpty ? changed : rows }
    let key = sortKeys(order)
    var merged: [Row] = []
    merged.reserveCapacity(rows.count + changed.count)
    var rest = rows[...]
    for row in changed {
      let own = key(row)
      let place = rest.partitioningIndex { own < key($0) }
      merged += rest[..<place]
      rest = rest[place...]
      merged.append(row)
    }
    return merged + rest
  }

  /// Reverses sorted rows; rows without a value of the order stay at the end.
  private func reverse(_ rows: inout [Row], _ order: Order) {
    let none: Int64? =
      switch order.base {
      case .published, .recentlyRead, .site: .max
      case .length: ~0
      default: nil
      }
    let key = sortKeys(order)
    let lacking = none.map { none in rows.reversed().prefix { key($0).number == none }.count } ?? 0
    rows[..<(rows.count - lacking)].reverse()
  }

  /// Moves the rows of some ids to the front, in the order of the ids.
  private func ranked(_ rows: [Row], by ranking: [ArticleID]) -> [Row] {
    var isLeft = [Bool](repeating: false, count: tables.reduce(0) { $0 + $1.table.rowCount })
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
}
