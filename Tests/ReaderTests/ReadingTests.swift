import Foundation
import Library
import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

/// The text of the reader's pane.
private func readerText(_ driver: Driver) -> String {
  driver.rows.dropLast().map {
    String($0.split(separator: "│", omittingEmptySubsequences: false).last ?? "")
  }.joined(separator: "\n")
}

/// The number of the first paragraph at least partly on the screen.
private func firstParagraph(_ driver: Driver) -> Int? {
  let text = driver.text
  let numbers = (1...60).filter { text.contains("Paragraph \($0) begins") }
  return numbers.first
}

@Suite("Reading") struct ReadingTests {
  @Test("0.14 the position is saved before another article opens, and found again")
  func positionOnSwitch() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("<enter><C-d><C-d>j")
    let before = readerText(driver)
    let position = driver.model.reader.position
    #expect(position > .start)
    try await driver.press("J")
    #expect(driver.model.reader.id == threeSamples[1].id)
    #expect(try driver.record(threeSamples[0]).position == position)
    try await driver.press("K")
    #expect(driver.model.reader.position == position)
    #expect(readerText(driver) == before)
  }

  @Test("the position is saved when reading rests for two seconds, and not before")
  func positionAtRest() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("<enter><C-d>")
    let position = driver.model.reader.position
    await driver.advance(milliseconds: 1999)
    #expect(try driver.record(threeSamples[0]).position == .start)
    await driver.advance(milliseconds: 1)
    #expect(try driver.record(threeSamples[0]).position == position)
    #expect(driver.interface.deadline == nil)
  }

  @Test("opening alone changes nothing on disk") func openingIsInnocent() async throws {
    let driver = try Driver(articles: threeSamples)
    let before = try driver.record(threeSamples[0])
    try await driver.press("<enter><esc>")
    driver.model.quit()
    await driver.settle()
    #expect(try driver.record(threeSamples[0]) == before)
  }

  @Test("0.15 1.17 opening B after A never shows A's text, place or spinner")
  func perArticle() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("<enter><C-d><C-d>")
    driver.interface.handle(.key(Key(.character("J"))))
    #expect(!driver.text.contains("Paragraph"))
    await driver.settle()
    #expect(driver.text.contains("One evening"))
    #expect(driver.model.reader.position == .start)
  }

  @Test("0.16 0.17 resizing keeps article, list, focus and the first visible text")
  func resizing() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("<enter><C-d><C-d><C-d>")
    let before = driver.rows
    let first = try #require(firstParagraph(driver))
    for (columns, rows) in [(60, 24), (90, 30), (45, 20), (200, 60), (30, 10)] {
      _ = driver.resize(columns, rows)
      let now = try #require(firstParagraph(driver))
      #expect(abs(now - first) <= 1, "\(columns)x\(rows)")
      #expect(driver.model.reader.id == threeSamples[0].id)
      #expect(driver.model.navigation.focus == .reader)
    }
    _ = driver.resize(120, 40)
    #expect(driver.rows == before)
  }

  @Test("0.22 too small says so and recovers") func tooSmall() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("<enter><C-d>")
    let before = driver.rows
    #expect(driver.resize(19, 4).textRows.contains { $0.contains("Terminal too sma") })
    #expect(driver.resize(45, 20).textRows.contains { $0.contains("Paragraph") })
    #expect(driver.resize(120, 40).textRows == before)
  }

  @Test(
    "e and d in the reader go on to the next article of the list, and after the last one to the list; u comes back",
    arguments: ["e", "d"])
  func putAway(key: String) async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("j<enter>\(key)")
    #expect(driver.model.reader.id == threeSamples[2].id && driver.interface.focus == .reader)
    #expect(driver.rows.last?.contains("u undo") == true)
    try await driver.press(key)
    #expect(driver.model.reader.id == nil && driver.interface.focus == .list)
    #expect(driver.model.list.rows.count == 1)
    for place in [2, 1] {
      try await driver.press("u")
      #expect(driver.model.reader.id == threeSamples[place].id && driver.interface.focus == .reader)
      #expect(driver.model.list.current?.id == threeSamples[place].id)
    }
    #expect(driver.model.list.rows.count == 3)
  }

  @Test(
    "0.18 with after-archive stay the open article stays when it is archived; its row goes, the cursor moves on"
  )
  func archiveOpen() async throws {
    var settings = Settings()
    settings.afterArchive = "stay"
    let driver = try Driver(settings: settings, articles: threeSamples)
    try await driver.press("<enter>")
    let reader = readerText(driver)
    try await driver.press("e")
    #expect(driver.model.reader.id == threeSamples[0].id)
    let title = try #require(reader.split(separator: "\n").dropFirst().first)
    #expect(readerText(driver).contains(title))
    #expect(driver.model.list.rows.count == 2)
    #expect(driver.model.list.current?.id == threeSamples[1].id)
    try await driver.press("u")
    #expect(driver.model.list.rows.count == 3)
  }

  @Test("0.19 deleting the open article shows the placeholder; the last row is no trap")
  func deleteOpen() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("<tab>")
    let hints = try #require(driver.rows.last)
    #expect(hints.contains("J next") && !hints.contains("v select"))
    try await driver.press("<S-tab>G<enter>d")
    #expect(driver.text.contains("No Article Selected"))
    #expect(driver.model.list.rows.count == 2)
    #expect(driver.model.list.cursor == 1)
    try await driver.press("dd")
    #expect(driver.model.list.rows.isEmpty && driver.model.list.cursor == 0)
    #expect(driver.text.contains("Hola! Add your first article."))
    try await driver.press("d")
    #expect(driver.text.contains("No article selected"))
  }

  @Test("0.20 e, s and d store the flag and the status line names what was done")
  func actions() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("e")
    #expect(try driver.record(threeSamples[0]).isArchived)
    #expect(driver.text.contains("Archived “The Slow Web”"))
    try await driver.press("s")
    #expect(try driver.record(threeSamples[1]).isFavorite)
    #expect(driver.text.contains("Favorited “Designing calm software”"))
    try await driver.press("d")
    #expect(try driver.record(threeSamples[2]).isDeleted)
    #expect(driver.text.contains("Deleted “On being wrong”"))
    try await driver.press("uuu")
    for sample in threeSamples {
      let record = try driver.record(sample)
      #expect(
        record.membership == Membership(isFavorite: false, isArchived: false, isDeleted: false))
    }
    try await driver.press("<C-r>")
    #expect(try driver.record(threeSamples[0]).isArchived)
  }

  @Test("1.18 1.19 0.10 deleted by another program: the next frame shows the same placeholder")
  func deletedElsewhere() async throws {
    let driver = try Driver(articles: threeSamples)
    let placeholder = readerText(driver)
    try await driver.press("<enter>")
    _ = try driver.library.apply(.delete(true), to: [threeSamples[0].id], at: driver.time.now)
    await driver.noticeChanges()
    #expect(readerText(driver) == placeholder)
    #expect(driver.model.list.rows.count == 2)
  }

  @Test("a thousand files arriving at once cost one look at the library, not a thousand")
  func burst() async throws {
    let driver = try Driver(articles: threeSamples)
    let before = driver.frames
    let now = driver.time.now
    let articles = try (0..<1000).map { number in
      Article(address: try WebAddress("https://many.example/\(number)"), savedAt: now)
    }
    _ = try driver.library.add(articles, at: now)
    for _ in 0..<999 {
      driver.model.library.mayHaveChanged()
      driver.model.tick()
    }
    #expect(driver.model.isSettled && driver.count(of: .everything) == 3)
    await driver.noticeChanges()
    #expect(driver.count(of: .everything) == 1003)
    #expect(driver.model.deadline == nil)
    #expect(driver.frames == before + 1)
  }

  @Test(
    "2.12 lines are never wider than the measure and stand in the middle", arguments: [200, 260])
  func measure(columns: Int) async throws {
    let driver = try Driver(size: Size(columns: columns, rows: 40), articles: threeSamples)
    let screen = try await driver.press("<enter>z")
    let rows = screen.textRows.filter { $0.contains("Paragraph") || $0.contains("line at any") }
    #expect(!rows.isEmpty)
    let left = try #require(rows.map { $0.prefix { $0 == " " }.count }.min())
    let right = try #require(rows.map { columns - $0.count }.min())
    #expect(rows.allSatisfy { $0.count - left <= 72 })
    #expect(left == (columns - 72) / 2)
    #expect(right >= left)
  }

  @Test("code whose lines are broken is as wide as other code") func codeWidth() async throws {
    let html = "<pre>a</pre><p>b</p><pre>\(String(repeating: "x", count: 200))</pre>"
    let sample = Sample(url: "https://a.example/", title: "A", html: html)
    let driver = try Driver(size: Size(columns: 60, rows: 20), articles: [sample])
    let screen = try await driver.press("<enter>z")
    let widths = (0..<20).map { row in
      (0..<60).count { screen[Point(column: $0, row: row)]?.style.surface == .code }
    }
    #expect(Set(widths) == [0, 56])
  }

  @Test("1.24 zen hides everything but the text, and a second z restores the screen")
  func zen() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("<enter>")
    let before = driver.rows
    try await driver.press("z")
    #expect(!driver.text.contains("All Articles") && driver.text.contains("Paragraph 1 "))
    try await driver.press("z")
    #expect(driver.rows == before)
    try await driver.press("h h z")
    #expect(driver.model.navigation.isZen)
  }
}
