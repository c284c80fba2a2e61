import Glibc
import Synchronization

/// Signals that ask a program to end, while a command runs that can stop in an orderly way.
package enum Interruption {
  /// Whether one came since `watch` or `hold` began.
  package static var isPressed: Bool { noted.load(ordering: .relaxed) != 0 }

  /// The signals that are recorded: the interrupt key, a request to end, and a lost terminal.
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Runs `work` as a task that a signal cancels, and waits for its end; another one a second or more
  /// after it ends the program at once, as it does without this.
  package static func watch<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value
  ) async -> Value {
    let held = begin()
    let task = Task { await work() }
    // A handler may do next to nothing, so that somebody has to look what it noted.
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

  /// Runs `work`, which a signal does not end; it is to look at `isPressed` where it can stop; another
  /// one a second or more after it ends the program at once.
  package static func hold<Value, Problem: Error>(
    _ work: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    let held = begin()
    defer { end(held) }
    return try work()
  }

  /// Notes signals from now on, but those that whoever started the program has ignored, as shells do
  /// in the background; gives which.
  private static func begin() -> [Int32] {
    // Both are made before a handler needs them.
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

/// The signal that came first, and the time when it did, in milliseconds.
private let noted = Atomic<Int32>(0)
private let notedAt = Atomic<Int64>(0)

/// Notes a signal, or ends the program by it where the first one came a second ago or earlier.
///
/// Two that come together are one request: `timeout` signals its child and then its group, and when a terminal goes,
/// both the kernel and the shell do.
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
