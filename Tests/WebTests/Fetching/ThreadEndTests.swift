import Glibc
import Synchronization
import TestSupport
import Testing
import Web

@Suite("The threads of transfers") struct ThreadEndTests {
  private enum Ending: CaseIterable { case stop, deinitialization, endOfProgram }

  @Test("have ended, thread-local state and all, when stopping returns", arguments: 0..<3)
  func joined(number: Int) async throws {
    let ending = Ending.allCases[number]
    let server = try LoopbackServer([
      "/": { _, client in client.respond(503, "", headers: [("Retry-After", "9")]) }
    ])
    let threads = TransferThreads()
    let end = ThreadEnd()
    var options = Misbehavior.limits
    // `Retry-After` makes the transfer thread read the clock.
    options.now = {
      end.watchThread()
      return 0
    }
    var fetcher: CurlPageFetcher? = CurlPageFetcher(options: options, threads: threads)
    if let fetcher { _ = await problem(of: server.url(), fetcher) }
    #expect(end.isWatched)
    switch ending {
    case .stop: fetcher?.stop()
    case .deinitialization: fetcher = nil
    case .endOfProgram: threads.endAll()
    }
    #expect(end.hasEnded)
  }

  @Test("cannot be started any more when the program ends, and what is in flight is cancelled")
  func over() async throws {
    let server = try LoopbackServer(["/": { _, client in client.waitForClose() }])
    let threads = TransferThreads()
    let busy = CurlPageFetcher(options: Misbehavior.limits, threads: threads)
    let url = server.url()
    let task = Task { await problem(of: url, busy) }
    await server.waitForRequests(1)
    threads.endAll()
    #expect(await task.value?.kind == .cancelled)
    #expect(await problem(of: url, busy)?.kind == .cancelled)
    let late = CurlPageFetcher(options: Misbehavior.limits, threads: threads)
    #expect(await problem(of: url, late)?.kind == .cancelled)
    threads.endAll()
  }
}

/// Whether a thread has finished its thread-local destructors.
private final class ThreadEnd: Sendable {
  private let watched = Atomic(false)
  private let ended = Atomic(false)

  var isWatched: Bool { watched.load(ordering: .acquiring) }
  var hasEnded: Bool { ended.load(ordering: .acquiring) }

  /// Watches the calling thread; call it once.
  func watchThread() {
    guard !watched.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var key = pthread_key_t()
    pthread_key_create(&key) { context in
      // Long enough for a caller that does not wait to get ahead.
      for _ in 0..<10_000 { sched_yield() }
      guard let context else { return }
      Unmanaged<ThreadEnd>.fromOpaque(context).takeRetainedValue().ended.store(
        true, ordering: .releasing)
    }
    pthread_setspecific(key, Unmanaged.passRetained(self).toOpaque())
  }
}
