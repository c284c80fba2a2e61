/// Runs jobs one after another, off the main thread, in the order they were given.
package final class JobQueue: Sendable {
  private let continuation: AsyncStream<@Sendable () async -> Void>.Continuation

  /// Starts the queue; it ends when this value goes away and what was given is done.
  package init() {
    let (stream, continuation) = AsyncStream<@Sendable () async -> Void>.makeStream()
    self.continuation = continuation
    Task.detached(executorPreference: WorkerPool.process) {
      for await job in stream { await job() }
    }
  }

  deinit { continuation.finish() }

  /// Adds a job at the end.
  package func enqueue(_ job: @escaping @Sendable () async -> Void) { continuation.yield(job) }
}
