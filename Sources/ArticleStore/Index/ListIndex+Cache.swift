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
    let made = LibrarySnapshot(base: rows, readRecord: readRecord)
    snapshot = made
    if write(made) { return snapshot ?? made }
    (unsaved, hasSaved) = (0, true)
    return made
  }

  /// Makes the index file of a list, and takes it for what is known; false when it cannot be written.
  mutating func write(_ list: LibrarySnapshot) -> Bool {
    removeLeftovers()
    var size = 0
    let descriptor = replace(indexPath) { descriptor throws(SystemFailure) in
      size = try IndexWriter.write(
        list,
        stamps: (shards, texts, unreadable),
        generation: UInt64.random(in: 1...UInt64.max),
        path: indexPath
      ) { bytes throws(SystemFailure) in
        try files.write(bytes, to: descriptor, path: indexPath)
      }
    }
    guard let descriptor else { return false }
    _ = try? files.remove(changesPath)
    guard let base = IndexFile.segment(descriptor, size: size, library: key) else { return false }
    snapshot = LibrarySnapshot(base: base, readRecord: readRecord)
    (unsaved, hasSaved, unwritten) = (0, true, 0)
    return true
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
    let changes = ChangesFile(meta: meta, entries: current.changes())
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
