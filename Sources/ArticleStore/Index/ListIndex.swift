import Platform
import ReadingList

/// The list index of an open library: what is known of the records, and how to bring it up to date.
///
/// Two files in the cache: the index, written whole, and the list of what has changed since, written
/// again whenever it grew. Both appear by rename, neither is synced: what a crash leaves of them fails
/// its checksum, and everything can be made again from the records. When the list grows too long the
/// two are made one.
struct ListIndex: Sendable {
  let paths: LibraryPaths
  let files: FileLayer
  let cache: String
  /// See `key(library:at:in:)`.
  let key: UInt64
  let readRecord: @Sendable (ArticleID) -> ArticleSummary?

  var snapshot: LibrarySnapshot?
  var shards: [ShardStamp] = []
  /// What the directories of texts looked like when everything in them was in order.
  var texts: [ShardStamp] = []
  var unreadable: [[UnreadableFile]] = []
  /// What the list of changes on disk does not have yet.
  var unsaved = 0
  var hasSaved = false
  /// Whether making one index of file and changes is left to `merged`, but for very many.
  var mergesBeside = false
  /// How many changes there were when the index file could not be written.
  var unwritten = 0
  /// How many times the directories were looked at.
  private(set) var looks = 0
  /// Other versions of articles' records that syncers left, found while listing.
  var copies: Set<String> = []
  /// Articles whose records lack what this machine wrote into them, likewise.
  var outdated: Set<ArticleID> = []
  /// What the directory of the shards looked like when it was last looked into.
  private var directory = ShardStamp.unknown
  /// Directories that file syncers made beside the shards.
  private var copiesOfShards: [String] = []
  /// Articles that others took over, whose records have changed.
  private var takenOver: [ArticleID] = []
  /// The latest stamp in records that were read.
  private(set) var latest: Timestamp?
  private var leftovers: Set<String> = []
  private var listed: Set<UInt8> = []

  init(
    key: UInt64,
    paths: LibraryPaths,
    files: FileLayer,
    cache: String,
    readRecord: @escaping @Sendable (ArticleID) -> ArticleSummary?
  ) {
    self.paths = paths
    self.files = files
    self.cache = cache
    self.readRecord = readRecord
    self.key = key
  }

  /// What tells a library from others: its id and its directory, since a copy of a library has the same id, and the
  /// machine, since several may share a cache.
  static func key(library id: String, at directory: String, in files: FileLayer) -> UInt64 {
    Checksum.of([id, files.identity(of: directory), Machine.id].joined(separator: "\n"), seed: 0)
  }

  var name: String { "list-" + String(key, radix: 16) }
  var indexPath: String { "\(cache)/\(name).index" }
  var changesPath: String { "\(cache)/\(name).changes" }

  /// Brings the index up to date with the directories.
  ///
  /// - Parameters:
  ///   - distrusted: shards to be listed and compared file by file even if their directories did not change.
  ///   - everything: whether the files of all others are compared, too.
  ///   - report: called with the list as directories show it before everything is compared, unless it is made again.
  ///   - isPassing: whether more changes are about to come, so that none need be written down yet, and
  ///     shards are believed to be as this process left them.
  /// - Returns: the list.
  mutating func refresh(
    distrusted: Set<UInt8> = [],
    everything: Bool = false,
    report: ((LibrarySnapshot) -> Void)? = nil,
    isPassing: Bool = false
  ) -> LibrarySnapshot {
    looks += 1
    if snapshot == nil { load() }
    guard snapshot?.base.isDamaged == false else { return rebuild() }
    let now = files.now()
    let stamps = ShardStamp.of(in: paths.articles, files, now: now)
    let changed = suspects(stamps, distrusted, isPassing: isPassing)
    look(into: changed, now: now)
    if everything {
      if let snapshot { report?(snapshot) }
      let seen = Set(changed.map(\.shard))
      let others = suspects(stamps, everything: true).filter { !seen.contains($0.shard) }
      look(into: others, now: now)
    }
    if !isPassing { findCopiesOfShards(now: now) }
    if !isPassing, !mergesBeside { compact(limit: limit) }
    guard let current = snapshot, !current.base.isDamaged else { return rebuild() }
    // A program that runs on need not write each change down: the next start finds them out. What is soon part of
    // the index is not written twice.
    if !isPassing, unsaved > (hasSaved ? max(15, current.changeCount / 4) : 0),
      !(mergesBeside && current.changeCount > limit)
    {
      save(current)
    }
    return current
  }

  /// The most shards that are looked into by one who must not wait.
  private static let quickShards = 16

