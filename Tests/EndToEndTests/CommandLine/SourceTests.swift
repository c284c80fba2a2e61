import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Sources on the command line", .endsAtAll) struct SourceTests {
  /// A time that stands still, so that no pick is given up on a busy machine.
  private static let now: [String: String?] = ["LUEGO_NOW": "2026-03-01T10:00:00Z"]

  @Test("an address that is added is tried, and what is there is said") func trying() async throws {
    let (home, web) = (try Home(), try LoopbackServer())
    let item = "<item><title>A</title><link>https://a.example/1</link></item>"
    for (path, text, type) in [
      ("/feed", "<rss><channel><title>F</title>\(item)</channel></rss>", "application/rss+xml"),
      (
        "/opml", "<opml><body><outline xmlUrl='https://a.example/1'/></body></opml>",
        "application/rss+xml"
      ), ("/none", "<html><p>Nothing here", "text/html"),
    ] { web.handle(path) { $1.respond(200, text, headers: [("Content-Type", type)]) } }
    let closed = try ClosedPort()
    for (address, name, says) in [
      (web.url("/feed"), "feed", "feed has 1 entry"),
      (web.url("/opml"), "opml", "opml is a list of 1 feed"),
      (
        web.url("/none"), "none",
        "none is added, but gives nothing to read: none sent a web page without a feed; "
          + "to remove it: luego sources remove none"
      ),
      ("http://127.0.0.1:\(closed.port)/", "closed", "closed is added, but could not be tried: "),
    ] {
      let added = try await home.luego("sources", "add", address, name)
      #expect(added.status == 0 && added.lines == ["\(name)  \(address)"])
      #expect(
        added.errorLines.count == 1 && added.errorLines[0].hasPrefix(says), "\(added.errorLines)")
    }
    withExtendedLifetime(closed) {}
    let asked = web.requests.count
    let unasked = try await home.luego("sources", "add", "--no-check", web.url("/feed"), "again")
    #expect(unasked.status == 0 && unasked.errors.isEmpty && web.requests.count == asked)
    #expect(
      try await home.luego("sources").lines.contains {
        $0.hasPrefix("opml") && $0.contains("1 entry")
      })
    #expect(access(home.library, F_OK) != 0, "no library is made for it")
  }

  @Test("tags of newsboat's file are categories that discover picks from")
  func tags() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    let urls = try home.directory.write(
      "urls",
      text: """
        \(web.url("/one")) "slow web" friends
        \(web.url("/two")) news "~The Second"
        \(web.url("/three")) news "!hidden"

        """)
    let added = try await home.luego("sources", "add", urls, "mine")
    #expect(added.status == 0)
    #expect(added.errorLines == ["mine has 2 entries, 1 unusable"])
    try home.configure("set category slow web\n")
    for _ in 0..<2 {
      let picked = try await home.luego(
        "--json", "discover", "--source", "mine", environment: Self.now)
      #expect(picked.status == 0 && picked.text.contains(web.url("/one")))
    }
    try home.configure("set category news\n")
    let any = try await home.luego("--json", "discover", environment: Self.now)
    #expect(any.status == 0 && any.text.contains(web.url("/two")))
    let list = try await home.luego("sources")
    #expect(list.lines.contains { $0.contains("categories: friends, news, slow web") })
    try await home.luego("add", "--no-fetch", "https://other.example/")
    try home.directory.write("config", text: "set category slow web\n")
    let kept = try await home.luego(
      "--config", home.directory.path("config"), "--json", "--snapshot", "80x20")
    #expect(kept.status == 0 && kept.errors.isEmpty)
  }

  @Test("processes that add eight feeds of one host at once give each a name of its own")
  func namesConcurrently() async throws {
    let home = try Home()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          try await home.luego(
            "sources", "add", "--no-check", "https://one.example/\(worker)/feed")
        }
      }
      try await group.waitForAll()
    }
    let listed = try await home.luego("sources", "--json")
    #expect(listed.lines.count { $0.contains("https://one.example/") } == 8)
  }

  @Test("discover says on a terminal whom it asks and what it reads, before the article")
  func says() async throws {
    let server = try LoopbackServer()
    let link = server.url("/post")
    server.handle("/feed") { _, client in
      client.respond(
        200, "<rss><channel><item><title>Post</title><link>\(link)</link></item></channel></rss>",
        headers: [("Content-Type", "application/rss+xml")])
    }
    server.handle("/post") { _, client in client.respond(200, Pages.article("Found")) }
    let home = try Home()
    try await home.luego("sources", "add", "--no-check", server.url("/feed"), "blog")
    let changes = Self.now.merging(["TERM": "xterm"]) { $1 }
    let environment = home.environment(changes).map { "\($0.key)=\($0.value)" }
    let words = [try Home.program(), "discover", "--source", "blog"]
    let shown = await withCheckedContinuation { continuation in
      // A separate thread, because it blocks.
      Thread.detachNewThread {
        continuation.resume(returning: Self.output(of: words, environment))
      }
    }
    let asking = try #require(shown.firstRange(of: "Asking blog…"), "\(shown)")
    let reading = try #require(shown.firstRange(of: "Reading 127.0.0.1…"), "\(shown)")
    let text = try #require(shown.firstRange(of: "Paragraph 60"), "\(shown)")
    #expect(asking.upperBound <= reading.lowerBound && reading.upperBound <= text.lowerBound)
  }

  /// Everything that a program writes to its terminal.
  private static func output(of words: [String], _ environment: [String]) -> String {
    var output: [UInt8] = []
    guard let terminal = try? ProgramTerminal(columns: 100, rows: 30),
      (try? terminal.start(words, environment: environment)) != nil
    else { return "" }
    while let more = terminal.received(within: 60_000) { output += more }
    return String(decoding: output, as: UTF8.self)
  }
}
