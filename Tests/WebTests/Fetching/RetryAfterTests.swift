import TestSupport
import Testing
import Web

@Suite("Retry-After") struct RetryAfterTests {
  /// Sun, 06 Nov 1994 08:49:37 GMT, the date in the standard's examples.
  private static let now: Int64 = 784_111_777

  @Test(
    "is read as seconds or as a date in any of the three forms",
    arguments: [
      ("0", 0), ("120", 120), (" 30 ", 30), ("Sun, 06 Nov 1994 08:50:37 GMT", 60),
      ("Sunday, 06-Nov-94 08:50:37 GMT", 60), ("Sun Nov  6 08:50:37 1994", 60),
      ("Sun, 06 Nov 1994 08:00:00 GMT", 0), ("99999999999999999999999", RetryAfter.maxLength),
      ("Fri, 31 Dec 2099 23:59:59 GMT", RetryAfter.maxLength), ("", nil), ("soon", nil),
      ("-5", nil), ("1.5", nil), ("12abc", nil), (String(repeating: "9", count: 1000), nil),
    ] as [(String, Int?)])
  func parsing(value: String, seconds: Int?) {
    #expect(RetryAfter.seconds(value, now: Self.now) == seconds)
  }

  @Test("is passed on with the problem and told in its line", arguments: [429, 503])
  func answer(status: Int) async throws {
    let server = try LoopbackServer()
    server.handle("/") { _, client in client.respond(status, "", headers: [("Retry-After", "90")]) }
    let problem = await problem(of: server.url())
    #expect(problem?.kind == .tryLater)
    #expect(problem?.isTransient == true)
    #expect(problem?.retryAfterSeconds == 90)
    #expect(problem?.message.contains("90 s") == true)
  }
}
