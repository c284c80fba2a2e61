import CXML2
import Glibc
import Platform

/// Ends the evaluation of XPath expressions that take too long.
///
/// libxml2 counts the nodes that it visits, but not those that it compares: sets of nodes that it joins, or
/// texts that it makes of them. It can be told from another thread, though, that it has visited enough.
final class EvaluationLimit {
  /// A pipe whose writing end is closed when nothing is left to evaluate.
  private let pipe: (reading: Int32, writing: Int32)
  private var thread: pthread_t?

  /// Begins to count.
  ///
  /// - Parameters:
  ///   - context: of which evaluation is ended; outlives this, or `stop` is called before.
  ///   - milliseconds: from now on.
  init(_ context: xmlXPathContextPtr, milliseconds: Int32) {
    var ends: [Int32] = [-1, -1]
    if Glibc.pipe(&ends) == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
    pipe = (ends[0], ends[1])
    let end = ends[0]
    // As a number, since pointers do not go from thread to thread.
    let offset = MemoryLayout<xmlXPathContext>.offset(of: \.opLimit) ?? 0
    let limit = UInt(bitPattern: UnsafeMutableRawPointer(context) + offset)
    thread =
      SystemThread.start {
        var waited = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        var count: Int32 = -1
        repeat { count = poll(&waited, 1, milliseconds) } while count < 0 && errno == EINTR
        if count == 0 {
          UnsafeMutableRawPointer(bitPattern: limit)?.storeBytes(of: 1, as: UInt.self)
        }
      }.thread
    if thread == nil { for end in ends { close(end) } }
  }

  deinit { stop() }

  /// Leaves the context alone from now on.
  func stop() {
    guard let running = thread else { return }
    thread = nil
    close(pipe.writing)
    pthread_join(running, nil)
    close(pipe.reading)
  }
}
