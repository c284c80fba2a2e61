import Reader
import ReadingList
import Terminal
import Testing

@Suite("Mouse") struct MouseTests {
  private static let many = (1...59).map { number in
    Sample(
      url: "https://example.com/\(number)", title: "Article number \(number)", html: longHTML,
      savedAt: "2026-11-21T10:\(number < 10 ? "0" : "")\(number):00Z", tags: ["tag\(number)"])
  }

  private func driver(_ columns: Int = 140, _ rows: Int = 40) throws -> Driver {
    var settings = Settings()
    settings.density = "normal"
    return try Driver(
      size: Size(columns: columns, rows: rows), settings: settings, articles: Self.many)
  }

  @Test("the wheel scrolls the list under it; the cursor stays, and the next key goes back to it")
  func wheelOnList() async throws {
    let driver = try driver()
    let list = try #require(driver.interface.frames.list)
    let point = Point(column: list.column + 4, row: 10)
    let before = driver.text
    for _ in 0..<4 { driver.mouse(.wheelDown, point) }
    #expect(driver.model.list.cursor == 0 && driver.model.navigation.place.top == 4)
    #expect(driver.text != before)
    for _ in 0..<200 { driver.mouse(.wheelDown, point) }
    #expect(driver.text.contains("Article number 1") && driver.model.list.cursor == 0)
    for _ in 0..<3 { driver.mouse(.wheelUp, point) }
    try await driver.press("j")
    #expect(driver.model.list.cursor == 1 && driver.model.navigation.place.top == 0)
  }

  @Test("the wheel scrolls sidebar, panel and inspector, and none of them moves a cursor")
  func wheelOnOthers() async throws {
    let driver = try driver(170, 10)
    try await driver.press("<enter>gmi")
    driver.model.status = nil
    for number in 1...60 { driver.model.status = .info("Said \(number)") }
    driver.model.status = nil
    try await driver.press("gm")
    let frames = driver.interface.frames
    let cursor = driver.model.list.cursor
    for pane in [frames.sidebar, frames.panel, frames.inspector] {
      let pane = try #require(pane)
      let point = Point(column: pane.column + 2, row: pane.row + 2)
      // From the top, each of them scrolls down with the wheel and back up.
      for _ in 0..<60 { driver.mouse(.wheelUp, point) }
      let start = driver.text
      driver.mouse(.wheelDown, point)
      #expect(driver.text != start)
      driver.mouse(.wheelUp, point)
      #expect(driver.text == start)
    }
    #expect(driver.model.list.cursor == cursor)
    #expect(driver.model.navigation.view == .list(.readingList))
  }

  @Test("a click selects a row and leaves it under the pointer; again, or twice at once, opens it")
  func rows() async throws {
    let driver = try driver()
    let last = try driver.place(of: "Article number 52")
    driver.mouse(.press, last)
    #expect(driver.model.list.current?.title == "Article number 52")
    #expect(try driver.place(of: "Article number 52") == last)
    #expect(driver.interface.focus == .list && driver.model.reader.id == nil)
    driver.mouse(.press, last)
    await driver.settle()
    #expect(driver.interface.focus == .reader)
    driver.mouse(.doubleClick, try driver.place(of: "Article number 55"))
    await driver.settle()
    #expect(driver.model.reader.article?.title == "Article number 55")
    try await driver.press("<esc>")
    driver.mouse(.press, try driver.place(of: "Favorites"))
    #expect(driver.model.navigation.view == .list(.favorites))
  }

  @Test("3.7 a click on a hint of the bar is its key, the second of two as well")
  func hints() async throws {
    let driver = try driver()
    let move = try driver.place(of: "j/k move")
    driver.mouse(.press, move)
    #expect(driver.model.list.cursor == 1)
    driver.mouse(.press, Point(column: move.column + 2, row: move.row))
    #expect(driver.model.list.cursor == 0)
    driver.mouse(.press, Point(column: move.column + 5, row: move.row))
    #expect(driver.model.list.cursor == 0)
  }

  @Test("3.4 a filter that is being typed stays when a click ends the typing")
  func filterStays() async throws {
    let driver = try driver()
    try await driver.press("/")
    await driver.type("tag:tag7")
    driver.mouse(.press, Point(column: 100, row: 10))
    #expect(driver.interface.overlays.isEmpty)
    #expect(driver.model.navigation.place.filter == "tag:tag7")
    #expect(driver.model.list.rows.count == 1)
  }

  /// Keys, then the text to click, and the expected result.
  private static let clicks: [(keys: String, words: String, holds: @Sendable (Driver) -> Bool)] = [
    (
      "S", Order.title.title,
      { $0.interface.overlays.isEmpty && $0.model.navigation.order == .title }
    ),
    ("?", "Esc close", { $0.interface.overlays.isEmpty }),
    ("D", "y delete", { $0.interface.overlays.isEmpty && $0.model.list.rows.count == 58 }),
    ("?/favorite", Command.favorite.row.summary, { $0.count(of: .list(.favorites)) == 1 }),
    (":stats<enter>", "all time", { $0.box?.kind == .statistics(days: nil) }),
    ("g", "a Archived", { $0.model.navigation.view == .list(.archived) }),
    ("", "? help", { $0.interface.overlays.count == 1 }),
    ("", "newest", { $0.text.contains(Order.length.title) }),
    ("/tag:tag7<enter>", "[tag:tag7]", { $0.box?.command == .filter }),
    ("<enter>G", "favorite", { $0.count(of: .list(.favorites)) == 1 }),
  ]

  @Test("a click on an item, a hint, a chip or an offer does what its key does")
  func clicks() async throws {
    for (keys, words, holds) in Self.clicks {
      let driver = try driver(140, 30)
      try await driver.press(keys)
      driver.mouse(.press, try driver.place(of: words))
      await driver.settle()
      #expect(holds(driver), "\(keys) \(words): \(driver.text)")
    }
  }

