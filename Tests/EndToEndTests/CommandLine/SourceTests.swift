import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Sources on the command line", .endsAtAll) struct SourceTests {
  @Test("a list that is added tells what it passes over, and on which line")
  func skippedLines() async throws {
    let home = try Home()
    let urls = try home.directory.write(
      "urls",
      text:
        "# mine\r\nhttps://a.example/1\r\n\r\nexec:~/bin/feed\n\"query:Unread\"\nhttps://a.example/2\n"
    )
    let added = try await home.luego("sources", "add", urls, "mine")
    #expect(added.status == 0 && added.lines == ["mine  \(urls)"])
    #expect(
      added.errorLines == [
        "\(urls):4: skipped, the output of a program: exec:~/bin/feed",
        "\(urls):5: skipped, a query of newsboat: \"query:Unread\"",
      ])
    let many = String(repeating: "nothing\n", count: 30)
    let long = try home.directory.write("long.txt", text: "https://a.example/\n" + many)
    let told = try await home.luego("sources", "add", long).errorLines
    #expect(told.count == 21 && told.last == "\(long): 10 more lines skipped")
    let picture = try home.directory.write("notes.txt", text: "nothing here\n")
    let none = try await home.luego("sources", "add", picture)
    #expect(none.refusal(1) == "luego: \(picture) cannot be used: it is a text without addresses")
    #expect(try await home.luego("sources").lines.allSatisfy { !$0.hasPrefix("notes") })
  }

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
      (web.url("/feed"), "feed", "feed has 1 article"),
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

  @Test("--category where no source has one is refused")
  func categories() async throws {
    let home = try Home()
    let refused = try await home.luego("discover", "--source", "samples", "--category", "tech")
    #expect(refused.refusal(2) != nil)
    #expect(refused.errorText.contains("The source samples has no categories"))
    try await home.luego("sources", "off", "smallweb")
    let none = try await home.luego("discover", "--category", "tech")
    #expect(none.status == 2 && none.output.isEmpty)
    #expect(none.errorText.contains("No enabled source has categories"))
    let unknown = try await home.luego("discover", "--category", "nonsense")
    #expect(unknown.status == 2 && unknown.errorLines.count == 1)
    // All of them is no category.
    let all = try await home.luego("discover", "--source", "samples", "--category", "all")
    #expect(all.status == 0 && !all.output.isEmpty)
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
    #expect(
      added.errorLines == [
        "\(urls):3: skipped, hidden by its tag !hidden: \(web.url("/three")) news \"!hidden\""
      ])
    for _ in 0..<2 {
      let picked = try await home.luego(
        "--json", "discover", "--source", "mine", "--category", "slow web")
      #expect(picked.status == 0 && picked.text.contains(web.url("/one")))
    }
    let any = try await home.luego("--json", "discover", "--category", "news")
    #expect(any.status == 0 && any.text.contains(web.url("/two")))
    let unknown = try await home.luego("discover", "--source", "mine", "--category", "nonsense")
    #expect(unknown.status == 2)
    #expect(unknown.errorText.contains("Unknown category “nonsense”; use friends, news, slow web"))
    let list = try await home.luego("sources")
    #expect(list.lines.contains { $0.contains("categories: friends, news, slow web") })
    try await home.luego("add", "--no-fetch", "https://other.example/")
    try home.directory.write("config", text: "set category slow web\n")
    let kept = try await home.luego(
      "--config", home.directory.path("config"), "--json", "--snapshot", "80x20")
    #expect(kept.status == 0 && kept.errors.isEmpty)
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
    let environment = home.environment(["TERM": "xterm"]).map { "\($0.key)=\($0.value)" }
    let words = [try Home.program(), "discover", "--source", "blog"]
    let shown = await withCheckedContinuation { continuation in
      // A thread of its own, since it waits.
      Thread.detachNewThread {
        continuation.resume(returning: Self.output(of: words, environment))
      }
    }
    let asking = try #require(shown.firstRange(of: "Asking blog…"), "\(shown)")
    let reading = try #require(shown.firstRange(of: "Reading 127.0.0.1…"), "\(shown)")
    let text = try #require(shown.firstRange(of: "Paragraph 60"), "\(shown)")
    #expect(asking.upperBound <= reading.lowerBound && reading.upperBound <= text.lowerBound)
  }

  /// What a program writes to a terminal until it ends.
  private static func output(of words: [String], _ environment: [String]) -> String {
    var output: [UInt8] = []
    guard let terminal = try? ProgramTerminal(columns: 100, rows: 30),
      (try? terminal.start(words, environment: environment)) != nil
    else { return "" }
    while let more = terminal.received(within: 60_000) { output += more }
    return String(decoding: output, as: UTF8.self)
  }
}

extension Outcome { fileprivate var errorText: String { errorLines.joined(separator: "\n") } }
