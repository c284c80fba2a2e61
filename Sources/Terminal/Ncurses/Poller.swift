import CNcurses
import Glibc

/// Waits for any of several file descriptors in one `poll`.
package struct Poller {
  private var entries: [pollfd]

  /// Negative descriptors are ignored.
  package init(descriptors: [Int32]) {
    entries = descriptors.filter { $0 >= 0 }.map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
  }

  /// Waits until a descriptor is readable or fails, or the time is up (nil: no limit); returns
  /// those that are ready, none also after a signal that left nothing to read.
  package func wait(milliseconds: Int?) -> Set<Int32> {
    var entries = entries
    let limit = milliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
    var count = poll(&entries, nfds_t(entries.count), limit)
    // The signal's handler has run by now, so there may be something to read.
    if count < 0, errno == EINTR { count = poll(&entries, nfds_t(entries.count), 0) }
    guard count > 0 else { return [] }
    return Set(entries.filter { $0.revents != 0 }.map(\.fd))
  }
}

/// Any thread can make it readable, to end a wait.
package final class WakeDescriptor: Sendable {
  /// -1 if the system has none left; then nothing wakes.
  package let descriptor: Int32

  package init() { descriptor = luego_eventfd() }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package func wake() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
  }

  package func clear() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, 8)
  }
}
