import ReadingList

/// Lists shards and reads the records in them that are not as they were known.
struct ShardLister: Sendable {
  let paths: LibraryPaths
  let files: FileLayer
  /// For the hashes of addresses; see `ListIndex`.
  let key: UInt64

  /// What was found in one shard.
  struct Listing: Sendable {
    var rows: [IndexOverlay.Row] = []
    var unreadable: [UnreadableFile] = []
    var copies: [String] = []
  }

  /// What of some shards is not as `known` has it, in their order.
  ///
  /// - Parameters:
  ///   - shards: each with its files that could not be understood.
  ///   - known: what is known; nil to read everything.
  ///   - now: the time by which files are judged.
  /// - Returns: for each shard what changed.
  /// - Throws: what the system says when a directory cannot be read.
  func list(
    _ shards: [(shard: UInt8, unreadable: [UnreadableFile])],
    known: LibrarySnapshot?,
    now: Int64
  ) throws(SystemFailure) -> [Listing] {
    let listings = Parallel.map(shards.count) { position in
      let (shard, unreadable) = shards[position]
      return Result<Listing, SystemFailure> { () throws(SystemFailure) in
        try list(shard, unreadable: unreadable, known: known, now: now)
      }
    }
    var found: [Listing] = []
    for listing in listings { found.append(try listing.get()) }
    return found
  }

  /// What of a shard is not as `known` has it, and which of its files cannot be understood.
  private func list(
    _ shard: UInt8,
    unreadable: [UnreadableFile],
    known: LibrarySnapshot?,
    now: Int64
  ) throws(SystemFailure) -> Listing {
    var listing = Listing()
    let digits = LibraryPaths.name(ofShard: shard)
    let directory = paths.shard(shard)
    var missing = known.map { stamps(ofShard: shard, in: $0) } ?? [:]
    let bad = Dictionary(
      unreadable.map { ($0.name, $0.stamp) },
      uniquingKeysWith: { first, _ in first }
    )
    for name in try files.list(directory) ?? [] {
      let kind = LibraryPaths.kind(of: name, suffix: ".json", shard: digits)
      if case .hidden = kind { continue }
      let path = directory + "/" + name
      guard let status = try files.status(path) else { continue }
      let stamp = FileStamp.of(status, now: now)
      if stamp != 0, bad[name] == stamp {
        listing.unreadable.append(UnreadableFile(name: name, stamp: stamp))
        if case .own(let id) = kind { missing[id] = nil }
        continue
      }
      switch kind {
      case .own(let id):
        let before = missing.removeValue(forKey: id)
        if stamp != 0, before == stamp { continue }
        if let entry = entry(id, path: path, stamp: stamp) {
          listing.rows.append(.init(entry: entry))
        } else {
          listing.unreadable.append(UnreadableFile(name: name, stamp: stamp))
          if before != nil { missing[id] = before }
        }
      case .copy: listing.copies.append(path)
      case .foreign:
        if name.hasSuffix(".json") {
          listing.unreadable.append(UnreadableFile(name: name, stamp: stamp))
        }
      case .hidden: break
      }
    }
    for id in missing.keys {
      let entry = IndexEntry(id: id, stamp: 0, summary: nil, aliases: [])
      listing.rows.append(.init(entry: entry, isAbsent: true))
    }
    return listing
  }

  /// The stamps of the files that a shard is known to have.
  private func stamps(ofShard shard: UInt8, in known: LibrarySnapshot) -> [ArticleID: UInt64] {
    var found: [ArticleID: UInt64] = [:]
    // Without stamps each file counts as changed.
    let stamps = known.base.wide(.stamps, count: known.base.rowCount)
    for row in known.base.rows(ofShard: shard) {
      found[known.base.id(row)] = stamps?[row] ?? 0
    }
    let digits = LibraryPaths.name(ofShard: shard)
    for row in known.overlay.rows[known.overlay.lowerBound(digits)...] {
      guard row.entry.id.text.hasPrefix(digits) else { break }
      found[row.entry.id] = row.isAbsent ? nil : row.entry.stamp
    }
    return found
  }

  /// What the index is to know of a record, or nil when it cannot be understood.
  private func entry(_ id: ArticleID, path: String, stamp: UInt64) -> IndexEntry? {
    let bytes: [UInt8]?
    do throws(SystemFailure) { bytes = try files.read(path, limit: Record.largest) } catch {
      return nil
    }
    guard let bytes, let record = try? Record(bytes, id: id) else { return nil }
    return IndexEntry(
      id: id,
      stamp: stamp,
      summary: record.article.map { ArticleSummary($0) },
      aliases: record.article.map(aliases) ?? []
    )
  }

  private func aliases(of article: Article) -> [UInt64] {
    var hashes: Set<UInt64> = []
    for address in article.ownAddresses { hashes.insert(AddressLink.own.hash(address, key: key)) }
    for (link, address) in [
      (AddressLink.answering, article.answeringAddress), (.named, article.namedAddress),
    ] {
      if let address { hashes.insert(link.hash(address, key: key)) }
    }
    return Array(hashes)
  }
}
