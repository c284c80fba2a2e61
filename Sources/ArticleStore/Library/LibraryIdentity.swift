import Platform
import ReadingList

/// What `library.json` says, and whether the library may be changed.
struct LibraryIdentity {
  var id: String
  var readOnlyReason: String?
  var isNew = false
  var isDamaged = false

  /// Reads `library.json`, and makes it when it is missing and may be made; nil when there is no
  /// library and none is to be made.
  static func establish(
    in directory: String,
    access: Library.Access,
    ifAbsent absence: Library.Absence,
    files: FileLayer
  ) throws(SystemFailure) -> LibraryIdentity? {
    let paths = LibraryPaths(directory: directory)
    if access == .readWrite { try? settleCopies(paths, files: files) }
    if let found = try read(paths, access: access, files: files) { return found }
    let hasArticles = try files.status(paths.articles)?.isDirectory ?? false
    // Another id would lose what this machine keeps of the library, in silence.
    if hasArticles, access == .readWrite, try hasRecords(paths, files) {
      return LibraryIdentity(
        id: placeholderID(directory),
        readOnlyReason:
          "\(paths.identity) is missing, so nothing can be changed; run luego doctor --repair.",
        isDamaged: true
      )
    }
    if hasArticles ? access == .readOnly : absence == .empty {
      return LibraryIdentity(id: placeholderID(directory), readOnlyReason: asked(directory))
    }
    guard hasArticles || access == .readWrite && absence == .create else { return nil }
    do throws(SystemFailure) {
      if try files.makeDirectory(directory), let slash = directory.lastIndex(of: "/"),
        slash != directory.startIndex
      {
        try files.syncDirectory(String(directory[..<slash]))
      }
      let lock = try LibraryLock(directory: directory, files: files)
      do throws(SystemFailure) {
        let made = try make(paths, hasArticles: hasArticles, files: files)
        lock.release()
        return made
      } catch {
        lock.release()
        throw error
      }
    } catch {
      guard hasArticles, [.readOnly, .accessDenied, .notPermitted].contains(error.cause) else {
        throw error
      }
      return LibraryIdentity(id: placeholderID(directory), readOnlyReason: unwritable(directory))
    }
  }

  /// Whether something lies where records do.
  private static func hasRecords(
    _ paths: LibraryPaths,
    _ files: FileLayer
  ) throws(SystemFailure) -> Bool {
    try files.list(paths.articles)?.contains { !$0.hasPrefix(".") } ?? false
  }

  /// Makes a library unless another process just did.
  private static func make(
    _ paths: LibraryPaths,
    hasArticles: Bool,
    files: FileLayer
  ) throws(SystemFailure) -> LibraryIdentity {
    if let found = try read(paths, access: .readWrite, files: files) { return found }
    try files.makeDirectory(paths.articles)
    try files.makeDirectory(paths.bodies)
    let id = randomID()
    if try create(id: id, at: paths, files: files, yields: hasArticles) {
      return LibraryIdentity(id: id, isNew: !hasArticles)
    }
    guard let found = try read(paths, access: .readWrite, files: files) else {
      throw SystemFailure(operation: .read, path: paths.identity, cause: .busy)
    }
    return found
  }

  /// Makes one of the copies of `library.json` that file syncers left, as where a library was joined with one that
  /// had been used before: the one that was made first counts, on every machine.
  private static func settleCopies(_ paths: LibraryPaths, files: FileLayer) throws(SystemFailure) {
    let copies = (try files.list(paths.directory) ?? []).filter(isCopy)
    guard !copies.isEmpty else { return }
    let lock = try LibraryLock(directory: paths.directory, files: files)
    do throws(SystemFailure) {
      try settle(copies.map { paths.directory + "/" + $0 }, paths, files: files)
      lock.release()
    } catch {
      lock.release()
      throw error
    }
  }

  private static func settle(
    _ copies: [String],
    _ paths: LibraryPaths,
    files: FileLayer
  ) throws(SystemFailure) {
    var all: [(createdAt: Timestamp, id: String, path: String, bytes: [UInt8])] = []
    for path in [paths.identity] + copies {
      guard let bytes = try files.read(path, limit: 1 << 20) else { continue }
      guard let json = try? JSON(parsing: bytes), let format = json["format"]?.int,
        format <= Library.format, let id = json["id"]?.string, isPlausible(id),
        let createdAt = json["createdAt"].flatMap(RecordKey.moment)
      else {
        // What cannot be understood is left alone, and where it is the library's own, so is all.
        if path == paths.identity { return }
        continue
      }
      all.append((createdAt, id, path, bytes))
    }
    guard let first = all.min(by: { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }) else { return }
    let own = all.first { $0.path == paths.identity }
    if own == nil {
      guard try files.create(first.bytes, at: paths.identity) else { return }
    } else if own?.id != first.id {
      var batch = WriteBatch(files: files)
      try batch.stage(first.bytes, at: paths.identity)
      if let failure = batch.commit().values.first { throw failure }
    }
    for copy in all where copy.path != paths.identity { try files.remove(copy.path) }
  }

