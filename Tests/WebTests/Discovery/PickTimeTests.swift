import Foundation
import ReadingList
import Synchronization
import TestSupport
import Testing
import Web

@Suite("A pick and time") struct PickTimeTests {
  /// A web of short texts of which some are dead, in one feed.
  private func web(
    _ count: Int, dead isDead: (Int) -> Bool, _ problem: FetchProblem.Kind
  ) throws -> Table {
    let text = String(
      repeating: "A sentence that is worth reading, with some words in it. ", count: 12)
    var pages: [String: Web.Answer] = [:]
    var links: [String] = []
    for number in 0..<count {
      let link = "https://t\(number).example/post"
      links.append(link)
      pages[link] =
        isDead(number)
        ? .problem(problem) : .body("Number \(number)\n\n\(text)", type: "text/plain")
    }
    pages["https://f.example/feed"] = .body(rss(links), type: "text/xml")
    let table = try Table(pages)
    table.add("https://f.example/feed", "blog")
    return table
  }

  @Test(
    "1,000 shuffles give no error with half and with nine tenths of the links dead",
    arguments: [(2, FetchProblem.Kind.notFound), (10, .unknownHost)])
  func manyDead(part: Int, problem: FetchProblem.Kind) async throws {
    let table = try web(400, dead: { $0 % part != 0 }, problem)
    let picker = table.picker()
    var last = ""
    for _ in 0..<1000 {
      let picked = try await picker.pick(from: "blog")
      await picker.markShown(picked)
      #expect(picked.article.url != last)
      last = picked.article.url
    }
    // Each dead link costs one try, not one a pick.
    let dead = 400 - 400 / part
    #expect(table.web.asked.count { table.web.isDead($0) } <= dead)
  }

  @Test("dead links are left alone for a week, by other processes too") func week() async throws {
    let table = try web(20, dead: { $0 >= 2 }, .notFound)
    func asksOfDead() -> Int { table.web.asked.count { table.web.isDead($0) } }
    // A process each, until all were found.
    for _ in 0..<200 where asksOfDead() < 18 {
      let picker = table.picker()
      await picker.markShown(try await picker.pick(from: "blog"))
    }
    #expect(asksOfDead() == 18)
    for _ in 0..<20 { _ = try await table.picker().pick(from: "blog") }
    #expect(asksOfDead() == 18)
    table.pass(hours: 8 * 24)
    for _ in 0..<200 where asksOfDead() == 18 { _ = try await table.picker().pick(from: "blog") }
    #expect(asksOfDead() > 18)
  }

  @Test("where nobody answers for five seconds, it is given up, and nothing counts as dead")
  func silence() async throws {
    let table = try Table([
      "https://f.example/feed": .body(
        rss(["https://a.example/1", "https://a.example/2"]), type: "text/xml")
    ])
    table.add("https://f.example/feed", "blog")
    for link in ["https://a.example/1", "https://a.example/2"] { table.web.put(.never, at: link) }
    let picker = table.picker()
    let (picked, continuation) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await picker.pick(from: "blog") { if case .picked = $0 { continuation.yield() } }
    }
    // Two are tried side by side.
    var count = 0
    for await _ in picked {
      count += 1
      if count == 2 { break }
    }
    table.time.pass(.seconds(5))
    await #expect(throws: PickProblem.notFound("timed out")) { try await task.value }
    for link in ["https://a.example/1", "https://a.example/2"] {
      table.web.put(.body(pageHTML("A"), type: "text/html"), at: link)
    }
    _ = try await table.picker().pick(from: "blog")
  }

  @Test("one that never answers does not hold up one that does") func sideBySide() async throws {
    let table = try Table([
      "https://f.example/feed": .body(
        rss(["https://a.example/1", "https://a.example/2"]), type: "text/xml"),
      "https://a.example/1": .never,
      "https://a.example/2": .body(pageHTML("Two"), type: "text/html"),
    ])
    table.add("https://f.example/feed", "blog")
    for _ in 0..<6 {
      let picked = try await table.picker().pick(from: "blog")
      #expect(picked.article.url == "https://a.example/2")
    }
  }

  @Test("what is saved is asked for once a pick") func looks() async throws {
    let table = try web(30, dead: { $0 > 3 }, .notFound)
    _ = try await table.picker().pick(from: "blog")
    #expect(table.state.looks.withLock { $0 } == 1)
  }

  @Test("a small source whose articles are saved, blocked or moved never runs out of what is left")
  func small() async throws {
    let links = (0..<10).map { "https://\($0 < 3 ? "blocked" : "b").example/\($0)" }
    var pages: [String: Web.Answer] = [
      "https://f.example/feed": .body(rss(links), type: "text/xml")
    ]
    for (number, link) in links.enumerated() {
      pages[link] = .body(
        pageHTML("Post \(number)").replacingOccurrences(
          of: "<head>", with: "<head><link rel=canonical href='https://b.example/own/\(number)'>"),
        type: "text/html")
    }
    let table = try Table(pages)
    table.add("https://f.example/feed", "blog")
    table.sources.apply(.block("blocked.example"))
    table.state.saved.withLock { $0 = Set(links[3..<7]) }
    var shown: [String] = []
    let picker = table.picker()
    for number in 0..<40 {
      // Now in one process, now in another.
      let picker = number % 3 == 0 ? table.picker() : picker
      let picked = try await picker.pick(from: "blog")
      await picker.markShown(picked)
      shown.append(picked.article.url)
    }
    #expect(Set(shown).count == 3)
    #expect(Set(shown.prefix(3)).count == 3)
  }

  @Test("the system's time passes, and a wait that is cancelled ends") func system() async {
    let time = PickTime.system
    let start = time.elapsed()
    await time.wait(.milliseconds(2))
    #expect(time.elapsed() - start >= .milliseconds(2))
    let task = Task { await time.wait(.seconds(3600)) }
    task.cancel()
    await task.value
  }
}
