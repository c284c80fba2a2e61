package import ReadingList

/// The library's list as it was at one moment: rows, counts and orders, without bodies.
///
/// A value; copies share what they hold: the index file, of which only what is asked for is read, and
/// what has changed since it was made. Where the index turns out damaged, answers come from the
/// records: slow, and right.
package struct LibrarySnapshot: Sendable {
  /// One article's place in one snapshot; means nothing in another.
  package struct Row: Hashable, Sendable {
    /// The rows of all parts are numbered one after the other.
    let index: UInt32
  }

  /// A segment as far as it counts.
  struct Part: Sendable {
    let segment: IndexSegment
    /// The number of its first row among those of all parts.
    let start: Int
    /// For each row whether a newer part has it; nothing while none has.
    fileprivate(set) var hidden: [Bool] = []
    /// Reads what a record says now; nil where that takes too long.
    fileprivate var readRecord: (@Sendable (ArticleID) -> ArticleSummary?)?
    /// Whether all records are read where the segment turns out damaged.
    fileprivate var recovers = true

    /// Asks the segment and, where that turns out damaged, the same rows from the records.
    func ask<Value>(_ question: (IndexSegment) -> Value?) -> Value? {
      if let answer = question(segment) { return answer }
      guard recovers, let readRecord else { return nil }
      return question(segment.recovered(readRecord))
    }

    /// What a row shows; nil for a tombstone, or when the record is gone as well.
    func summary(_ row: Int) -> ArticleSummary? {
      guard isArticle(row) else { return nil }
      return segment.summary(row) ?? readRecord?(segment.id(row))
    }

    /// Whether a newer part has what the row is about.
    func isHidden(_ row: Int) -> Bool { !hidden.isEmpty && hidden[row] }

    func isArticle(_ row: Int) -> Bool {
      ask { $0.states.map { $0[row] & IndexState.tombstone == 0 } } ?? false
    }

    /// The rows that count of those that have an address with this hash.
    func rows(withAlias hash: UInt64) -> [Int] {
      (ask { $0.rows(withAlias: hash) } ?? []).filter { !isHidden($0) }
    }
  }

  /// The oldest first: the index file, then what has changed since, in memory.
  private(set) var parts: [Part]
  /// What the settings say of lists.
  package var rules = ListRules()
  /// Seconds east of Greenwich at a moment, where the person is: by it days are told in queries.
  package var utcOffset: @Sendable (Timestamp) -> Int = { _ in 0 }
  private var totals: LibraryCounts
  private var tagCounts: [String: Int]

  init(base: IndexSegment, readRecord: @escaping @Sendable (ArticleID) -> ArticleSummary?) {
    parts = [Part(segment: base, start: 0, readRecord: readRecord)]
    totals = base.file?.meta.counts ?? LibraryCounts()
    tagCounts = [:]
    if base.file == nil {
      for state in base.states ?? [] { totals.count(IndexState(bits: state), by: 1) }
    }
    for tag in base.names.tags { tagCounts[tag.name] = tag.count }
    totals.tags = LibraryCounts.sorted(tagCounts)
  }

  /// The index with what a list of changes says.
  init(
    base: IndexSegment,
    changes: ChangesFile,
    readRecord: @escaping @Sendable (ArticleID) -> ArticleSummary?
  ) {
    self.init(base: base, readRecord: readRecord)
    for entry in changes.entries { hide(entry.id) }
    append(IndexSegment(changes.entries, key: base.key))
    totals = changes.meta.counts
    tagCounts = [:]
    for tag in changes.meta.tags { tagCounts[tag.name] = tag.count }
    totals.tags = LibraryCounts.sorted(tagCounts)
  }

  /// The rows of the index file.
  var base: IndexSegment { parts[0].segment }

  /// What has changed since the file was made, by id; only that of some parts.
  func changes(in isWanted: (Part) -> Bool = { _ in true }) -> [IndexEntry] {
    parts.dropFirst().filter(isWanted)
      .reduce(into: []) { $0 = Self.merged($0, with: $1.segment.entries) }
  }

  /// How many rows have changed since the file was made, some perhaps counted twice.
  var changeCount: Int { parts.dropFirst().reduce(0) { $0 + $1.segment.rowCount } }

  /// The same list for a thread that must not wait: where the index turns out damaged, it lacks articles
  /// and is to be read again, instead of being answered for by all records.
  package func withoutRecovery() -> LibrarySnapshot {
    var quick = self
    quick.parts[0].recovers = false
    return quick
  }

  /// Whether articles may be missing because the index turned out damaged, or was never there: another
  /// snapshot has them.
  package var needsReload: Bool { !parts[0].recovers && base.isDamaged }

  /// How many articles there are.
  package var counts: LibraryCounts { totals }

  /// What tags are there and how many live articles carry each.
  var countsOfTags: [String: Int] { tagCounts }

  mutating func setUnreadable(_ count: Int) { totals.unreadable = count }
}

