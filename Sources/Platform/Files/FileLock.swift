import Glibc

/// An advisory lock on a file, held by one thread of one process at a time.
///
/// The file is one of its own beside what the lock protects, as that is replaced as a whole. The system
/// releases the lock when the process dies.
package struct FileLock: ~Copyable {
  /// How long to wait for another holder, in milliseconds.
  package static let timeout = 30_000

  private let descriptor: Int32

  /// Waits for the lock and takes it; makes its file and the directories above it.
  ///
  /// - Throws: `timedOut` when another holds it longer than `timeout` milliseconds.
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

  /// Waits for the lock of an open file and takes it.
  ///
  /// - Parameters:
  ///   - descriptor: of the file; closed on release, and when the lock cannot be had.
  ///   - timeout: how long to wait, in milliseconds.
  /// - Throws: `timedOut` when another holds it longer than that.
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

  /// Releases the lock.
  package consuming func release() {}

  deinit {
    // A child that was just forked has the descriptor until it runs its program, and would keep the lock.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
