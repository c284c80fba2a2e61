import Platform

/// The files of an index.
struct IndexFiles {
  let directory: String

  init(_ directory: String) { self.directory = directory }

  private var manifestPath: String { directory + "/index" }
  private var lockPath: String { directory + "/lock" }

  /// What tells one committed state from another; nil when there is none.
  var state: String? { FileHash.state(of: manifestPath) }

  /// What was committed last.
  func manifest() throws(SearchError) -> Manifest {
    guard state != nil else { throw .missing }
    guard let bytes = SmallFile.read(manifestPath) else { throw .damaged("the list of its files") }
    return try Manifest(parsing: bytes)
  }

  /// Commits a state; all that it names is on the disk.
  func commit(_ manifest: Manifest) throws(SearchError) {
    do {
      try SmallFile.replace(manifestPath, with: manifest.bytes, isDurable: true)
    } catch { throw .failed(error.reason) }
  }

  /// Becomes the one who writes.
  func lock() throws(SearchError) -> FileLock {
    SmallFile.makeDirectories(above: directory)
    guard mkdir(directory, 0o700) == 0 || SystemError.last == .exists else {
      throw .failed(SystemError.last.reason)
    }
    do throws(SystemError) {
      let file = try Descriptor.open(lockPath, [.readWrite, .create])
      return try FileLock(descriptor: file, timeout: 0)
    } catch {
      throw error == .timedOut ? .locked : .failed(error.reason)
    }
  }

  /// A path that nothing has, for a file or a directory of the index.
  func fresh(_ kind: String) -> String {
    "\(directory)/\(kind)-\(UInt64.random(in: 0...UInt64.max))"
  }

  /// Has the disk get a file; gives what it is.
  func settled(_ path: String) throws(SearchError) -> (hash: UInt64, size: Int) {
    do throws(SystemError) {
      let file = try Descriptor.open(path)
      defer { Descriptor.close(file) }
      try Descriptor.setPermissions(0o600, of: file)
      try Descriptor.sync(file)
    } catch { throw .failed(error.reason) }
    return try FileHash.of(path)
  }

  /// Removes what no state needs; only who writes may.
  func clean(keeping manifest: Manifest?) {
    let kept = Set(manifest?.parts.map(\.name) ?? [])
    for name in fileNames(in: directory) ?? [] where !kept.contains(name) {
      if name.hasPrefix("part-") || name.hasPrefix("new-") { remove(directory + "/" + name) }
    }
  }

  /// Removes everything but the lock.
  func reset() throws(SearchError) {
    let lock = try self.lock()
    // First what says that there is an index.
    remove(manifestPath)
    guard state == nil else { throw .failed("\(manifestPath) cannot be removed") }
    clean(keeping: nil)
    unlink(directory + "/verified")
    lock.release()
  }

  /// Removes a file, or a directory with the files in it.
  private func remove(_ path: String) {
    for name in fileNames(in: path) ?? [] { unlink(path + "/" + name) }
    if unlink(path) != 0 { rmdir(path) }
  }
}
