import Foundation
import ReadingList
import Synchronization
import TestSupport
import Testing
import Web

@Suite("A pick and time") struct PickTimeTests {
  /// A web of short texts in one feed, some of them dead links.
  private func web(
    _ count: Int, dead isDead: (Int) -> Bool, _ problem: FetchProblem.Kind
  ) throws -> Table {
    let text = String(
      repeating: "A sentence that is worth reading, with some words in it. ", count: 12)
    let links = (0..<count).map { "https://t\($0).example/post" }
    let table = try Table(feedOf: links)
    for (number, link) in links.enumerated() {
      let text = "Number \(number)\n\n\(text)"
      table.web.put(isDead(number) ? .problem(problem) : .body(text, type: "text/plain"), at: link)
    }
    return table
  }

  @Test(
    "1,000 shuffles give no error with half and with nine tenths of the links dead",
    arguments: [(2, FetchProblem.Kind.notFound), (10, .network)])
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
    // Each dead link costs one attempt in all, not one in each pick.
    let dead = 400 - 400 / part
    #expect(table.web.asked.count { table.web.isDead($0) } <= dead)
  }

  @Test("dead links are left alone for a week, by other processes too") func week() async throws {
    let table = try web(20, dead: { $0 >= 2 }, .notFound)
    func asksOfDead() -> Int { table.web.asked.count { table.web.isDead($0) } }
    // A new process each time, until all were found.
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
    let links = ["https://a.example/1", "https://a.example/2"]
    let table = try Table(feedOf: links)
    for link in links { table.web.put(.never, at: link) }
    let picker = table.picker()
    let (picked, continuation) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await picker.pick(from: "blog") { if case .picked = $0 { continuation.yield() } }
    }
    // Two are tried in parallel.
    var count = 0
    for await _ in picked {
      count += 1
      if count == 2 { break }
    }
    table.time.pass(.seconds(5))
    await #expect(throws: PickProblem.notFound("timed out")) { try await task.value }
    for link in links { table.web.put(.page("A"), at: link) }
    _ = try await table.picker().pick(from: "blog")
  }

  @Test("one that never answers does not hold up one that does") func sideBySide() async throws {
    let (dead, good) = ("https://a.example/1", "https://a.example/2")
    let table = try Table(feedOf: [dead, good], [dead: .never, good: .page("Two")])
    for _ in 0..<6 { #expect(try await table.picker().pick(from: "blog").article.url == good) }
  }

  @Test("what is saved is asked for once a pick") func looks() async throws {
    let table = try web(30, dead: { $0 > 3 }, .notFound)
    _ = try await table.picker().pick(from: "blog")
    #expect(table.state.looks.withLock { $0 } == 1)
  }

  @Test("a small source whose articles are saved, blocked or moved never runs out of what is left")
  func small() async throws {
    let links = (0..<10).map { "https://\($0 < 3 ? "blocked" : "b").example/\($0)" }
    let table = try Table(feedOf: links)
    for (number, link) in links.enumerated() {
      let page = pageHTML("Post \(number)").replacing(
        "<head>", with: "<head><link rel=canonical href='https://b.example/own/\(number)'>")
      table.web.put(.body(page, type: "text/html"), at: link)
    }
    table.sources.apply(.block("blocked.example"))
    table.state.saved.withLock { $0 = Set(links[3..<7]) }
    var shown: [String] = []
    let picker = table.picker()
    for number in 0..<40 {
      // Alternates between processes.
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
