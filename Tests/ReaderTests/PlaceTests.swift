import Library
import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

/// The reading position, the meaning of digits, and the way back.
@Suite("Places and ways back") struct PlaceTests {
  private func reading() async throws -> Driver {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("<enter>jjj")
    return driver
  }

  private func matches(_ driver: Driver, _ surface: Surface) -> String {
    driver.interface.frame().cells.filter { $0.style.surface == surface }.map(\.text).joined()
  }

  @Test("1.11 what is in Trash is found no more; u brings back row, flags and place")
  func trash() async throws {
    let driver = try await reading()
    try await driver.press("<C-d><esc>s2")
    let position = try driver.record(threeSamples[0]).position
    #expect(position > .start)
    try await driver.press("/")
    await driver.type("slow")
    try await driver.press("<enter>d")
    #expect(driver.model.list.rows.isEmpty)
    try await driver.press("u")
    #expect(driver.model.list.current?.id == threeSamples[0].id)
    let record = try driver.record(threeSamples[0])
    #expect(record.isFavorite && !record.isDeleted && record.position == position)
  }

  @Test(
    "where another text took the place of the one that was read, reading goes on at the same share")
  func otherText() async throws {
    let driver = try await reading()
    try await driver.press("<C-d><C-d><esc>")
    let id = threeSamples[0].id
    let progress = try driver.record(threeSamples[0]).progress
    let paragraphs = (0..<200).map { "<p>Sentence \($0) is new.</p>" }
    _ = try driver.openElsewhere().saveFetched(
      id, at: driver.time.now, body: paragraphs.joined()
    ) { _ in }
    await driver.noticeChanges()
    try await driver.press("<enter>")
    #expect(abs(driver.model.reader.position.block - 2 * progress.percent) <= 4)
    #expect(progress.percent > 0 && driver.model.reader.progress == progress)
  }

