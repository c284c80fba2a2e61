import TestSupport
import Testing
import Web

@Suite("Passwords of the user's file") struct PasswordTests {
  @Test("are given to their own host, and to no other that it redirects to")
  func hosts() async throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      "netrc",
      text: """
        machine one.test login me password secret
        machine two.test login you password own
        """, mode: 0o600)
    let server = try LoopbackServer()
    server.handle("/start") { _, client in client.redirect(to: "/next") }
    server.handle("/next") { _, client in client.redirect(to: "http://two.test/end") }
    server.handle("/end") { _, client in client.respond(200, "<p>Text") }
    let fetcher = limitedFetcher {
      $0.proxy = server.url()
      $0.netrcFile = file
    }
    _ = try await page("http://one.test/start", fetcher)
    _ = try await page("http://two.test/end", fetcher)
    _ = try await page("http://three.test/end", fetcher)
    let me = "Basic bWU6c2VjcmV0"
    let sent = server.requests.map { $0.header("Authorization") }
    #expect(sent == [me, me, nil, "Basic eW91Om93bg==", nil])
  }

  @Test("are left out of what is said of a redirect") func messages() async throws {
    let server = try LoopbackServer()
    server.handle("/") { _, client in client.redirect(to: "ftp://bob:secret@one.test/") }
    let problem = await problem(of: server.url())
    #expect(problem?.kind == .badRedirect)
    #expect(problem?.message.contains("ftp://one.test/") == true)
  }
}
