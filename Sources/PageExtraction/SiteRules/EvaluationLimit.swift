import CXML2
import Platform

/// Ends the evaluation of XPath expressions that take too long.
///
/// libxml2 counts the nodes that it visits, but not those that it compares: sets of nodes that it joins, or
/// texts that it makes of them. It can be told from another thread, though, that it has visited enough.
final class EvaluationLimit {
  /// Signaled when nothing is left to evaluate.
  private let end = Semaphore()
  private var thread: SystemThread?

  /// Begins to count.
  ///
  /// - Parameters:
  ///   - context: of which evaluation is ended; outlives this, or `stop` is called before.
  ///   - milliseconds: from now on.
  init(_ context: xmlXPathContextPtr, milliseconds: Int32) {
    // As a number, since pointers do not go from thread to thread.
    let offset = MemoryLayout<xmlXPathContext>.offset(of: \.opLimit) ?? 0
    let limit = UInt(bitPattern: UnsafeMutableRawPointer(context) + offset)
    thread = try? SystemThread.start { [end] in
      if !end.wait(milliseconds: Int(milliseconds)) {
        UnsafeMutableRawPointer(bitPattern: limit)?.storeBytes(of: 1, as: UInt.self)
      }
    }
  }

  deinit { stop() }

  /// Leaves the context alone from now on.
  func stop() {
    guard let running = thread else { return }
    thread = nil
    end.signal()
    running.join()
  }
}
