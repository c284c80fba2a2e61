import CXML2
import Platform

/// Ends the evaluation of XPath expressions after a time limit.
///
/// libxml2 counts the nodes it visits, but not its work on joining node sets and building strings.
/// Another thread can lower the limit of that count to end the evaluation.
final class EvaluationLimit {
  /// Signaled when the evaluation is over.
  private let end = Semaphore()
  private var thread: SystemThread?

  /// Starts the time limit.
  ///
  /// - Parameters:
  ///   - context: the evaluation's context; it must stay valid until `stop()` is called or this
  ///     object is released.
  ///   - milliseconds: the time limit from now.
  init(_ context: xmlXPathContextPtr, milliseconds: Int32) {
    // Passed as a number, since pointers are not sendable.
    let offset = MemoryLayout<xmlXPathContext>.offset(of: \.opLimit) ?? 0
    let limit = UInt(bitPattern: UnsafeMutableRawPointer(context) + offset)
    thread = try? SystemThread.start { [end] in
      if !end.wait(milliseconds: Int(milliseconds)) {
        UnsafeMutableRawPointer(bitPattern: limit)?.storeBytes(of: 1, as: UInt.self)
      }
    }
  }

  deinit { stop() }

  /// Ends the access to the context.
  func stop() {
    guard let running = thread else { return }
    thread = nil
    end.signal()
    running.join()
  }
}
