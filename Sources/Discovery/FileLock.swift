import FileNames
import Glibc

/// The right to change a small file of the program's own, held by one thread of one process at a time.
///
/// An advisory lock on a file of its own beside what it protects, as that is replaced as a whole. The
/// system lets go of it when a process dies.
package struct FileLock: Sendable {
  /// How long to wait for somebody else, in milliseconds.
  private static let patience = 30_000

  private let descriptor: Int32

  /// Why the lock could not be had.
  package struct Problem: Error {
    /// The system's number: ETIMEDOUT when somebody else holds it for too long.
    package let code: Int32
  }

  /// Waits for the lock and takes it; makes its file and the directories above it.
  package init(_ path: String) throws(Problem) {
    LocalFile.makeDirectory(of: path)
    descriptor = try Self.locked(path)
  }

  private static func locked(_ path: String) throws(Problem) -> Int32 {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Problem(code: errno) }
    var waited = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      guard code == EWOULDBLOCK, waited < patience else {
        close(descriptor)
        throw Problem(code: code == EWOULDBLOCK ? ETIMEDOUT : code)
      }
      usleep(4000)
      waited += 4
    }
    return descriptor
  }

  /// Lets go of the lock; to be called once.
  package func release() { close(descriptor) }
}
