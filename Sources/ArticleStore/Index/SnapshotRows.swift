package import ReadingList

extension LibrarySnapshot {
  /// The rows of a list that satisfy a query, sorted; the order is total.
  package func rows(
    in scope: ListScope,
    matching query: Query?,
    order: Order,
    favoritesStay: Bool
  ) -> [Row] {
    let fromFile = fileRows(scope, query, order, favoritesStay)
    var changed: [Changed] = []
    for (position, row) in overlay.rows.enumerated() {
      guard let summary = row.entry.summary, summary.isIn(scope, favoritesStay: favoritesStay),
        query?.matches(summary, favoritesStay: favoritesStay) ?? true
      else { continue }
      let rank = base.lowerBound(IndexFile.bytes(of: summary.id))
      changed.append(Changed(position: position, rank: rank, summary: summary, order: order))
    }
    guard !changed.isEmpty else { return fromFile.map { Row(index: $0) } }
    changed.sort { $0.isBefore($1, by: order) }
    return merge(fromFile, changed, by: order)
  }

  /// Rows of the index file, in order.
  private func fileRows(
    _ scope: ListScope,
    _ query: Query?,
    _ order: Order,
    _ favoritesStay: Bool
  ) -> [UInt32] {
    guard var mask = base.mask(in: scope, matching: query, favoritesStay: favoritesStay),
      let permutation = base.permutation(order)
    else { return recoveredRows(scope, query, order, favoritesStay) }
    for row in overlay.hidden { mask[row] = 0 }
    return permutation.filter { mask[Int($0)] != 0 }
  }

  /// The same from the records, for a damaged index.
  private func recoveredRows(
    _ scope: ListScope,
    _ query: Query?,
    _ order: Order,
    _ favoritesStay: Bool
  ) -> [UInt32] {
    recovered().enumerated()
      .compactMap { row, summary -> (UInt32, ArticleSummary)? in
        guard let summary, !overlay.hidden.contains(row),
          summary.isIn(scope, favoritesStay: favoritesStay),
          query?.matches(summary, favoritesStay: favoritesStay) ?? true
        else { return nil }
        return (UInt32(row), summary)
      }
      .sorted { order.areInOrder($0.1, $1.1) }
      .map(\.0)
  }

  /// Changed articles put in their places among rows of the file, each found by halving.
  private func merge(
    _ fromFile: [UInt32],
    _ changed: [Changed],
    by order: Order
  ) -> [Row] {
    let isBefore = comparison(by: order, count: changed.count)
    var merged: [Row] = []
    merged.reserveCapacity(fromFile.count + changed.count)
    var start = 0
    for article in changed {
      var low = start
      var high = fromFile.count
      while low < high {
        let middle = (low + high) / 2
        if isBefore(Int(fromFile[middle]), article) { low = middle + 1 } else { high = middle }
      }
      for row in fromFile[start..<low] { merged.append(Row(index: row)) }
      start = low
      merged.append(Row(index: UInt32(article.position) | Row.changed))
    }
    for row in fromFile[start...] { merged.append(Row(index: row)) }
    return merged
  }

  /// Tells whether a row of the file stands before an article.
  ///
  /// By numbers from a column where there is one; else by decoding the row, or, for many comparisons,
  /// from the search text.
  private func comparison(by order: Order, count: Int) -> (Int, Changed) -> Bool {
    if let column = column(order) {
      return { row, article in
        let (a, b) = (column(row), article.number)
        return a != b ? a < b : row < article.rank
      }
    }
    if count >= 32, let text = base.searchText {
      let field: SearchText.Field = order == .title ? .title : .site
      return { row, article in
        let isBefore: Bool? = article.text.withUnsafeBytes { key in
          text.bytes.withUnsafeBytes { all in
            SearchText.compare(
              UnsafeRawBufferPointer(rebasing: all[text.range(of: field, row: row)]),
              key,
              emptyLast: order == .site
            )
          }
        }
        return isBefore ?? (row < article.rank)
      }
    }
    return { row, article in
      baseSummary(row).map { order.areInOrder($0, article.summary) } ?? true
    }
  }

  /// The number each row is sorted by, where it is one.
  private func column(_ order: Order) -> ((Int) -> Int64)? {
    func moments(_ section: IndexSection) -> [UInt64]? { base.wide(section, count: base.rowCount) }
    switch order {
    case .newest: return moments(.savedAt).map { column in { ~Int64(bitPattern: column[$0]) } }
    case .oldest: return moments(.savedAt).map { column in { Int64(bitPattern: column[$0]) } }
    case .published:
      return moments(.publishedAt).map { column in { ~Int64(bitPattern: column[$0]) } }
    case .recentlyRead:
      return moments(.readAt).map { column in { ~Int64(bitPattern: column[$0]) } }
    case .length:
      return base.narrow(.wordCounts, count: base.rowCount).map { column in { ~Int64(column[$0]) } }
    case .progress:
      return base.states.map { states in { ~Int64(IndexState(bits: states[$0]).percent) } }
    case .title, .site: return nil
    }
  }
}

/// A changed article with what it is sorted by, worked out once.
private struct Changed {
  let position: Int
  /// How many rows of the index file have a lesser id; ties break by it.
  let rank: Int
  let summary: ArticleSummary
  let number: Int64
  let text: [UInt8]

  init(position: Int, rank: Int, summary: ArticleSummary, order: Order) {
    self.position = position
    self.rank = rank
    self.summary = summary
    number = order.number(of: summary) ?? 0
    switch order {
    case .title: text = Array(Query.folded(summary.title).utf8)
    case .site: text = Array(Query.folded(summary.site ?? "").utf8)
    default: text = []
    }
  }

  func isBefore(_ other: Changed, by order: Order) -> Bool {
    if number != other.number { return number < other.number }
    let isBefore: Bool? = text.withUnsafeBytes { mine in
      other.text.withUnsafeBytes { theirs in
        SearchText.compare(mine, theirs, emptyLast: order == .site)
      }
    }
    // The changed articles stand sorted by id.
    return isBefore ?? (position < other.position)
  }
}

extension Order {
  /// The number an article is sorted by, smallest first; nil for orders by text.
  ///
  /// Descending orders use the complement, which turns the order of integers round and cannot overflow.
  func number(of article: ArticleSummary) -> Int64? {
    switch self {
    case .newest: ~article.savedAt.milliseconds
    case .oldest: article.savedAt.milliseconds
    case .published: ~(article.publishedAt?.milliseconds ?? .min)
    case .recentlyRead: ~(article.readAt?.milliseconds ?? .min)
    case .length: ~Int64(article.wordCount)
    case .progress: ~Int64(article.progress.percent)
    case .title, .site: nil
    }
  }
}
