import CCurl
import Platform
import Synchronization

/// The thread that drives all transfers of the process through one libcurl multi handle.
///
/// It never ends: while nothing is to be fetched it sleeps without a timer, and the program's end
/// runs no clean-up of libraries that it could see.
final class TransferLoop: Sendable {
  static let process = TransferLoop()

  /// A page that somebody waits for.
  struct Job: Sendable {
    let id: UInt64
    /// The fetcher, each of which has slots of its own.
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
    /// The multi handle's address, from when the thread may be woken through it.
    var multi: UInt?
  }

  private let state = Mutex(State())

  /// A number for a job.
  func nextID() -> UInt64 {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  /// Hands over a job and starts the thread if it is the first.
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

  /// The thread's main function.
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
      // The wait ends with the next event, wake-up or one of libcurl's own timers; when nothing
      // runs there are none.
      if curl_multi_poll(multi, nil, 0, .max, nil) != CURLM_OK {
        // Without memory it cannot wait; then at least do not spin.
        SystemThread.sleep(milliseconds: 50)
      }
    }
  }

  /// Refuses what has not begun; the next job tries to start a thread again.
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
