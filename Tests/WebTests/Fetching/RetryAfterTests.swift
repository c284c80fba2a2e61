import TestSupport
import Testing
import Web

@Suite("Retry-After") struct RetryAfterTests {
  @Test("is passed on with the problem and told in its line", arguments: [429, 503])
  func answer(status: Int) async throws {
    let problem = try await refusal("90", status: status)
    #expect(problem?.kind == .tryLater)
    #expect(problem?.isTransient == true)
    #expect(problem?.retryAfterSeconds == 90)
    #expect(problem?.message.contains("90 s") == true)
  }

  @Test("is read as a date, too, and believed up to thirty days") func farAway() async throws {
    let seconds = try await refusal("Fri, 31 Dec 2099 23:59:59 GMT")?.retryAfterSeconds ?? 0
    #expect((3600...30 * 86_400).contains(seconds))
  }

  @Test(
    "says nothing where it is past or no time",
    arguments: ["0", "-5", "", "soon", "Sun, 06 Nov 1994 08:00:00 GMT"])
  func nothing(value: String) async throws {
    let problem = try await refusal(value)
    #expect(problem?.kind == .tryLater)
    #expect(problem?.retryAfterSeconds == nil)
  }

  private func refusal(_ value: String, status: Int = 503) async throws -> FetchProblem? {
    let server = try LoopbackServer()
    server.handle("/") { _, client in
      client.respond(status, "", headers: [("Retry-After", value)])
    }
    return await problem(of: server.url())
  }
}
