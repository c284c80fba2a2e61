import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

@Suite("Appearance") struct AppearanceTests {
  @Test(
    "0.10 4.7 every empty list says its own words through the one component",
    arguments: [
      ("1", "Hola! Add your first article."), ("2", "No Favorites"),
      ("2", "Articles you favorite will appear here"), ("3", "No Archived Articles"),
      ("3", "Archived articles will appear here"), ("gp", "Nothing in progress"),
      ("5", "Trash is empty"),
    ])
  func emptyStates(keys: String, words: String) async throws {
    for size in [Size(columns: 140, rows: 40), Size(columns: 60, rows: 20)] {
      let driver = try Driver(size: size)
      try await driver.press(keys)
      #expect(driver.text.contains(words))
    }
  }

  @Test("2.10 without color the cursor, the chosen list, progress and states are signs or weight")
  func withoutColor() async throws {
    let driver = try Driver(articles: [
      Sample(url: "https://a.example/", title: "Begun", progress: 40),
      Sample(
        url: "https://b.example/", title: "Failed", savedAt: "2026-11-21T09:00:00Z",
        state: .failed(reason: "gone")),
    ])
    let screen = driver.interface.frame()
    let text = screen.textRows.joined(separator: "\n")
    #expect(text.contains("▌") && text.contains("40%") && text.contains("✗"))
    let palette = Theme.mono.palette(at: .none)
    for surface in [Surface.selection, .highlight, .field] {
      #expect(palette.attributes(of: Style(.text, on: surface)) != [], "\(surface)")
    }
  }

  @Test(
    "the pane with the focus, and no other, has the glyph before its title and the strong bar at its cursor",
    arguments: [Glyphs.unicode, .ascii])
  func focus(glyphs: Glyphs) async throws {
    let driver = try Driver(
      size: Size(columns: 140, rows: 30), glyphs: glyphs, articles: threeSamples)
    func counts() -> (glyphs: Int, bars: Int, header: String) {
      let rows = driver.rows
      let header = rows[0]
      let sign = Character(glyphs.focus)
      let bar = glyphs.cursorBar
      let screen = driver.interface.frame()
      let bars = screen.cells.filter { $0.text == bar && $0.style.surface == .selection }
      return (header.filter { $0 == sign }.count, bars.count, header)
    }
    let list = counts()
    #expect(list.glyphs == 1 && list.bars == 2)
    #expect(list.header.contains("\(glyphs.focus)All Articles"))
    try await driver.press("h")
    let sidebar = counts()
    #expect(sidebar.glyphs == 1 && sidebar.bars == 1)
    #expect(sidebar.header.hasPrefix("\(glyphs.focus)Luego"))
    try await driver.press("l<enter>")
    let reader = counts()
    #expect(reader.glyphs == 1 && reader.bars == 0)
    #expect(reader.header.hasSuffix(" \(glyphs.focus)"))
  }

  @Test("when the focus moves, no text moves: only glyphs and bars come and go")
  func stillText() async throws {
    let driver = try Driver(size: Size(columns: 140, rows: 30), articles: threeSamples)
    func text(_ screen: Screen) -> [String] {
      screen.textRows.dropLast().map { row in
        let plain = row.map { "▸▌".contains($0) ? " " : $0 }
        return String(plain.reversed().drop { $0 == " " }.reversed())
      }
    }
    let list = try await driver.press("")
    let sidebar = try await driver.press("h")
    #expect(text(list) == text(sidebar))
    #expect(list.textRows != sidebar.textRows && list.styleRows != sidebar.styleRows)
  }

  @Test("while a filter is typed, what is offered beside it are no letters that would be typed")
  func offersWhileTyping() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("/zzz")
    driver.time.advance(milliseconds: ListModel.filterDelay)
    driver.interface.tick()
    let text = await driver.settle().textRows.joined(separator: "\n")
    #expect(text.contains("[Enter W search all articles]") && text.contains("[Esc clear]"))
    try await driver.press("<enter>")
    #expect(driver.text.contains("[W search all articles]") && driver.text.contains("[F clear]"))
  }

  @Test("2.8 the bar shows whole hints, as many as fit, at every width", arguments: 20...130)
  func bar(columns: Int) async throws {
    let driver = try Driver(size: Size(columns: columns, rows: 24), articles: threeSamples)
    let bar = try #require(driver.rows.last)
    #expect(bar.displayWidth <= columns)
    #expect(bar.contains("j/k move"))
    for hint in bar.split(separator: "  ").map({ $0.trimmingPrefix(" ") }) {
      #expect(hint == ":settings" || hint.contains(" "), "\(hint)")
    }
  }

  @Test("1.13 groups: today, yesterday, this week, months, years; headings cannot be selected")
  func groups() {
    let clock = TestClock("2026-11-19T12:00:00Z").clock  // a Thursday
    let cases = [
      ("2026-11-19T23:59:59Z", "Today"), ("2026-11-19T00:00:00Z", "Today"),
      ("2026-11-18T23:59:59Z", "Yesterday"), ("2026-11-17T10:00:00Z", "This week"),
      ("2026-11-16T00:00:00Z", "This week"), ("2026-11-15T23:59:59Z", "November"),
      ("2026-10-31T10:00:00Z", "October"), ("2025-12-31T10:00:00Z", "December 2025"),
      ("2027-01-01T10:00:00Z", "Today"),
    ]
    for (moment, title) in cases {
      #expect(DayGroup(of: Timestamp(rfc3339: moment), clock: clock).title == title, "\(moment)")
    }
  }

  @Test(
    "the command line runs commands, and says what it does not know",
    arguments: [
      ("sort title", "Sorted by title"), ("sor title", "Sorted by title"),
      ("nonsense", "Unknown command “nonsense”"), ("set measure 7", "from 20 to 200"),
      ("set theme plaid", "Unknown theme “plaid”"), ("go nowhere", "There is no list"),
      ("bind list <nokey> archive", "is not a key"), ("sort sideways", "Unknown order"),
    ])
  func commandLine(line: String, answer: String) async throws {
    let driver = try Driver(size: Size(columns: 140, rows: 40), articles: threeSamples)
    try await driver.enter(line)
    #expect(driver.text.contains(answer), "\(driver.rows.last ?? "")")
  }
}
