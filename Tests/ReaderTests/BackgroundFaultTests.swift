import Glibc
import Library
import Reader
import ReadingList
import TestSupport
import Testing
import Web

private let page =
  "<html><head><title>A page</title></head><body><article><h1>A page</h1>"
  + String(repeating: "<p>This is a sentence of a page, long enough for an article.</p>", count: 40)
  + "</article></body></html>"

/// Something that writes other than by a change of articles in the list.
struct BackgroundWrite: CustomTestStringConvertible, Sendable {
  var testDescription: String
  /// What is done before the disk fails.
  var prepare: @Sendable (Driver) async throws -> Void = { _ in }
  /// What is done while it does, and after it works again.
  var act: @Sendable (Driver) async throws -> Void

  private static func add(_ address: String) -> @Sendable (Driver) async throws -> Void {
    { driver in
      try await driver.enter(address, after: "a")
    }
  }

  static let all = [
    BackgroundWrite(testDescription: "adding an address", act: add("https://unreachable.example/")),
    BackgroundWrite(testDescription: "adding a page", act: add("https://new.example/page")),
    BackgroundWrite(
      testDescription: "keeping what was picked", prepare: { try await $0.press("X") },
      act: { try await $0.press("s") }),
    BackgroundWrite(testDescription: "fetching a text again", act: { try await $0.press("r") }),
    BackgroundWrite(
      testDescription: "a fetch that fails", prepare: { try await $0.press("j") },
      act: { try await $0.press("r") }),
    BackgroundWrite(
      testDescription: "the reading position", prepare: { try await $0.press("<enter><C-d>") },
      act: { driver in
        driver.model.reader.savePosition()
        await driver.settle()
      }),
  ]
}

@Suite("When the disk fails under what is written beside the changes") struct BackgroundFaultTests {
  /// What is on disk of every article, as a program sees it that knows nothing yet.
  private func onDisk(_ driver: Driver) throws -> [ArticleID: String] {
    let other = try driver.openElsewhere()
    var found: [ArticleID: String] = [:]
    let list = other.snapshot()
    for scope in [SavedView.everything, .trash] {
      for row in list.rows(in: scope, order: .newest) {
        let id = list.id(of: row)
        let article = try #require(try other.article(id))
        let text = try other.body(of: id)?.utf8.count ?? 0
        found[id] =
          facts(ArticleSummary(article)) + " \(article.position) \(article.attempts) \(text)"
      }
    }
    return found
  }

  private func facts(_ summary: ArticleSummary) -> String {
    "\(summary.title) \(summary.fetch) \(summary.progress) \(summary.membership)"
  }

  @Test(
    "what failed is said, what is said is so, and the next try does it",
    arguments: BackgroundWrite.all)
  func eachCall(write: BackgroundWrite) async throws {
    let count = try await forEachCall { call in
      let counter = FaultCounter()
      var samples = threeSamples
      samples[0].html = longHTML
      let driver = try Driver(
        fetcher: ScriptedFetcher(["https://new.example/page": page, samples[0].url: page]),
        files: FileLayer { operation, path in
          [.status, .list].contains(operation) || path.contains("/cache/") ? 0 : counter.next()
        }, articles: samples, seed: 1)
      try await write.prepare(driver)
      let before = try onDisk(driver)
      counter.arm(call, call % 2 == 0 ? EIO : ENOSPC)
      try await write.act(driver)
      let wasDone = !counter.disarm()
      let said = driver.model.status
      let now = try onDisk(driver)
      let name = "\(write.testDescription), call \(call): \(said?.text ?? "nothing said")"
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
        try await write.act(driver)
        #expect(try onDisk(driver) != before, "\(name)")
      } else {
        #expect(now != before, "\(name)")
      }
      return !wasDone
    }
    #expect(count > 2)
  }
}