// Rows.
extension LibrarySnapshot {
  private func place(of row: Row) -> (part: Part, row: Int) {
    let part = parts.last { $0.start <= Int(row.index) } ?? parts[0]
    return (part, Int(row.index) - part.start)
  }

  /// What a row shows.
  package subscript(row: Row) -> ArticleSummary {
    let (part, place) = place(of: row)
    return part.summary(place) ?? lost(part.segment.id(place))
  }

  /// The id of a row.
  package func id(of row: Row) -> ArticleID {
    let (part, place) = place(of: row)
    return part.segment.id(place)
  }

  /// The newest part that has an id, and its row there, whatever that stands for.
  private func find(_ id: ArticleID) -> (part: Int, row: Int)? {
    for part in parts.indices.reversed() {
      if let row = parts[part].segment.row(of: id) { return (part, row) }
    }
    return nil
  }

  /// The row of an id, or nil when there is no such article.
  package func row(of id: ArticleID) -> Row? {
    guard let (part, row) = find(id), parts[part].isArticle(row) else { return nil }
    return Row(index: UInt32(parts[part].start + row))
  }

  /// Whether an article was purged, as far as is known.
  func isPurged(_ id: ArticleID) -> Bool {
    guard let (part, row) = find(id), let state = parts[part].segment.states?[row] else {
      return false
    }
    return state & (IndexState.tombstone | IndexState.absent) == IndexState.tombstone
  }

  /// What is known of an article, and what its record looked like when it was read, see `FileStamp`; nil
  /// when there is no such article.
  func known(_ id: ArticleID) -> (summary: ArticleSummary, stamp: UInt64)? {
    guard let (part, row) = find(id), let summary = parts[part].summary(row) else { return nil }
    let segment = parts[part].segment
    return (summary, segment.wide(.stamps, count: segment.rowCount)?[row] ?? 0)
  }

  /// What the record of an article looked like when it was read, see `FileStamp`; nil when there is no such
  /// article.
  func stamp(of id: ArticleID) -> UInt64? {
    guard let (part, row) = find(id), parts[part].isArticle(row) else { return nil }
    let segment = parts[part].segment
    return segment.wide(.stamps, count: segment.rowCount)?[row] ?? 0
  }

  /// The ids that begin with some digits, in their order.
  package func ids(withPrefix prefix: String) -> [ArticleID] {
    let rest = String(repeating: "0", count: max(0, ArticleID.length - prefix.utf8.count))
    guard let first = ArticleID(text: prefix + rest) else { return [] }
    var found: [ArticleID] = []
    for part in parts {
      let segment = part.segment
      for row in segment.lowerBound(first)..<segment.rowCount {
        let id = segment.id(row)
        guard id.text.hasPrefix(prefix) else { break }
        if !part.isHidden(row), part.isArticle(row) { found.append(id) }
      }
    }
    return found.sorted()
  }

  /// What the records of a shard are known to look like; see `FileStamp`.
  func records(ofShard shard: UInt8) -> KnownRecords {
    var known = KnownRecords()
    for part in parts {
      // Without stamps each file counts as changed.
      let stamps = part.segment.wide(.stamps, count: part.segment.rowCount)
      let states = part.segment.states
      for row in part.segment.rows(ofShard: shard) where !part.isHidden(row) {
        if let states, states[row] & IndexState.absent != 0 { continue }
        known.add(part.segment.id(row), stamp: stamps?[row] ?? 0)
      }
    }
    known.sort()
    return known
  }

