import Glibc

/// The right to change the library, held by one process and thread at a time, for one write.
///
/// An advisory lock on a file of its own, so that a file syncer replacing `library.json` cannot split
/// it. The system lets go of it when a process dies.
struct LibraryLock: ~Copyable {
  /// The lock file's name; the leading dot keeps it out of listings and most syncers.
  static let name = ".lock"

  /// How long to wait for another process, in milliseconds.
  static let patience = 30_000

  private let descriptor: Int32

  /// Waits for the lock and takes it.
  ///
  /// - Throws: ETIMEDOUT when somebody else holds it longer than `patience` milliseconds.
  init(
    directory: String,
    files: FileLayer,
    patience: Int = LibraryLock.patience
  ) throws(SystemFailure) {
    descriptor = try Self.locked(directory + "/" + Self.name, files: files, patience: patience)
  }

  private static func locked(
    _ path: String,
    files: FileLayer,
    patience: Int
  ) throws(SystemFailure) -> Int32 {
    let code = files.fault(.lock, path)
    if code != 0 { throw SystemFailure(operation: .lock, path: path, code: code) }
    let descriptor = try files.open(path, O_RDWR | O_CREAT)
    var waited = 0
    var pause = 1
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      guard code == EWOULDBLOCK, waited < patience else {
        close(descriptor)
        throw SystemFailure(
          operation: .lock,
          path: path,
          code: code == EWOULDBLOCK ? ETIMEDOUT : code
        )
      }
      usleep(UInt32(pause * 1000))
      waited += pause
      pause = min(pause * 2, 16)
    }
    return descriptor
  }

  /// Lets go of the lock.
  consuming func release() {}

  deinit { close(descriptor) }
}
