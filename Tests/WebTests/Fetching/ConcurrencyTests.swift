import TestSupport
import Testing
import Web

@Suite("Several pages at once") struct ConcurrencyTests {
  @Test("are eight, two of a host, and the rest wait") func limits() async throws {
    let gate = try Gate()
    let server = try LoopbackServer()
    server.handle("/page") { _, client in
      gate.wait()
      client.respond(200, "<p>Text")
    }
    let fetcher = limitedFetcher { $0.proxy = server.url() }
    try await withThrowingTaskGroup { group in
      for host in 0..<12 {
        for _ in 0..<3 {
          group.addTask { try await page("http://host\(host).test/page", fetcher).body }
        }
      }
      await server.waitForRequests(8)
      gate.open()
      var bodies: [[UInt8]] = []
      for try await body in group { bodies.append(body) }
      #expect(bodies == Array(repeating: Array("<p>Text".utf8), count: 36))
    }
    #expect(server.maxAtOnce == 8)
    #expect(server.maxAtOncePerHost == 2)
  }

  @Test("of one slow host do not keep those of others waiting") func fairness() async throws {
    let gate = try Gate()
    let server = try LoopbackServer()
    server.handle("/slow") { _, client in
      gate.wait()
      client.respond(200, "<p>Slow")
    }
    server.handle("/quick") { _, client in client.respond(200, "<p>Quick") }
    let fetcher = limitedFetcher { $0.proxy = server.url() }
    try await withThrowingTaskGroup { group in
      for _ in 0..<6 { group.addTask { try await page("http://slow.test/slow", fetcher).body } }
      await server.waitForRequests(2)
      for _ in 0..<5 { _ = try await page("http://quick.test/quick", fetcher) }
      #expect(server.requests.count { $0.path == "/slow" } == 2)
      gate.open()
      for try await body in group { #expect(body == Array("<p>Slow".utf8)) }
    }
    #expect(server.requests.count { $0.path == "/slow" } == 6)
    #expect(server.maxAtOncePerHost == 2)
  }

  @Test("count redirects to a host against that host") func redirectsCount() async throws {
    let gate = try Gate()
    let server = try LoopbackServer()
    server.handle("/go") { _, client in client.redirect(to: "http://target.test/page") }
    server.handle("/page") { _, client in
      gate.wait()
      client.respond(200, "<p>Text")
    }
    let fetcher = limitedFetcher { $0.proxy = server.url() }
    try await withThrowingTaskGroup { group in
      for host in 0..<6 {
        group.addTask { try await page("http://host\(host).test/go", fetcher).body }
      }
      await server.waitForRequests(8)
      gate.open()
      for try await body in group { #expect(body == Array("<p>Text".utf8)) }
    }
    #expect(server.requests.count == 12)
    #expect(server.maxAtOncePerHost == 2)
  }

  @Test("end when their task is cancelled, in flight, waiting or not yet begun")
  func cancellation() async throws {
    let server = try LoopbackServer()
    server.handle("/page") { _, client in client.waitForClose() }
    server.handle("/good") { _, client in client.respond(200, "<p>Good") }
    let fetcher = limitedFetcher()
    let url = server.url("/page")
    let tasks = (0..<5).map { _ in Task { await problem(of: url, fetcher) } }
    await server.waitForRequests(2)
    for task in tasks { task.cancel() }
    for task in tasks { #expect(await task.value?.kind == .cancelled) }
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await problem(of: url, fetcher)
    }
    #expect(await late.value?.kind == .cancelled)
    #expect(try await page(server.url("/good"), fetcher).body == Array("<p>Good".utf8))
  }
}
