/// Runs jobs one after another, off the main thread, in the order they were given.
package final class JobQueue: Sendable {
  private let continuation: AsyncStream<@Sendable () async -> Void>.Continuation

  /// Starts the queue; it ends when this value goes away and what was given is done.
  ///
  /// - Parameter pool: whose threads do the jobs. What must never wait for other work that hangs has one of its own.
  package init(on pool: WorkerPool = .process) {
    let (stream, continuation) = AsyncStream<@Sendable () async -> Void>.makeStream()
    self.continuation = continuation
    Task.detached(executorPreference: pool) {
      for await job in stream { await job() }
    }
  }

  deinit { continuation.finish() }

  /// Adds a job at the end.
  package func enqueue(_ job: @escaping @Sendable () async -> Void) { continuation.yield(job) }
}
