import Glibc
import Synchronization

/// Signals that ask to end, during a command that can stop in an orderly way.
package enum Interruption {
  /// Whether one came since `watch` or `hold` began.
  package static var isPressed: Bool { noted.load(ordering: .relaxed) != 0 }

  /// The interrupt key, a request to end, and a lost terminal.
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Runs `work` as a task that a signal cancels, and waits for it; another signal a second or more
  /// later ends the program at once.
  package static func watch<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value
  ) async -> Value {
    let held = begin()
    let task = Task { await work() }
    // A signal handler may do next to nothing, so its flag is polled.
    let watcher = Task.detached {
      while !Task.isCancelled {
        if isPressed {
          task.cancel()
          return
        }
        try? await Task.sleep(for: .milliseconds(50))
      }
    }
    let value = await task.value
    watcher.cancel()
    end(held)
    return value
  }

  /// Runs `work` uncancelled: it can poll `isPressed`.
  ///
  /// Another signal a second or more later ends the program at once.
  package static func hold<Value, Problem: Error>(
    _ work: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    let held = begin()
    defer { end(held) }
    return try work()
  }

  /// Starts recording signals, except those inherited as ignored (shells do so in the background);
  /// returns which.
  private static func begin() -> [Int32] {
    // Initialized before a handler needs them.
    noted.store(0, ordering: .relaxed)
    notedAt.store(0, ordering: .relaxed)
    return signals.filter { number in
      var action = sigaction()
      var before = sigaction()
      action.__sigaction_handler.sa_handler = note
      sigemptyset(&action.sa_mask)
      action.sa_flags = SA_RESTART
      sigaction(number, &action, &before)
      guard isIgnored(before) else { return true }
      signal(number, SIG_IGN)
      return false
    }
  }

  private static func end(_ held: [Int32]) { for number in held { signal(number, SIG_DFL) } }
}

private func isIgnored(_ action: sigaction) -> Bool {
  unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    == unsafeBitCast(SIG_IGN, to: Int.self)
}

/// The first signal, and when it came, in milliseconds.
private let noted = Atomic<Int32>(0)
private let notedAt = Atomic<Int64>(0)

/// Records a signal, or ends the program by it if the first came a second ago or earlier.
///
/// Two at once are one request: `timeout` signals its child and then the group, and for a lost
/// terminal both the kernel and the shell signal.
private func note(_ number: Int32) {
  let now = MonotonicClock.milliseconds()
  if noted.load(ordering: .acquiring) == 0 {
    notedAt.store(now, ordering: .relaxed)
    noted.store(number, ordering: .releasing)
  } else if now - notedAt.load(ordering: .relaxed) >= 1000 {
    signal(number, SIG_DFL)
    raise(number)
  }
}
