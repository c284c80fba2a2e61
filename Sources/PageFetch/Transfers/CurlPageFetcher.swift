import Synchronization

/// Fetches pages with libcurl, several at once, on a thread of its own.
///
/// Making one costs nothing: libcurl and the thread start with the first fetch. While nothing is to
/// be fetched the thread sleeps without a timer.
package final class CurlPageFetcher: PageFetching {
  private let loop: TransferLoop
  private let nextID = Atomic<UInt64>(0)

  /// Makes a fetcher whose thread is one of `threads`.
  package init(options: FetchOptions = FetchOptions(), threads: TransferThreads = .process) {
    loop = TransferLoop(options: options, threads: threads)
  }

  deinit { loop.stop() }

  package func fetch(_ request: PageRequest) async throws(FetchProblem) -> FetchOutcome {
    let id = nextID.wrappingAdd(1, ordering: .relaxed).newValue
    let loop = loop
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        loop.submit(TransferLoop.Job(id: id, request: request, continuation: continuation))
        // A cancellation from before the submission found nothing to cancel.
        if Task.isCancelled { loop.cancel(id) }
      }
    } onCancel: {
      loop.cancel(id)
    }
    return try result.get()
  }

  /// Cancels what is in flight and ends the thread; later fetches fail as cancelled.
  ///
  /// Returns when the thread has ended, which takes milliseconds.
  package func stop() { loop.stop() }
}
