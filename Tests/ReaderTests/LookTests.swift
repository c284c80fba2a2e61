import Library
import Reader
import ReadingList
import Terminal
import Testing

@Suite("Look of list, reader and overlays") struct LookTests {
  @Test(
    "2.15 density is what was set, else what the window's size gives",
    arguments: [
      ("auto", 80, 24, true), ("auto", 109, 60, true), ("auto", 110, 29, true),
      ("auto", 110, 30, false), ("auto", 300, 100, false), ("normal", 20, 5, false),
      ("compact", 300, 100, true),
    ])
  func density(setting: String, columns: Int, rows: Int, isCompact: Bool) {
    let layout = Layout(Size(columns: columns, rows: rows))
    #expect(layout.hasCompactRows(setting) == isCompact)
  }

  @Test(
    "2.15 the list keeps its cursor in view and fills its window at every density",
    arguments: ["normal", "compact"])
  func densities(name: String) async throws {
    let samples = (1...40).map {
      Sample(url: "https://a.example/\($0)", title: "Article number \($0).")
    }
    let driver = try Driver(size: Size(columns: 120, rows: 24), articles: samples)
    try driver.model.settings.set(line: "density \(name)")
    func shown() -> [Int] {
      driver.rows.indices.filter { driver.rows[$0].contains("Article number") }
    }
    let distance = ["normal": 3, "compact": 1][name]
    #expect(shown()[1] - shown()[0] == distance)
    for keys in ["G", "gg", "<C-d>", "<C-d>", "kkk"] {
      let screen = try await driver.press(keys)
      let title = try #require(driver.model.list.current?.title)
      #expect(screen.textRows.contains { $0.contains("▌") && $0.contains(title) }, "\(keys)")
    }
    try await driver.press("G")
    #expect(driver.rows[0].contains("40/40"))
    #expect(driver.rows.contains { $0.contains("▐") })
  }

  @Test("a title is cut after a word; of details the site is cut, length and date stay")
  func cutting() async throws {
    let long = Sample(
      url: "https://a-very-long-name-of-a-site.with.many.parts.example.org/page",
      title: "Designing calm software for people who are in a hurry all of the time",
      savedAt: "2026-11-21T08:40:00Z",
      site: "a-very-long-name-of-a-site.with.many.parts.example.org", words: 110_000)
    let driver = try Driver(size: Size(columns: 120, rows: 30), articles: [long])
    let text = driver.text
    #expect(text.contains("Designing calm software for people…"))
    #expect(text.contains("… · 9 h 10 min · 08:40"))
  }

  @Test("titles that are new since the last session are bold, those read are quiet")
  func states() async throws {
    var navigation = Navigation()
    navigation.lastSeen = Timestamp(rfc3339: "2026-11-20T12:00:00Z")
    let driver = try Driver(
      navigation: navigation,
      articles: [
        Sample(url: "https://a.example/", title: "New", savedAt: "2026-11-21T09:00:00Z"),
        Sample(
          url: "https://b.example/", title: "Begun", savedAt: "2026-11-20T09:00:00Z", progress: 40),
        Sample(url: "https://c.example/", title: "Finished", progress: 100),
        Sample(url: "https://d.example/", title: "Unread", savedAt: "2026-11-20T09:00:00Z"),
      ])
    let screen = driver.interface.frame()
    func style(_ title: String) throws -> Style {
      try #require(screen[driver.place(of: title)]).style
    }
    #expect(try style("New").attributes == [.bold])
    #expect(try style("Unread") == Style(.text))
    #expect(try style("Begun").attributes == [])
    #expect(try style("Finished").role == .secondary)
    #expect(driver.text.contains(" 40% "))
  }

  @Test("1.14 3.1 one list, two ways to open: the same rows beside the reader and alone")
  func oneList() async throws {
    let wide = try Driver(size: Size(columns: 140, rows: 30), articles: threeSamples)
    let columns = try #require(wide.interface.frames.list).columns
    let narrow = try Driver(size: Size(columns: columns, rows: 30), articles: threeSamples)
    narrow.model.settings.density = "normal"
    func list(_ driver: Driver) throws -> [String] {
      let frame = try #require(driver.interface.frames.list)
      return Array(driver.rows(in: driver.interface.list.body(frame)).prefix(8))
    }
    #expect(try list(wide) == list(narrow))
    try await wide.press("<enter>")
    try await narrow.press("<enter>")
    #expect(wide.interface.frames.list != nil && narrow.interface.frames.list == nil)
    #expect(wide.model.reader.id == narrow.model.reader.id)
  }

  @Test("2.23 an article that is in several lists is under the cursor once, in the list on screen")
  func oneCursor() async throws {
    var samples = threeSamples
    samples[0].progress = 30
    let driver = try Driver(size: Size(columns: 140, rows: 30), articles: samples)
    for keys in ["gp", "gi", "<enter>", "<esc>"] {
      let screen = try await driver.press(keys)
      let cursors = screen.cells.indices.filter { index in
        [.selection, .selectionUnfocused].contains(screen.cells[index].style.surface)
          && index % screen.size.columns > 22 && screen.cells[index].text == "T"
      }
      #expect(cursors.count == 1, "\(keys)")
    }
  }

  @Test("2.22 4.11 opening and going back are done at once; nothing moves while nothing is pending")
  func noMotion() async throws {
    let driver = try Driver(articles: threeSamples)
    for keys in ["<enter>", "<esc>", "?", "<esc>", "h", "l"] {
      let screen = try await driver.press(keys)
      driver.time.advance(milliseconds: 1)
      driver.model.tick()
      #expect(driver.interface.frame() == screen, "\(keys)")
    }
    await driver.advance(milliseconds: 60_000)
    #expect(driver.interface.deadline == nil)
  }

