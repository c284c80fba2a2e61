import Platform
import Glibc
import ReadingList

/// The list index of an open library: what is known of the records, and how to bring it up to date.
///
/// Two files in the cache: the index, written whole, and the list of what has changed since, written
/// anew whenever it grew. Both appear by rename, neither is synced: what a crash leaves of them fails
/// its checksum, and everything can be made again from the records. When the list grows too long the
/// two are made one.
struct ListIndex: Sendable {
  let paths: LibraryPaths
  let files: FileLayer
  private let cache: String
  /// Tells this library's index from others': of its id and its place, since a copy of a library has
  /// the same id.
  let key: UInt64
  private let readRecord: @Sendable (ArticleID) -> ArticleSummary?

  private(set) var snapshot: LibrarySnapshot?
  private var shards: [ShardStamp] = []
  private var unreadable: [[UnreadableFile]] = []
  /// What the list of changes on disk does not have yet.
  private var unsaved = 0
  private var hasSaved = false
  /// What this process wrote since the last look and need not read back; see `ListIndex+Written`.
  var written: [ArticleID: IndexEntry] = [:]
  /// What each shard looked like right after this process had written into it, all of it known.
  var ownStamps: [UInt8: ShardStamp] = [:]
  /// Where the hashes of addresses of `written` lead; nil until it is asked.
  var aliases: AliasTable?
  /// Whether making one index of file and changes is left to `merged`, but for very many.
  var mergesBeside = false
  /// How many times the directories were looked at.
  private(set) var looks = 0
  /// Other versions of articles' records that syncers left, found while listing.
  private(set) var copies: Set<String> = []
  private var leftovers: Set<String> = []
  private var listed: Set<UInt8> = []

  init(
    library id: String,
    paths: LibraryPaths,
    files: FileLayer,
    cache: String,
    readRecord: @escaping @Sendable (ArticleID) -> ArticleSummary?
  ) {
    self.paths = paths
    self.files = files
    self.cache = cache
    self.readRecord = readRecord
    key = Checksum.of(id + "\n" + paths.directory, seed: 0)
  }

  private var lister: ShardLister { ShardLister(paths: paths, files: files, key: key) }

  private var name: String { "list-" + String(key, radix: 16) }
  private var indexPath: String { "\(cache)/\(name).index" }
  private var changesPath: String { "\(cache)/\(name).changes" }

  /// How many changes may lie beside an index of so many rows before the two are made one.
  static func limit(rows: Int) -> Int { 2048 + rows / 64 }

  /// Brings the index up to date with the directories.
  ///
  /// - Parameters:
  ///   - distrusted: shards to be compared file by file even if their directories did not change.
  ///   - everything: all of them.
  ///   - isPassing: whether more changes are about to come, so that none need be written down yet and
  ///     what this process wrote lately stands in `written` only.
  /// - Returns: the list.
  mutating func refresh(
    distrusted: Set<UInt8> = [],
    everything: Bool = false,
    isPassing: Bool = false
  ) -> LibrarySnapshot {
    looks += 1
    if snapshot == nil { load() }
    if !isPassing { takeWritten() }
    guard snapshot?.base.isDamaged == false else { return rebuild() }
    let now = files.now()
    let suspects = suspects(distrusted, everything: everything, isPassing: isPassing, now: now)
    if !suspects.isEmpty { takeWritten() }
    look(into: suspects, now: now)
    if !isPassing { compact() }
    guard let current = snapshot, !current.base.isDamaged else { return rebuild() }
    // A program that runs on need not write each change down: the next start finds them out.
    if !isPassing, unsaved > (hasSaved ? 15 : 0) { save(current) }
    return current
  }

  /// The most shards that are looked into by one who must not wait.
  private static let quickShards = 16

  /// The list as the cache has it, with what can be found out quickly; nil when it must be made anew.
  mutating func glance() -> LibrarySnapshot? {
    if snapshot == nil { load() }
    guard snapshot?.base.isDamaged == false else { return nil }
    let now = files.now()
    let suspects = suspects([], everything: false, isPassing: false, now: now)
    if suspects.count <= Self.quickShards { look(into: suspects, now: now) }
    return snapshot
  }

