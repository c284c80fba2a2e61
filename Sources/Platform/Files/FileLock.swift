import Glibc

/// An advisory lock, held by one thread of one process at a time.
///
/// On a file of its own, since what it protects is replaced as a whole. The system releases it when
/// the process dies.
package struct FileLock: ~Copyable {
  /// In milliseconds.
  package static let timeout = 30_000

  private let descriptor: Int32

  /// Waits for the lock, creating its file and the directories above it.
  ///
  /// - Throws: `timedOut` after `timeout` milliseconds.
  package init(_ path: String, timeout: Int = FileLock.timeout) throws(SystemError) {
    let opened: Int32
    do {
      opened = try Descriptor.open(path, [.readWrite, .create])
    } catch .notFound {
      try SmallFile.makeDirectories(above: path)
      opened = try Descriptor.open(path, [.readWrite, .create])
    }
    try self.init(descriptor: opened, timeout: timeout)
  }

  /// Waits for the lock of an open file; closes the descriptor on release, and if it cannot be had.
  ///
  /// - Throws: `timedOut` after `timeout` milliseconds.
  package init(descriptor: Int32, timeout: Int = FileLock.timeout) throws(SystemError) {
    self.descriptor = descriptor
    var waited = 0
    var pause = 1
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      guard code == EWOULDBLOCK, waited < timeout else {
        throw code == EWOULDBLOCK ? .timedOut : SystemError(code: code)
      }
      usleep(UInt32(pause * 1000))
      waited += pause
      pause = min(pause * 2, 16)
    }
  }

  package consuming func release() {}

  deinit {
    // A child between fork and exec still has the descriptor, and would keep the lock.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
