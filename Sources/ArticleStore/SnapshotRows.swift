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
    var changed: [(position: Int, summary: ArticleSummary)] = []
    for (position, row) in overlay.rows.enumerated() {
      guard let summary = row.entry.summary, summary.isIn(scope, favoritesStay: favoritesStay),
        query?.matches(summary) ?? true
      else { continue }
      changed.append((position, summary))
    }
    guard !changed.isEmpty else { return fromFile.map { Row(index: $0) } }
    changed.sort { order.areInOrder($0.summary, $1.summary) }
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
    base.recovered(readRecord).enumerated()
      .compactMap { row, summary -> (UInt32, ArticleSummary)? in
        guard let summary, !overlay.hidden.contains(row),
          summary.isIn(scope, favoritesStay: favoritesStay), query?.matches(summary) ?? true
        else { return nil }
        return (UInt32(row), summary)
      }
      .sorted { order.areInOrder($0.1, $1.1) }
      .map(\.0)
  }

  /// Changed articles put in their places among rows of the file, each found by halving.
  private func merge(
    _ fromFile: [UInt32],
    _ changed: [(position: Int, summary: ArticleSummary)],
    by order: Order
  ) -> [Row] {
    let isBefore = comparison(by: order, count: changed.count)
    var merged: [Row] = []
    merged.reserveCapacity(fromFile.count + changed.count)
    var start = 0
    for (position, summary) in changed {
      var low = start
      var high = fromFile.count
      while low < high {
        let middle = (low + high) / 2
        if isBefore(Int(fromFile[middle]), summary) { low = middle + 1 } else { high = middle }
      }
      for row in fromFile[start..<low] { merged.append(Row(index: row)) }
      start = low
      merged.append(Row(index: UInt32(position) | Row.changed))
    }
    for row in fromFile[start...] { merged.append(Row(index: row)) }
    return merged
  }

  /// Tells whether a row of the file stands before an article.
  ///
  /// By numbers from a column where there is one; else by decoding the row, or, for many comparisons,
  /// from the search text.
  private func comparison(by order: Order, count: Int) -> (Int, ArticleSummary) -> Bool {
    if let column = column(order) {
      return { row, summary in
        let (a, b) = (column(row), order.number(of: summary) ?? 0)
        return a != b ? a < b : base.id(row) < summary.id
      }
    }
    if count >= 32, order == .title || order == .site, let text = base.searchText {
      let field: SearchText.Field = order == .title ? .title : .site
      return { row, summary in
        var key = Array(Query.folded(order == .title ? summary.title : summary.site ?? "").utf8)
        let isBefore: Bool? = key.withUnsafeMutableBytes { key in
          text.bytes.withUnsafeBytes { all in
            SearchText.compare(
              UnsafeRawBufferPointer(rebasing: all[text.range(of: field, row: row)]),
              UnsafeRawBufferPointer(key),
              emptyLast: order == .site
            )
          }
        }
        return isBefore ?? (base.id(row) < summary.id)
      }
    }
    return { row, summary in
      baseSummary(row).map { order.areInOrder($0, summary) } ?? true
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
