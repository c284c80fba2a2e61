import ReadingList
import Platform

/// Lists shards and reads the records in them that are not as they were known.
struct ShardLister: Sendable {
  let paths: LibraryPaths
  let files: FileLayer
  /// For the hashes of addresses; see `ListIndex`.
  let key: UInt64

  /// What is known of a shard that is to be listed.
  struct Shard {
    var number: UInt8
    /// Its files that could not be understood.
    var unreadable: [UnreadableFile]
    /// Whether its directory's times say that no file was added, removed or renamed since it was listed.
    var hasKnownNames: Bool
  }

  /// What was found in one shard.
  struct Listing: Sendable {
    var entries: [IndexEntry] = []
    var unreadable: [UnreadableFile] = []
    var copies: [String] = []
    /// Articles whose records lack what this machine wrote into them.
    var outdated: [ArticleID] = []
    /// Whether something could not be looked at just now, so that the shard is to be listed again.
    var isProvisional = false
    /// Temporary files, whose writers may live or not.
    var leftovers: [String] = []
    /// What the shard's directory of texts looked like.
    var texts = ShardStamp.unknown

    /// Whether the shard is not done with, whatever its directory's times say.
    var mustBeListedAgain: Bool { isProvisional || !leftovers.isEmpty || !copies.isEmpty }
  }

  /// What of some shards is not as `known` has it, in their order.
  ///
  /// - Parameters:
  ///   - shards: what is known of each.
  ///   - known: what is known; nil to read everything.
  ///   - now: the time by which files are judged.
  /// - Returns: for each shard what changed.
  func list(
    _ shards: [Shard],
    known: LibrarySnapshot?,
    now: Int64
  ) -> [Listing] {
    if !shards.isEmpty { files.written?.refresh() }
    var listings = Parallel.map(shards.count) { position in
      let shard = shards[position]
      do throws(SystemFailure) {
        return try list(shard, known: known, now: now)
      } catch {
        return unlistable(shard, error, known: known)
      }
    }
    let texts = ShardStamp.of(shards.map(\.number), in: paths.bodies, files, now: now)
    for (position, stamp) in texts.enumerated() { listings[position].texts = stamp }
    return listings
  }

  /// A shard that cannot be listed counts as one unreadable file; the rest of the library is no worse
  /// for it.
  ///
  /// Of one that is no directory nothing is left; of one that cannot be read just now, what is known
  /// stays.
  private func unlistable(
    _ shard: Shard,
    _ failure: SystemFailure,
    known: LibrarySnapshot?
  ) -> Listing {
    let own = UnreadableFile(name: LibraryPaths.name(ofShard: shard.number), stamp: 0)
    guard failure.isMissing || failure.cause == .linkLoop else {
      let known = shard.unreadable.filter { $0.name != own.name }
      return Listing(unreadable: known + [own], isProvisional: true)
    }
    let gone = known?.records(ofShard: shard.number).unseen ?? []
    return Listing(entries: gone.map { IndexEntry(absent: $0) }, unreadable: [own])
  }

  /// What of a shard is not as `known` has it, and which of its files cannot be understood.
  private func list(
    _ shard: Shard,
    known: LibrarySnapshot?,
    now: Int64
  ) throws(SystemFailure) -> Listing {
    var listing = Listing()
    var before = known?.records(ofShard: shard.number) ?? KnownRecords()
    let bad = Dictionary(
      shard.unreadable.map { ($0.name, $0.stamp) },
      uniquingKeysWith: { first, _ in first }
    )
    func look(at entry: FileLayer.Entry, of id: ArticleID?) {
      // Nearly every file is a record as it was known: of one of 100,000 nothing else is made than this.
      let status = Result { () throws(SystemFailure) in try entry.status() }
      if let id, case .success(let status?) = status,
        before.hasSeen(id, as: FileStamp.of(status, now: now))
      {
        return
      }
      examine(entry.path, status, shard.number, bad: bad, &before, &listing, now: now)
    }
    let directory = paths.shard(shard.number)
    var isDone = false
    if shard.hasKnownNames, bad.isEmpty {
      let ids = before.ids
      isDone = files.withKnownNames(in: directory) { entry in
        LibraryPaths.forEachRecordName(of: ids) { look(at: entry($1), of: $0) }
      }
    }
    if !isDone {
      try files.forEachEntry(in: directory) { entry in
        look(at: entry, of: LibraryPaths.record(named: entry.name, inShard: shard.number))
      }
    }
    listing.entries += before.unseen.map { IndexEntry(absent: $0) }
    return listing
  }

  /// Takes a file that is not known as it is.
  private func examine(
    _ path: String,
    _ status: Result<FileStatus?, SystemFailure>,
    _ shard: UInt8,
    bad: [String: UInt64],
    _ before: inout KnownRecords,
    _ listing: inout Listing,
    now: Int64
  ) {
    let name = path.splitPath.name
    let kind = LibraryPaths.kind(
      of: name,
      suffix: ".json",
      shard: LibraryPaths.name(ofShard: shard)
    )
    if case .hidden = kind {
      if WriteBatch.isTemporary(name) { listing.leftovers.append(path) }
      return
    }
    let stamp: UInt64
    switch status {
    case .success(let status?): stamp = FileStamp.of(status, now: now)
    case .success(nil):
      // A link may get back what it leads to, which its directory does not show.
      listing.isProvisional = true
      return
    case .failure(let error):
      if case .own(let id) = kind, error.cause != .linkLoop {
        listing.isProvisional = true
        before.see(id)
      }
      if kind != .foreign || name.hasSuffix(".json") {
        listing.unreadable.append(UnreadableFile(name: name, stamp: 0))
      }
      return
    }
    if stamp != 0, bad[name] == stamp {
      listing.unreadable.append(UnreadableFile(name: name, stamp: stamp))
      if case .own(let id) = kind { before.see(id) }
      return
    }
    switch kind {
    case .own(let id):
      do throws(SystemFailure) {
        if let entry = try entry(id, path: path, stamp: stamp, &listing) {
          before.see(id)
          listing.entries.append(entry)
        } else {
          listing.unreadable.append(UnreadableFile(name: name, stamp: stamp))
        }
      } catch {
        // Nothing is wrong with the record that anyone knows of: what is known of it stays.
        before.see(id)
        listing.unreadable.append(UnreadableFile(name: name, stamp: 0))
        listing.isProvisional = true
      }
    case .copy: listing.copies.append(path)
    case .foreign:
      if name.hasSuffix(".json") {
        listing.unreadable.append(UnreadableFile(name: name, stamp: stamp))
      }
    case .hidden: break
    }
  }

  /// What the index is to know of a record, or nil when it cannot be understood.
  ///
  /// - Throws: what the system says when that may be otherwise the next time.
  private func entry(
    _ id: ArticleID,
    path: String,
    stamp: UInt64,
    _ listing: inout Listing
  ) throws(SystemFailure) -> IndexEntry? {
    let bytes: [UInt8]?
    do throws(SystemFailure) { bytes = try files.read(path, limit: Record.maxSize) } catch {
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
  /// What the index is to know of an article; nil stands for a tombstone.
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