  @Test("a place where nothing was read here does not take the place of another machine's")
  func onlyMoved() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("<enter>")
    let id = threeSamples[0].id
    let far = ReadingPosition(block: 40, offset: 0)
    _ = try driver.openElsewhere().apply(
      .position(far, Progress(percent: 80)), to: [id], at: driver.time.now)
    try await driver.press("<esc>")
    #expect(try driver.record(threeSamples[0]).position == far)
    #expect(try driver.record(threeSamples[0]).progress.percent == 80)
  }

  @Test("1.16 finding previews as one types, and Esc gives back the place and the progress")
  func preview() async throws {
    let driver = try await reading()
    let (before, progress) = (driver.rows.dropLast(), driver.model.reader.progress)
    try await driver.press("/")
    await driver.type("paragraph 4")
    #expect(driver.text.contains("Paragraph 4 begins"))
    #expect(driver.text.contains("1 of 11"))
    #expect(matches(driver, .currentMatch) == "Paragraph 4")
    await driver.type("7")
    #expect(driver.text.contains("Paragraph 47 begins") && driver.text.contains("1 of 1"))
    try await driver.press("<esc>")
    #expect(driver.rows.dropLast() == before && driver.model.reader.progress == progress)
    #expect(matches(driver, .currentMatch).isEmpty)
  }

  @Test("Enter goes to the match, n and N to others, and wrapping is said; reading on counts")
  func commit() async throws {
    let driver = try await reading()
    let progress = driver.model.reader.progress
    try await driver.press("/")
    await driver.type("graph 4")
    try await driver.press("<enter>")
    #expect(driver.text.contains("1 of 11"))
    try await driver.press("n")
    #expect(driver.text.contains("2 of 11") && matches(driver, .currentMatch) == "graph 4")
    try await driver.press("NN")
    #expect(driver.text.contains("11 of 11, from the end"))
    try await driver.press("2n")
    #expect(driver.text.contains("2 of 11, from the top"))
    try await driver.press("nk")
    #expect(driver.model.reader.progress == progress)
    #expect(driver.model.reader.position > .start)
    try await driver.press("<C-d>")
    #expect(driver.model.reader.progress > progress)
    try await driver.press("<esc>")
    #expect(matches(driver, .currentMatch).isEmpty)
    try await driver.press("n")
    #expect(matches(driver, .currentMatch) == "graph 4")
  }

  @Test("what is not there is said while it is typed and after Enter, and the place stays")
  func noMatch() async throws {
    let driver = try await reading()
    let before = driver.rows.dropLast()
    try await driver.press("/")
    await driver.type("zebra")
    #expect(driver.text.contains("No match"))
    try await driver.press("<enter>")
    #expect(driver.text.contains("No match for “zebra”") && driver.rows.dropLast() == before)
  }

  @Test("a heading that is jumped to was not read; ] without a further one stays and says so")
  func headings() async throws {
    let html = (1...9).map { "<h2>Part \($0)</h2>" + longHTML }.joined()
    let driver = try Driver(articles: [
      Sample(url: "https://a.example/parts", title: "Parts", html: html)
    ])
    try await driver.press("<enter>")
    // The whole text is typeset, so that progress is known.
    while let due = driver.interface.deadline, due <= driver.time.now { driver.model.tick() }
    try await driver.press("j")
    let progress = driver.model.reader.progress
    try await driver.press("3]")
    #expect(driver.text.contains("Part 3") && driver.model.reader.progress == progress)
    try await driver.press("9]")
    #expect(driver.model.reader.progress == progress)
    try await driver.press("j")
    #expect(driver.model.reader.progress == progress)
    try await driver.press("<C-d>")
    #expect(driver.model.reader.progress > progress)
    let before = driver.rows.dropLast()
    try await driver.press("]")
    #expect(driver.text.contains("No further heading") && driver.rows.dropLast() == before)
    try await driver.press("G")
    #expect(driver.model.reader.progress.isFinished)
  }

  @Test("In progress begins with what was read last") func recentlyRead() async throws {
    let driver = try Driver(articles: [
      Sample(url: "https://a.example/1", title: "One", html: longHTML, progress: 20),
      Sample(
        url: "https://a.example/2", title: "Two", html: longHTML, savedAt: "2026-11-20T10:00:00Z"),
    ])
    try await driver.press("j<enter><space><esc>gp")
    #expect((0...1).map { driver.model.list.summary(at: $0)?.title } == ["Two", "One"])
  }

  @Test("what is paged through after a jump counts: it is in progress, offered again, then read")
  func readingAfterJump() async throws {
    var samples = threeSamples
    samples[1].progress = 20
    let driver = try Driver(articles: samples)
    try await driver.press("<enter>100G<esc>")
    #expect(try driver.record(samples[0]).readAt == nil)
    #expect(driver.model.route.articleToContinue?.id == samples[1].id)
    try await driver.press("<enter><space><esc>")
    #expect(try driver.record(samples[0]).progress.isUnderWay)
    #expect(driver.model.route.articleToContinue?.id == samples[0].id)
    try await driver.press("<enter>")
    for _ in 1...50 where !driver.text.contains("Space archive") {
      try await driver.press("<space>")
    }
    #expect(driver.model.reader.progress.isFinished)
  }

  @Test("reading on from where one was counts, at another width and after a restart too")
  func readingOn() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("<enter><C-f><C-f><C-f>")
    let first = driver.model.reader.progress
    _ = driver.resize(60, 30)
    try await driver.press("<C-f>")
    let second = driver.model.reader.progress
    #expect(second > first)
    try await driver.press("q")
    let again = try Driver(size: Size(columns: 140, rows: 40), directory: driver.directory)
    try await again.press("<enter><C-f>")
    #expect(again.model.reader.progress > second)
  }

  @Test(
    "2.7 one key continues the article that the line names, the one read last, at every width",
    arguments: [140, 100, 60, 40, 20])
  func continues(columns: Int) async throws {
    var samples = threeSamples
    samples[2].progress = 40
    samples[1].progress = 20
    samples[1].savedAt = "2026-11-19T08:40:00Z"
    let driver = try Driver(size: Size(columns: columns, rows: 24), articles: samples)
    let isCut = columns < 40
    #expect(
      driver.rows.last?.hasPrefix(" c continue “On be" + (isCut ? "…" : "ing wrong”")) == true)
    try await driver.press("c")
    #expect(driver.model.reader.id == samples[2].id && driver.interface.focus == .reader)
  }

  @Test("2.7 nothing in progress offers nothing") func nothingToContinue() async throws {
    let driver = try Driver(articles: threeSamples)
    #expect(!driver.text.contains("continue"))
    try await driver.press("c")
    #expect(driver.text.contains("Nothing is in progress"))
  }

  @Test("digits count in the reader, with counts on in the list, and change nothing else")
  func digits() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("<enter>5j")
    let five = driver.model.reader.position
    try await driver.press("ggjjjjj")
    #expect(driver.model.reader.position == five)
    try await driver.press("10G")
    let ten = driver.model.reader.position
    try await driver.press("gg9j")
    #expect(driver.model.reader.position == ten)
    try await driver.press("3?")
    #expect(driver.interface.overlays.count == 1)
    try await driver.press("<esc>3<esc>")
    #expect(driver.interface.overlays.isEmpty && driver.interface.focus == .reader)
    #expect(driver.model.reader.position == ten)
    try await driver.press("2g3")
    #expect(driver.model.navigation.view.name == "Archived")
    try await driver.press("g1:set<space>counts<space>on<enter>gg2j")
    #expect(driver.model.list.cursor == 2)
    try await driver.press("2G")
    #expect(driver.model.list.cursor == 1)
    try await driver.press("g2")
    #expect(driver.model.navigation.view.name == "Favorites")
  }

  @Test("0.8 each digit goes to the list that it is drawn before, and a failed fetch shifts none")
  func drawnDigits() async throws {
    var samples = threeSamples
    samples[1].isFavorite = true
    samples[0].state = .failed(reason: "No host answers")
    let driver = try Driver(size: Size(columns: 140, rows: 40), articles: samples)
    #expect(driver.rows[0].contains(" · 1 failed R"))
    for digit in 1...9 where digit != 4 {
      let row = try #require(driver.rows.first { $0.dropFirst().hasPrefix("\(digit) ") })
      try await driver.press("\(digit)")
      #expect(row.prefix(22).contains(driver.model.navigation.view.name))
    }
    try await driver.press("2")
    #expect(driver.text.contains("Favorites · "))
    #expect(driver.text.contains(samples[1].title) && !driver.text.contains(samples[2].title))
  }

  @Test("1.9 a range shows that it is on, and ends at Esc and with its list")
  func range() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("vj")
    #expect(driver.rows.last?.contains("range, 2 selected") == true)
    try await driver.press("<esc>j")
    #expect(!driver.model.list.isMarking)
    try await driver.press("kv")
    try await driver.press("2")
    try await driver.press("1j")
    #expect(driver.model.navigation.place.rangeStart == nil && driver.model.list.markedCount <= 1)
  }

  @Test("marking as read twice gives back how far it was read; undo does so too")
  func readTwice() async throws {
    var samples = threeSamples
    samples[0].progress = 34
    let driver = try Driver(articles: samples)
    try await driver.press("m")
    #expect(try driver.record(samples[0]).progress.isFinished)
    #expect(driver.text.contains("Marked as read: “The Slow Web”"))
    try await driver.press("m")
    #expect(try driver.record(samples[0]).progress.percent == 34)
    try await driver.press("u")
    #expect(try driver.record(samples[0]).progress.isFinished)
    try await driver.press("u")
    #expect(try driver.record(samples[0]).progress.percent == 34)
  }

  @Test(
    "1.11 purging says that it cannot be undone, and undo says so before it undoes anything older")
  func purge() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("eDy")
    #expect(driver.text.contains("cannot be undone"))
    try await driver.press("u")
    #expect(driver.text.contains("Cannot undo: permanent deletion of an article; undo"))
    #expect(try driver.record(threeSamples[0]).isArchived)
    try await driver.press("u")
    #expect(try !driver.record(threeSamples[0]).isArchived)
    #expect(try driver.library.article(threeSamples[1].id) == nil)
  }

  @Test("quitting says that it waits, if something is still being saved", arguments: ["e", ""])
  func quitting(keys: String) async throws {
    let driver = try Driver(articles: threeSamples)
    for key in try Keymap.keys(notation: keys + "Q") { driver.interface.handle(.key(key)) }
    #expect(driver.model.canEnd == keys.isEmpty)
    let bar = try #require(driver.rows.last)
    #expect(bar.contains("Quits when everything is saved") != keys.isEmpty)
    while !driver.model.canEnd { await driver.receiveOne() }
    await driver.settle()
  }

  @Test(
    "Esc never quits; Ctrl-C stops what is under way, leaves what lies over the panes, else says how to quit"
  )
  func interrupting() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("<esc><esc><esc>")
    #expect(!driver.model.session.isQuitting)
    try await driver.press("<C-c>")
    #expect(driver.text.contains("Q quits") && !driver.model.session.isQuitting)
    try await driver.press("?<C-c>")
    #expect(driver.interface.overlays.isEmpty)
    try await driver.press("g<C-c>")
    #expect(driver.interface.typedKeys.isEmpty && driver.model.status == nil)
  }
}
