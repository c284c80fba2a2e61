import Glibc

/// A barrier at which the threads of a scripted server wait until the test opens it.
package final class Gate: Sendable {
  private let reading: CInt
  private let writing: CInt

  package init() throws(SystemFailure) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemFailure("pipe") }
    reading = ends[0]
    writing = ends[1]
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Lets everyone through, now and later.
  package func open() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }

  /// Returns when the gate is open.
  package func wait() {
    var entry = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, -1) < 0, errno == EINTR {}
  }
}
