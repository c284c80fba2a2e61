import TestSupport
import Testing
import Web

@Suite("The threads of transfers") struct ThreadEndTests {
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
