import Glibc
import Platform
import Synchronization
import Testing

/// What happened on several threads.
private final class Occurrences<Value: Sendable>: Sendable {
  private let all = Mutex<[Value]>([])

  var values: [Value] { all.withLock { $0 } }

  func add(_ value: Value) { all.withLock { $0.append(value) } }
}

@Suite("Threads") struct ThreadTests {
  @Test("wait for a semaphore once for each signal, also for those that came before")
  func semaphore() {
    let (semaphore, done) = (Semaphore(), Semaphore())
    #expect(!semaphore.wait(milliseconds: 0))
    semaphore.signal()
    #expect(semaphore.wait(milliseconds: 0))
    #expect(!semaphore.wait(milliseconds: 1))
    let passed = Occurrences<Int>()
    for number in 0..<3 {
      let error = SystemThread.detach {
        semaphore.wait()
        passed.add(number)
        done.signal()
      }
      #expect(error == 0)
    }
    for count in 1...3 {
      semaphore.signal()
      done.wait()
      #expect(passed.values.count == count)
    }
    semaphore.signal()
    #expect(semaphore.wait(milliseconds: .max))
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
      // Between two rounds they wait, and are woken.
      #expect(sum == 1275)
    }
    #expect((1...3).contains(Set(threads.values).count))
  }

  @Test("do the jobs of a queue one after another in order, also after the queue was let go")
  func queue() async {
    let order = Occurrences<Int>()
    await withCheckedContinuation { continuation in
      let queue = JobQueue()
      for number in 0..<100 {
        queue.enqueue {
          await Task.yield()
          order.add(number)
        }
      }
      queue.enqueue { continuation.resume() }
    }
    #expect(order.values == Array(0..<100))
  }

  @Test("do what a queue gets after it had nothing to do, from several threads") func idleQueue()
    async
  {
    let queue = JobQueue()
    let done = Occurrences<Int>()
    for round in 1...3 {
      await withTaskGroup { group in
        for number in 0..<8 {
          group.addTask {
            await withCheckedContinuation { continuation in
              queue.enqueue {
                done.add(number)
                continuation.resume()
              }
            }
          }
        }
      }
      #expect(done.values.count == 8 * round)
    }
  }

  @Test("wake whom a message is for, who takes all of them in order") func mailbox() {
    let wakes = Occurrences<Int>()
    let mailbox = Mailbox<Int> { wakes.add(1) }
    for number in 0..<5 { mailbox.post(number) }
    #expect(wakes.values.count == 5)
    #expect(mailbox.drain() == [0, 1, 2, 3, 4])
    #expect(mailbox.drain().isEmpty)
  }

  @Test(
    "share work, each piece of it once, and no more of them than said",
    arguments: [0, 1, 7, 8, 1000])
  func parallel(count: Int) {
    let threads = Occurrences<UInt>()
    let results = Parallel.map(count, threads: 4) { index in
      threads.add(UInt(pthread_self()))
      return index * 2
    }
    #expect(results == (0..<count).map { $0 * 2 })
    #expect(Set(threads.values).count <= 4)
  }
}
