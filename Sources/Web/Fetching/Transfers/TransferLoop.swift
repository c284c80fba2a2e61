import CCurl
import Platform
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
    /// Whether there is a thread, or will be at once.
    var isStarted = false
    /// The multi handle's address, while the thread may be woken through it.
    var multi: UInt?
  }

  private let options: FetchOptions
  private let threads: TransferThreads
  private let state = Mutex(State())

  init(options: FetchOptions, threads: TransferThreads) {
    self.options = options
    self.threads = threads
  }

  /// Hands over a job and starts the thread if it is the first.
  func submit(_ job: Job) {
    let (isRefused, isFirst) = state.withLock { state in
      guard !state.isStopped else { return (true, false) }
      state.incoming.append(job)
      Self.wake(state)
      defer { state.isStarted = true }
      return (false, !state.isStarted)
    }
    if isRefused { return job.continuation.resume(returning: .failure(.cancelled)) }
    guard isFirst, !threads.start(self) else { return }
    if isStopped { return refuseAll(.cancelled) }
    refuseAll(
      FetchProblem(
        kind: .network, message: "Cannot fetch pages: cannot start a thread; close some programs",
        isTransient: true))
  }

  func cancel(_ id: UInt64) {
    state.withLock { state in
      guard !state.isStopped, state.isStarted else { return }
      state.cancelled.insert(id)
      Self.wake(state)
    }
  }

  /// Cancels what is in flight and ends the thread; returns when it has ended.
  func stop() { threads.end(self) }

  /// Lets the thread end soon, and no job begin.
  func requestStop() {
    state.withLock { state in
      state.isStopped = true
      Self.wake(state)
    }
  }

  var isStopped: Bool { state.withLock { $0.isStopped } }

  private static func wake(_ state: State) {
    guard let address = state.multi, let multi = UnsafeMutableRawPointer(bitPattern: address) else {
      return
    }
    _ = curl_multi_wakeup(multi)
  }

  private static let isCurlReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// The thread's main function; only `threads` calls it.
  func run() {
    guard Self.isCurlReady, let multi = curl_multi_init() else {
      requestStop()
      return refuseAll(
        FetchProblem(
          kind: .network,
          message: "Cannot fetch pages: libcurl cannot be loaded; check its installation",
          isTransient: true))
    }
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
      board.advance()
      // The wait ends with the next event, wake-up or one of libcurl's own timers; when nothing
      // runs there are none.
      if curl_multi_poll(multi, nil, 0, .max, nil) != CURLM_OK {
        // Without memory it cannot wait; then at least do not spin.
        SystemThread.sleep(milliseconds: 50)
      }
    }
    board.cancelAll()
    curl_multi_cleanup(multi)
  }

  /// Refuses what has not begun; the next job tries to start a thread again.
  private func refuseAll(_ problem: FetchProblem) {
    let jobs = state.withLock { state in
      defer {
        state.incoming = []
        state.isStarted = false
      }
      return state.incoming
    }
    for job in jobs { job.continuation.resume(returning: .failure(problem)) }
  }
}