  /// The list as the cache has it, with what can be found out quickly; nil when it must be made again.
  mutating func cachedSnapshot() -> LibrarySnapshot? {
    if snapshot == nil { load() }
    guard snapshot?.base.isDamaged == false else { return nil }
    let now = files.now()
    let suspects = suspects(ShardStamp.of(in: paths.articles, files, now: now))
    if suspects.count <= Self.quickShards { look(into: suspects, now: now) }
    return snapshot
  }

  /// Finds records in directories beside the shards.
  private mutating func findCopiesOfShards(now: Int64) {
    let stamp = ShardStamp(of: paths.articles, in: files, now: now)
    if !directory.proves(stamp) {
      copiesOfShards = ((try? files.list(paths.articles)).flatMap(\.self) ?? [])
        .filter(LibraryPaths.isCopyOfShard)
      directory = stamp
    }
    for shard in copiesOfShards {
      let place = paths.articles + "/" + shard
      for name in (try? files.list(place)).flatMap(\.self) ?? [] {
        guard case .copy = LibraryPaths.kind(of: name, suffix: ".json", shard: shard) else {
          continue
        }
        copies.insert(place + "/" + name)
      }
    }
  }

  /// A shard in which something may have changed, and whether it has the files that it had.
  private struct Suspect {
    var shard: UInt8
    var stamp: ShardStamp
    var hasKnownNames = false
  }

  /// The shards in which something may have changed.
  private func suspects(
    _ stamps: [ShardStamp],
    _ distrusted: Set<UInt8> = [],
    everything: Bool = false,
    isPassing: Bool = false
  ) -> [Suspect] {
    zip(UInt8.min...UInt8.max, stamps).compactMap { shard, stamp in
      let known = shards[Int(shard)]
      if !everything, !distrusted.contains(shard), known.proves(stamp, isPassing: isPassing) {
        return nil
      }
      if stamp == .absent, known == .absent { return nil }
      let hasKnownNames = known.proves(stamp) && !distrusted.contains(shard)
      return Suspect(shard: shard, stamp: stamp, hasKnownNames: hasKnownNames)
    }
  }

  /// Takes over what shards hold now.
  private mutating func look(into suspects: [Suspect], now: Int64) {
    guard !suspects.isEmpty, let known = snapshot else { return }
    let (changed, settled) = list(suspects, known: known, now: now)
    unsaved += changed.count + settled / 8
    if !changed.isEmpty || settled > 0 { put(changed, into: known, isStaying: mergesBeside) }
  }

  /// Lists shards; gives what is not as it is known, and how much else is worth writing down.
  private mutating func list(
    _ suspects: [Suspect],
    known: LibrarySnapshot?,
    now: Int64
  ) -> (changed: [IndexEntry], settled: Int) {
    var changed: [IndexEntry] = []
    var settled = 0
    let listings = ShardLister(paths: paths, files: files, key: key).list(
      suspects.map { suspect in
        ShardLister.Shard(
          number: suspect.shard,
          unreadable: unreadable[Int(suspect.shard)],
          hasKnownNames: suspect.hasKnownNames
        )
      },
      known: known,
      now: now
    )
    for (suspect, found) in zip(suspects, listings) {
      let (shard, stamp) = (suspect.shard, suspect.stamp)
      changed += found.entries
      latest = ([latest] + found.entries.map(\.latest)).compactMap(\.self).max()
      takenOver += found.entries.lazy.filter(\.isMerged).map(\.id)
      copies.formUnion(found.copies)
      outdated.formUnion(found.outdated)
      leftovers.formUnion(found.leftovers)
      if unreadable[Int(shard)] != found.unreadable { settled += 1 }
      unreadable[Int(shard)] = found.unreadable
      let isKnown = shards[Int(shard)].proves(stamp)
      if !isKnown || !texts[Int(shard)].proves(found.texts) { listed.insert(shard) }
      shards[Int(shard)] = found.mustBeListedAgain ? .unknown : stamp
      if shards[Int(shard)].isSettled, !isKnown { settled += 1 }
    }
    return (changed, settled)
  }

  /// Makes the index again from the records.
  mutating func rebuild() -> LibrarySnapshot {
    let now = files.now()
    shards = Array(repeating: .unknown, count: 256)
    texts = shards
    unreadable = Array(repeating: [], count: 256)
    copies = []
    let stamps = ShardStamp.of(in: paths.articles, files, now: now)
    let all = zip(UInt8.min...UInt8.max, stamps).map { Suspect(shard: $0, stamp: $1) }
    return adopt(list(all, known: nil, now: now).changed)
  }

  /// From how many changes on they are made one with the index file, at the least: of those that are noted, and of
  /// those of others while more arrive, of which each takes a third of a kilobyte of memory.
  private static let (minNoted, minArriving) = (16_384, 131_072)

