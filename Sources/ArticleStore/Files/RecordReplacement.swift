import Platform
import ReadingList

/// What a record's new file says, and what it was made of.
struct RecordReplacement: Sendable {
  let id: ArticleID
  /// The new file.
  var bytes: [UInt8]
  /// The file that was read before it was made; nil where there was none.
  var read: FileStatus?
}

extension RecordReplacement {
  /// More often than this nobody writes the same record while one change is being made.
  private static let maxRounds = 16

  /// Gives a file the place of the one that was read.
  ///
  /// Others that know nothing of the library's lock, such as file syncers, may put another version there at any
  /// moment. So the place is compared with what was read right before, the two files change places in one step,
  /// and what came out is looked at again: a version that is not the one that was read is merged, and the result
  /// put in place likewise.
  /// - Parameters:
  ///   - temporary: the file, which is on the disk.
  ///   - path: its place.
  ///   - files: the file system.
  ///   - spares: takes the file that had the place.
  /// - Returns: whether it is what was staged that is there now, without another's part.
  /// - Throws: `badMessage` when what somebody else put there cannot be merged; that stays then.
  mutating func put(
    _ temporary: String,
    at path: String,
    in files: FileLayer,
    spares: RecycledFiles?
  ) throws(SystemFailure) -> Bool {
    var staged: String? = temporary
    // What others had put there, until the file in place has it.
    var theirs: String?
    defer { for file in [staged, theirs].compactMap(\.self) { unlink(file) } }
    do throws(SystemFailure) {
      for _ in 0..<Self.maxRounds {
        if staged == nil || (try? files.status(path)) != .some(read) {
          let found = try files.readWithStatus(path, limit: Record.maxSize)
          if staged == nil || found?.status != read {
            if let found { try merge(found.bytes, at: path) }
            if found?.bytes == bytes { return false }
            read = found?.status
            if let old = staged { unlink(old) }
            staged = nil
            staged = try files.writeTemporary(bytes, for: path)
          }
        }
        guard let next = staged else { continue }
        guard let read else {
          guard try files.place(next, at: path) else { continue }
          staged = nil
          return next == temporary
        }
        guard try files.exchange(next, with: path) else {
          // Without exchanging, the look before has to do.
          guard try files.status(path) == read else { continue }
          try files.rename(next, to: path)
          staged = nil
          return next == temporary
        }
        staged = nil
        if let old = try? files.status(next), old.isSameVersion(as: read) {
          if let spares { spares.put(next) } else { unlink(next) }
          return next == temporary
        }
        // Somebody was quicker. What is ours is in place now; the next round puts both there.
        if let before = theirs { unlink(before) }
        theirs = next
        if let bytes = try files.read(next, limit: Record.maxSize) { try merge(bytes, at: path) }
      }
      throw SystemFailure(operation: .rename, path: path, cause: .busy)
    } catch {
      if let theirs, (try? files.exchange(theirs, with: path)) != true {
        _ = try? files.place(theirs, at: path)
      }
      throw error
    }
  }

  /// Merges another version into what is to be put in place.
  ///
  /// - Throws: `badMessage` when it is no record that this version can change.
  private mutating func merge(_ theirs: [UInt8], at path: String) throws(SystemFailure) {
    guard theirs != bytes else { return }
    guard let own = try? Record(bytes, id: id), let other = try? Record(theirs, id: id),
      !other.isNewer
    else { throw SystemFailure(operation: .rename, path: path, cause: .badMessage) }
    if let merged = own.merging(other) { bytes = merged }
  }
}
