import CNcurses
import Glibc

/// Waits for any of several file descriptors in one `poll`.
package struct Poller {
  private var entries: [pollfd]

  /// Negative descriptors are left out.
  package init(descriptors: [Int32]) {
    entries = descriptors.filter { $0 >= 0 }.map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
  }

  /// Waits until something can be read, a descriptor fails, or the time is up; nil is no limit.
  ///
  /// - Returns: the descriptors that have something; none also after a signal that leaves nothing to be read.
  package func wait(milliseconds: Int?) -> Set<Int32> {
    var entries = entries
    let limit = milliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
    var count = poll(&entries, nfds_t(entries.count), limit)
    // The handler of a signal has noted it by now, so that there is something to be read.
    if count < 0, errno == EINTR { count = poll(&entries, nfds_t(entries.count), 0) }
    guard count > 0 else { return [] }
    return Set(entries.filter { $0.revents != 0 }.map(\.fd))
  }
}

/// A descriptor that any thread can make readable, to end a wait.
package final class WakeDescriptor: Sendable {
  /// The descriptor to poll; -1 if the system has none, and then nothing wakes.
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
