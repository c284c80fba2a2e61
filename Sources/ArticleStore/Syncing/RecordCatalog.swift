import Platform
package import ReadingList
import Synchronization

/// A number that differs, almost always, when the bytes that it was made of do; the same on every machine.
///
/// Not for use against an adversary: who makes two versions of a record look the same keeps them apart, no more.
package struct RecordDigest: Hashable, Sendable {
  /// Its two halves.
  package var high: UInt64, low: UInt64

  /// The digest of two halves.
  package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// The digest of some bytes.
  package init(of bytes: [UInt8]) {
    (high, low) = bytes.withUnsafeBytes { (Checksum.of($0, seed: 1), Checksum.of($0, seed: 2)) }
  }
}

/// What every record of a library is, in short, for comparing it with another library.
package struct RecordCatalog: Sendable {
  /// One record.
  package struct Entry: Equatable, Sendable {
    /// Which.
    package var id: ArticleID
    /// Of its file.
    package var digest: RecordDigest
    /// Of its file, in bytes.
    package var size: UInt32
    /// Whether it is what stays of a purged article.
    package var isPurged: Bool
    /// Whether it promises a text that is not there.
    package var lacksText: Bool
    /// Whether a text is there; of the other side's library that is not known.
    package var hasText = false

    /// Makes an entry.
    package init(
      id: ArticleID,
      digest: RecordDigest,
      size: UInt32,
      isPurged: Bool,
      lacksText: Bool,
      hasText: Bool = false
    ) {
      self.id = id
      self.digest = digest
      self.size = size
      self.isPurged = isPurged
      self.lacksText = lacksText
      self.hasText = hasText
    }
  }

  /// For each shard its records, sorted by id.
  package let shards: [[Entry]]
  /// For each shard a digest of these.
  package let digests: [RecordDigest]

  /// Records that could not be read, and why.
  package let failures: [(id: ArticleID, reason: String)]

  /// A library of nothing.
  package static let empty = RecordCatalog(Array(repeating: [], count: 256))

  init(_ shards: [[Entry]], failures: [(id: ArticleID, reason: String)] = []) {
    self.shards = shards
    self.failures = failures
    digests = shards.map { entries in
      var out = ByteWriter()
      for entry in entries {
        out.append(entry.id.head)
        out.append(entry.id.tail)
        out.append(entry.digest.high)
        out.append(entry.digest.low)
        out.append(UInt8(entry.lacksText ? 1 : 0))
      }
      return RecordDigest(of: out.bytes)
    }
  }

  /// What is known of an article's record; nil where there is none that can be understood.
  package subscript(id: ArticleID) -> Entry? {
    let entries = shards[Int(id.shardNumber)]
    let place = entries.partitioningIndex { $0.id >= id }
    return place < entries.count && entries[place].id == id ? entries[place] : nil
  }

  /// How many articles there are, Trash included.
  package var articleCount: Int {
    shards.reduce(0) { $0 + $1.count { !$0.isPurged } }
  }
}

extension Library {
  /// What every record is, after comparing every record's file with what the index knows of it.
  ///
  /// Digests of files that are as they were are kept in the cache. Records that cannot be understood, or read, are left
  /// out.
  package func recordCatalog() -> RecordCatalog {
    let rows = recheck().recordRows()
    let (cache, name) = index.withLock { ($0.cache, $0.name) }
    let path = "\(cache)/\(name).digests"
    let known = SmallFile.read(path).flatMap { RecordDigests($0) } ?? RecordDigests()
    let found = Parallel.map(256) { shard in
      self.catalog(ofShard: UInt8(shard), rows[shard], known: known.shards[shard])
    }
    let digests = RecordDigests(shards: found.map(\.known))
    // What cannot be kept is made again.
    if digests != known {
      try? SmallFile.replace(path, with: digests.bytes, isDurable: false)
    }
    return RecordCatalog(found.map(\.entries), failures: found.flatMap(\.failures))
  }

