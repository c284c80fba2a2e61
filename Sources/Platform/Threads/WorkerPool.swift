import Synchronization

/// The threads that the interface's slow work runs on: started when needed, asleep without work.
///
/// The pool that Swift's runtime brings looks at its threads once a second for as long as the program
/// lives; a program that stands in a terminal all day must not wake up for that. Work that blocks for
/// long, such as syncing a disk, holds up only its own thread.
package final class WorkerPool: TaskExecutor {
  /// The pool of this process: no more than four threads, whatever waits for them.
  package static let process = WorkerPool(limit: 4)
  /// The pool for files that a person names, whose disk may hang: nothing else waits for it.
  package static let namedFiles = WorkerPool(limit: 4)

  private struct State {
    /// In the order they came.
    var jobs: [UnownedJob] = []
    /// Threads that wait for work and were not yet woken.
    var idle = 0
    var threads = 0
  }

  private enum Need { case none, waking, thread }

  private let limit: Int
  private let state = Mutex(State())
  /// Wakes one thread that waits for work.
  private let bell = Semaphore()

  /// Makes a pool; no thread is started.
  ///
  /// - Parameter limit: the most threads that it starts.
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
      // A machine without room for a thread still gets its work done, only slower.
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

/// Runs jobs one after another, off the main thread, in the order they were given.
package final class JobQueue: Sendable {
  package typealias Job = @Sendable () async -> Void

  private let pool: WorkerPool
  /// The jobs that no task has taken yet; nil while no task runs.
  private let waiting = Mutex<[Job]?>(nil)

  /// Makes a queue; nothing is started before there is a job.
  ///
  /// - Parameter pool: whose threads do the jobs. What must never wait for other work that hangs has one of its own.
  package init(on pool: WorkerPool = .process) { self.pool = pool }

  /// Adds a job at the end.
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
