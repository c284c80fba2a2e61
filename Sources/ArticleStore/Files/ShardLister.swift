import ReadingList
import Platform

/// Lists shards and reads the records in them that are not as they were known.
struct ShardLister: Sendable {
  let paths: LibraryPaths
  let files: FileLayer
  /// For the hashes of addresses; see `ListIndex`.
  let key: UInt64

  /// The result of listing one shard.
  struct Listing: Sendable {
    /// The articles that changed.
    var entries: [IndexEntry] = []
    var unreadable: [UnreadableFile] = []
    var copies: [String] = []
    /// Articles whose records lack changes of this machine.
    var outdated: [ArticleID] = []
    /// Whether the shard must be listed again because a file could not be read or parsed.
    var isProvisional = false
    /// Temporary files, whose writers may live or not.
    var leftovers: [String] = []
    /// The stamp of the shard's directory of texts.
    var texts = ShardStamp.unknown

    /// Whether the shard must be listed again whatever its directory's times are.
    var mustBeListedAgain: Bool { isProvisional || !leftovers.isEmpty || !copies.isEmpty }
  }

  /// A file that says something of an article.
  struct RecordFile {
    var name: String
    /// See `FileStamp`.
    var stamp: UInt64
  }

  /// Finds the differences between some shards and a snapshot.
  ///
  /// - Parameters:
  ///   - shards: their numbers, each with its files that could not be understood.
  ///   - known: what is known; nil to read everything.
  ///   - now: the time by which files are judged.
  /// - Returns: for each shard, in their order, what changed.
  func list(
    _ shards: [(number: UInt8, unreadable: [UnreadableFile])],
    known: LibrarySnapshot?,
    now: Int64
  ) -> [Listing] {
    if !shards.isEmpty { files.written?.refresh() }
    var listings = Parallel.map(shards.count) { position in
      let (shard, unreadable) = shards[position]
      let before = known?.records(ofShard: shard) ?? [:]
      do throws(SystemFailure) {
        return try list(shard, before, unreadable: unreadable, now: now)
      } catch {
        return unlistable(shard, error, before, unreadable)
      }
    }
    let texts = ShardStamp.of(shards.map(\.number), in: paths.bodies, files, now: now)
    for (position, stamp) in texts.enumerated() { listings[position].texts = stamp }
    return listings
  }

  /// Counts a shard that cannot be listed as one unreadable file.
  ///
  /// One that is no directory loses its articles; one that cannot be read just now keeps them.
  private func unlistable(
    _ shard: UInt8,
    _ failure: SystemFailure,
    _ before: [ArticleID: UInt64],
    _ unreadable: [UnreadableFile]
  ) -> Listing {
    let own = UnreadableFile(name: LibraryPaths.name(ofShard: shard), stamp: 0)
    guard failure.isMissing || failure.cause == .linkLoop else {
      let known = unreadable.filter { $0.name != own.name }
      return Listing(unreadable: known + [own], isProvisional: true)
    }
    return Listing(entries: before.keys.map { IndexEntry(absent: $0) }, unreadable: [own])
  }

