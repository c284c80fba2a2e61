import Synchronization

/// Counts what a file layer is asked and makes one call fail.
package final class FaultCounter: Sendable {
  private let state = Mutex<(left: Int, code: Int32, lasts: Bool)?>(nil)

  /// Fails nothing until it is armed.
  package init() {}

  /// Makes the call after `count - 1` others fail, and all that follow where it `lasts`.
  package func arm(_ count: Int, _ code: Int32, lasts: Bool = false) {
    state.withLock { $0 = (count, code, lasts) }
  }

  /// Fails nothing any more.
  ///
  /// - Returns: whether the call that was to fail has been made.
  package func disarm() -> Bool {
    state.withLock { state in
      defer { state = nil }
      return state.map { $0.left <= 0 } ?? false
    }
  }

  /// What the next call answers: 0, or an errno value.
  package func next() -> Int32 {
    state.withLock { state in
      guard var armed = state else { return 0 }
      armed.left -= 1
      state = armed
      return armed.left == 0 || armed.lasts && armed.left < 0 ? armed.code : 0
    }
  }
}
