package import ReadingList

/// The library's list as it was at one moment: rows, counts and orders, without bodies.
///
/// A value; copies share what they hold: the index file, of which only what is asked for is read, and
/// what has changed since it was made. Where the index turns out damaged, answers come from the
/// records: slow, and right.
package struct LibrarySnapshot: Sendable {
  /// One article's place in one snapshot; means nothing in another.
  package struct Row: Hashable, Sendable {
    /// A row of the index file, or with `changed` set a position among the changed articles.
    let index: UInt32

    static let changed: UInt32 = 1 << 31
  }

  let base: IndexFile
  private(set) var overlay: IndexOverlay
  /// Reads what a record says now, for where the index cannot tell.
  let readRecord: @Sendable (ArticleID) -> ArticleSummary?
  /// Whether all records are read where the index turns out damaged.
  private var recovers = true

  init(
    base: IndexFile,
    overlay: IndexOverlay,
    readRecord: @escaping @Sendable (ArticleID) -> ArticleSummary?
  ) {
    self.base = base
    self.overlay = overlay
    self.readRecord = readRecord
  }

  /// The same list for a thread that must not wait: where the index turns out damaged, it lacks articles
  /// and is to be read again, instead of being answered for by all records.
  package func withoutRecovery() -> LibrarySnapshot {
    var quick = self
    quick.recovers = false
    return quick
  }

  /// Whether articles may be missing because the index turned out damaged, or was never there: another
  /// snapshot has them.
  package var isToBeRead: Bool { !recovers && base.isDamaged }

  /// What all rows of the index file show, from the records; nothing where that takes too long.
  func recovered() -> [ArticleSummary?] {
    recovers ? base.recovered(readRecord) : []
  }

  /// How many articles each list holds.
  package var counts: LibraryCounts { overlay.counts }

  /// What a row shows.
  package subscript(row: Row) -> ArticleSummary {
    if row.index & Row.changed != 0 {
      let entry = overlay.rows[Int(row.index & ~Row.changed)].entry
      return entry.summary ?? lost(entry.id)
    }
    return baseSummary(Int(row.index)) ?? lost(base.id(Int(row.index)))
  }

  /// The id of a row.
  package func id(of row: Row) -> ArticleID {
    row.index & Row.changed != 0
      ? overlay.rows[Int(row.index & ~Row.changed)].entry.id : base.id(Int(row.index))
  }

  /// The row of an id, or nil when there is no such article.
  package func row(of id: ArticleID) -> Row? {
    if let position = overlay.position(of: id) {
      return overlay.rows[position].entry.isArticle
        ? Row(index: UInt32(position) | Row.changed) : nil
    }
    guard let row = base.row(of: id), isArticle(row) else { return nil }
    return Row(index: UInt32(row))
  }

  /// The ids that begin with some digits, in their order.
  package func ids(withPrefix prefix: String) -> [ArticleID] {
    guard prefix.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else {
      return []
    }
    var found: [ArticleID] = []
    for row in base.lowerBound(IndexFile.packed(prefix))..<base.rowCount {
      let id = base.id(row)
      guard id.text.hasPrefix(prefix) else { break }
      if !overlay.hidden.contains(row), isArticle(row) { found.append(id) }
    }
    for row in overlay.rows[overlay.lowerBound(prefix)...] {
      guard row.entry.id.text.hasPrefix(prefix) else { break }
      if row.entry.isArticle { found.append(row.entry.id) }
    }
    return found.sorted()
  }

  /// The article saved under an address, by its canonical form or, failing that, by its deduplicationKey.
  package func id(for address: WebAddress) -> ArticleID? {
    let canonical = ArticleID(address: address)
    guard let row = row(of: canonical) else { return ids(like: address).first }
    // One in Trash may have been merged with another, which then has its address.
    guard self[row].membership.isDeleted else { return canonical }
    let live = ids(like: address).first { id in
      self.row(of: id).map { !self[$0].membership.isDeleted } ?? false
    }
    return live ?? canonical
  }

  /// The articles that are found by an address of the same deduplicationKey, as far as a hash can tell.
  ///
  /// An address that answered for several articles, as a section or a login does, is nobody's.
  package func ids(like address: WebAddress) -> [ArticleID] {
    AddressLink.found { ids(address, $0) }
  }

  /// The articles that an address of the same deduplicationKey is linked with in one way, as far as a hash can
  /// tell.
  func ids(_ address: WebAddress, _ link: AddressLink) -> [ArticleID] {
    let hash = link.hash(address, key: base.header.library)
    let changed = overlay.rows.filter { $0.entry.isArticle && $0.entry.aliases.contains(hash) }
    return changed.map(\.entry.id) + baseIDs(address, link, hash: hash)
  }

  /// Those of them whose rows in the index file count.
  func baseIDs(_ address: WebAddress, _ link: AddressLink, hash: UInt64) -> [ArticleID] {
    guard let rows = base.rows(withAlias: hash) else {
      return link == .own ? recovered(like: address) : []
    }
    return rows.filter { !overlay.hidden.contains($0) }.map(base.id)
  }

  /// The snapshot with some articles changed or added and others gone, for showing a change before the
  /// disk has it.
  package func replacing(
    _ changed: [ArticleSummary],
    removing: [ArticleID]
  ) -> LibrarySnapshot {
    var rows: [ArticleID: IndexOverlay.Row] = [:]
    for id in removing {
      rows[id] = .init(
        entry: IndexEntry(id: id, stamp: 0, summary: nil, aliases: []),
        isAbsent: true
      )
    }
    for summary in changed {
      rows[summary.id] = .init(
        entry: IndexEntry(
          id: summary.id,
          stamp: 0,
          summary: summary,
          aliases: aliases(of: summary)
        )
      )
    }
    var next = self
    next.overlay.put(Array(rows.values), over: base, summary: baseSummary)
    return next
  }

  /// The hashes an article is found by: what the index knew and, for a new one, its address.
  private func aliases(of summary: ArticleSummary) -> [UInt64] {
    if let position = overlay.position(of: summary.id) {
      return overlay.rows[position].entry.aliases
    }
    let address = try? WebAddress(summary.savedURL ?? summary.url)
    return address.map { [AddressLink.own.hash($0, key: base.header.library)] } ?? []
  }

  mutating func setUnreadable(_ count: Int) { overlay.setUnreadable(count) }

  mutating func setOverlay(_ new: IndexOverlay) { overlay = new }
}

