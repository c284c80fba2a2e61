import CCurl
import Platform
import Synchronization

/// The thread that drives all transfers of the process through one libcurl multi handle.
///
/// It never ends: idle, it sleeps without a timer, and the program's exit runs no library clean-up
/// that it could see.
final class TransferLoop: Sendable {
  static let process = TransferLoop()

  struct Job: Sendable {
    let id: UInt64
    /// Each fetcher has its own slots.
    let fetcher: ObjectIdentifier
    let options: FetchOptions
    let request: PageRequest
    let continuation: CheckedContinuation<Result<FetchedPage?, FetchProblem>, Never>
  }

  private struct State {
    var lastID: UInt64 = 0
    var incoming: [Job] = []
    var cancelled: Set<UInt64> = []
    /// Whether there is a thread, or will be at once.
    var isStarted = false
    /// The multi handle's address, set once the thread can be woken through it.
    var multi: UInt?
  }

  private let state = Mutex(State())

  func nextID() -> UInt64 {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  /// Submits a job, starting the thread if it is the first.
  func submit(_ job: Job) {
    let isFirst = state.withLock { state in
      state.incoming.append(job)
      Self.wake(state)
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard isFirst, SystemThread.detach({ self.run() }) != 0 else { return }
    refuseAll("cannot start a thread; close some programs")
  }

  func cancel(_ id: UInt64) {
    state.withLock { state in
      guard state.isStarted else { return }
      state.cancelled.insert(id)
      Self.wake(state)
    }
  }

  private static func wake(_ state: State) {
    guard let address = state.multi, let multi = UnsafeMutableRawPointer(bitPattern: address) else {
      return
    }
    _ = curl_multi_wakeup(multi)
  }

  private static let isCurlReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  private func run() {
    guard Self.isCurlReady, let multi = curl_multi_init() else {
      return refuseAll("libcurl cannot be loaded; check its installation")
    }
    state.withLock { $0.multi = UInt(bitPattern: multi) }
    var board = TransferBoard(multi: multi)
    while true {
      let (jobs, cancelled) = state.withLock { state in
        defer {
          state.incoming = []
          state.cancelled = []
        }
        return (state.incoming, state.cancelled)
      }
      board.add(jobs)
      board.cancel(cancelled)
      board.advance()
      // Ends with the next event, wake-up or libcurl timer; idle, there are no timers.
      if curl_multi_poll(multi, nil, 0, .max, nil) != CURLM_OK {
        // Out of memory it cannot wait; at least do not spin.
        SystemThread.sleep(milliseconds: 50)
      }
    }
  }

  /// Fails all waiting jobs; the next one tries to start a thread again.
  private func refuseAll(_ reason: String) {
    let jobs = state.withLock { state in
      defer {
        state.incoming = []
        state.isStarted = false
      }
      return state.incoming
    }
    let problem = FetchProblem(
      kind: .network, message: "Cannot fetch pages: " + reason, isTransient: true)
    for job in jobs { job.continuation.resume(returning: .failure(problem)) }
  }
}
