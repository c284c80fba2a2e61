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
    /// The names of unreadable files.
    var unreadable: [String] = []
    /// Whether to list the shard again, since a file is unreadable now or may be incomplete.
    var isProvisional = false
  }

  /// Finds the differences between some shards and a snapshot.
  ///
  /// - Parameters:
  ///   - shards: shard numbers.
  ///   - known: the snapshot; nil to read everything.
  ///   - now: nanoseconds since the epoch, to judge the age of files.
  /// - Returns: the changes of each shard, in the order of `shards`.
  func list(
    _ shards: [UInt8], known: LibrarySnapshot?, now: Int64
  ) -> [Listing] {
    var listings = Parallel.map(shards.count) { position in
      let shard = shards[position]
      let before = known?.records(ofShard: shard) ?? [:]
      do throws(StoreError) { return try list(shard, before, now: now) } catch {
        return unlistable(shard, error, before)
      }
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
    _ shard: UInt8, _ failure: StoreError, _ before: [ArticleID: UInt64]
  ) -> Listing {
    let name = LibraryPaths.name(ofShard: shard)
    guard failure.isMissing || failure.cause == .linkLoop else {
      return Listing(unreadable: [name], isProvisional: true)
    }
    return Listing(entries: before.keys.map { IndexEntry(absent: $0) }, unreadable: [name])
  }

  private func list(
    _ shard: UInt8, _ before: [ArticleID: UInt64], now: Int64
  ) throws(StoreError) -> Listing {
    var listing = Listing()
    var gone = before
    var found: [ArticleID: [(name: String, stamp: UInt64)]] = [:]
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
        let stamp = FileStamp.of(status, now: now)
        if let id {
          found[id, default: []].append((name, stamp))
        } else {
          listing.unreadable.append(name)
        }
      } catch {
        listing.unreadable.append(name)
        guard let id, error.cause != .linkLoop else { continue }
        listing.isProvisional = true
        gone[id] = nil
      }
    }
    for (id, records) in found {
      let stamp = FileStamp.of(records.map(\.stamp))
      if stamp != 0, before[id] == stamp {
        gone[id] = nil
      } else {
        read(id, records.map(\.name).sorted(), stamp: stamp, &gone, &listing)
      }
    }
    listing.entries += gone.keys.map { IndexEntry(absent: $0) }
    return listing
  }

  private func read(
    _ id: ArticleID, _ names: [String], stamp: UInt64, _ gone: inout [ArticleID: UInt64],
    _ listing: inout Listing
  ) {
    do throws(StoreError) {
      let versions = try reader.versions(of: id, names: names)
      // An unreadable file may be half written; each listing reads and counts it.
      let isWhole = versions.unreadable.isEmpty
      if !isWhole { listing.isProvisional = true }
      listing.unreadable += versions.unreadable.keys
      guard !versions.files.isEmpty else { return }
      gone[id] = nil
      listing.related.formUnion(versions.relatedIDs)
      listing.entries.append(IndexEntry(versions, stamp: isWhole ? stamp : 0, key: key))
    } catch {
      // The files may be fine, so their known row stays.
      gone[id] = nil
      listing.isProvisional = true
      listing.unreadable += names
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
      isPurged: article == nil && versions.survivor == nil && versions.isPurged,
      latest: versions.all.latest)
  }
}
