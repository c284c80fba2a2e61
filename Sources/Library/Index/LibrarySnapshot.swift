package import ReadingList

/// The library's rows, counts and orders at one moment, without texts.
///
/// A value: copies share the list table and the changes since it was written.
package struct LibrarySnapshot: Sendable {
  /// An article's position in one snapshot; meaningless in another.
  package struct Row: Hashable, Sendable {
    /// Rows of the table come first, then rows of the overlay.
    let index: UInt32
  }

  let table: ListTable
  private(set) var overlay = TableOverlay()
  package var rules = ListRules()
  /// Seconds east of Greenwich at a moment, to tell days in queries.
  package var utcOffset: @Sendable (Timestamp) -> Int = { _ in 0 }
  package private(set) var counts = LibraryCounts()
  private var tagCounts: [String: Int] = [:]
  /// Whether the list is not loaded yet.
  package let needsReload: Bool

  init(_ table: ListTable, needsReload: Bool = false) {
    self.table = table
    self.needsReload = needsReload
    for state in table.states { counts.count(IndexState(bits: state), by: 1) }
    for tag in table.meta.tags { tagCounts[tag.name] = tag.count }
    counts.tags = LibraryCounts.sorted(tagCounts)
    counts.unreadable = table.meta.unreadableCount
  }

  mutating func setUnreadable(_ count: Int) { counts.unreadable = count }

  /// The tables, each with the index of its first row.
  var tables: [(table: ListTable, start: Int)] {
    overlay.isEmpty ? [(table, 0)] : [(table, 0), (changed.table, table.rowCount)]
  }

  /// The changed articles as a table, and the rows of the main table that they replace.
  var changed: (table: ListTable, hidden: [Int]) { overlay.rows(over: table) }
}

// Rows.
extension LibrarySnapshot {
  private func place(of row: Row) -> (table: ListTable, row: Int) {
    let index = Int(row.index)
    return index < table.rowCount ? (table, index) : (changed.table, index - table.rowCount)
  }

  /// Returns the summary of a row.
  package subscript(row: Row) -> ArticleSummary {
    let (table, place) = place(of: row)
    return table.summary(place) ?? ArticleSummary(id: table.id(place))
  }

  package func id(of row: Row) -> ArticleID {
    let (table, place) = place(of: row)
    return table.id(place)
  }

  /// Returns the row of an article; nil if there is none.
  package func row(of id: ArticleID) -> Row? {
    if let entry = overlay.entries[id] {
      guard entry.kind == .article else { return nil }
      return changed.table.row(of: id).map { Row(index: UInt32(table.rowCount + $0)) }
    }
    guard let row = table.row(of: id), row < table.articleCount else { return nil }
    return Row(index: UInt32(row))
  }

  /// Visits every row that is not hidden, including tombstones, in no order.
  func forEachRow(_ body: (ListTable, Int) -> Void) {
    var isHidden = [Bool](repeating: false, count: table.rowCount)
    if !overlay.isEmpty {
      let (changes, hidden) = changed
      for row in hidden { isHidden[row] = true }
      for row in 0..<changes.rowCount { body(changes, row) }
    }
    for row in 0..<table.rowCount where !isHidden[row] { body(table, row) }
  }

  /// The ids of all tombstones.
  package var purged: [ArticleID] {
    var purged: [ArticleID] = []
    forEachRow { if $1 >= $0.articleCount { purged.append($0.id($1)) } }
    return purged
  }

  /// Returns the ids with a prefix, sorted.
  package func ids(withPrefix prefix: String) -> [ArticleID] {
    let rest = String(repeating: "0", count: max(0, ArticleID.length - prefix.utf8.count))
    guard let first = ArticleID(text: prefix + rest) else { return [] }
    func articles(in table: ListTable) -> [ArticleID] {
      let rows = table.rows(from: first).prefix { table.id(Int($0)).text.hasPrefix(prefix) }
      return rows.filter { $0 < table.articleCount }.map { table.id(Int($0)) }
    }
    let stayed = articles(in: table).filter { overlay.entries[$0] == nil }
    return overlay.isEmpty ? stayed : (stayed + articles(in: changed.table)).sorted()
  }

  /// Returns the `FileStamp` of each record in a shard.
  func records(ofShard shard: UInt8) -> [ArticleID: UInt64] {
    var known: [ArticleID: UInt64] = [:]
    let stamps: ListTable.Numbers<UInt64> = table.numbers(.stamps)
    for row in table.rows(ofShard: shard) { known[table.id(Int(row))] = stamps[Int(row)] }
    for entry in overlay.entries.values where entry.id.shardNumber == shard {
      known[entry.id] = entry.kind == .absent ? nil : entry.stamp
    }
    return known
  }
}

// Addresses.
extension LibrarySnapshot {
  /// Returns the article of an address, by canonical form or else by `deduplicationKey`.
  package func id(for address: WebAddress) -> ArticleID? {
    let canonical = ArticleID(address: address)
    guard let row = row(of: canonical) else { return ids(like: address).first }
    guard self[row].membership.isDeleted else { return canonical }
    // An article in Trash may have been merged into another, which then has its address.
    let live = ids(like: address).first { id in
      self.row(of: id).map { !self[$0].membership.isDeleted } ?? false
    }
    return live ?? canonical
  }

  /// Returns the articles that have an address with the same hash of its deduplicationKey.
  ///
  /// An address that answered for several articles, like a login page, belongs to none.
  package func ids(like address: WebAddress) -> [ArticleID] {
    let own = ids(address, .own)
    guard own.isEmpty else { return own }
    let answered = ids(address, .answering)
    return answered.count == 1 ? answered : []
  }

  /// Returns the articles that are linked in a way with an address whose deduplicationKey has the same
  /// hash.
  func ids(_ address: WebAddress, _ link: AddressLink) -> [ArticleID] {
    let hash = link.hash(address, key: table.header.key)
    let stayed = table.rows(withAlias: hash).map(table.id).filter { overlay.entries[$0] == nil }
    guard !overlay.isEmpty else { return stayed }
    return changed.table.rows(withAlias: hash).map(changed.table.id) + stayed
  }
}

// Changes.
extension LibrarySnapshot {
  /// Returns the snapshot with some articles changed or added and others removed, to show a change
  /// before it is saved; until then they are found by their canonical addresses alone.
  package func replacing(_ changed: [ArticleSummary], removing: [ArticleID]) -> LibrarySnapshot {
    var next = self
    next.put(removing.map { IndexEntry(absent: $0) })
    next.put(changed.map { IndexEntry(id: $0.id, stamp: 0, summary: $0, aliases: []) })
    return next
  }

  /// Adds or replaces rows; each id may occur once.
  mutating func put(_ changed: [IndexEntry]) {
    guard !changed.isEmpty else { return }
    let before = tagCounts
    for entry in changed {
      if let old = overlay.entries[entry.id] {
        count(old.numbers.state, old.tags, by: -1)
      } else if let row = table.row(of: entry.id) {
        let names = table.tags(row).map { table.meta.tags[Int($0)].name }
        count(IndexState(bits: table.states[row]), names, by: -1)
      }
      count(entry.numbers.state, entry.tags, by: 1)
    }
    if tagCounts != before { counts.tags = LibraryCounts.sorted(tagCounts) }
    overlay.put(changed)
  }

  private mutating func count(_ state: IndexState, _ tags: [String], by step: Int) {
    counts.count(state, by: step)
    guard !state.contains(IndexState.deleted) else { return }
    for tag in tags { tagCounts[tag, default: 0] += step }
  }
}