  /// The shards in which something may have changed.
  private func suspects(
    _ distrusted: Set<UInt8>,
    everything: Bool,
    isPassing: Bool,
    now: Int64
  ) -> [(shard: UInt8, stamp: ShardStamp)] {
    (UInt8.min...UInt8.max).compactMap { shard in
      let stamp = lister.stamp(ofShard: shard, now: now)
      let isTrusted = !everything && !distrusted.contains(shard)
      if isTrusted, shards[Int(shard)].proves(stamp) { return nil }
      if isTrusted, isPassing, ownStamps[shard]?.isLike(stamp) ?? false { return nil }
      if stamp == .absent, shards[Int(shard)] == .absent { return nil }
      return (shard, stamp)
    }
  }

  /// Takes over what shards hold now.
  private mutating func look(into suspects: [(shard: UInt8, stamp: ShardStamp)], now: Int64) {
    guard let known = snapshot else { return }
    var changed: [IndexEntry] = []
    var settled = 0
    let listings = lister.list(
      suspects.map { ($0.shard, unreadable[Int($0.shard)]) },
      known: known,
      now: now
    )
    for ((shard, stamp), found) in zip(suspects, listings) {
      changed += found.entries
      copies.formUnion(found.copies)
      leftovers.formUnion(found.leftovers)
      listed.insert(shard)
      if unreadable[Int(shard)] != found.unreadable { settled += 1 }
      unreadable[Int(shard)] = found.unreadable
      let isKnown = shards[Int(shard)].proves(stamp)
      shards[Int(shard)] = found.mustBeListedAgain ? .unknown : stamp
      if shards[Int(shard)].isSettled, !isKnown { settled += 1 }
      ownStamps[shard] = nil
    }
    unsaved += changed.count + settled / 8
    if !changed.isEmpty || settled > 0 { put(changed, into: known) }
  }

  /// Makes the index anew from the records.
  mutating func rebuild() -> LibrarySnapshot {
    let now = files.now()
    var entries: [IndexEntry] = []
    written = [:]
    ownStamps = [:]
    shards = []
    unreadable = []
    copies = []
    let all = Array(UInt8.min...UInt8.max)
    for shard in all {
      shards.append(lister.stamp(ofShard: shard, now: now))
    }
    for (shard, found) in zip(all, lister.list(all.map { ($0, []) }, known: nil, now: now)) {
      if found.mustBeListedAgain { shards[Int(shard)] = .unknown }
      leftovers.formUnion(found.leftovers)
      listed.insert(shard)
      entries += found.entries
      unreadable.append(found.unreadable)
      copies.formUnion(found.copies)
    }
    return adopt(entries)
  }

  /// Makes one index of the file, what changed since and what was written when that has become much.
  mutating func compact() {
    let limit = Self.limit(rows: snapshot?.base.rowCount ?? 0)
    guard changeCount > (mergesBeside ? 8 * limit : limit) else { return }
    merge()
  }

  /// How much has changed since the index file was made.
  private var changeCount: Int { (snapshot?.changeCount ?? 0) + written.count }

  private mutating func merge() {
    guard let current = snapshot, let merged = Self.entries(of: current, and: written) else {
      return
    }
    written = [:]
    adopt(merged)
  }

  /// A copy that has made one index of all it knows, for whoever does not hold up others by that; nil when
  /// not enough has changed.
  func merged() -> ListIndex? {
    guard changeCount > Self.limit(rows: snapshot?.base.rowCount ?? 0) else { return nil }
    var copy = self
    copy.merge()
    return copy
  }

