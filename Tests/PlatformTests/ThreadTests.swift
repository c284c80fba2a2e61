import Glibc
import Platform
import Synchronization
import Testing

/// Values recorded by several threads.
private final class Occurrences<Value: Sendable>: Sendable {
  private let all = Mutex<[Value]>([])

  var values: [Value] { all.withLock { $0 } }

  func add(_ value: Value) { all.withLock { $0.append(value) } }
}

@Suite("Threads") struct ThreadTests {
  @Test("wait for a semaphore once for each signal, also for those that came before")
  func semaphore() {
    let semaphore = Semaphore()
    #expect(!semaphore.wait(milliseconds: 0))
    for _ in 0..<2 { semaphore.signal() }
    #expect(semaphore.wait(milliseconds: 0) && semaphore.wait(milliseconds: .max))
    #expect(!semaphore.wait(milliseconds: 1))
    let error = SystemThread.detach { semaphore.signal() }
    #expect(error == 0)
    semaphore.wait()
  }

  @Test("of a pool are as many as it may have, whatever is given to it, and do all of it")
  func pool() async {
    let pool = WorkerPool(limit: 3)
    let threads = Occurrences<UInt>()
    for _ in 0..<20 {
      let sum = await withTaskGroup(of: Int.self) { group in
        for number in 1...50 {
          group.addTask(executorPreference: pool) {
            threads.add(UInt(pthread_self()))
            return number
          }
        }
        return await group.reduce(0, +)
      }
      // Between rounds they sleep until woken.
      #expect(sum == 1275)
    }
    #expect((1...3).contains(Set(threads.values).count))
  }

  @Test("do the jobs of a queue one after another in order, also after it had nothing to do")
  func queue() async {
    let kept = JobQueue()
    let order = Occurrences<Int>()
    for round in 1...3 {
      await withCheckedContinuation { continuation in
        // A queue without owners finishes its work.
        let queue = round < 3 ? kept : JobQueue()
        for number in 0..<100 {
          queue.enqueue {
            await Task.yield()
            order.add(number)
          }
        }
        queue.enqueue { continuation.resume() }
      }
      #expect(order.values.suffix(100) == Array(0..<100) && order.values.count == 100 * round)
    }
  }

  @Test("share work, each piece of it once", arguments: [0, 1, 7, 8, 1000])
  func parallel(count: Int) {
    let done = Occurrences<Int>()
    let results = Parallel.map(count) { index in
      done.add(index)
      return index * 2
    }
    #expect(results == (0..<count).map { $0 * 2 } && done.values.count == count)
  }
}
