import Glibc
import Library
import Reader
import ReadingList
import TestSupport
import Testing
import Web

@Suite("When the disk fails under what is written beside the changes") struct BackgroundFaultTests {
  /// What is on disk of every article, as a program sees it that knows nothing yet.
  private func onDisk(_ driver: Driver) throws -> [ArticleID: String] {
    let other = try driver.openElsewhere()
    var found: [ArticleID: String] = [:]
    for id in other.snapshot().ids(withPrefix: "") {
      let article = try #require(try other.article(id))
      let text = try other.body(of: id)?.utf8.count ?? 0
      found[id] =
        facts(ArticleSummary(article)) + " \(article.position) \(article.attempts) \(text)"
    }
    return found
  }

  private func facts(_ summary: ArticleSummary) -> String {
    "\(summary.title) \(summary.fetch) \(summary.progress) \(summary.membership)"
  }

  /// Presses keys; where there are none, saves the reading position.
  private func act(_ keys: String, _ driver: Driver) async throws {
    try await driver.press(keys)
    if keys.isEmpty { driver.model.reader.savePosition() }
    await driver.settle()
  }

  @Test(
    "what failed is said, what is said is so, and the next try does it",
    arguments: [
      ("", ":add<space>https://unreachable.example/<enter>"),
      ("", ":add<space>https://new.example/page<enter>"), ("X", "s"), ("", "r"), ("j", "r"),
      ("<enter><C-d>", ""),
    ])
  func eachCall(first: String, keys: String) async throws {
    let count = try await forEachCall { call in
      let counter = FaultCounter()
      let url = threeSamples[0].url
      let driver = try Driver(
        fetcher: ScriptedFetcher([
          "https://new.example/page": somePage,
          url: somePage.replacing("Paragraph", with: "Section"),
        ]),
        files: FileLayer { operation, path in
          [.status, .list].contains(operation) || path.contains("/cache/") ? 0 : counter.next()
        }, articles: threeSamples, seed: 1)
      try await driver.press(first)
      let before = try onDisk(driver)
      counter.arm(call, call % 2 == 0 ? EIO : ENOSPC)
      try await act(keys, driver)
      let wasDone = !counter.disarm()
      let said = driver.model.status
      let now = try onDisk(driver)
      let name = "\(first) \(keys), call \(call): \(said?.text ?? "nothing said")"
      // An error is said of each failure, and never that something is not saved that is.
      if !wasDone { #expect(said?.kind == .error || now != before, "\(name)") }
      if said?.text.hasPrefix("Not saved") == true { #expect(now == before, "\(name)") }
      #expect(before.keys.allSatisfy { now[$0] != nil }, "\(name)")
      await driver.noticeChanges()
      let list = driver.model.list.snapshot
      for (id, disk) in now {
        let shown = list.row(of: id).map { facts(list[$0]) }
        #expect(shown.map { disk.hasPrefix($0) } == true, "\(name)")
      }
      #expect(list.count(of: .everything) + list.count(of: .trash) == now.count, "\(name)")
      // Once the disk works again, the same does it.
      if !wasDone {
        try await act(keys, driver)
        #expect(try onDisk(driver) != before, "\(name)")
      } else {
        #expect(now != before, "\(name)")
      }
      return !wasDone
    }
    #expect(count > 2)
  }
}
