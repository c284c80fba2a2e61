import Platform

/// The clock of picks, replaceable in tests.
package struct PickTime: Sendable {
  /// Monotonic.
  package var elapsed: @Sendable () -> Duration
  /// Waits that long, or until the task is cancelled.
  package var wait: @Sendable (Duration) async -> Void

  package init(
    elapsed: @escaping @Sendable () -> Duration, wait: @escaping @Sendable (Duration) async -> Void
  ) {
    self.elapsed = elapsed
    self.wait = wait
  }

  package static let system = PickTime(
    elapsed: { .nanoseconds(MonotonicClock.nanoseconds()) }, wait: { await sleep($0) })

  /// On a thread of its own: the Swift runtime's timers start a pool that wakes once a second for
  /// as long as the program lives.
  private static func sleep(_ duration: Duration) async {
    let milliseconds =
      duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    let end = Semaphore()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let code = SystemThread.detach {
          _ = end.wait(milliseconds: Int(milliseconds) + 1)
          continuation.resume()
        }
        if code != 0 { continuation.resume() }
      }
    } onCancel: {
      end.signal()
    }
  }
}
