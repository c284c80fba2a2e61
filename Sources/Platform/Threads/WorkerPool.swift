import Synchronization

/// The threads for the interface's slow work: started when needed, asleep without work.
///
/// The Swift runtime's pool wakes its threads once a second, which a program that stays open all
/// day must not. Work that blocks for long, such as syncing a disk, holds up only its own thread.
package final class WorkerPool: TaskExecutor {
  package static let process = WorkerPool(limit: 4)
  /// For files that a person names, whose disk may hang: nothing else waits for it.
  package static let namedFiles = WorkerPool(limit: 4)

  private struct State {
    var jobs: [UnownedJob] = []
    /// Threads that wait and have not been woken.
    var idle = 0
    var threads = 0
  }

  private enum Need { case none, waking, thread }

  private let limit: Int
  private let state = Mutex(State())
  /// Wakes one waiting thread.
  private let bell = Semaphore()

  /// Starts no thread yet; at most `limit` later.
  package init(limit: Int) { self.limit = limit }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let need = state.withLock { state in
      state.jobs.append(job)
      if state.idle > 0 {
        state.idle -= 1
        return Need.waking
      }
      guard state.threads < limit else { return .none }
      state.threads += 1
      return .thread
    }
    switch need {
    case .none: break
    case .waking: bell.signal()
    case .thread:
      guard SystemThread.detach({ self.work() }) != 0 else { return }
      let isAlone = state.withLock { state in
        state.threads -= 1
        return state.threads == 0
      }
      // Without room for a thread, the work is done here, only slower.
      if isAlone { drain() }
    }
  }

  private func work() {
    while true {
      drain()
      let isDone = state.withLock { state in
        guard state.jobs.isEmpty else { return false }
        state.idle += 1
        return true
      }
      if isDone { bell.wait() }
    }
  }

  private func drain() {
    while let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// Runs jobs off the main thread, one after another, in order.
package final class JobQueue: Sendable {
  package typealias Job = @Sendable () async -> Void

  private let pool: WorkerPool
  /// Jobs that no task has taken yet; nil while no task runs.
  private let waiting = Mutex<[Job]?>(nil)

  /// - Parameter pool: runs the jobs; its own for work that must never wait for other work that
  ///   hangs.
  package init(on pool: WorkerPool = .process) { self.pool = pool }

  package func enqueue(_ job: @escaping Job) {
    let wasIdle = waiting.withLock { waiting in
      let wasIdle = waiting == nil
      if wasIdle { waiting = [] }
      waiting?.append(job)
      return wasIdle
    }
    guard wasIdle else { return }
    Task.detached(executorPreference: pool) { [self] in
      while let jobs = takeAll() { for job in jobs { await job() } }
    }
  }

  private func takeAll() -> [Job]? {
    waiting.withLock { waiting in
      guard let jobs = waiting, !jobs.isEmpty else {
        waiting = nil
        return nil
      }
      waiting = []
      return jobs
    }
  }
}
