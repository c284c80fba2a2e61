import Reader
import ReadingList
import Terminal
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
    let driver = try Driver(size: Size(columns: 140, rows: 40))
    try await driver.press(keys)
    #expect(driver.text.contains(words))
  }

  @Test(
    "the focus is the glyph before one pane's title and the strong bar at its cursor, and no more",
    arguments: [Glyphs.unicode, .ascii])
  func focus(glyphs: Glyphs) async throws {
    let driver = try Driver(
      size: Size(columns: 140, rows: 30), glyphs: glyphs, articles: threeSamples)
    /// Returns the header, the number of focus glyphs and bars on the screen, and everything else on it.
    func press(
      _ keys: String
    ) async throws -> (
      header: String, signs: Int, bars: Int, text: [String]
    ) {
      let screen = try await driver.press(keys)
      let header = screen.textRows[0]
      let bars = screen.cells.count {
        $0.text == glyphs.cursorBar && $0.style.surface == .selection
      }
      let text = screen.textRows.dropLast().map { row in
        let plain = row.map { [glyphs.focus, glyphs.cursorBar].contains(String($0)) ? " " : $0 }
        return String(plain.reversed().drop { $0 == " " }.reversed())
      }
      return (header, header.count { String($0) == glyphs.focus }, bars, text)
    }
    let list = try await press("")
    #expect(
      list.header.contains("\(glyphs.focus)All Articles") && [list.signs, list.bars] == [1, 2])
    let sidebar = try await press("h")
    #expect(sidebar.header.hasPrefix("\(glyphs.focus)Luego"))
    #expect([sidebar.signs, sidebar.bars] == [1, 1] && sidebar.text == list.text)
    let reader = try await press("l<enter>")
    #expect(reader.header.hasSuffix(" \(glyphs.focus)") && [reader.signs, reader.bars] == [1, 0])
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
      #expect(dayGroup(of: Timestamp(rfc3339: moment), clock: clock) == title, "\(moment)")
    }
  }
}
