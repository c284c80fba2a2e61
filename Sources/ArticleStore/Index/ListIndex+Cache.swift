import Platform
import ReadingList

/// The files in the cache.
extension ListIndex {
  /// Takes what the cache has, if it is of use.
  mutating func load() {
    snapshot = nil
    copies = []
    guard let descriptor = try? files.open(indexPath, .nonBlocking) else { return }
    guard let status = try? FileStatus(of: descriptor), status.isRegular else {
      Descriptor.close(descriptor)
      return
    }
    guard let base = IndexFile.segment(descriptor, size: Int(status.size), library: key),
      let file = base.file
    else { return }
    let saved = (try? files.read(changesPath)).flatMap { $0 }
      .flatMap { ChangesFile($0, header: file.header) }
    let meta = saved?.meta ?? file.meta
    (shards, texts, unreadable) = (meta.shards, meta.texts, meta.unreadable)
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
  mutating func adopt(_ entries: [IndexEntry]) -> LibrarySnapshot {
    let rows = IndexSegment(entries.sorted { $0.id < $1.id }, key: key)
    let made = LibrarySnapshot(base: stored(rows) ?? rows, readRecord: readRecord)
    snapshot = made
    unsaved = 0
    hasSaved = true
    return made
  }

  func stored(_ rows: IndexSegment) -> IndexSegment? {
    removeLeftovers()
    let image = IndexImage(
      of: rows,
      shards: shards,
      texts: texts,
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

  mutating func save(_ current: LibrarySnapshot) {
    // Without a file there is nothing that they could lie beside.
    guard let header = current.base.file?.header else { return }
    let meta = IndexMeta(
      shards: shards,
      texts: texts,
      unreadable: unreadable,
      counts: current.counts,
      tags: current.countsOfTags.map { LibraryCounts.Tag(name: $0, count: $1) },
      languages: []
    )
    let changes = ChangesFile(meta: meta, entries: current.changes)
    let descriptor = replace(changesPath) { descriptor throws(SystemFailure) in
      try files.write(changes.bytes(header: header), to: descriptor, path: changesPath)
    }
    if let descriptor { Descriptor.close(descriptor) }
    unsaved = 0
    hasSaved = true
  }

  /// Removes what `replace` left in processes that are gone.
  ///
  /// A process elsewhere that shares the cache and lives, whose number is not known here, fails to store
  /// its index, which harms nobody.
  func removeLeftovers() {
    for file in (try? files.list(cache)) ?? []
    where TemporaryFile.isLeftover(file) && file.hasPrefix(name + ".") {
      _ = try? files.remove(cache + "/" + file)
    }
  }

  /// Puts a file into the cache.
  ///
  /// - Returns: the file, open for reading, since another may take its place at any time; nil when it
  ///   cannot be written, which is no error.
  func replace(
    _ path: String,
    write: (Int32) throws(SystemFailure) -> Void
  ) -> Int32? {
    do throws(SystemFailure) {
      try files.makeDirectory(cache)
      let temporary = TemporaryFile.name(for: path)
      let descriptor = try files.open(temporary, [.readWrite, .create, .exclusive])
      do throws(SystemFailure) {
        try write(descriptor)
        try files.rename(temporary, to: path)
      } catch {
        Descriptor.close(descriptor)
        unlink(temporary)
        throw error
      }
      return descriptor
    } catch {
      return nil
    }
  }
}

extension LibrarySnapshot {
  /// All that is known, for making a new index of it; nil when the old one is damaged.
  var entries: [IndexEntry]? {
    parts[0].fileEntries.map { $0 + changes.filter { $0.kind != .absent } }
  }
}

extension LibrarySnapshot.Part {
  /// The rows of the part that count; nil when it is damaged.
  fileprivate var fileEntries: [IndexEntry]? {
    guard segment.file != nil else {
      return segment.entries.enumerated()
        .filter { !isHidden($0) && $1.kind != .absent }.map(\.element)
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
    entries.reserveCapacity(segment.rowCount)
    for row in 0..<segment.rowCount where !isHidden(row) {
      let id = segment.id(row)
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