  /// Takes the index that a copy made, with what has changed since it was copied.
  ///
  /// - Parameters:
  ///   - copy: what `merged` gave.
  ///   - old: the list that it was made of.
  mutating func take(_ copy: ListIndex, madeOf old: LibrarySnapshot) {
    guard let current = snapshot, current.base === old.base, let made = copy.snapshot,
      made.base !== old.base
    else { return }
    let known = Dictionary(old.changes.map { ($0.id, $0) }) { _, new in new }
    let newer = current.changes.filter { known[$0.id] !== $0 }
    snapshot = made
    put(newer, into: made)
    unsaved = newer.count
    hasSaved = true
  }

  /// Forgets copies that were looked at; those that are left are found again when their shard is listed.
  mutating func forget(copies seen: Set<String>) { copies.subtract(seen) }

  /// Temporary files among the records, and the shards that were listed, since the last time it was asked.
  mutating func takeLeftovers() -> Leftovers {
    defer { (leftovers, listed) = ([], []) }
    return Leftovers(files: leftovers, shards: listed)
  }

  /// Counts copies that could not be merged among the unreadable files.
  ///
  /// They are tried again whenever their shard is listed.
  mutating func setAside(_ remaining: Set<String>) -> LibrarySnapshot? {
    for path in remaining {
      guard let name = path.split(separator: "/").last, let shard = UInt8(name.prefix(2), radix: 16)
      else { continue }
      let file = UnreadableFile(name: String(name), stamp: 0)
      if !unreadable[Int(shard)].contains(where: { $0.name == file.name }) {
        unreadable[Int(shard)].append(file)
      }
    }
    snapshot?.setUnreadable(unreadable.reduce(0) { $0 + $1.count })
    return snapshot
  }

  mutating func put(_ changed: [IndexEntry], into known: LibrarySnapshot) {
    aliases = nil
    var next = known
    next.put(changed)
    next.setUnreadable(unreadable.reduce(0) { $0 + $1.count })
    snapshot = next
  }
}

// The files in the cache.
extension ListIndex {
  /// Takes what the cache has, if it is of use.
  private mutating func load() {
    snapshot = nil
    aliases = nil
    copies = []
    guard let descriptor = try? files.open(indexPath, O_RDONLY | O_NONBLOCK) else { return }
    var status = stat()
    guard fstat(descriptor, &status) == 0, FileStatus(status).isRegular else {
      close(descriptor)
      return
    }
    guard let base = IndexFile.segment(descriptor, size: Int(status.st_size), library: key),
      let file = base.file
    else { return }
    let saved = (try? files.read(changesPath)).flatMap { $0 }
      .flatMap { ChangesFile($0, header: file.header) }
    shards = saved?.shards ?? file.meta.shards
    unreadable = saved?.unreadable ?? file.meta.unreadable
    var loaded =
      saved.map { LibrarySnapshot(base: base, changes: $0, readRecord: readRecord) }
      ?? LibrarySnapshot(base: base, readRecord: readRecord)
    loaded.setUnreadable(unreadable.reduce(0) { $0 + $1.count })
    guard !base.isDamaged else { return }
    snapshot = loaded
    unsaved = 0
    hasSaved = false
  }

  /// A list of nothing, for as long as nothing is known.
  func unread() -> LibrarySnapshot {
    let base = IndexSegment([], key: key)
    base.markDamaged()
    return LibrarySnapshot(base: base, readRecord: readRecord)
  }

  /// Makes an index of entries the current one, on disk or, failing that, in memory.
  @discardableResult
  private mutating func adopt(_ entries: [IndexEntry]) -> LibrarySnapshot {
    let rows = IndexSegment(entries.sorted { $0.id < $1.id }, key: key)
    let made = LibrarySnapshot(base: stored(rows) ?? rows, readRecord: readRecord)
    snapshot = made
    aliases = nil
    unsaved = 0
    hasSaved = true
    return made
  }

  private func stored(_ rows: IndexSegment) -> IndexSegment? {
    removeLeftovers()
    let image = IndexImage(
      of: rows,
      shards: shards,
      unreadable: unreadable,
      generation: UInt64.random(in: 1...UInt64.max)
    )
    let descriptor = replace(indexPath) { descriptor throws(SystemFailure) in
      try image.forEachPiece { piece throws(SystemFailure) in
        try files.write(piece, to: descriptor, path: indexPath)
      }
    }
    guard let descriptor else { return nil }
    _ = try? files.remove(changesPath)
    return IndexFile.segment(descriptor, size: image.size, library: key)
  }

