import Platform

/// The right to change the library, held by one process and thread at a time, for one write.
///
/// What is locked is the library's directory: a file could be replaced by a syncer, which would split the lock, and
/// would be carried to other machines. Where directories cannot be locked, as on NFS, it is the file `.lock`. Where
/// that file is there it is locked as well: earlier versions, which made it, know nothing else. One of them that
/// makes it while this version writes is not kept out for that one write, after which `RecordReplacement` still
/// loses nothing; making it here would keep it alive in every library.
struct LibraryLock: ~Copyable {
  /// The lock file's name.
  static let name = ".lock"

  private let directory: FileLock?
  private let file: FileLock?

  /// Waits for the lock and takes it.
  ///
  /// - Parameters:
  ///   - directory: the library.
  ///   - files: the file system.
  ///   - timeout: how long to wait for another process, in milliseconds.
  /// - Throws: `timedOut` when another holds it longer than that.
  init(
    directory: String,
    files: FileLayer,
    timeout: Int = FileLock.timeout
  ) throws(SystemFailure) {
    let path = directory + "/" + Self.name
    try files.check(.lock, path)
    let descriptor: Int32
    do throws(SystemFailure) { descriptor = try files.open(directory, .directory) } catch {
      guard error.cause == .notFound else { throw error }
      throw SystemFailure(operation: .lock, path: path, cause: .notFound)
    }
    let own = try Self.lock(descriptor, timeout, path) { $0 != .timedOut }
    let isFileNeeded = own == nil
    let options: Descriptor.Options = isFileNeeded ? [.readWrite, .create] : .readWrite
    var other: FileLock?
    do throws(SystemFailure) {
      other = try Self.lock(try files.open(path, options), timeout, path) { _ in false }
    } catch {
      // What is not there, or is not ours to open, no earlier version locks.
      if isFileNeeded || error.operation == .lock { throw error }
    }
    self.directory = own
    file = other
  }

  /// Locks an open file; nil where that fails in a way that may be.
  private static func lock(
    _ descriptor: Int32,
    _ timeout: Int,
    _ path: String,
    _ mayFail: (SystemError) -> Bool
  ) throws(SystemFailure) -> FileLock? {
    do throws(SystemError) {
      return try FileLock(descriptor: descriptor, timeout: timeout)
    } catch {
      if mayFail(error) { return nil }
      throw SystemFailure(operation: .lock, path: path, cause: error)
    }
  }

  /// Releases the lock.
  consuming func release() {}
}