// Rows of the index file, whatever state it is in.
extension LibrarySnapshot {
  /// What a row of the index file shows; nil for a tombstone, or when the record is gone as well.
  func baseSummary(_ row: Int) -> ArticleSummary? {
    guard isArticle(row) else { return nil }
    return base.summary(row) ?? readRecord(base.id(row))
  }

  private func isArticle(_ row: Int) -> Bool {
    if let states = base.states { return states[row] & IndexState.tombstone == 0 }
    let recovered = recovered()
    return recovered.indices.contains(row) && recovered[row] != nil
  }

  private func recovered(like address: WebAddress) -> [ArticleID] {
    recovered().enumerated().compactMap { row, summary in
      guard let summary, !overlay.hidden.contains(row),
        [summary.savedURL, summary.url].contains(where: { text in
          text.flatMap { try? WebAddress($0) }?.deduplicationKey == address.deduplicationKey
        })
      else { return nil }
      return summary.id
    }
  }

  /// What stands in for an article whose row and record are both gone.
  private func lost(_ id: ArticleID) -> ArticleSummary {
    let moment = Timestamp(milliseconds: 0)
    var summary = ArticleSummary(
      Article(canonicalURL: "", url: "", title: id.text, savedAt: moment)
    )
    summary.id = id
    return summary
  }
}
