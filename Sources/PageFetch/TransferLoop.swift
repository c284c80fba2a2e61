import CCurl
import Glibc
import Synchronization

/// The thread that drives all transfers through one libcurl multi handle.
final class TransferLoop: Sendable {
  /// A page that somebody waits for.
  struct Job: Sendable {
    let id: UInt64
    let request: PageRequest
    let continuation: CheckedContinuation<Result<FetchOutcome, FetchProblem>, Never>
  }

  private struct State {
    var incoming: [Job] = []
    var cancelled: Set<UInt64> = []
    var isStopped = false
    var thread: pthread_t?
    /// The multi handle's address, while the thread may be woken through it.
    var multi: UInt?
  }

  private let options: FetchOptions
  private let state = Mutex(State())

  init(options: FetchOptions) { self.options = options }

  /// Hands over a job and starts the thread if it is the first.
  func submit(_ job: Job) {
    let refusal: FetchProblem? = state.withLock { state in
      guard !state.isStopped else { return .cancelled }
      if state.thread == nil {
        guard let thread = start() else {
          return FetchProblem(
            kind: .network,
            message: "Cannot fetch pages: no thread could be started; close some programs",
            isTransient: true
          )
        }
        state.thread = thread
      }
      state.incoming.append(job)
      Self.wake(state)
      return nil
    }
    if let refusal { job.continuation.resume(returning: .failure(refusal)) }
  }

  /// Gives up a job, wherever it is; one that has ended is left alone.
  func cancel(_ id: UInt64) {
    state.withLock { state in
      guard !state.isStopped, state.thread != nil else { return }
      state.cancelled.insert(id)
      Self.wake(state)
    }
  }

  /// Ends the thread, and waits for that on request.
  func stop(waiting: Bool) {
    let thread: pthread_t? = state.withLock { state in
      state.isStopped = true
      Self.wake(state)
      let thread = state.thread
      state.thread = nil
      return thread
    }
    guard let thread else { return }
    if waiting { pthread_join(thread, nil) } else { pthread_detach(thread) }
  }

  private static func wake(_ state: State) {
    guard let address = state.multi, let multi = UnsafeMutableRawPointer(bitPattern: address) else {
      return
    }
    _ = curl_multi_wakeup(multi)
  }

  private func start() -> pthread_t? { SystemThread.start { self.run() }.thread }

  private static let isCurlReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  private func run() {
    guard Self.isCurlReady, let multi = curl_multi_init() else { return refuseAll() }
    state.withLock { $0.multi = UInt(bitPattern: multi) }
    var board = TransferBoard(multi: multi, options: options)
    while true {
      let (jobs, cancelled, isStopped) = state.withLock { state in
        defer {
          state.incoming = []
          state.cancelled = []
          if state.isStopped { state.multi = nil }
        }
        return (state.incoming, state.cancelled, state.isStopped)
      }
      board.add(jobs)
      guard !isStopped else { break }
      board.cancel(cancelled)
      board.endStalled()
      board.advance()
      // The wait ends with the next event, wake-up or one of libcurl's own timers; when nothing
      // runs there are none.
      if curl_multi_poll(multi, nil, 0, board.patience, nil) != CURLM_OK {
        // Without memory it cannot wait; then at least do not spin.
        poll(nil, 0, 50)
      }
    }
    board.cancelAll()
    curl_multi_cleanup(multi)
  }

  private func refuseAll() {
    let jobs = state.withLock { state in
      state.isStopped = true
      defer { state.incoming = [] }
      return state.incoming
    }
    for job in jobs {
      job.continuation.resume(
        returning: .failure(
          FetchProblem(
            kind: .network,
            message: "Cannot fetch pages: libcurl does not start; check its installation",
            isTransient: true
          )
        )
      )
    }
  }
}