  /// The article saved under an address, by its canonical form or, failing that, by its deduplicationKey.
  package func id(for address: WebAddress) -> ArticleID? {
    let canonical = ArticleID(address: address)
    guard let row = row(of: canonical) else { return ids(like: address).first }
    guard self[row].membership.isDeleted else { return canonical }
    // One in Trash may have been merged with another, which then has its address.
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
    let hash = link.hash(address, key: base.key)
    return parts.reversed().flatMap { part in
      part.rows(withAlias: hash).map { part.segment.id($0) }
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

// Changes.
extension LibrarySnapshot {
  /// Whether a list of this snapshot is one of the other as well, row for row: both hold the same of every
  /// article, in the same places.
  ///
  /// Compares what changed since the index file was made; takes no time where that is the same object.
  package func hasSameRows(as other: LibrarySnapshot) -> Bool {
    guard parts.count == other.parts.count, rules == other.rules, !needsReload, !other.needsReload
    else { return false }
    return zip(parts, other.parts).allSatisfy { $0.segment.holdsSame(as: $1.segment) }
  }

  /// Up to so many rows a part is made again with what changes next; larger ones with what is no smaller.
  ///
  /// What lists are made of is made again for a part that changes: for few rows that takes no time, and each of many
  /// rows has it done as often as their number can be halved.
  private static let newestRows = 64

  /// From so many rows on a part that stays is packed, and not made again.
  private static let packedRows = 4096

  /// The snapshot with some articles changed or added and others gone, for showing a change before the
  /// disk has it.
  package func replacing(
    _ changed: [ArticleSummary],
    removing: [ArticleID]
  ) -> LibrarySnapshot {
    let places = changed.map { find($0.id) }
    let aliases = parts.indices.map { part in
      let rows = places.compactMap { $0?.part == part ? $0?.row : nil }
      return parts[part].ask { $0.aliases(ofRows: rows) } ?? [:]
    }
    var next = self
    next.put(
      removing.map { IndexEntry(absent: $0) }
        + zip(changed, places).map { summary, place in
          let known = place.flatMap { aliases[$0.part][$0.row] }
          return IndexEntry(
            id: summary.id,
            stamp: 0,
            summary: summary,
            aliases: known ?? ownAlias(of: summary)
          )
        }
    )
    return next
  }

  /// The hash that a new article is found by.
  private func ownAlias(of summary: ArticleSummary) -> [UInt64] {
    let address = try? WebAddress(summary.savedURL ?? summary.url)
    return address.map { [AddressLink.own.hash($0, key: base.key)] } ?? []
  }

  /// Puts changed articles in.
  ///
  /// - Parameters:
  ///   - changed: in any order, no id twice.
  ///   - isStaying: whether many of them stay beside the file for a while, and are to take little memory.
  mutating func put(_ changed: [IndexEntry], isStaying: Bool = false) {
    guard !changed.isEmpty else { return }
    var changed = changed.sorted { $0.id < $1.id }
    let before = tagCounts
    for entry in changed {
      count(entry.numbers.state, by: 1) { tagsWithParents(entry.summary?.tags ?? []) }
      guard let (part, row) = find(entry.id) else { continue }
      let old = parts[part]
      let state = old.ask { $0.states?[row] } ?? IndexState.tombstone
      count(IndexState(bits: state), by: -1) {
        // Blocks need not be unpacked for that.
        if case .entries = old.segment.storage {
          return tagsWithParents(old.summary(row)?.tags ?? [])
        }
        return old.ask { $0.rowNames?.tags(row) } ?? []
      }
    }
    if tagCounts != before { totals.tags = LibraryCounts.sorted(tagCounts) }
    for entry in changed { hide(entry.id) }
    while parts.count > 1, let last = parts.last, !last.segment.isPacked,
      last.segment.rowCount <= max(changed.count, Self.newestRows)
    {
      changed = Self.merged(last.segment.entries, with: changed)
      parts.removeLast()
    }
    let segment = IndexSegment(changed, key: base.key)
    append(isStaying && changed.count >= Self.packedRows ? segment.packed() : segment)
  }

  private mutating func count(_ state: IndexState, by step: Int, _ tags: () -> [String]) {
    totals.count(state, by: step)
    guard state.contains(IndexState.hasTags), !state.contains(IndexState.deleted) else { return }
    for tag in Set(tags()) { tagCounts[tag, default: 0] += step }
  }

  /// Lets no row count that is about an id.
  private mutating func hide(_ id: ArticleID) {
    for part in parts.indices {
      guard let old = parts[part].segment.row(of: id) else { continue }
      if parts[part].hidden.isEmpty {
        parts[part].hidden = Array(repeating: false, count: parts[part].segment.rowCount)
      }
      parts[part].hidden[old] = true
    }
  }

  private mutating func append(_ segment: IndexSegment) {
    let start = parts.last.map { $0.start + $0.segment.rowCount } ?? 0
    parts.append(Part(segment: segment, start: start))
  }

  /// Entries by id, the newer of two with the same id.
  static func merged(_ older: [IndexEntry], with newer: [IndexEntry]) -> [IndexEntry] {
    var merged: [IndexEntry] = []
    merged.reserveCapacity(older.count + newer.count)
    var next = 0
    for entry in newer {
      while next < older.count, older[next].id < entry.id {
        merged.append(older[next])
        next += 1
      }
      if next < older.count, older[next].id == entry.id { next += 1 }
      merged.append(entry)
    }
    return merged + older[next...]
  }
}
