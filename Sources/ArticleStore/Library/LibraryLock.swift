import Glibc
import Platform

/// The right to change the library, held by one process and thread at a time, for one write.
///
/// A file of its own, so that a file syncer replacing `library.json` cannot split the lock.
struct LibraryLock: ~Copyable {
  /// The lock file's name; the leading dot keeps it out of listings and most syncers.
  static let name = ".lock"

  private let lock: FileLock

  /// Waits for the lock and takes it.
  ///
  /// - Parameters:
  ///   - directory: the library.
  ///   - files: the file system.
  ///   - timeout: how long to wait for another process, in milliseconds.
  /// - Throws: ETIMEDOUT when another holds it longer than that.
  init(
    directory: String,
    files: FileLayer,
    timeout: Int = FileLock.timeout
  ) throws(SystemFailure) {
    let path = directory + "/" + Self.name
    try files.check(.lock, path)
    let descriptor = try files.open(path, O_RDWR | O_CREAT)
    do throws(SystemError) {
      lock = try FileLock(descriptor: descriptor, timeout: timeout)
    } catch { throw SystemFailure(operation: .lock, path: path, code: error.code) }
  }

  /// Releases the lock.
  consuming func release() {}
}
