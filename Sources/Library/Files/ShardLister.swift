import Platform
import ReadingList

/// Lists shards and reads the records that changed since a snapshot.
struct ShardLister: Sendable {
  let paths: LibraryPaths
  let files: FileLayer
  /// The key for hashes of addresses; see `ListIndex`.
  let key: UInt64

  private var reader: RecordReader { RecordReader(paths: paths, files: files) }

  /// The changes of one shard.
  struct Listing: Sendable {
    /// The articles that changed.
    var entries: [IndexEntry] = []
    /// Articles whose rows depend on the changed ones.
    var related: Set<ArticleID> = []
    var unreadable: [RecordFile] = []
    /// Whether to list the shard again, since a file is unreadable now or may be incomplete.
    var isProvisional = false
  }

  /// Finds the differences between some shards and a snapshot.
  ///
  /// - Parameters:
  ///   - shards: shard numbers, each with its known unreadable files.
  ///   - known: the snapshot; nil to read everything.
  ///   - now: nanoseconds since the epoch, to judge the age of files.
  /// - Returns: the changes of each shard, in the order of `shards`.
  func list(
    _ shards: [(number: UInt8, unreadable: [RecordFile])], known: LibrarySnapshot?, now: Int64
  ) -> [Listing] {
    var listings = Parallel.map(shards.count) { position in
      let (shard, unreadable) = shards[position]
      let before = known?.records(ofShard: shard) ?? [:]
      do throws(StoreError) {
        return try list(shard, before, unreadable: unreadable, now: now)
      } catch { return unlistable(shard, error, before, unreadable) }
    }
    // Adds the rows of articles merged with changed ones.
    let listed = Set(listings.flatMap { $0.entries.map(\.id) })
    let related = listings.reduce(into: Set<ArticleID>()) { $0.formUnion($1.related) }.subtracting(
      listed)
    if !listings.isEmpty {
      for (_, found) in reader.versions(of: Array(related)) {
        guard let versions = try? found.get(), !versions.files.isEmpty else { continue }
        listings[0].entries.append(IndexEntry(versions, stamp: versions.stamp(now: now), key: key))
      }
    }
    return listings
  }

  /// Counts a shard that cannot be listed as one unreadable file.
  ///
  /// A shard that is not a directory loses its articles; one that cannot be read now keeps them.
  private func unlistable(
    _ shard: UInt8, _ failure: StoreError, _ before: [ArticleID: UInt64],
    _ unreadable: [RecordFile]
  ) -> Listing {
    let own = RecordFile(name: LibraryPaths.name(ofShard: shard), stamp: 0)
    guard failure.isMissing || failure.cause == .linkLoop else {
      let known = unreadable.filter { $0.name != own.name }
      return Listing(unreadable: known + [own], isProvisional: true)
    }
    return Listing(entries: before.keys.map { IndexEntry(absent: $0) }, unreadable: [own])
  }

  private func list(
    _ shard: UInt8, _ before: [ArticleID: UInt64], unreadable: [RecordFile], now: Int64
  ) throws(StoreError) -> Listing {
    var listing = Listing()
    var gone = before
    var found: [ArticleID: [RecordFile]] = [:]
    let bad = Dictionary(unreadable.map { ($0.name, $0.stamp) }, uniquingKeysWith: { $1 })
    let directory = paths.shard(shard)
    let names = (try files.list(directory) ?? []).filter {
      $0.hasSuffix(".json") && !$0.hasPrefix(".")
    }
    for name in names {
      let id = LibraryPaths.article(ofRecord: name, inShard: shard)
      do throws(StoreError) {
        guard let status = try files.status(directory + "/" + name) else {
          // The target of a dangling link may return without a change to this directory.
          listing.isProvisional = true
          continue
        }
        let file = RecordFile(name: name, stamp: FileStamp.of(status, now: now))
        if let id { found[id, default: []].append(file) } else { listing.unreadable.append(file) }
      } catch {
        listing.unreadable.append(RecordFile(name: name, stamp: 0))
        guard let id, error.cause != .linkLoop else { continue }
        listing.isProvisional = true
        gone[id] = nil
      }
    }
    for (id, records) in found {
      let stamp = FileStamp.of(records.map(\.stamp))
      let isBad = records.contains { bad[$0.name] != nil }
      if stamp != 0, before[id] == stamp, !isBad {
        gone[id] = nil
      } else {
        read(id, records, stamp: stamp, &gone, &listing)
      }
    }
    listing.entries += gone.keys.map { IndexEntry(absent: $0) }
    return listing
  }

  private func read(
    _ id: ArticleID, _ records: [RecordFile], stamp: UInt64, _ gone: inout [ArticleID: UInt64],
    _ listing: inout Listing
  ) {
    do throws(StoreError) {
      let versions = try reader.versions(of: id, names: records.map(\.name).sorted())
      for record in records where versions.unreadable[record.name] != nil {
        // The file may be half written.
        listing.isProvisional = true
        listing.unreadable.append(record)
      }
      guard !versions.files.isEmpty else { return }
      gone[id] = nil
      listing.related.formUnion(versions.relatedIDs)
      listing.entries.append(IndexEntry(versions, stamp: stamp, key: key))
    } catch {
      // The files may be fine, so their known row stays.
      gone[id] = nil
      listing.isProvisional = true
      listing.unreadable += records.map { RecordFile(name: $0.name, stamp: 0) }
    }
  }
}

extension IndexEntry {
  /// Makes an article's row; a purged or merged article gets a tombstone.
  convenience init(_ versions: Versions, stamp: UInt64, key: UInt64) {
    let article = versions.article()
    var hashes: Set<UInt64> = []
    for address in article?.ownAddresses ?? [] {
      hashes.insert(AddressLink.own.hash(address, key: key))
    }
    for (link, address) in [
      (AddressLink.answering, article?.answeringAddress), (.named, article?.namedAddress),
    ] { if let address { hashes.insert(link.hash(address, key: key)) } }
    self.init(
      id: versions.id, stamp: stamp, summary: article.map { ArticleSummary($0) },
      aliases: Array(hashes),
      isPurged: article == nil && versions.survivor == nil && versions.said.purgedAt != nil,
      latest: versions.all.latest)
  }
}
