import Platform

/// The store's access to the file system, with a hook for tests that inject faults and count calls.
///
/// Every operation calls `fault` first; a result other than 0 is reported as the system's error.
package struct FileLayer: Sendable {
  package enum Operation: String, Sendable {
    case open, read, write, sync, rename, remove, makeDirectory, list, status, lock

    /// The verb for an error message.
    var verb: String {
      switch self {
      case .open, .read, .list, .status: "read"
      case .write, .sync, .rename: "write"
      case .remove: "remove"
      case .makeDirectory: "create"
      case .lock: "lock"
      }
    }
  }

  /// Called with each operation and its path; returns an errno value, or 0 to proceed.
  package var fault: (@Sendable (Operation, String) -> Int32)?

  /// The clock, in nanoseconds since the epoch, that decides whether a file's times are old enough
  /// to trust.
  package var now: @Sendable () -> Int64 = { SystemClock.nanoseconds() }

  /// The library's directory; no symbolic link below it is followed.
  var root: String?

  package init(fault: (@Sendable (Operation, String) -> Int32)?) { self.fault = fault }

  /// The file system without faults.
  package static let real = FileLayer(fault: nil)
}

extension FileLayer {
  /// Throws the error that `fault` returns, if any.
  func check(_ operation: Operation, _ path: @autoclosure () -> String) throws(StoreError) {
    guard let fault, case let code = fault(operation, path()), code != 0 else { return }
    throw StoreError(operation, path(), SystemError(code: code))
  }

  /// Runs a system call and adds the operation and the path to its error.
  private func attempt<Value>(
    _ operation: Operation, _ path: String, _ body: () throws(SystemError) -> Value
  ) throws(StoreError) -> Value {
    do throws(SystemError) { return try body() } catch { throw StoreError(operation, path, error) }
  }

  /// Opens a descriptor; the caller closes it.
  func open(_ path: String, _ options: Descriptor.Options = []) throws(StoreError) -> Int32 {
    try check(.open, path)
    return try attempt(options.contains(.create) ? .write : .open, path) { () throws(SystemError) in
      try opened(path, options)
    }
  }

  /// Returns the path relative to the library's directory; nil for a path outside it.
  private func pathBelowRoot(_ path: String) -> String? {
    guard let root, path.utf8.starts(with: root.utf8) else { return nil }
    let rest = path.utf8.dropFirst(root.utf8.count)
    guard rest.first == UInt8(ascii: "/"), rest.count > 1 else { return nil }
    return String(Substring(rest.dropFirst()))
  }

  private func opened(_ path: String, _ options: Descriptor.Options) throws(SystemError) -> Int32 {
    guard let root, let name = pathBelowRoot(path) else {
      return try Descriptor.open(path, options)
    }
    return try Descriptor.open(name, below: root, options)
  }

  /// Returns the status of a path; throws `linkLoop` for a symbolic link in the library.
  private func found(_ path: String) throws(SystemError) -> FileStatus {
    guard pathBelowRoot(path) != nil else { return try FileStatus(path) }
    let status = try FileStatus(notFollowing: path)
    if status.kind == .symbolicLink { throw .linkLoop }
    return status
  }

  /// Reads a regular file; nil if it is missing.
  ///
  /// Throws `tooLarge` if it has more than `limit` bytes, and `invalid` for anything but a
  /// regular file, so that no pipe or device in the library can block the reader or fill the
  /// memory.
  func read(_ path: String, limit: Int = 1 << 30) throws(StoreError) -> [UInt8]? {
    try readWithStatus(path, limit: limit)?.bytes
  }

