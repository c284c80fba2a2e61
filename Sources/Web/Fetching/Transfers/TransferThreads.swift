import Platform
import Synchronization

/// The threads that use libcurl, none of which may outlive the program.
///
/// `exit` and a return from `main` run the clean-up of OpenSSL; a thread that frees its own state after that
/// crashes the program. The end of a transfer does not imply the end of its thread; only
/// joining ensures it.
package final class TransferThreads: Sendable {
  package static let process = TransferThreads()

  private struct State {
    var running: [ObjectIdentifier: (loop: TransferLoop, thread: SystemThread)] = [:]
    var isOver = false
  }

  /// Locked before the state of a loop, and never by a loop's thread: it is held while joining, so that
  /// nobody takes a thread that is ending for ended.
  private let state = Mutex(State())

  package init() {}

  /// Starts the thread of a loop; false when there is none, and after `endAll` the loop is stopped.
  func start(_ loop: TransferLoop) -> Bool {
    state.withLock { state in
      if state.isOver { loop.requestStop() }
      guard !loop.isStopped, let thread = try? SystemThread.start({ loop.run() }) else {
        return false
      }
      state.running[ObjectIdentifier(loop)] = (loop, thread)
      return true
    }
  }

  /// Stops a loop; returns when its thread has ended.
  func end(_ loop: TransferLoop) {
    state.withLock { state in
      loop.requestStop()
      if let (_, thread) = state.running.removeValue(forKey: ObjectIdentifier(loop)) {
        thread.join()
      }
    }
  }

  /// Cancels all transfers and ends all threads; afterwards none can be started.
  ///
  /// Returns when they have ended, which takes milliseconds. The program calls it before it ends.
  package func endAll() {
    state.withLock { state in
      state.isOver = true
      for (loop, _) in state.running.values { loop.requestStop() }
      for (_, thread) in state.running.values { thread.join() }
      state.running = [:]
    }
  }
}
