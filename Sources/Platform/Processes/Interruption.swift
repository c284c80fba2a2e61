import Glibc
import Synchronization

/// The interrupt key while a command runs that can stop in an orderly way.
package enum Interruption {
  /// Whether the key was pressed since `watch` began.
  package static var isPressed: Bool { isInterrupted.load(ordering: .relaxed) }

  /// Runs `work` as a task that SIGINT cancels, and waits for its end; a second SIGINT ends the program
  /// at once, as it does without this.
  package static func watch<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value
  ) async -> Value {
    isInterrupted.store(false, ordering: .relaxed)
    var action = sigaction()
    var before = sigaction()
    action.__sigaction_handler.sa_handler = { _ in isInterrupted.store(true, ordering: .relaxed) }
    sigemptyset(&action.sa_mask)
    action.sa_flags = SA_RESTART | CInt(truncatingIfNeeded: SA_RESETHAND)
    sigaction(SIGINT, &action, &before)
    // Whoever started the program with the signal ignored, as shells do in the background, means it.
    if isIgnored(before) { signal(SIGINT, SIG_IGN) }
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
    if !isIgnored(before) { signal(SIGINT, SIG_DFL) }
    return value
  }
}

private func isIgnored(_ action: sigaction) -> Bool {
  unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    == unsafeBitCast(SIG_IGN, to: Int.self)
}

private let isInterrupted = Atomic<Bool>(false)