  /// Reads a file like `read`, and returns its status as well.
  func readWithStatus(
    _ path: String, limit: Int = 1 << 30
  ) throws(StoreError) -> (bytes: [UInt8], status: FileStatus)? {
    try check(.open, path)
    let descriptor: Int32
    // The other end of a pipe is not waited for.
    do throws(SystemError) { descriptor = try opened(path, .nonBlocking) } catch {
      return try absent(error, .open, path)
    }
    defer { Descriptor.close(descriptor) }
    try check(.read, path)
    let status = try attempt(.read, path) { () throws(SystemError) in
      try FileStatus(of: descriptor)
    }
    guard status.isRegular else { throw StoreError(.read, path, .invalid) }
    let size = Int(status.size)
    guard size <= limit else { throw StoreError(.read, path, .tooLarge) }
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      (count, code) = readAll(descriptor, into: UnsafeMutableRawBufferPointer(buffer))
    }
    try attempt(.read, path) { () throws(SystemError) in try SystemError.check(code) }
    return (bytes, status)
  }

  func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(StoreError) {
    try check(.write, path)
    try attempt(.write, path) { () throws(SystemError) in
      try SystemError.check(writeAll(bytes, to: descriptor))
    }
  }

  /// Waits until a file's bytes are on the disk.
  func sync(_ descriptor: Int32, path: String) throws(StoreError) {
    try check(.sync, path)
    try attempt(.sync, path) { () throws(SystemError) in try Descriptor.sync(descriptor) }
  }

  /// Waits until a directory's entries are on the disk.
  func syncDirectory(_ path: String) throws(StoreError) {
    let descriptor = try open(path, .directory)
    defer { Descriptor.close(descriptor) }
    do throws(StoreError) { try sync(descriptor, path: path) } catch {
      // Some file systems do not support this call for directories, and do not need it.
      if error.cause != .invalid { throw error }
    }
  }

  /// Opens the file system of a directory, to sync everything written to it from then on; nil if
  /// that may miss files, as on network file systems and in FUSE.
  func openFileSystem(of directory: String) -> Int32? {
    guard let descriptor = try? open(directory, .directory) else { return nil }
    if Descriptor.isOnLocalFileSystem(descriptor) { return descriptor }
    Descriptor.close(descriptor)
    return nil
  }

  /// Returns whether a file is certainly missing; a file that cannot be examined may exist.
  func isMissing(_ path: String) -> Bool {
    do throws(StoreError) { return try status(path) == nil } catch { return false }
  }

  /// Waits until everything written to a file system is on the disk, including names.
  ///
  /// Throws if the write of any file has failed since it was opened.
  func sync(fileSystem: Int32, path: String) throws(StoreError) {
    try check(.sync, path)
    try attempt(.sync, path) { () throws(SystemError) in
      try Descriptor.syncFileSystem(of: fileSystem)
    }
  }

  /// Moves a file to a path, replacing any file there, in one step.
  func rename(_ from: String, to path: String) throws(StoreError) {
    try check(.rename, path)
    if let error = try renaming(to: path, { Platform.rename(from, path) }) {
      throw StoreError(.rename, path, error)
    }
  }

  /// Deletes a file; a missing file is no error.
  func remove(_ path: String) throws(StoreError) {
    try check(.remove, path)
    if unlink(path) != 0, SystemError.last != .notFound { throw StoreError(.remove, path, .last) }
  }

  /// Deletes an empty directory; a missing one is no error.
  func removeDirectory(_ path: String) throws(StoreError) {
    try check(.remove, path)
    if rmdir(path) != 0, SystemError.last != .notFound { throw StoreError(.remove, path, .last) }
  }

  /// Creates a private directory and its missing parents; returns whether it is new.
  @discardableResult func makeDirectory(_ path: String) throws(StoreError) -> Bool {
    try check(.makeDirectory, path)
    if mkdir(path, 0o700) == 0 { return true }
    let error = SystemError.last
    if error == .notFound {
      try makeDirectory(path.splitPath.directory)
      if mkdir(path, 0o700) == 0 { return true }
    }
    if (try? found(path))?.isDirectory == true { return false }
    throw StoreError(.makeDirectory, path, error == .exists ? .notDirectory : error)
  }

  /// Returns the names in a directory, unsorted, without `.` and `..`; nil if it is missing.
  func list(_ path: String) throws(StoreError) -> [String]? {
    try check(.list, path)
    let descriptor: Int32
    do throws(SystemError) { descriptor = try opened(path, .directory) } catch {
      if error == .notFound { return nil }
      throw StoreError(.list, path, error)
    }
    guard let names = fileNames(inDirectory: descriptor) else {
      throw StoreError(.list, path, .last)
    }
    return names
  }

  /// Returns the status of a file; nil if it is missing.
  func status(_ path: String) throws(StoreError) -> FileStatus? {
    try check(.status, path)
    do throws(SystemError) { return try found(path) } catch {
      return try absent(error, .status, path)
    }
  }

  /// Returns nil for the error of a missing file; throws any other.
  private func absent<Value>(
    _ error: SystemError, _ operation: Operation, _ path: String
  ) throws(StoreError) -> Value? {
    if error == .notFound || error == .notDirectory { return nil }
    throw StoreError(operation, path, error)
  }
}
