import Library
import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

private let page =
  "<html><head><title>A page</title></head><body><article><h1>A page</h1>"
  + String(repeating: "<p>This is a sentence of a page, long enough for an article.</p>", count: 40)
  + "</article></body></html>"

@Suite("Reports") struct ReportTests {
  /// An article saved, and read this far, at the given moment.
  private func sample(_ number: Int, at moment: String, _ percent: Int, words: Int) -> Sample {
    Sample(
      url: "https://site\(number).example/\(number)", title: "Article \(number)", savedAt: moment,
      site: "site\(number).example", words: words, progress: percent)
  }

  @Test("1.12 statistics of 30 days and of all time, the boundary at exactly 30 days")
  func statistics() async throws {
    let driver = try Driver(articles: [
      sample(1, at: "2026-11-21T09:00:00Z", 100, words: 2000),
      sample(2, at: "2026-10-22T12:00:00Z", 50, words: 800),
      sample(3, at: "2026-10-22T11:59:59Z", 100, words: 4000),
    ])
    driver.interface.handle(.key(Key(.character("g"))))
    driver.interface.handle(.key(Key(.character("s"))))
    #expect(driver.text.contains("Counting…"))
    await driver.settle()
    for wanted in ["Saved     2", "Read      1", "Words     2,400", "Time      12 min"] {
      #expect(driver.text.contains(wanted), "\(driver.text)")
    }
    #expect(driver.text.contains("site2.example") && !driver.text.contains("site3.example     "))
    try await driver.press("<tab>")
    for wanted in ["Saved     3", "Read      2", "Words     6,400", "Time      32 min"] {
      #expect(driver.text.contains(wanted), "\(driver.text)")
    }
    #expect(driver.rows.contains { $0.contains("site3.example") && $0.contains("20  █") })
    // Weeks without saving or reading are left out.
    #expect(driver.rows.filter { $0.contains("2026-1") && $0.contains("-") }.count == 2)
    try await driver.press("h")
    #expect(driver.text.contains("Saved     2"))
    try await driver.press("<esc>")
    #expect(driver.interface.overlays.isEmpty)
  }

  @Test("statistics follow what changes while they are on screen") func following() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("gs")
    #expect(driver.text.contains("Archived  0"))
    _ = try driver.openElsewhere().apply(
      .archive(true), to: [threeSamples[0].id], at: driver.time.now)
    await driver.noticeChanges()
    #expect(driver.text.contains("Archived  1"))
  }

  @Test("a report that does not fit scrolls, from its first line to its last")
  func scrolling() async throws {
    let driver = try Driver(size: Size(columns: 60, rows: 12), articles: threeSamples)
    try await driver.press("gs")
    #expect(driver.text.contains("Last 30 days") && !driver.text.contains("calm.dev"))
    try await driver.press("G")
    #expect(!driver.text.contains("Last 30 days") && driver.text.contains("calm.dev  "))
    let end = driver.rows
    try await driver.press("jj<C-d><pagedown>")
    #expect(driver.rows == end)
    try await driver.press("k")
    #expect(driver.rows != end)
    try await driver.press("g")
    #expect(driver.text.contains("Last 30 days"))
    try await driver.press("q")
    #expect(driver.interface.overlays.isEmpty && !driver.model.session.isQuitting)
  }

  /// Three articles, only the first of which has a text.
  private let partial = [
    threeSamples[0],
    Sample(
      url: "https://later.example/a", title: "Not fetched", savedAt: "2026-11-20T10:00:00Z",
      words: 0, state: .pending(reason: nil)),
    Sample(
      url: "https://gone.example/b", title: "Gone", savedAt: "2026-11-19T10:00:00Z", words: 0,
      state: .failed(reason: "gone.example has no such page (404)")),
  ]

  @Test("3.22 R fetches every text that is missing") func fetchAll() async throws {
    let fetcher = ScriptedFetcher([
      "https://later.example/a": page,
      "https://gone.example/b": page.replacing("sentence", with: "word"),
    ])
    let driver = try Driver(fetcher: fetcher, articles: partial)
    try await driver.press("R")
    for sample in partial { #expect(try driver.library.body(of: sample.id) != nil) }
    #expect(driver.count(of: .failed) == 0)
    try await driver.press("R")
    #expect(driver.model.status?.text == "Nothing to fetch")
  }

  @Test("3.22 without a network R says why each text is missing, and nothing is lost")
  func withoutNetwork() async throws {
    let driver = try Driver(articles: partial)
    let before = try partial.map { try driver.library.body(of: $0.id) }
    try await driver.press("R")
    #expect(driver.rows.last?.contains("R try again · 0 fetched, 2 failed") == true)
    let messages = driver.model.session.messages.map(\.status.text)
    for sample in partial[1...] {
      #expect(messages.contains("“\(sample.title)”: No host answers to \(sample.url)"))
    }
    #expect(try partial.map { try driver.library.body(of: $0.id) } == before)
    #expect(driver.counts.total == 3)
  }

  @Test("what one of several fetches brings takes no message off the screen")
  func messageStays() async throws {
    let driver = try Driver(articles: partial)
    driver.interface.perform(Invocation(.refetchFailed))
    while !driver.model.fetches.fetching.isEmpty {
      #expect(driver.model.status?.text == "Fetching 2…")
      await driver.receiveOne()
    }
  }
}
