import Platform

// Where new files lie until they are put in place.
//
// It is one directory of the library itself, since a file can be renamed only within its file system, hidden, and
// named in what syncers are told to ignore: they would carry half of a file to other machines.
extension FileLayer {
  /// A name that nothing has, on the file system of a place.
  func temporaryName(for path: String) -> String {
    let (directory, name) = path.splitPath
    // What is outside the library may be on another.
    let isInside = staging.map { path.hasPrefix($0.splitPath.directory + "/") } ?? false
    return "\(isInside ? staging ?? directory : directory)/." + TemporaryFile.name(for: name)
  }

  /// Makes a file that is to get a place, and the directories that are missing; the caller closes it.
  func openTemporary(
    for path: String
  ) throws(SystemFailure) -> (path: String, descriptor: Int32) {
    let temporary = temporaryName(for: path)
    let options: Descriptor.Options = [.write, .create, .truncate, .notFollowing]
    do throws(SystemFailure) {
      return (temporary, try open(temporary, options))
    } catch {
      guard error.cause == .notFound else { throw error }
      let directory = temporary.splitPath.directory
      if try makeDirectory(directory) {
        try syncDirectory(directory.splitPath.directory)
        if directory == staging { tellSyncers() }
      }
      return (temporary, try open(temporary, options))
    }
  }

  /// Writes a file that is to get a place; it is on the disk then.
  ///
  /// - Parameters:
  ///   - bytes: what it holds.
  ///   - path: the place.
  ///   - modified: its time, in seconds since the epoch; the present where nil.
  /// - Returns: where it lies.
  /// - Throws: when it cannot be written; nothing is left then.
  func writeTemporary(
    _ bytes: [UInt8],
    for path: String,
    modified: Int? = nil
  ) throws(SystemFailure) -> String {
    let (temporary, descriptor) = try openTemporary(for: path)
    defer { Descriptor.close(descriptor) }
    do throws(SystemFailure) {
      try write(bytes, to: descriptor, path: path)
      if let modified { Descriptor.setTimes(modified, of: descriptor) }
      try sync(descriptor, path: path)
    } catch {
      unlink(temporary)
      throw error
    }
    return temporary
  }

  /// Writes a file where there is none; it is never seen half written, nor with another time than its own.
  ///
  /// - Parameters:
  ///   - bytes: what it holds.
  ///   - path: its place.
  ///   - modified: its time, in seconds since the epoch; the present where nil.
  /// - Returns: whether it is there; false where another file is, which stays.
  /// - Throws: when it cannot be written.
  func create(
    _ bytes: [UInt8],
    at path: String,
    modified: Int? = nil
  ) throws(SystemFailure) -> Bool {
    let temporary = try writeTemporary(bytes, for: path, modified: modified)
    do throws(SystemFailure) {
      guard try place(temporary, at: path) else {
        unlink(temporary)
        return false
      }
    } catch {
      unlink(temporary)
      throw error
    }
    try syncDirectory(path.splitPath.directory)
    return true
  }

  /// Makes the directory of a place where it is missing.
  private func makeDirectory(of path: String) throws(SystemFailure) {
    let directory = path.splitPath.directory
    if try makeDirectory(directory) {
      try syncDirectory(directory.splitPath.directory)
    }
  }

  /// Does a renaming, and where its place has no directory yet, makes that and does it again.
  ///
  /// - Returns: what the system says; nil where it is done.
  func renaming(to path: String, _ rename: () -> Int32) throws(SystemFailure) -> SystemError? {
    if rename() == 0 { return nil }
    let error = SystemError.last
    guard error == .notFound else { return error }
    try makeDirectory(of: path)
    return rename() == 0 ? nil : .last
  }

  /// Gives a file a place that nothing has, in one step; false where something has it.
  func place(_ from: String, at path: String) throws(SystemFailure) -> Bool {
    try check(.rename, path)
    ownWrites?.willPut(from, at: path)
    guard let error = try renaming(to: path, { renameWithoutReplacing(from, path) }) else {
      return true
    }
    if error == .exists { return false }
    // Not every file system can say no to a renaming; there the look before has to do.
    guard error == .invalid || error == .unsupported else {
      throw SystemFailure(operation: .rename, path: path, cause: error)
    }
    guard try status(path) == nil else { return false }
    try rename(from, to: path)
    return true
  }

  /// The time of files, in seconds since the epoch, that are to be the same on each machine, or give way to others.
  static let oldTime = 1_700_000_000

  /// Tells file syncers what to leave alone, unless the reader has told them something.
  ///
  /// The files have the same bytes and time on each machine, so that they are the same to any syncer.
  private func tellSyncers() {
    guard let staging else { return }
    let library = staging.splitPath.directory
    for (name, comment) in [(".stignore", "//"), (".gitignore", "#")] {
      let path = library + "/" + name
      guard isMissing(path) else { continue }
      let text = "\(comment) What belongs to one machine alone.\n/.luego\n/\(LibraryLock.name)\n"
      _ = try? create(Array(text.utf8), at: path, modified: Self.oldTime)
    }
  }

  /// Whether the directories of a library are on one file system, as far as they are there.
  static func isOneFileSystem(_ directories: [String]) -> Bool {
    Set(directories.compactMap(device(of:))).count < 2
  }
}
