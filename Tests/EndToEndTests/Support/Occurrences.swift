import Synchronization
import Testing

/// Counts events in another process, so that a test can wait for the next one without a clock.
///
/// Events between a check and the wait that follows are not missed.
final class Occurrences: Sendable {
  private struct State {
    var count = 0
    var isOver = false
    var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastWaiter = 0
  }

  private let state = Mutex(State())

  /// The number of events so far.
  var count: Int { state.withLock { $0.count } }

  func add() {
    state.withLock { state in
      state.count += 1
      for waiter in state.waiting.values { waiter.yield() }
    }
  }

  /// Declares that there will be no more events.
  func finish() {
    state.withLock { state in
      state.isOver = true
      for waiter in state.waiting.values { waiter.finish() }
    }
  }

  /// Checks now and after each event until there is a value.
  ///
  /// - Throws: if no more events will come or the task is cancelled; the error names the condition.
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

/// A condition that did not hold before the last event.
struct NeverHeld: Error { var condition: String }
