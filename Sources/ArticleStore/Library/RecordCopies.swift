import Platform
import ReadingList

// Other versions of records that file syncers left.
extension Library {
  /// Merges another version of a record into the record and removes it, once that has all of it; false when it is
  /// left alone, since it cannot be read or is of another article.
  func mergeCopy(at path: String) throws(StoreError) -> Bool {
    let (directory, name) = path.splitPath
    let shard = directory.splitPath.name
    guard case .copy(let id) = LibraryPaths.kind(of: name, suffix: ".json", shard: shard) else {
      return false
    }
    return try holdingLock { () throws(StoreError) in
      do throws(SystemFailure) {
        guard let found = try files.readWithStatus(path, limit: Record.maxSize) else { return true }
        guard let copy = try? Record(found.bytes, id: id), !copy.isNewer,
          try put(copy, found.bytes, found.status)
        else { return false }
        // A syncer may have written another there meanwhile.
        guard let now = try files.status(path), now.isSameVersion(as: found.status) else {
          return false
        }
        try files.remove(path)
        if LibraryPaths.isCopyOfShard(shard) { try? files.removeDirectory(directory) }
        return true
      } catch {
        throw StoreError(error)
      }
    }
  }

  /// Sees to it that a record has all that another version of it has; false when it cannot be changed.
  private func put(
    _ copy: Record,
    _ bytes: [UInt8],
    _ status: FileStatus
  ) throws(SystemFailure) -> Bool {
    let place = paths.record(copy.id)
    guard let own = try? recordToChange(copy.id) else {
      // A missing record is replaced by its copy; an unreadable one is left alone. It becomes a new file: one with
      // the time of the copy, rclone would take for the one that it knows to be gone elsewhere, and remove it.
      guard try files.status(place) == nil else { return false }
      try write(bytes, of: copy.id, over: nil)
      return true
    }
    if own.isNewer { return false }
    // Where names differ in case only, this may be the record itself.
    if let file = own.file, file.inode == status.inode { return file.links > 1 }
    if let merged = own.merging(copy) { try write(merged, of: copy.id, over: own.file) }
    return true
  }

  private func write(
    _ bytes: [UInt8],
    of id: ArticleID,
    over read: FileStatus?
  ) throws(SystemFailure) {
    var batch = WriteBatch(files: files)
    try batch.stage(bytes, of: id, at: paths.record(id), over: read)
    if let failure = batch.commit().values.first { throw failure }
  }
}
