import Library
import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

@Suite("Panel under the text") struct PanelTests {
  private static let paragraphs = (1...12).map { "<p>Paragraph \($0) \(longText)</p>" }.joined()
  private static let longText = String(repeating: "goes on and on, ", count: 20)
  /// Longer than a row of the panel.
  static let calm = "https://example.com/" + String(repeating: "calm/", count: 40)
  static let essay = Sample(
    url: "https://calm.dev/essay", title: "An essay in parts",
    html: """
      <p>See <a href="https://example.com/slow">the slow web</a>, <a href="#two">below</a> and
      <a href="\(calm)">calm</a>.</p><h2>First part</h2>\(paragraphs)
      <h3 id="two">A detail</h3>\(paragraphs)<h2>Last part</h2>\(paragraphs)
      """, site: "calm.dev")

  private func driver(_ columns: Int = 120, _ rows: Int = 40) throws -> Driver {
    try Driver(size: Size(columns: columns, rows: rows), articles: [Self.essay] + threeSamples)
  }

  private func readerText(_ driver: Driver) throws -> String {
    driver.rows(in: try #require(driver.interface.frames.reader)).joined(separator: "\n")
  }

  private func panelText(_ driver: Driver) throws -> [String] {
    driver.rows(in: try #require(driver.interface.frames.panel))
  }

  @Test("3.5 gT lists the headings; Enter goes to one without having read what lies between")
  func contents() async throws {
    let driver = try driver()
    await driver.read(Self.essay)
    let progress = driver.model.reader.progress
    try await driver.press("gT")
    #expect(driver.interface.focus == .panel)
    let text = try panelText(driver)
    #expect(text[0].contains("Contents") && text[0].contains("3"))
    #expect(text[1].contains("First part") && text[2].contains("   A detail"))
    try await driver.press("G<enter>")
    #expect(try driver.interface.focus == .reader && readerText(driver).contains("Last part"))
    #expect(driver.model.reader.progress == progress)
    // The cursor starts at the current heading.
    try await driver.press("<esc>gTk<enter>")
    #expect(try readerText(driver).contains("A detail"))
  }

  @Test("3.5 Esc closes the panel and gives the focus back, from the panel and from the text")
  func closing() async throws {
    let driver = try driver()
    await driver.read(Self.essay)
    let before = driver.interface.frame()
    for keys in ["gT<esc>", "gTq", "gT<S-tab><esc>", "gTgT", "LgT<esc>"] {
      #expect(try await driver.press(keys) == before, "\(keys)")
      #expect(driver.interface.focus == .reader)
    }
  }

  @Test("3.5 links stay beside the text, and keys in the panel mean the link under its cursor")
  func links() async throws {
    let driver = try driver()
    await driver.read(Self.essay)
    try await driver.press("L")
    let text = try panelText(driver)
    #expect(text[1].contains("the slow web") && text[1].contains("https://example.com/slow"))
    #expect(text[2].contains("calm") && !text.contains { $0.contains("below") })
    try await driver.press("j<enter>y")
    #expect(
      driver.model.takeEffects() == [
        .openInBrowser(Self.calm), .copy(Self.calm),
      ])
    #expect(driver.interface.focus == .panel)
    try await driver.press("ka")
    #expect(driver.library.snapshot().counts.total == 5)
  }

  @Test("3.5 notes and highlights are read in full, and Enter goes to the passage")
  func notes() async throws {
    let driver = try driver()
    await driver.read(Self.essay)
    try await driver.press("gn")
    #expect(driver.model.status?.text == "This article has no notes or highlights")
    let place = ReadingPosition(block: 20, offset: 0)
    let mark = Highlight(
      id: "1", quote: "goes on and on", start: place, end: ReadingPosition(block: 20, offset: 10),
      note: "It does.", createdAt: driver.time.now, changedAt: driver.time.now)
    _ = try driver.library.apply(
      .note("A note.\nOf two lines."), to: [Self.essay.id], at: driver.time.now)
    _ = try driver.library.apply(
      .highlights([Self.essay.id: [mark]]), to: [Self.essay.id], at: driver.time.now)
    await driver.noticeChanges()
    try await driver.press("gn")
    let text = try panelText(driver).joined(separator: "\n")
    for words in ["A note.", "Of two lines.", "“goes on and on”", "It does."] {
      #expect(text.contains(words), "\(text)")
    }
    try await driver.press("G<enter>")
    #expect(driver.model.reader.position.block == 20)
  }

  /// Adds two highlights to the essay, the first of which needs many rows.
  private func mark(_ driver: Driver) async throws {
    let long = String(repeating: "A long note. ", count: 90)
    let marks = [("on and on", 20), ("goes on", 22), ("and on", 24)].enumerated().map {
      index, mark in
      let start = ReadingPosition(block: mark.1, offset: 0)
      return Highlight(
        id: "\(index)", quote: mark.0, start: start,
        end: ReadingPosition(block: mark.1, offset: 10),
        note: (index == 0 ? long : "") + "Note \(index).", createdAt: driver.time.now,
        changedAt: driver.time.now)
    }
    _ = try driver.library.apply(
      .highlights([Self.essay.id: marks]), to: [Self.essay.id], at: driver.time.now)
    await driver.noticeChanges()
  }

  @Test("3.5 the number of notes counts notes, and the cursor takes each as a whole")
  func noteNumbers() async throws {
    let driver = try driver()
    await driver.read(Self.essay)
    try await mark(driver)
    try await driver.press("gn")
    #expect(try panelText(driver)[0].contains(" 3 "))
    // If a low panel cuts off a note, its rest is shown before the cursor moves on.
    try await driver.press("j")
    #expect(try panelText(driver).allSatisfy { !$0.contains("“goes on”") })
    while try !panelText(driver).contains(where: { $0.contains("Note 0.") }) {
      try #require(try panelText(driver).allSatisfy { !$0.contains("“goes on”") })
      try await driver.press("j")
    }
    try await driver.press("j")
    let text = try panelText(driver)
    let bars = text.filter { $0.contains("▌") }
    #expect(bars.count == 2, "\(text)")
    #expect(bars[0].contains("“goes on”") && bars[1].contains("Note 1."))
    driver.interface.perform(Invocation(.set, "counts on"))
    try await driver.press("gg3G<enter>")
    #expect(driver.model.reader.position.block >= 23)
    try await driver.press("gngnGk")
    #expect(try panelText(driver).contains { $0.contains("▌") && $0.contains("“goes on”") })
  }

  @Test("3.5 messages are the last 200 with their time, and stay at the end as more come")
  func messages() async throws {
    let driver = try driver()
    for number in 1...205 { driver.model.status = .info("Said \(number)") }
    #expect(driver.model.session.messages.count == 200)
    try await driver.press("gm")
    #expect(try panelText(driver).count == PaneState.defaultPanelRows)
    #expect(try panelText(driver).last?.contains("12:00  Said 205") == true)
    driver.model.status = .error("Said last")
    #expect(try panelText(driver).last?.contains("Said last") == true)
    try await driver.press("gg")
    #expect(try panelText(driver)[1].contains("Said 7"))
  }

  @Test(
    "3.5 plus, minus and dragging its edge change the height, from 3 rows to all but 5, remembered")
  func height() async throws {
    for rows in [8, 11, 24, 40, 60] {
      let driver = try driver(120, rows)
      await driver.read(Self.essay)
      try await driver.press("gT")
      func height() throws -> Int { try #require(driver.interface.frames.panel).rows }
      try await driver.press(String(repeating: "-", count: 60))
      #expect(try height() == 3)
      try await driver.press("+")
      #expect(try height() == min(4, rows - 5))
      try await driver.press(String(repeating: "+", count: 60))
      #expect(try height() == rows - 5)
      let edge = try #require(driver.interface.frames.panel)
      driver.drag(from: edge.origin, to: Point(column: edge.column, row: rows - 2))
      #expect(try height() == 3)
      let low = try #require(driver.interface.frames.panel)
      driver.drag(from: low.origin, to: Point(column: low.column, row: 0))
      #expect(try height() == rows - 5)
    }
    let driver = try driver()
    await driver.read(Self.essay)
    // Until then it is as high as its contents, up to ten rows.
    try await driver.press("gT")
    #expect(try #require(driver.interface.frames.panel).rows == 4)
    try await driver.press("+++")
    let state = try JSON(parsing: Array(driver.model.navigation.state.compact.utf8))
    #expect(Navigation(state: state).panes.panelRows == 7)
  }

  @Test("3.6 in 15 rows exactly one of hints and panel is on screen") func yielding() {
    for columns in stride(from: 20, through: 200, by: 10) {
      for isReading in [false, true] {
        let frames = Layout(Size(columns: columns, rows: 15)).frames(
          .init(isReading: isReading, panelRows: 6))
        #expect((frames.bar == nil) != (frames.panel == nil), "\(columns)")
      }
    }
  }

  @Test("a window too short for a panel says so; a panel waits for its article and its room")
  func room() async throws {
    let driver = try driver(60, 7)
    await driver.read(Self.essay)
    try await driver.press("gT")
    #expect(driver.model.status?.text == "The window is too short for a panel")
    _ = driver.resize(60, 24)
    try await driver.press("gT")
    #expect(driver.interface.frames.panel != nil)
    _ = driver.resize(60, 7)
    #expect(driver.interface.frames.panel == nil && driver.interface.focus == .reader)
    _ = driver.resize(60, 24)
    #expect(driver.interface.frames.panel != nil)
    try await driver.press("<tab>q")
    #expect(driver.interface.focus == .list && driver.interface.frames.panel == nil)
  }
}