  private mutating func save(_ current: LibrarySnapshot) {
    // Without a file there is nothing that they could lie beside.
    guard let header = current.base.file?.header else { return }
    let changes = ChangesFile(
      shards: shards,
      unreadable: unreadable,
      counts: current.counts,
      tagCounts: current.countsOfTags,
      entries: current.changes
    )
    let descriptor = replace(changesPath) { descriptor throws(SystemFailure) in
      try files.write(changes.bytes(header: header), to: descriptor, path: changesPath)
    }
    if let descriptor { close(descriptor) }
    unsaved = 0
    hasSaved = true
  }

  /// Removes what `replace` left in processes that are gone.
  ///
  /// A process elsewhere that shares the cache and lives, whose number is not known here, fails to store
  /// its index, which harms nobody.
  private func removeLeftovers() {
    for file in (try? files.list(cache)) ?? []
    where TemporaryFile.isLeftover(file) && file.hasPrefix(name + ".") {
      _ = try? files.remove(cache + "/" + file)
    }
  }

  /// Puts a file into the cache.
  ///
  /// - Returns: the file, open for reading, since another may take its place at any time; nil when it
  ///   cannot be written, which is no error.
  private func replace(
    _ path: String,
    write: (Int32) throws(SystemFailure) -> Void
  ) -> Int32? {
    do throws(SystemFailure) {
      try files.makeDirectory(cache)
      let temporary = TemporaryFile.name(for: path)
      let descriptor = try files.open(temporary, O_RDWR | O_CREAT | O_EXCL)
      do throws(SystemFailure) {
        try write(descriptor)
        try files.rename(temporary, to: path)
      } catch {
        close(descriptor)
        unlink(temporary)
        throw error
      }
      return descriptor
    } catch {
      return nil
    }
  }

  /// Everything a snapshot and `written` know, for making a new index of it; nil when the old one is
  /// damaged.
  private static func entries(
    of snapshot: LibrarySnapshot,
    and written: [ArticleID: IndexEntry]
  ) -> [IndexEntry]? {
    guard let old = snapshot.parts[0].entries(without: written) else { return nil }
    let newer = snapshot.changes.filter { written[$0.id] == nil } + written.values
    return old + newer.filter { $0.kind != .absent }
  }
}

extension LibrarySnapshot.Part {
  /// The rows of the part that count, but for some ids; nil when it is damaged.
  fileprivate func entries(without others: [ArticleID: IndexEntry]) -> [IndexEntry]? {
    guard segment.file != nil else {
      return segment.entries.enumerated()
        .filter { !hidden.contains($0) && others[$1.id] == nil && $1.kind != .absent }.map(
          \.element
        )
    }
    guard let states = segment.states, let stamps = segment.wide(.stamps, count: segment.rowCount),
      let hashes = segment.wide(.aliasHashes, count: nil),
      let rows = segment.narrow(
        .aliasRows,
        count: hashes.count,
        largest: UInt32(max(1, segment.rowCount) - 1)
      )
    else { return nil }
    var aliases = [[UInt64]](repeating: [], count: segment.rowCount)
    for (hash, row) in zip(hashes, rows) { aliases[Int(row)].append(hash) }
    var entries: [IndexEntry] = []
    entries.reserveCapacity(segment.rowCount + others.count)
    for row in 0..<segment.rowCount where !hidden.contains(row) {
      let id = segment.id(row)
      guard others[id] == nil else { continue }
      let isArticle = states[row] & IndexState.tombstone == 0
      guard let details = isArticle ? segment.details(row) : [] else { return nil }
      entries.append(
        IndexEntry(
          id: id,
          kind: isArticle ? .article : .tombstone,
          stamp: stamps[row],
          details: details,
          aliases: aliases[row]
        )
      )
    }
    return entries
  }
}