  /// Whether a name is that of another version of `library.json`.
  private static func isCopy(_ name: String) -> Bool {
    guard name.hasPrefix("library"), name != "library.json" else { return false }
    if name.hasPrefix("library.json") { return true }
    let next = name.utf8.dropFirst("library".utf8.count).first
    return name.hasSuffix(".json") && next.map { ".~ (-_".utf8.contains($0) } ?? false
  }

  /// Creates a `library.json` where there is none.
  ///
  /// Where there may be another on its way from another machine, as where there are articles, it `yields`: it is old
  /// to every file syncer from the start, so that it gives way.
  /// - Parameters:
  ///   - id: the library's.
  ///   - paths: its place.
  ///   - files: the file system.
  ///   - yields: whether it gives way to another.
  /// - Returns: whether it was created; false where there is one, which stays.
  /// - Throws: when it cannot be written.
  static func create(
    id: String,
    at paths: LibraryPaths,
    files: FileLayer,
    yields: Bool
  ) throws(SystemFailure) -> Bool {
    let now = Timestamp(milliseconds: SystemClock.milliseconds() / 1000 * 1000)
    return try files.create(
      bytes(id: id, createdAt: now),
      at: paths.identity,
      modified: yields ? FileLayer.oldTime : nil
    )
  }

  /// What a `library.json` says.
  static func bytes(id: String, createdAt: Timestamp) -> [UInt8] {
    let json = JSON.object([
      .init("format", .int(Library.format)), .init("id", .string(id)),
      .init("createdAt", .string(createdAt.rfc3339)),
    ])
    return Array(json.pretty.utf8)
  }

  /// Reads `library.json`; nil where there is none.
  static func read(
    _ paths: LibraryPaths,
    access: Library.Access,
    files: FileLayer
  ) throws(SystemFailure) -> LibraryIdentity? {
    let directory = paths.directory
    let bytes: [UInt8]
    do throws(SystemFailure) {
      guard let found = try files.read(paths.identity, limit: 1 << 20) else { return nil }
      bytes = found
    } catch {
      // What is no file is damaged; what cannot be read just now keeps nobody from reading the rest.
      guard [.invalid, .linkLoop, .tooLarge].contains(error.cause) else {
        // Unless the directory cannot even be entered: an empty list would not be true.
        _ = try files.status(paths.articles)
        return LibraryIdentity(
          id: placeholderID(directory),
          readOnlyReason:
            "\(paths.identity) cannot be read, so nothing can be changed: \(StoreError(error).reason)."
        )
      }
      bytes = []
    }
    guard let json = try? JSON(parsing: bytes), let format = json["format"]?.int,
      let id = json["id"]?.string, isPlausible(id)
    else {
      return LibraryIdentity(
        id: placeholderID(directory),
        readOnlyReason:
          "\(paths.identity) is damaged, so nothing can be changed; run luego doctor --repair.",
        isDamaged: true
      )
    }
    var found = LibraryIdentity(id: id)
    if format > Library.format {
      found.readOnlyReason =
        "The library at \(directory) was created by a newer version, so nothing can be changed; update Luego."
    } else if access == .readOnly {
      found.readOnlyReason = asked(directory)
    } else if !allows(.writing, directory) {
      found.readOnlyReason = unwritable(directory)
    }
    return found
  }

  private static func asked(_ directory: String) -> String {
    """
    The library at \(directory) is open read-only; start Luego without --read-only, or a snapshot with --write, \
    to change it.
    """
  }

  private static func unwritable(_ directory: String) -> String {
    "The library at \(directory) cannot be written, so nothing can be changed; see its permissions."
  }

  /// An id becomes a directory's name.
  static func isPlausible(_ id: String) -> Bool {
    (8...64).contains(id.utf8.count)
      && id.utf8.allSatisfy {
        (48...57).contains($0) || (97...122).contains($0) || (65...90).contains($0) || $0 == 45
      }
  }

  static func randomID() -> String {
    String(UInt64.random(in: (1 << 60)...UInt64.max), radix: 16)
  }

  /// The id of a library that has none to read, so that its index still has a place.
  private static func placeholderID(_ directory: String) -> String {
    String(SHA256.hex(of: directory).prefix(16))
  }
}
