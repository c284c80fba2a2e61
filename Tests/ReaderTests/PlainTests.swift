import Reader
import ReadingList
import Terminal
import Testing

@Suite("Plain, for screen readers") struct PlainTests {
  private func driver(_ columns: Int = 120, _ rows: Int = 40) throws -> Driver {
    var settings = Settings()
    settings.plain = true
    settings.animation = false
    return try Driver(
      size: Size(columns: columns, rows: rows), settings: settings, articles: threeSamples)
  }

  /// The row of the terminal's cursor.
  private func cursorRow(_ screen: Screen) -> String {
    guard screen.isCursorVisible, let cursor = screen.cursor else { return "" }
    return screen.textRows[cursor.row]
  }

  @Test(
    "4.10 nothing is drawn but text, in one column; what lies over the panes takes the whole screen",
    arguments: [(160, 50), (90, 30), (40, 12)])
  func noLines(columns: Int, rows: Int) async throws {
    let driver = try driver(columns, rows)
    var overlays = 0
    for keys in [
      "", "?", "<esc>,", "<esc>S", "<esc>t", "<esc>a", "<esc>D", "<esc><C-p>", "<esc>\\",
      "<esc>j<enter>", "<C-p>",
    ] {
      let screen = try await driver.press(keys)
      let drawn = screen.textRows.joined().unicodeScalars.filter {
        (0x2500...0x259f).contains($0.value)
      }
      #expect(drawn.isEmpty, "\(keys): \(String(String.UnicodeScalarView(drawn)))")
      if !driver.interface.overlays.isEmpty {
        overlays += 1
        let surfaces = Set(screen.cells.map(\.style.surface))
        #expect(surfaces.isSubset(of: [.panel, .selection, .field]), "\(keys): \(surfaces)")
      }
      let frames = driver.interface.frames
      #expect(frames.dividers.isEmpty && frames.tabs == nil)
      #expect([frames.list, frames.reader].compactMap { $0 }.count == 1)
    }
    #expect(overlays == 8)
  }

  @Test("4.10 the terminal's cursor is seen and stands on what has the focus")
  func cursor() async throws {
    let driver = try driver()
    #expect(cursorRow(try await driver.press("")).contains("The Slow Web"))
    #expect(cursorRow(try await driver.press("j")).contains("Designing calm software"))
    #expect(cursorRow(try await driver.press("S")).contains("newest"))
    #expect(cursorRow(try await driver.press("j")).contains("oldest"))
    #expect(cursorRow(try await driver.press("<esc>\\")).contains("All Articles"))
    #expect(cursorRow(try await driver.press("j")).contains("Favorites"))
    #expect(cursorRow(try await driver.press("k<enter>D")).contains("permanently?"))
    #expect(!cursorRow(try await driver.press("<esc>?")).isEmpty)
    #expect(!cursorRow(try await driver.press("<esc><enter>")).isEmpty)
  }

  @Test("4.10 what a key changed is said in the last line") func said() async throws {
    let driver = try driver()
    try await driver.press("e")
    #expect(driver.rows.last?.contains("Archived “The Slow Web”") == true)
    try await driver.press("u")
    #expect(driver.rows.last?.contains("Undone") == true)
  }
}