  @Test("the wheel scrolls a menu and help without moving their cursors")
  func wheelOnBoxes() async throws {
    let low = try Driver(size: Size(columns: 60, rows: 8), articles: threeSamples)
    try await low.press("S")
    let tall = try driver(100, 30)
    try await tall.press("?/")
    for (driver, point) in [(low, Point(column: 30, row: 4)), (tall, Point(column: 50, row: 10))] {
      let (before, cursor) = (driver.text, driver.box?.list.cursor)
      driver.mouse(.wheelDown, point)
      #expect(driver.text != before && driver.box?.list.cursor == cursor)
      driver.mouse(.wheelUp, point)
      #expect(driver.text == before)
    }
    let before = tall.text
    tall.mouse(.wheelDown, Point(column: 1, row: 10))
    #expect(tall.text == before)
  }

  @Test("the button opens the sidebar, a click beside it closes it, tabs go to their lists")
  func sidebarAndTabs() async throws {
    let driver = try driver(100, 30)
    driver.mouse(.press, Point(column: 2, row: 0))
    #expect(driver.interface.frames.sidebarFloats)
    driver.mouse(.press, Point(column: 80, row: 10))
    #expect(driver.interface.frames.sidebar == nil)
    _ = driver.resize(60, 24)
    driver.mouse(.press, try driver.place(of: "Archived"))
    #expect(driver.model.navigation.view == .list(.archived))
  }

  @Test("a click on a link opens it, or goes to its line in the text, which reads nothing")
  func linksWithin() async throws {
    let filler = (1...40).map { "<p>Filler \($0)</p>" }.joined()
    let sample = Sample(
      url: "https://calm.dev/notes", title: "With notes",
      html: """
        <p>Go to <a href="#late">the late part</a>, <a href="https://x.example/">away</a> or to the note.\
        <sup><a href="#n1" role="doc-noteref">7</a></sup></p>\(filler)
        <h2 id="late">The late part</h2>\(filler)
        <section role="doc-endnotes"><ol><li id="n1" data-label="7"><p>What the note says.</p></li></ol></section>
        """)
    let driver = try Driver(size: Size(columns: 120, rows: 20), articles: [sample])
    try await driver.press("<enter>")
    let away = try driver.place(of: "away")
    driver.mouse(.press, Point(column: away.column - 2, row: away.row))
    #expect(driver.model.takeEffects().isEmpty)
    driver.mouse(.press, away)
    #expect(driver.model.takeEffects() == [.openInBrowser("https://x.example/")])
    driver.model.status = nil
    let progress = driver.model.reader.progress
    let start = driver.text
    driver.mouse(.press, try driver.place(of: "the late part"))
    #expect(driver.text.contains("The late part") && !driver.text.contains("Filler 40"))
    #expect(driver.model.reader.progress == progress && driver.model.takeEffects().isEmpty)
    try await driver.press("gg")
    #expect(driver.text == start)
    let line = try driver.place(of: "the note.")
    let screen = driver.interface.frame()
    let column = try #require(
      (line.column + 9..<120).first { screen[Point(column: $0, row: line.row)]?.text != " " })
    driver.mouse(.press, Point(column: column, row: line.row))
    #expect(driver.text.contains("What the note says."))
    #expect(driver.model.reader.progress == progress)
  }

  @Test("addresses in inspector and panel open with a click; the rest of a link's row selects it")
  func addresses() async throws {
    let driver = try Driver(size: Size(columns: 170, rows: 40), articles: [PanelTests.essay])
    try await driver.press("<enter>Li")
    driver.mouse(.press, try driver.place(of: "https://calm.dev/essay"))
    #expect(driver.interface.focus == .inspector)
    #expect(driver.model.takeEffects() == [.openInBrowser("https://calm.dev/essay")])
    let panel = try #require(driver.interface.frames.panel)
    let second = Point(column: panel.column + 2, row: panel.row + 2)
    driver.mouse(.press, second)
    #expect(driver.interface.focus == .panel && driver.model.takeEffects().isEmpty)
    driver.mouse(.press, Point(column: panel.endColumn - 4, row: panel.row + 2))
    #expect(driver.model.takeEffects() == [.openInBrowser(PanelTests.calm)])
  }

  @Test(
    "a click on what cancels a question deletes nothing, whatever the signs",
    arguments: [Glyphs.unicode, .ascii, .plain])
  func cancelled(glyphs: Glyphs) async throws {
    let driver = try Driver(
      size: Size(columns: 80, rows: 24), glyphs: glyphs, articles: threeSamples)
    if glyphs == .plain { try await driver.press(":set<space>plain<space>on<enter>") }
    for words in ["Esc cancel", "cancel"] {
      try await driver.press("D")
      driver.mouse(.press, try driver.place(of: words))
      await driver.settle()
      #expect(driver.interface.overlays.isEmpty && driver.model.list.rows.count == 3)
    }
  }

  @Test("a click on words under a line that is typed types nothing") func words() async throws {
    let driver = try Driver(size: Size(columns: 100, rows: 30))
    try await driver.press("XSa")
    driver.mouse(.press, try driver.place(of: "URL or path"))
    #expect((driver.interface.overlays.last as? Prompt)?.editor.text == "")
  }

  @Test("a click on a completion goes into the line") func completion() async throws {
    let driver = try driver(100, 30)
    try await driver.press(":")
    await driver.type("fav")
    driver.mouse(.press, try driver.place(of: Command.favorite.row.summary))
    #expect((driver.interface.overlays.last as? Prompt)?.editor.text == "favorite ")
  }
}
