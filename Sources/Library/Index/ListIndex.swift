import Platform
import ReadingList

/// The list table of an open library, its overlay, and the tracking of changed records.
///
/// The table is a file in the cache, replaced as a whole and never synced: it can be rebuilt from
/// the records. The next process finds later changes by the directories' stamps.
struct ListIndex: Sendable {
  let paths: LibraryPaths
  let files: FileLayer
  let cache: String
  /// Identifies the library at its path.
  let key: UInt64

  private(set) var snapshot: LibrarySnapshot?
  /// The stamps of shards and their unreadable files; newer than the table's.
  private var meta = TableMeta()
  /// Whether the process keeps running, so that the table is written only after many changes.
  var isSession = false
  /// Shards in which the watcher has noticed changed files; listed even if their directories did not
  /// change.
  var touched: Set<UInt8> = []
  /// Purged articles whose records changed since the last `takePurged`.
  private var purged: Set<ArticleID> = []
  /// The latest stamp in the records that were read.
  private(set) var latest: Timestamp?

  init(key: UInt64, paths: LibraryPaths, files: FileLayer, cache: String) {
    self.paths = paths
    self.files = files
    self.cache = cache
    self.key = key
  }

  private var path: String { "\(cache)/list-\(String(key, radix: 16)).table" }

  /// The names of unreadable files.
  var unreadableNames: [String] { meta.unreadable.flatMap { $0 } }

  /// Updates the list from the directories.
  ///
  /// - Parameters:
  ///   - everything: whether all shards are listed, and every file's stamp is compared.
  ///   - isPassing: whether more changes follow, so that the table is not written yet, and
  ///     shards are believed to be as this process left them.
  /// - Returns: the list.
  mutating func refresh(everything: Bool, isPassing: Bool) -> LibrarySnapshot {
    if snapshot == nil { load() }
    guard snapshot != nil else { return rebuild() }
    let now = files.now()
    let stamps = ShardStamp.of(in: paths.articles, files, now: now)
    // Between its own changes, which are watched as well, a caller needs only what directories tell.
    let distrusted: Set<UInt8> = everything ? Set(0...255) : isPassing ? [] : touched
    let suspects = suspects(stamps, distrusted, isPassing: isPassing)
    let count = look(into: suspects, now: now)
    if !isPassing {
      touched = []
      if isWorthWriting(afterFinding: count) { write() }
    }
    return snapshot ?? rebuild()
  }

  /// Max shards that `cachedSnapshot` lists.
  private static let quickShards = 16

  /// Returns the cached list, updated if few shards changed; empty with `needsReload` set if it must
  /// be rebuilt.
  mutating func cachedSnapshot() -> LibrarySnapshot {
    if snapshot == nil { load() }
    guard let cached = snapshot else {
      return LibrarySnapshot(TableWriter(nil, [], key: key).inMemory(), needsReload: true)
    }
    let now = files.now()
    let suspects = suspects(ShardStamp.of(in: paths.articles, files, now: now))
    if suspects.count <= Self.quickShards { look(into: suspects, now: now) }
    return snapshot ?? cached
  }

  /// Rebuilds the list from the records.
  mutating func rebuild() -> LibrarySnapshot {
    let now = files.now()
    (meta, snapshot) = (TableMeta(), nil)
    let stamps = ShardStamp.of(in: paths.articles, files, now: now)
    let all = zip(UInt8.min...UInt8.max, stamps).map { Suspect(shard: $0, stamp: $1) }
    let made = TableWriter(nil, list(all, known: nil, now: now), meta: meta, key: key)
    return write(made)
  }

  /// Adds articles that the caller has just written under the library's lock, which it still holds;
  /// their records are not read again, unless others wrote them meanwhile.
  ///
  /// - Parameters:
  ///   - entries: the new rows.
  ///   - directories: changed shard directories of which the list knew every file, under the same
  ///     hold of the lock.
  mutating func note(_ entries: [IndexEntry], current directories: Set<String>) {
    guard snapshot != nil else { return }
    put(entries)
    let now = files.now()
    for directory in directories {
      guard let shard = UInt8(directory.suffix(2), radix: 16),
        let status = try? files.status(directory)
      else { continue }
      meta.shards[Int(shard)] = ShardStamp(status, now: now)
      // Others may have changed files meanwhile; the next look compares all of the shard.
      meta.shards[Int(shard)].isSettled = false
      meta.shards[Int(shard)].isOwn = true
    }
    if isFull { write() }
  }

  private mutating func put(_ changed: [IndexEntry]) {
    snapshot?.put(changed)
    snapshot?.setUnreadable(meta.unreadableCount)
  }
}

