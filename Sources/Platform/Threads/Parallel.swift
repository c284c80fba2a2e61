import Glibc
import Synchronization

/// Work spread over threads by a caller that waits for it.
///
/// Plain threads, since the caller is not asynchronous; all are joined.
package enum Parallel {
  /// The results of `work` for 0..<count, in order.
  ///
  /// Uses one thread for each processor by default; work that waits for the disk can use more.
  package static func map<Value: Sendable>(
    _ count: Int, threads: Int? = nil, _ work: @escaping @Sendable (Int) -> Value
  ) -> [Value] {
    let limit = threads ?? min(8, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    let helpers = min(count / 8, limit - 1)
    guard helpers > 0 else { return (0..<count).map(work) }
    let job = Job(count: count, threads: helpers + 1, work: work)
    let threads = (0..<helpers).compactMap { _ in try? SystemThread.start { job.run() } }
    job.run()
    for thread in threads { thread.join() }
    return job.results.withLock { $0.compactMap(\.self) }
  }

  private final class Job<Value: Sendable>: Sendable {
    private let count: Int
    private let work: @Sendable (Int) -> Value
    /// How many neighbors one thread takes: they are often files of one directory, which only one
    /// thread at a time can change.
    ///
    /// Small enough that no thread works long alone at the end.
    private let chunk: Int
    private let next = Atomic<Int>(0)
    let results: Mutex<[Value?]>

    init(count: Int, threads: Int, work: @escaping @Sendable (Int) -> Value) {
      self.count = count
      chunk = max(1, count / (threads * 16))
      self.work = work
      results = Mutex([Value?](repeating: nil, count: count))
    }

    func run() {
      while true {
        let start = next.wrappingAdd(chunk, ordering: .relaxed).oldValue
        guard start < count else { return }
        for index in start..<min(start + chunk, count) {
          let value = work(index)
          results.withLock { $0[index] = value }
        }
      }
    }
  }
}
