import Synchronization
import Testing

/// Counts what happens in another process, so that a test can wait for the next time without a clock.
///
/// What happens while a test looks is kept for it: nothing between looking and waiting is missed.
final class Occurrences: Sendable {
  private struct State {
    var count = 0
    var isOver = false
    var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastWaiter = 0
  }

  private let state = Mutex(State())

  /// How many there have been so far.
  var count: Int { state.withLock { $0.count } }

  /// Notes one more.
  func add() {
    state.withLock { state in
      state.count += 1
      for waiter in state.waiting.values { waiter.yield() }
    }
  }

  /// Notes that there will be no more.
  func finish() {
    state.withLock { state in
      state.isOver = true
      for waiter in state.waiting.values { waiter.finish() }
    }
  }

  /// Looks at once and each time that something happens, until there is a value.
  ///
  /// - Throws: when nothing more is to happen or the task is cancelled, naming the condition.
  func wait<Value>(
    until condition: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ value: () async throws -> Value?
  ) async throws -> Value {
    let (happenings, waiter) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.lastWaiter += 1
      state.waiting[state.lastWaiter] = waiter
      if state.isOver { waiter.finish() }
      return state.lastWaiter
    }
    defer { state.withLock { _ = $0.waiting.removeValue(forKey: number) } }
    if let value = try await value() { return value }
    for await _ in happenings { if let value = try await value() { return value } }
    Issue.record("waited in vain until \(condition)", sourceLocation: sourceLocation)
    throw NeverHeld(condition: condition)
  }
}

/// A condition that did not come to hold, although nothing more was to happen.
struct NeverHeld: Error { var condition: String }