  private func catalog(
    ofShard shard: UInt8,
    _ rows: [LibrarySnapshot.RecordRow],
    known: [RecordDigests.Row]
  ) -> (
    entries: [RecordCatalog.Entry], known: [RecordDigests.Row],
    failures: [(id: ArticleID, reason: String)]
  ) {
    let texts = textIDs(inShard: shard)
    var entries: [RecordCatalog.Entry] = []
    var kept: [RecordDigests.Row] = []
    var failures: [(id: ArticleID, reason: String)] = []
    entries.reserveCapacity(rows.count)
    kept.reserveCapacity(rows.count)
    var next = 0
    for row in rows {
      while next < known.count, known[next].id < row.id { next += 1 }
      var digest: RecordDigests.Row
      if row.stamp != 0, next < known.count, known[next].id == row.id,
        known[next].stamp == row.stamp
      {
        digest = known[next]
      } else {
        let bytes: [UInt8]
        do throws(SystemFailure) {
          guard let read = try files.read(paths.record(row.id), limit: Record.maxSize) else {
            continue
          }
          bytes = read
        } catch {
          failures.append((row.id, StoreError(error).reason))
          continue
        }
        digest = RecordDigests.Row(
          id: row.id,
          stamp: row.stamp,
          digest: RecordDigest(of: bytes),
          size: UInt32(bytes.count)
        )
      }
      if row.stamp != 0 { kept.append(digest) }
      let hasText = texts.contains(row.id)
      entries.append(
        RecordCatalog.Entry(
          id: row.id,
          digest: digest.digest,
          size: digest.size,
          isPurged: row.state.contains(IndexState.tombstone),
          lacksText: row.state.hasText && !hasText,
          hasText: hasText
        )
      )
    }
    return (entries, kept, failures)
  }

  /// The articles that have a text, by the names of files.
  private func textIDs(inShard shard: UInt8) -> Set<ArticleID> {
    var ids: Set<ArticleID> = []
    let directory = paths.bodies + "/" + LibraryPaths.name(ofShard: shard)
    try? files.forEachEntry(in: directory) { entry in
      guard entry.name.count == ArticleID.length + 5,
        let id = ArticleID(
          digits: UnsafeRawBufferPointer(
            rebasing: UnsafeRawBufferPointer(entry.name)[..<ArticleID.length]
          )
        ),
        entry.path.hasSuffix(".html"), (try? entry.status())?.isRegular == true
      else { return }
      ids.insert(id)
    }
    return ids
  }
}

extension IndexState {
  /// Whether the record says that there is a text.
  fileprivate var hasText: Bool {
    !contains(Self.tombstone) && (fetchName == "ready" || fetchName == "suspect")
  }
}

extension LibrarySnapshot {
  /// What the index knows of a record besides what lists show.
  fileprivate struct RecordRow: Sendable {
    var id: ArticleID
    /// See `FileStamp`.
    var stamp: UInt64
    var state: IndexState
  }

  /// The rows of all records, by shard, sorted by id.
  fileprivate func recordRows() -> [[RecordRow]] {
    var shards = [[RecordRow]](repeating: [], count: 256)
    forEachRow { table, row in
      let id = table.id(row)
      let stamps: ListTable.Numbers<UInt64> = table.numbers(.stamps)
      let state = IndexState(bits: table.states[row])
      shards[Int(id.shardNumber)].append(RecordRow(id: id, stamp: stamps[row], state: state))
    }
    return shards.map { $0.sorted { $0.id < $1.id } }
  }
}

/// Digests of records whose files have not changed since, as the cache keeps them.
private struct RecordDigests: Equatable, Sendable {
  struct Row: Equatable, Sendable {
    var id: ArticleID
    /// See `FileStamp`; never 0.
    var stamp: UInt64
    var digest: RecordDigest
    var size: UInt32
  }

  /// Sorted by id.
  var shards = [[Row]](repeating: [], count: 256)

  private static let magic: UInt64 = 0x3130_7473_6567_6964

  init() {}

  init(shards: [[Row]]) { self.shards = shards }

  /// Reads what `bytes` wrote; nil when it is damaged.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 24 else { return nil }
    let isWhole = bytes.withUnsafeBytes { raw in
      Checksum.of(UnsafeRawBufferPointer(rebasing: raw.dropLast(8)))
        == UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: raw.count - 8, as: UInt64.self))
    }
    guard isWhole else { return nil }
    let read: [[Row]]? = bytes.withUnsafeBytes { raw in
      var reader = ByteReader(UnsafeRawBufferPointer(rebasing: raw.dropLast(8)))
      guard reader.integer(UInt64.self) == Self.magic else { return nil }
      var shards = [[Row]](repeating: [], count: 256)
      for _ in 0..<reader.count(ofAtLeast: 38) {
        let id = ArticleID(head: reader.integer(), tail: reader.integer())
        shards[Int(id.shardNumber)].append(
          Row(
            id: id,
            stamp: reader.integer(),
            digest: RecordDigest(high: reader.integer(), low: reader.integer()),
            size: reader.integer()
          )
        )
      }
      return reader.failed ? nil : shards
    }
    guard let read else { return nil }
    shards = read
  }

  var bytes: [UInt8] {
    var out = ByteWriter()
    out.append(Self.magic)
    out.append(count: shards.reduce(0) { $0 + $1.count })
    for row in shards.joined() {
      out.append(row.id.head)
      out.append(row.id.tail)
      out.append(row.stamp)
      out.append(row.digest.high)
      out.append(row.digest.low)
      out.append(row.size)
    }
    out.append(out.bytes.withUnsafeBytes { Checksum.of($0) })
    return out.bytes
  }
}
