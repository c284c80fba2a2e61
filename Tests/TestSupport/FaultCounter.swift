import Synchronization

/// Counts the calls of a file layer and makes one fail.
package final class FaultCounter: Sendable {
  private let state = Mutex<(left: Int, code: Int32, lasts: Bool)?>(nil)

  /// Fails nothing until armed.
  package init() {}

  /// Makes the call number `count` fail, and every later one if it `lasts`.
  package func arm(_ count: Int, _ code: Int32, lasts: Bool = false) {
    state.withLock { $0 = (count, code, lasts) }
  }

  /// Stops failing calls.
  ///
  /// - Returns: whether the call that was to fail was made.
  package func disarm() -> Bool {
    state.withLock { state in
      defer { state = nil }
      return state.map { $0.left <= 0 } ?? false
    }
  }

  /// The result for the next call: 0, or an errno value.
  package func next() -> Int32 {
    state.withLock { state in
      guard var armed = state else { return 0 }
      armed.left -= 1
      state = armed
      return armed.left == 0 || armed.lasts && armed.left < 0 ? armed.code : 0
    }
  }
}

/// More calls than any test makes.
private struct TooManyCalls: Error {}

/// Runs `body` with each call failing in turn: the first, the second and so on, until one is not made.
///
/// - Parameters:
///   - step: how many calls further each time.
///   - body: makes the call with this number fail, and returns whether it was made.
/// - Returns: the number of calls that failed.
/// - Throws: what `body` throws, and where there is no end of calls.
@discardableResult
package func forEachCall(
  every step: Int = 1, _ body: (Int) async throws -> Bool
) async throws -> Int {
  for (count, call) in stride(from: 1, to: 500 * step, by: step).enumerated()
  where try await !body(call) { return count }
  throw TooManyCalls()
}
