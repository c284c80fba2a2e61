import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

@Suite("Moving about") struct NavigationTests {
  @Test("0.5 the sidebar has the four filters in order, with signs and the library's counts")
  func sidebar() async throws {
    var samples = threeSamples
    samples.append(Sample(url: "https://a.example/f", title: "Loved", isFavorite: true))
    samples.append(Sample(url: "https://a.example/g", title: "Kept", isArchived: true))
    samples.append(Sample(url: "https://a.example/h", title: "Kept too", isArchived: true))
    let driver = try Driver(articles: samples)
    let rows = driver.rows.map { $0.prefix { $0 != "│" } }
    for (filter, count) in [("All Articles", 3), ("Favorites", 1), ("Archived", 2)] {
      #expect(rows.contains { $0.contains(filter) && $0.split(separator: " ").last == "\(count)" })
    }
    let order = Filter.allCases.map { filter in
      rows.firstIndex { $0.contains(filter.glyph.unicode) && $0.contains(filter.title) } ?? -1
    }
    #expect(order == order.sorted() && !order.contains(-1))
  }

  @Test("0.9 Enter opens the row under the cursor; moving alone opens nothing")
  func enter() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("j")
    #expect(driver.model.reader.id == nil)
    try await driver.press("<enter>")
    #expect(driver.model.reader.id == threeSamples[1].id)
    let reader = driver.rows.map { $0.split(separator: "│").last ?? "" }
    #expect(reader.contains { $0.contains("Designing calm software") })
    #expect(driver.model.navigation.focus == .reader)
  }

  @Test("0.2 the sidebar slides over at medium width, until a list is chosen or it is left")
  func slidingSidebar() async throws {
    let driver = try Driver(size: Size(columns: 90, rows: 40), articles: threeSamples)
    #expect(!driver.text.contains("Luego"))
    try await driver.press("\\")
    #expect(driver.text.contains("Luego") && driver.text.contains("Favorites"))
    try await driver.press("j<enter>")
    #expect(!driver.text.contains("Luego"))
    #expect(driver.model.navigation.view == .list(.favorites))
    for keys in ["gih<tab>", "hx"] {
      try await driver.press(keys)
      #expect(!driver.interface.frames.sidebarFloats, "\(keys)")
    }
    try await driver.press("<esc>gi\\")
    for key in try Keymap.keys(notation: "<tab>\\") { driver.interface.handle(.key(key)) }
    #expect(driver.interface.frames.sidebarFloats, "keys before the next frame")
  }

  @Test("0.3 narrow: Enter pushes the reader, Esc pops back to the same row")
  func pushAndPop() async throws {
    let driver = try Driver(size: Size(columns: 60, rows: 24), articles: threeSamples)
    try await driver.press("j")
    let before = driver.rows
    try await driver.press("<enter>")
    #expect(driver.text.contains("One evening"))
    #expect(!driver.text.contains("On being wrong"))
    try await driver.press("<esc>")
    #expect(driver.rows == before)
  }

  @Test("2.5 4.5 switching the layout changes no field of the navigation")
  func sameState() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("j<enter>jj")
    let state = driver.model.navigation
    for (columns, rows) in [(60, 24), (90, 30), (40, 12), (19, 4), (200, 50), (120, 40)] {
      _ = driver.resize(columns, rows)
      #expect(driver.model.navigation.view == state.view)
      #expect(driver.model.navigation.focus == state.focus)
      #expect(driver.model.navigation.place.cursor == state.place.cursor)
      #expect(driver.model.navigation.place.open == state.place.open)
      #expect(driver.model.navigation.places.count == state.places.count)
    }
    #expect(driver.model.navigation == state)
  }

  @Test("4.6 list, article and reader shown are the ones the state names")
  func selection() async throws {
    var samples = threeSamples
    samples.append(
      Sample(
        url: "https://a.example/1", title: "First kept", savedAt: "2026-11-19T10:00:00Z",
        isArchived: true))
    samples.append(
      Sample(
        url: "https://a.example/2", title: "Second kept", savedAt: "2026-11-18T10:00:00Z",
        isArchived: true))
    let driver = try Driver(articles: samples)
    try await driver.press("3j<enter>")
    #expect(driver.model.navigation.view == .list(.archived))
    #expect(driver.model.navigation.place.cursor?.article == samples[4].id)
    #expect(driver.model.reader.id == samples[4].id)
    #expect(driver.text.contains("Archived · "))
    let screen = try await driver.press("<esc>")
    #expect(screen.textRows.contains { $0.contains("▌") && $0.contains("Second kept") })
  }

  @Test("2.17 2.18 a list keeps its place: left and come back to, gone to again, after a restart")
  func listPlace() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("j<enter><esc>")
    let before = driver.rows
    try await driver.press("2")
    #expect(driver.rows != before)
    for _ in 1...2 {
      try await driver.press("1")
      #expect(driver.rows == before)
    }
    let kept = Navigation(state: try JSON(parsing: driver.model.navigation.state.pretty))
    // Also after a session that did not show the list.
    let later = Navigation(state: kept.state)
    let again = try Driver(directory: driver.directory, navigation: later)
    #expect(again.model.list.cursor == 1)
  }

  @Test("3.12 a typed filter applies 300 ms after the last key or at Enter; Esc restores")
  func filter() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("j")
    let before = driver.rows
    try await driver.press("/")
    await driver.type("slow")
    #expect(driver.model.list.rows.count == 3)
    driver.time.advance(milliseconds: 299)
    driver.model.tick()
    #expect(driver.model.list.rows.count == 3)
    driver.time.advance(milliseconds: 1)
    driver.model.tick()
    #expect(driver.model.list.rows.count == 1)
    try await driver.press("<esc>")
    #expect(driver.rows == before)
    try await driver.press("/")
    await driver.type("wrong")
    try await driver.press("<enter>")
    #expect(driver.model.list.rows.count == 1)
    #expect(driver.text.contains("[wrong]"))
    try await driver.press("F")
    #expect(driver.model.list.rows.count == 3)
    #expect(driver.model.list.current?.id == threeSamples[2].id)
  }
}
