import PageExtraction
import TestSupport
import Testing
import Web

@Suite("A thread whose page shows its posts with a script") struct ThreadDataTests {
  private static let empty = """
    <!doctype html><html><head><title>Nests - Bird Talk</title><meta name=generator content="Discourse 3.4">
    </head><body><div id=main-outlet></div><noscript>Please turn on JavaScript.</noscript></body></html>
    """

  private static func posts(_ names: [String]) -> String {
    let posts = names.enumerated().map { place, name in
      """
      {"username":"\(name)","created_at":"2024-05-0\(place + 1)T10:00:00.000Z",
      "cooked":"<p>What \(name) says of the nests in the reeds, which stood dry all through the spring, number \(place).</p>"}
      """
    }
    return
      "{\"title\":\"Nests & reeds\",\"post_stream\":{\"posts\":[\(posts.joined(separator: ","))]}}"
  }

  @Test("is read from its data", arguments: ["/t/nests/12", "/t/12", "/t/nests/12/3?page=2"])
  func data(path: String) async throws {
    let server = try LoopbackServer()
    server.serve(String(path.prefix { $0 != "?" }), Self.empty)
    server.serve("/t/12.json", Self.posts(["ada", "bo", "cy"]))
    let thread = try await Sites.article(server.url(path), Sites.reader(rules: nil))
    #expect(thread.verdict == .ready)
    #expect(thread.metadata.title == "Nests & reeds")
    #expect(thread.metadata.author == "ada")
    #expect(thread.text.contains("What bo says") && thread.text.contains("number 2."))
  }

  @Test("stays what its page says where the data do not come") func missing() async throws {
    let server = try LoopbackServer()
    server.serve("/t/nests/12", Self.empty)
    let thread = try await Sites.article(server.url("/t/nests/12"), Sites.reader(rules: nil))
    #expect(thread.verdict != .ready)
  }
}