  /// Takes what was written under the library's lock, from a caller that still holds it, so that it need not be read
  /// back: a bulk change costs the same for each article, however many there are.
  ///
  /// - Parameters:
  ///   - entries: what the records now say.
  ///   - look: `looks` from before the writing. When the directories were looked at since, which of the
  ///     two is newer is not known, and nothing is noted: the next look finds it out.
  ///   - directories: those changed by it that the list knew everything of until then, under the same hold
  ///     of the lock.
  mutating func note(_ entries: [IndexEntry], since look: Int, current directories: Set<String>) {
    guard look == looks, let known = snapshot, !known.base.isDamaged else { return }
    put(entries, into: known)
    unsaved += entries.count
    let now = files.now()
    for directory in directories {
      guard let shard = UInt8(directory.suffix(2), radix: 16),
        let status = try? files.status(directory)
      else { continue }
      shards[Int(shard)] = ShardStamp(status, now: now)
      shards[Int(shard)].isOwn = true
    }
    compact(limit: max(Self.minNoted, known.base.rowCount))
  }

  /// Takes what directories of texts looked like when everything in them was in order: they are not listed again
  /// until something changes there, among their texts or the records.
  mutating func note(texts stamps: [UInt8: ShardStamp]) {
    var count = 0
    for (shard, stamp) in stamps where stamp.isSettled && texts[Int(shard)] != stamp {
      texts[Int(shard)] = stamp
      count += 1
    }
    // A few are listed sooner than the file is written.
    guard count >= 8, let current = snapshot else { return }
    save(current)
  }

  /// How many changes may lie beside the index before the two are made one.
  private var limit: Int { 2048 + (snapshot?.base.rowCount ?? 0) / 64 }

  /// Makes one index of the file and what changed since when that is more than so much.
  private mutating func compact(limit: Int) {
    guard let current = snapshot, current.changeCount > max(limit, 2 * unwritten),
      !current.base.isDamaged
    else { return }
    if !write(current) { unwritten = current.changeCount }
  }

  /// Whether so much has changed since the index file was made that the two are to be made one.
  var needsMerging: Bool {
    // A damaged file is made again by the next look.
    guard let snapshot, !snapshot.base.isDamaged else { return false }
    return snapshot.changeCount > max(limit, 2 * unwritten)
  }

  /// A copy that has made one index of all it knows, for whoever does not hold up others by that.
  ///
  /// - Parameter isStill: whether nothing changes just now. While thousands of records arrive, the index is not
  ///   written again for each few of them, only when it has grown to three times its size.
  /// - Returns: the copy; nil when not enough has changed.
  mutating func merged(isStill: Bool) -> ListIndex? {
    let limit = isStill ? limit : max(Self.minArriving, 2 * (snapshot?.base.rowCount ?? 0))
    guard let snapshot, snapshot.changeCount > limit else { return nil }
    var copy = self
    copy.compact(limit: limit)
    if let made = copy.snapshot, made.base !== snapshot.base { return copy }
    unwritten = copy.unwritten
    return nil
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
    let newer = current.changes { part in !old.parts.contains { $0.segment === part.segment } }
    snapshot = made
    put(newer, into: made)
    unsaved = newer.count
    hasSaved = true
  }

  /// Forgets copies that were looked at; those that are left are found again when their shard is listed.
  mutating func forget(copies seen: Set<String>) { copies.subtract(seen) }

  /// Articles whose records lack what this machine wrote into them, since the last time it was asked.
  mutating func takeOutdated() -> Set<ArticleID> {
    defer { outdated = [] }
    return outdated
  }

  /// Articles that others took over and that have changed since the last time it was asked.
  mutating func takeMerged() -> [ArticleID] {
    defer { takenOver = [] }
    return takenOver
  }

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
      let (directory, name) = path.splitPath
      let kind = LibraryPaths.kind(
        of: name,
        suffix: ".json",
        shard: directory.splitPath.name
      )
      guard case .copy(let id) = kind else { continue }
      let shard = id.shardNumber
      let file = UnreadableFile(name: name, stamp: 0)
      if !unreadable[Int(shard)].contains(where: { $0.name == file.name }) {
        unreadable[Int(shard)].append(file)
      }
    }
    snapshot?.setUnreadable(unreadable.reduce(0) { $0 + $1.count })
    return snapshot
  }

  private mutating func put(
    _ changed: [IndexEntry],
    into known: LibrarySnapshot,
    isStaying: Bool = false
  ) {
    var next = known
    next.put(changed, isStaying: isStaying)
    next.setUnreadable(unreadable.reduce(0) { $0 + $1.count })
    snapshot = next
  }
}