  @Test(
    "2.24 4.11 the spinner moves while something is pending, and never without motion",
    arguments: [true, false])
  func spinner(moves: Bool) async throws {
    let gate = AsyncGate()
    let driver = try Driver(fetcher: ScriptedFetcher(gate: gate), articles: threeSamples)
    driver.model.settings.animation = moves
    driver.interface.handle(.key(Key(.character("r"))))
    while driver.model.library.isSaving { await driver.receiveOne() }
    driver.model.status = nil
    #expect(driver.text.contains("fetching 1"))
    var frames: Set<String> = []
    var wakes = 0
    for _ in 0..<30 {
      driver.model.tick()
      frames.insert(driver.text)
      if driver.interface.deadline != nil { wakes += 1 }
      driver.time.advance(milliseconds: Interface.spinnerInterval)
    }
    #expect(frames.count == (moves ? Glyphs.unicode.spinner.count : 1))
    #expect(wakes == (moves ? 30 : 0))
    gate.open()
    await driver.settle()
    #expect(driver.interface.deadline == nil)
  }

  @Test("with bidi on the list's titles are in the order in which they are seen, too")
  func ordered() async throws {
    let title = "שלום (עולם) 12"
    let driver = try Driver(articles: [Sample(url: "https://a.example/", title: title)])
    #expect(driver.text.contains(title))
    driver.model.settings.bidi = true
    #expect(driver.text.contains("12 (םלוע) םולש"))
    try await driver.enter("שלום", after: "/")
    #expect(driver.text.contains("All Articles [םולש]"))
  }

  @Test("Space at the end archives and opens the next, only if that was offered")
  func end() async throws {
    let driver = try Driver(size: Size(columns: 140, rows: 24), articles: threeSamples)
    try await driver.press("<enter>")
    #expect(!driver.text.contains("archive and next"))
    var presses = 0
    while !driver.text.contains("Space archive and next · s favorite · x random") {
      try await driver.press("<space>")
      #expect(try !driver.record(threeSamples[0]).isArchived)
      presses += 1
      try #require(presses < 100)
    }
    #expect(driver.model.reader.id == threeSamples[0].id)
    try await driver.press("<space>")
    #expect(try driver.record(threeSamples[0]).isArchived)
    #expect(driver.model.reader.id == threeSamples[1].id)
    #expect(driver.rows.last?.contains("Archived") == true)
    try await driver.press("u")
    #expect(try !driver.record(threeSamples[0]).isArchived)
    #expect(driver.model.reader.id == threeSamples[0].id)
    #expect(driver.model.reader.position > .start)
  }

  @Test(
    "Space at the end does what is offered there",
    arguments: [
      (":set<space>after-archive<space>stay<enter>j<enter>e", "Space next · s favorite", 2, true),
      (":set<space>at-end<space>nothing<enter>j<enter>", "s favorite · x random", 1, false),
      (":set<space>at-end<space>next<enter>j<enter>", "Space next · s favorite", 2, false),
      ("G<enter>", "Space archive and next · s favorite", nil, true),
    ] as [(String, String, Int?, Bool)])
  func endOfShort(keys: String, offer: String, next: Int?, isArchived: Bool) async throws {
    let driver = try Driver(size: Size(columns: 140, rows: 24), articles: threeSamples)
    try await driver.press(keys)
    #expect(driver.text.contains(offer))
    #expect(driver.text.contains("next ·") == offer.contains("next ·"))
    let id = try #require(driver.model.reader.id)
    try await driver.press("<space>")
    #expect(try driver.library.article(id)?.isArchived == isArchived)
    #expect(driver.interface.focus == (next == nil ? .list : .reader))
    if let next { #expect(driver.model.reader.id == threeSamples[next].id) }
  }

  @Test("Space at the end of a favorite goes on and keeps the heart")
  func endOfFavorite() async throws {
    var samples = Array(threeSamples[1...])
    samples[0].isFavorite = true
    samples[1].isFavorite = true
    let driver = try Driver(size: Size(columns: 140, rows: 24), articles: samples)
    try await driver.press("gf<enter>")
    #expect(driver.text.contains("Space next · s unfavorite · x random"))
    try await driver.press("<space>")
    #expect(driver.model.reader.id == samples[1].id)
    try await driver.press("<space>")
    #expect(driver.model.status?.text == "This is the last article")
    #expect(try samples.allSatisfy { try driver.record($0).isFavorite })
  }

  @Test(
    "a floating sidebar has an edge and hides the list whole",
    arguments: [Size(columns: 100, rows: 30), Size(columns: 82, rows: 22)])
  func drawer(size: Size) async throws {
    let driver = try Driver(size: size, articles: threeSamples)
    try await driver.press("<enter>h")
    let list = try #require(driver.interface.frames.list)
    let screen = try await driver.press("\\")
    let sidebar = try #require(driver.interface.frames.sidebar)
    #expect(sidebar.columns == list.columns)
    for row in sidebar.row..<sidebar.endRow {
      let edge = screen[Point(column: sidebar.endColumn, row: row)]
      #expect(edge?.text == "│" && edge?.style.role == .accent)
    }
    #expect(!screen.textRows.contains { $0.prefix(list.columns).contains("The Slow") })
  }
}
