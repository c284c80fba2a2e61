import Library
import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

@Suite("Selecting, highlighting and noting") struct SelectionTests {
  private static let story = Sample(
    url: "https://calm.dev/story", title: "A story",
    html: """
      <p>One evening I noticed something. Then it was <a href="https://x.example/">gone</a>
      again.</p><p>The second part 日本語 is short.</p>
      """ + (1...40).map { "<p>Paragraph \($0) goes on.</p>" }.joined(), site: "calm.dev")

  private func driver() async throws -> Driver {
    let driver = try Driver(articles: [Self.story] + threeSamples)
    await driver.read(Self.story)
    return driver
  }

  private func highlights(_ driver: Driver) throws -> [Highlight] {
    try #require(try driver.library.article(Self.story.id)).highlights.inTextOrder
  }

  /// The text in the reader's pane that is drawn on a surface.
  private func text(on surface: Surface, _ driver: Driver) -> String {
    let screen = driver.interface.frame()
    guard let frame = driver.interface.frames.reader else { return "" }
    return (frame.row..<frame.endRow).flatMap { row in
      (frame.column..<frame.endColumn).compactMap { screen[Point(column: $0, row: row)] }
    }.filter { $0.style.surface == surface }.map(\.text).joined()
  }

  @Test("v selects a word, w extends it, v lets the other end move, and H highlights it")
  func select() async throws {
    let driver = try await driver()
    try await driver.press("v")
    #expect(text(on: .selection, driver) == "One")
    try await driver.press("w")
    #expect(text(on: .selection, driver) == "One evening")
    try await driver.press("vw")
    #expect(text(on: .selection, driver) == "evening")
    try await driver.press("vww")
    #expect(text(on: .selection, driver) == "evening I noticed")
    try await driver.press("H")
    #expect(text(on: .selection, driver) == "")
    #expect(text(on: .yellowPassage, driver) == "evening I noticed")
    let marks = try highlights(driver)
    #expect(marks.map(\.quote) == ["evening I noticed"])
    #expect(marks.first?.prefix == "One " && marks.first?.suffix.hasPrefix(" something.") == true)
    #expect(driver.model.status?.text == "Highlighted in “A story”")
    try await driver.press("u")
    #expect(try highlights(driver).isEmpty)
    #expect(text(on: .yellowPassage, driver) == "")
    try await driver.press("<C-r>")
    #expect(text(on: .yellowPassage, driver) == "evening I noticed")
  }

  @Test("v begins at the match that one came to, or at what was clicked since")
  func beginnings() async throws {
    let driver = try await driver()
    try await driver.press("/")
    await driver.type("short")
    try await driver.press("<enter>v")
    #expect(text(on: .selection, driver) == "short")
    try await driver.press("b")
    #expect(text(on: .selection, driver) == "is short")
    try await driver.press("<esc>")
    let place = try driver.place(of: "evening I")
    driver.mouse(.press, place)
    driver.mouse(.release, place)
    try await driver.press("vw")
    #expect(text(on: .selection, driver) == "evening I")
    try await driver.press("<esc>/")
    await driver.type("it was gone")
    try await driver.press("<enter>v")
    #expect(text(on: .selection, driver) == "it was gone")
    try await driver.press("<esc><esc>Gv")
    #expect(text(on: .selection, driver) == "Paragraph")
  }

