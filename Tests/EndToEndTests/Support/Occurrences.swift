import Synchronization
import Testing

/// Counts what happens in another process, so that a test can wait for the next time without a clock.
///
/// A test takes the count, looks whether what it waits for is so, and if not awaits more than that
/// count: nothing that happens between looking and waiting is missed.
final class Occurrences: Sendable {
  private struct State {
    var count = 0
    var isOver = false
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextWaiter = 0
  }

  private let state = Mutex(State())

  /// How many there have been so far.
  var count: Int { state.withLock { $0.count } }

  /// Notes one more.
  func add() { wake { $0.count += 1 } }

  /// Notes that there will be no more.
  func finish() { wake { $0.isOver = true } }

  private func wake(_ change: (inout State) -> Void) {
    let waiting = state.withLock { state in
      change(&state)
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Looks at once and each time that something happens, until there is a value.
  ///
  /// - Throws: when nothing more is to happen or the task is cancelled, naming the condition.
  func wait<Value>(
    until condition: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ value: () async throws -> Value?
  ) async throws -> Value {
    while true {
      let count = count
      if let value = try await value() { return value }
      guard await wait(beyond: count) else {
        Issue.record("waited in vain until \(condition)", sourceLocation: sourceLocation)
        throw NeverHeld(condition: condition)
      }
    }
  }

  /// Returns when there have been more than `count`, when there will be no more, or when the task is
  /// cancelled.
  ///
  /// - Returns: whether there have been more.
  private func wait(beyond count: Int) async -> Bool {
    let waiter = state.withLock { state in
      defer { state.nextWaiter += 1 }
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          guard state.count <= count, !state.isOver, !Task.isCancelled else { return true }
          state.waiting[waiter] = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: waiter) }?.resume()
    }
    return state.withLock { $0.count > count } && !Task.isCancelled
  }
}

/// A condition that did not come to hold, although nothing more was to happen.
struct NeverHeld: Error { var condition: String }
