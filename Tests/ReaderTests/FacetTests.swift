import Library
import Reader
import ReadingList
import ReadingServices
import Terminal
import Testing

@Suite("Narrowing and widening lists") struct FacetTests {
  private let samples = [
    Sample(
      url: "https://a.example/1", title: "One", site: "a.example", words: 800, tags: ["design"]),
    Sample(
      url: "https://a.example/2", title: "Two", savedAt: "2024-11-20T09:00:00Z", site: "a.example",
      words: 8000, tags: ["design", "long"], progress: 30),
    Sample(
      url: "https://b.example/3", title: "Three", site: "B Weekly", words: 1600, progress: 100),
    Sample(
      url: "https://b.example/4", title: "Four", site: "B Weekly", words: 1600, isArchived: true),
  ]

  @Test("3.13 3.14 3.15 facets count what is in the list, join with and, and are taken back")
  func facets() async throws {
    let driver = try Driver(articles: samples)
    driver.model.list.placeCursor(on: samples[1].id)
    try await driver.press("+")
    let counts = driver.facetCounts
    for part in ["is:unread", "is:started", "is:read", "tag:long", "older:1y"] {
      #expect(counts[part] == 1, "\(part)")
    }
    for part in ["minutes:1..5", "minutes:6..15", "minutes:16..", "site:\"B Weekly\""] {
      #expect(counts[part] == 1, "\(part)")
    }
    for part in ["tag:design", "site:a.example", "newer:1w"] {
      #expect(counts[part] == 2, "\(part)")
    }
    #expect(counts["is:failed"] == nil)
    await driver.type("design")
    try await driver.press("<space>")
    #expect(driver.model.navigation.place.filter == "tag:design")
    // The cursor is on the active facet, so that the same key turns it off.
    try await driver.press("<space>")
    #expect(driver.model.navigation.place.filter.isEmpty && driver.model.list.rows.count == 3)
    try await driver.press("<space>")
    #expect(driver.model.list.current?.id == samples[1].id && driver.text.contains("[tag:design]"))
    #expect(driver.facetCounts["is:unread"] == 1 && driver.facetCounts["is:read"] == nil)
    await driver.type("unread")
    try await driver.press("<space><enter>")
    #expect(driver.model.list.rows.count == 1 && driver.text.contains("[tag:design]"))
    try await driver.press("F")
    #expect(driver.model.list.rows.count == 3 && !driver.text.contains("[tag:design]"))
  }

  @Test("sites are counted as the rows show them, the host where no page was read")
  func hosts() async throws {
    let failed = Sample(
      url: "https://a.example/5", title: "Gone", words: 0, state: .failed(reason: "gone"))
    let driver = try Driver(articles: samples + [failed])
    try await driver.press("+")
    #expect(driver.facetCounts["site:a.example"] == 3)
  }

  @Test("facets stand under headings; what matches all is left out, and rows keep their places")
  func headings() async throws {
    let driver = try Driver(size: Size(columns: 100, rows: 40), articles: samples)
    func titles() -> [String] { driver.boxRows.map(\.title) }
    try await driver.press(":go<space>#design<enter>+")
    #expect(titles().contains("  #long") && !titles().contains("  #design"))
    #expect(!titles().contains("Sites"))
    try await driver.press("<esc>gi+j")
    let before = titles()
    let sections = before.filter { !$0.hasPrefix("  ") }
    #expect(sections == ["State", "Length", "Age", "Tags", "Sites"])
    try await driver.press("G<space>")
    let kept = titles().map { $0.replacing("✓", with: " ") }
    #expect(kept == before.filter(Set(kept).contains))
    #expect(driver.box?.list.current?.title.hasPrefix("✓") == true)
    try await driver.press("<space>")
    #expect(titles() == before)
  }

  @Test("3.3 the line in which one searches has a button for filters, which keeps what was typed")
  func button() async throws {
    for usesMouse in [false, true] {
      let driver = try Driver(articles: samples)
      try await driver.press("/example")
      #expect(driver.rows.last?.contains("[Ctrl-T filters]") == true)
      let button = try driver.place(of: "filters]")
      if usesMouse { driver.mouse(.press, button) } else { try await driver.press("<C-t>") }
      await driver.settle()
      #expect(driver.text.contains("Narrow the list"))
      #expect(driver.model.navigation.place.filter == "example")
      try await driver.press("<space>")
      #expect(driver.model.navigation.place.filter == "example is:unread")
    }
  }