  @Test("words and paragraphs are selected, across links and blocks; y copies them")
  func units() async throws {
    let driver = try await driver()
    try await driver.press("vwwwwy")
    #expect(driver.model.takeEffects() == [.copy("One evening I noticed something")])
    #expect(driver.model.status?.text == "Copied 5 words")
    try await driver.press("vwwvwy")
    #expect(driver.model.takeEffects() == [.copy("evening I")])
    try await driver.press("v}}y")
    #expect(
      driver.model.takeEffects() == [
        .copy(
          "One evening I noticed something. Then it was gone again.\nThe second part 日本語 is short.")
      ])
    try await driver.press("vlly")
    #expect(driver.model.takeEffects() == [.copy("One e")])
    for (keys, end) in [("vjy", ""), ("vGy", "on")] {
      try await driver.press(keys)
      guard case .copy(let text)? = driver.model.takeEffects().first else {
        Issue.record("\(keys) copied nothing")
        return
      }
      #expect(text.hasPrefix("One") && text.count > 40 && text.hasSuffix(end), "\(keys)")
    }
  }

  @Test("Esc and q leave the selection, and nothing was done") func leaving() async throws {
    let driver = try await driver()
    let before = driver.interface.frame()
    for keys in ["v<esc>", "vq", "vww<esc>", "v<C-c>"] {
      try await driver.press(keys)
      driver.model.status = nil
      #expect(driver.interface.frame() == before, "\(keys)")
    }
    #expect(try highlights(driver).isEmpty)
    // A key for an article elsewhere does nothing here.
    try await driver.press("ve")
    #expect(driver.library.snapshot().counts.total == 4)
    #expect(try driver.library.article(Self.story.id)?.isArchived == false)
  }

  @Test("1 to 4 choose the color, H takes the last one, and on a highlight they change it")
  func colors() async throws {
    let driver = try await driver()
    try await driver.press("v2")
    #expect(text(on: .greenPassage, driver) == "One")
    try await driver.press("vwvwH")
    #expect(text(on: .greenPassage, driver) == "Oneevening")
    try await driver.press("v4")
    #expect(text(on: .pinkPassage, driver) == "One")
    try await driver.press("vwvw3")
    #expect(text(on: .bluePassage, driver) == "evening")
    #expect(try highlights(driver).map(\.color) == [.pink, .blue])
    try await driver.press("vd")
    #expect(try highlights(driver).map(\.color) == [.blue])
    try await driver.press("u")
    #expect(try highlights(driver).map(\.color) == [.pink, .blue])
    try await driver.press("v:highlight<space>purple<enter>")
    #expect(driver.model.status?.text.hasPrefix("Unknown color “purple”") == true)
  }

  @Test(
    "c writes a note beside what is selected, and later edits it; the text shows that it has one")
  func notes() async throws {
    let driver = try await driver()
    try await driver.press("vwwwwcIndeed.<enter>")
    #expect(try highlights(driver).map(\.note) == ["Indeed."])
    #expect(driver.rows.contains { $0.contains("✎ One evening") })
    try await driver.press("vc<space>Yes")
    let top = try #require(driver.rows.firstIndex { $0.contains("─ Note ─") })
    #expect(driver.rows[top + 1].contains("“One”"))
    #expect(driver.rows[top + 3].contains("Indeed. Yes"))
    let end = try #require(driver.rows.firstIndex { $0.contains("Enter save") })
    #expect(end - top >= 6)
    await driver.type(String(repeating: " word", count: 30))
    #expect(driver.rows[top + 5].contains("word"))
    for _ in 1...30 { try await driver.press("<C-w><backspace>") }
    try await driver.press("<enter>")
    #expect(try highlights(driver).map(\.note) == ["Indeed. Yes"])
    try await driver.press("vc<C-u><enter>")
    #expect(try highlights(driver).map(\.note) == [""])
    try await driver.press("vcnothing<esc><esc>")
    #expect(try highlights(driver).map(\.note) == [""])
  }

  @Test("what another window wrote beside a highlight stays when it is noted or recolored here")
  func changedNote() async throws {
    let driver = try await driver()
    try await driver.press("v1")
    var mark = try #require(try highlights(driver).first)
    for (note, before, keys, after) in [
      ("theirs", "vc", "mine<enter>", "theirs\n\nmine"), ("other", "v", "3", "other"),
    ] {
      try await driver.press(before)
      mark.note = note
      _ = try driver.openElsewhere().apply(
        .highlights([Self.story.id: [mark]]), to: [Self.story.id], at: driver.time.now)
      try await driver.press(keys)
      #expect(try highlights(driver).map(\.note) == [after])
    }
    #expect(try highlights(driver).map(\.color) == [.blue])
  }

  @Test("a note left by Esc is offered when it is opened again, until it is saved or emptied")
  func leftNotes() async throws {
    let driver = try await driver()
    try await driver.press("cabout<space>it<esc>vc")
    #expect(!driver.text.contains("about it"))
    try await driver.press("beside<esc>c")
    #expect(driver.text.contains("beside"))
    try await driver.press("<esc><esc>c")
    #expect(driver.text.contains("about it") && !driver.text.contains("beside"))
    try await driver.press("<space>all<enter>")
    #expect(try driver.record(Self.story).note == "about it all")
    // Beside the title and in the list's row.
    #expect(driver.rows.contains { $0.contains("✎ A story") })
    #expect(driver.text.count(where: { $0 == "✎" }) == 2)
    try await driver.press("c<C-u>rather<esc>c")
    #expect(driver.text.contains("rather"))
    try await driver.press("<C-u><esc>c")
    #expect(driver.text.contains("about it all") && !driver.text.contains("rather"))
    #expect(driver.model.session.unsavedTexts.isEmpty)
    // The offered text is saved when a signal ends the program, too.
    try await driver.press("<C-u>rather<esc>c")
    driver.interface.keepTyped()
    #expect(driver.model.session.unsavedTexts == ["rather"])
  }

  @Test("in the panel c edits, 1 to 4 recolor, d removes and u takes back; orphans come last")
  func panel() async throws {
    let driver = try await driver()
    try await driver.press("vwwww1vwwwwwwwwwvwwwww2cbeside<esc>")
    let lost = Highlight(
      id: "lost", quote: "words of another text", start: .start,
      end: ReadingPosition(block: 0, offset: 3), note: "kept", createdAt: driver.time.now,
      changedAt: driver.time.now)
    _ = try driver.library.apply(
      .highlights([Self.story.id: [lost]]), to: [Self.story.id], at: driver.time.now)
    await driver.noticeChanges()
    try await driver.press("gn")
    let frame = try #require(driver.interface.frames.panel)
    let shown = driver.rows(in: frame)
    #expect(shown[1].contains("“One evening I noticed something”") && shown[1].contains("yellow"))
    #expect(shown[2].contains("“Then it was gone again”") && shown[2].contains("green"))
    #expect(shown[3].contains("“words of another text”"))
    #expect(shown[4].contains("no longer in the text"))
    #expect(shown[5].contains("kept"))
    try await driver.press("chere<enter>")
    #expect(try highlights(driver).first?.note == "here")
    try await driver.press("3")
    #expect(try highlights(driver).first?.color == .blue)
    try await driver.press("d")
    #expect(try highlights(driver).map(\.id).contains("lost"))
    #expect(try highlights(driver).count == 2)
    #expect(try driver.library.article(Self.story.id)?.isDeleted == false)
    try await driver.press("uuu")
    #expect(try highlights(driver).count == 3)
    #expect(try highlights(driver).first?.color == .yellow)
    try await driver.press("G<enter>")
    #expect(driver.model.status?.text == "This passage is no longer in the text")
    try await driver.press("d")
    #expect(try !highlights(driver).map(\.id).contains("lost"))
    try await driver.press("ggy")
    #expect(driver.model.takeEffects() == [.copy("One evening I noticed something")])
  }

  @Test("dragging selects whole words, a double click selects one")
  func mouse() async throws {
    let driver = try await driver()
    let place = try driver.place(of: "One evening I")
    func mouse(_ kind: MouseEvent.Kind, _ offset: Int) {
      driver.mouse(kind, Point(column: place.column + offset, row: place.row))
    }
    mouse(.press, 4)
    #expect(!driver.model.isSelecting)
    mouse(.drag, 9)
    mouse(.release, 9)
    #expect(text(on: .selection, driver) == "evening")
    try await driver.press("H")
    #expect(try highlights(driver).map(\.quote) == ["evening"])
    mouse(.doubleClick, 1)
    #expect(text(on: .selection, driver) == "One")
    mouse(.press, 20)
    #expect(!driver.model.isSelecting)
  }

  @Test("without a selection H and :copy-text say how to make one") func unselected() async throws {
    let driver = try await driver()
    for keys in ["H", ":copy-text<enter>"] {
      try await driver.press(keys)
      #expect(driver.model.status?.text == "Select text first: v", "\(keys)")
    }
  }

  @Test("another text under an open selection ends it, and keeps the highlight by its words")
  func changedBody() async throws {
    let driver = try await driver()
    try await driver.press("vwwwwHvww")
    #expect(driver.model.isSelecting)
    let html = "<p>Something new came first.</p><p>One evening  I noticed something. So.</p>"
    _ = try driver.library.saveFetched(Self.story.id, at: driver.time.now, body: html) {
      $0.fetchedAt = driver.time.now
      $0.wordCount = 12
    }
    await driver.noticeChanges()
    #expect(!driver.model.isSelecting)
    #expect(text(on: .yellowPassage, driver).filter { $0 != " " } == "OneeveningInoticedsomething")
  }
}
