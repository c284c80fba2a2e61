import Glibc
import Synchronization

/// Work spread over threads by a caller that waits for it.
///
/// Plain threads, since the caller is not asynchronous; all are joined.
package enum Parallel {
  /// The results of `work` for 0..<count, in order, on up to eight threads.
  package static func map<Value: Sendable>(
    _ count: Int, _ work: @escaping @Sendable (Int) -> Value
  ) -> [Value] {
    let helpers = min(count / 8, min(8, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) - 1)
    guard helpers > 0 else { return (0..<count).map(work) }
    let job = Job(count: count, work: work)
    let threads = (0..<helpers).compactMap { _ in try? SystemThread.start { job.run() } }
    job.run()
    for thread in threads { thread.join() }
    return job.results.withLock { $0.compactMap(\.self) }
  }

  private final class Job<Value: Sendable>: Sendable {
    private let count: Int
    private let work: @Sendable (Int) -> Value
    private let next = Atomic<Int>(0)
    let results: Mutex<[Value?]>

    init(count: Int, work: @escaping @Sendable (Int) -> Value) {
      self.count = count
      self.work = work
      results = Mutex([Value?](repeating: nil, count: count))
    }

    func run() {
      while case let index = next.wrappingAdd(1, ordering: .relaxed).oldValue, index < count {
        let value = work(index)
        results.withLock { $0[index] = value }
      }
    }
  }
}