  private func list(
    _ shard: UInt8,
    _ before: [ArticleID: UInt64],
    unreadable: [UnreadableFile],
    now: Int64
  ) throws(SystemFailure) -> Listing {
    var listing = Listing()
    var gone = before
    var found: [ArticleID: [RecordFile]] = [:]
    let bad = Dictionary(unreadable.map { ($0.name, $0.stamp) }, uniquingKeysWith: { $1 })
    let directory = paths.shard(shard)
    try files.forEachEntry(in: directory) { entry in
      let status = Result { () throws(SystemFailure) in try entry.status() }
      let name = entry.fileName
      let kind = LibraryPaths.kind(
        of: name,
        suffix: ".json",
        shard: LibraryPaths.name(ofShard: shard)
      )
      if kind == .hidden {
        if WriteBatch.isTemporary(name) { listing.leftovers.append(entry.path) }
        return
      }
      do throws(SystemFailure) {
        guard let status = try status.get() else {
          // A link may get back what it leads to, which its directory does not show.
          listing.isProvisional = true
          return
        }
        let file = RecordFile(name: name, stamp: FileStamp.of(status, now: now))
        let isKnownBad = file.stamp != 0 && bad[name] == file.stamp
        switch kind {
        case .own(let id) where !isKnownBad: found[id, default: []].append(file)
        case .own(let id):
          listing.isProvisional = true
          gone[id] = nil
        case .copy where !isKnownBad: listing.copies.append(entry.path)
        case .foreign where !name.hasSuffix(".json"): return
        default: break
        }
        if isKnownBad || kind == .foreign {
          listing.unreadable.append(UnreadableFile(name: name, stamp: file.stamp))
        }
      } catch {
        if case .own(let id) = kind, error.cause != .linkLoop {
          listing.isProvisional = true
          gone[id] = nil
        }
        if kind != .foreign || name.hasSuffix(".json") {
          listing.unreadable.append(UnreadableFile(name: name, stamp: 0))
        }
      }
    }
    for (id, records) in found {
      let stamp = FileStamp.of(records.map(\.stamp))
      if stamp == 0 || before[id] != stamp {
        read(id, records, stamp: stamp, in: directory, &gone, &listing)
      } else {
        gone[id] = nil
      }
    }
    listing.entries += gone.keys.map { IndexEntry(absent: $0) }
    return listing
  }

  /// Reads an article that is new or changed.
  private func read(
    _ id: ArticleID,
    _ records: [RecordFile],
    stamp: UInt64,
    in directory: String,
    _ gone: inout [ArticleID: UInt64],
    _ listing: inout Listing
  ) {
    do throws(SystemFailure) {
      if let entry = try entry(id, records, stamp: stamp, in: directory, &listing) {
        gone[id] = nil
        listing.entries.append(entry)
        return
      }
      // It may be half written.
      listing.isProvisional = true
      listing.unreadable += records.map { UnreadableFile(name: $0.name, stamp: $0.stamp) }
    } catch {
      // The record may be fine: keep its row.
      gone[id] = nil
      listing.isProvisional = true
      listing.unreadable += records.map { UnreadableFile(name: $0.name, stamp: 0) }
    }
  }

  /// Makes the row of an article of its files; nil when they cannot be understood.
  ///
  /// - Throws: what the system says when that may be otherwise the next time.
  private func entry(
    _ id: ArticleID,
    _ records: [RecordFile],
    stamp: UInt64,
    in directory: String,
    _ listing: inout Listing
  ) throws(SystemFailure) -> IndexEntry? {
    guard let file = records.first else { return nil }
    let bytes: [UInt8]?
    do throws(SystemFailure) {
      bytes = try files.read(directory + "/" + file.name, limit: Record.maxSize)
    } catch {
      guard StoreError(error).kind == .damaged else { throw error }
      return nil
    }
    guard let bytes, let record = try? Record(bytes, id: id) else { return nil }
    let isOutdated = files.written?.missing(in: record, bytes) != nil
    if isOutdated {
      listing.outdated.append(id)
      listing.isProvisional = true
    }
    return IndexEntry(id: id, article: record.article, stamp: isOutdated ? 0 : stamp, key: key)
  }
}

extension IndexEntry {
  /// Makes the row of an article; nil stands for a tombstone.
  convenience init(id: ArticleID, article: Article?, stamp: UInt64, key: UInt64) {
    var hashes: Set<UInt64> = []
    for address in article?.ownAddresses ?? [] {
      hashes.insert(AddressLink.own.hash(address, key: key))
    }
    for (link, address) in [
      (AddressLink.answering, article?.answeringAddress), (.named, article?.namedAddress),
    ] {
      if let address { hashes.insert(link.hash(address, key: key)) }
    }
    self.init(
      id: id,
      stamp: stamp,
      summary: article.map { ArticleSummary($0) },
      aliases: Array(hashes),
      isMerged: article?.isDeleted == true && article?.mergedInto != nil,
      latest: article?.changed.values.max()
    )
  }
}
