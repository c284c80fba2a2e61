import Glibc

/// A gate at which a scripted server's threads wait until the test opens it.
package final class Gate: Sendable {
  private let reading: CInt
  private let writing: CInt

  package init() throws(SystemFailure) { (reading, writing) = try makePipe() }

  deinit {
    close(reading)
    close(writing)
  }

  /// Opens the gate for current and later threads.
  package func open() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }

  package func wait() {
    var entry = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, -1) < 0, errno == EINTR {}
  }
}