  @Test("3.9 sidebar, filters and tags keep their states while one goes from one to another")
  func kept() async throws {
    let driver = try Driver(articles: samples)
    try await driver.press(":go<space>#design<enter>j+<space><esc>")
    let place = driver.model.navigation.place
    #expect(!place.filter.isEmpty)
    try await driver.press("ga:go<space>#long<enter>:go<space>#design<enter>")
    #expect(driver.model.navigation.place == place)
    try await driver.press("+")
    #expect(driver.text.contains("Narrow the list"))
    try await driver.press("<esc>h")
    #expect(driver.interface.focus == .sidebar)
    #expect(driver.model.navigation.view == .tag("design"))
    #expect(driver.model.navigation.place == place)
  }

  @Test("a filter without matches offers to search everything, and Esc leads back")
  func widening() async throws {
    let driver = try Driver(articles: samples)
    try await driver.press("/four")
    await driver.advance(milliseconds: ListModel.filterDelay)
    // A letter alone would be typed into the filter.
    #expect(driver.text.contains("[Enter then W search everything]"))
    #expect(driver.text.contains("[Esc clear]"))
    try await driver.press("<enter>")
    #expect(driver.text.contains("No match for “four”"))
    #expect(driver.text.contains("[W search everything]") && driver.text.contains("[F clear]"))
    try await driver.press("W")
    #expect(driver.model.navigation.view == .everything && driver.model.list.rows.count == 1)
    try await driver.press("<esc>")
    #expect(driver.model.navigation.view == .list(.readingList))
    #expect(driver.model.navigation.place.filter == "four")
    try await driver.press("F")
    #expect(driver.model.list.rows.count == 3)
  }

  @Test("a random article fits the time that one has") func time() async throws {
    let driver = try Driver(articles: samples)
    try await driver.enter("random 5m")
    #expect(driver.model.reader.article?.title == "One")
    try await driver.enter("random 2m", after: "q:")
    #expect(driver.text.contains("No unread article of 2 min or less here"))
    try await driver.enter("random soon")
    #expect(driver.text.contains("is not a time"))
  }

  @Test("a random article is unread and ready to read, and C-o leads back to the row")
  func random() async throws {
    let gone = Sample(url: "https://c.example/5", title: "Gone", state: .failed(reason: "gone"))
    let wall = Sample(
      url: "https://c.example/6", title: "Sign in", state: .suspect(reason: "a login"))
    let driver = try Driver(articles: samples + [gone, wall])
    try await driver.press("G")
    let row = driver.model.list.cursor
    for _ in 1...4 {
      try await driver.press("x")
      #expect(["One", "Two"].contains(driver.model.reader.article?.title))
      try await driver.press("<C-o>")
      #expect(driver.interface.focus == .list && driver.model.list.cursor == row)
      #expect(driver.model.reader.id == nil)
    }
    try await driver.press(":filter<space>is:read<enter>x")
    #expect(driver.text.contains("No unread article here"))
  }

  @Test("times are read as people write them") func times() {
    for (text, minutes) in [("5", 5), ("15m", 15), ("1h30m", 90), ("2H", 120)] {
      #expect(ReadingTime.minutes(parsing: text) == minutes)
    }
    for wrong in ["", "m", "h", "-5", "5x", "1h-2", "99999999999999999999"] {
      #expect(ReadingTime.minutes(parsing: wrong) == nil, "\(wrong)")
    }
  }

  @Test("parts of a query keep their quotes, and a part goes as it came") func parts() {
    #expect(Query.parts(of: " a  site:\"b c\" d") == ["a", "site:\"b c\"", "d"])
    #expect(Query.toggling("x:\"y z\"", in: "a x:\"y z\" b") == "a b")
    #expect(Query.toggling("c", in: "a b") == "a b c")
    #expect(Query.toggling("c", in: "a or b") == "(a or b) c")
    // With two alternatives, the new condition applies to both.
    #expect(Query.toggling("c", in: "a or b sort:title") == "(a or b) sort:title c")
    #expect(
      Query.parts(of: "6\" \"6\"\" b\" site:\"b c\"") == ["6\"", "\"6\"\" b\"", "site:\"b c\""])
    #expect(Query.toggling("c", in: "(a or b) c") == "(a or b)")
    #expect(Query.chips(of: "a  is:read") == ["a", "is:read"])
    #expect(Query.chips(of: "a or (b c)") == ["a or (b c)"])
  }
}