// The table's file in the cache.
extension ListIndex {
  /// Max changes kept in memory during a session, and max changes left to the next start.
  private static let (maxChanges, maxLeft) = (4096, 256)
  /// The number of outdated shard stamps at which the table is written.
  private static let maxStaleShards = 16

  private var changeCount: Int { snapshot?.overlay.entries.count ?? 0 }

  /// Whether the table must be written although more changes will follow.
  ///
  /// While records pour in, each write doubles the table, so all writes together are at most twice
  /// its final size.
  private var isFull: Bool {
    changeCount > max(Self.maxChanges, snapshot?.table.rowCount ?? 0)
  }

  private func isWorthWriting(afterFinding found: Int) -> Bool {
    guard let snapshot else { return false }
    if isFull || snapshot.overlay.hidesPurged(in: snapshot.table) { return true }
    if isSession { return changeCount > Self.maxChanges && found <= Self.maxLeft }
    return wouldSpareMuch
  }

  /// Whether writing the table would save the next start much work.
  private var wouldSpareMuch: Bool {
    guard let snapshot else { return false }
    let stale = zip(meta.shards, snapshot.table.meta.shards).count { $0.isSettled && $0 != $1 }
    let few = min(Self.maxLeft, snapshot.table.rowCount / 64)
    return changeCount > few || stale >= Self.maxStaleShards
  }

  /// Writes the table if that saves the next start much work.
  mutating func endSession() { if wouldSpareMuch { write() } }

  /// Loads the table from the cache if it is valid.
  private mutating func load() {
    guard let descriptor = try? files.open(path, .nonBlocking) else { return }
    defer { Descriptor.close(descriptor) }
    guard let status = try? FileStatus(of: descriptor), status.isRegular,
      let table = ListTable(descriptor, size: Int(status.size), key: key)
    else { return }
    meta = table.meta
    snapshot = LibrarySnapshot(table)
  }

  /// Rewrites the table with all changes.
  private mutating func write() {
    guard let snapshot else { return }
    write(TableWriter(snapshot.table, snapshot.overlay.entries.values, meta: meta, key: key))
  }

  /// Makes a table the list, and writes it to the cache if that is possible.
  @discardableResult private mutating func write(_ made: TableWriter) -> LibrarySnapshot {
    let bytes = made.bytes
    try? SmallFile.replace(path, with: bytes, isDurable: false)
    let list = LibrarySnapshot(ListTable(bytes, header: made.header, meta: made.meta))
    snapshot = list
    return list
  }
}

extension ListIndex {
  /// A shard that may have changed, with its current stamp.
  private struct Suspect {
    var shard: UInt8
    var stamp: ShardStamp
  }

  /// Returns the shards that may have changed.
  private func suspects(
    _ stamps: [ShardStamp], _ distrusted: Set<UInt8> = [], isPassing: Bool = false
  ) -> [Suspect] {
    zip(UInt8.min...UInt8.max, stamps).compactMap { shard, stamp in
      let known = meta.shards[Int(shard)]
      if !distrusted.contains(shard), known.proves(stamp, isPassing: isPassing) { return nil }
      return stamp == .absent && known == .absent ? nil : Suspect(shard: shard, stamp: stamp)
    }
  }

  /// Lists shards and adds their changes; returns the number of changed articles.
  @discardableResult private mutating func look(into suspects: [Suspect], now: Int64) -> Int {
    guard !suspects.isEmpty else { return 0 }
    let changed = list(suspects, known: snapshot, now: now)
    put(changed)
    return changed.count
  }

  /// Lists shards and returns the changed articles.
  private mutating func list(
    _ suspects: [Suspect], known: LibrarySnapshot?, now: Int64
  ) -> [IndexEntry] {
    var changed: [IndexEntry] = []
    let listings = ShardLister(paths: paths, files: files, key: key).list(
      suspects.map(\.shard), known: known, now: now)
    for (suspect, found) in zip(suspects, listings) {
      let shard = Int(suspect.shard)
      changed += found.entries
      latest = ([latest] + found.entries.map(\.latest)).compactMap(\.self).max()
      purged.formUnion(found.entries.lazy.filter(\.isPurged).map(\.id))
      meta.unreadable[shard] = found.unreadable
      meta.shards[shard] = found.isProvisional ? .unknown : suspect.stamp
    }
    return changed
  }

  /// Returns the purged articles whose records changed since the last call.
  mutating func takePurged() -> [ArticleID] {
    defer { purged = [] }
    return Array(purged)
  }
}
