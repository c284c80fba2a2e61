import Library
import Reader
import ReadingList
import Terminal
import Testing

@Suite("Views") struct ViewTests {
  private func names(_ driver: Driver) -> [String] {
    driver.model.views.sidebar.map(\.view).filter(\.isChangeable).map(\.name)
  }

  private func count(_ name: String, _ driver: Driver) -> Int? {
    driver.model.views.sidebar.first { $0.view.name == name }?.count
  }

  @Test("3.14 a filter is saved as a view with a name, which is shown, counted and kept")
  func saving() async throws {
    let driver = try Driver(articles: threeSamples)
    driver.model.recheckLibrary()
    await driver.settle()
    let whole = driver.model.list.rows.count
    _ = driver.model.perform(Invocation(.filter, "is:unread or tag:x")) { _ in .done }
    try await driver.press("gvMine<enter>")
    #expect(names(driver).last == "Mine")
    #expect(driver.model.navigation.view.name == "Mine")
    #expect(driver.model.navigation.place.filter.isEmpty)
    let kept = ["view \"Mine\" in:list (is:unread or tag:x)"]
    #expect(driver.model.takeEffects().contains(.keep(kept)))
    await driver.settle()
    #expect(count("Mine", driver) == driver.model.list.rows.count)
    #expect(driver.model.list.rows.count <= whole)
  }

  @Test("are sorted as they say, also when that changes, until a person sorts them otherwise")
  func sorted() async throws {
    let driver = try Driver(articles: threeSamples)
    func titles() -> [String] {
      driver.model.list.rows.map { driver.model.list.snapshot[$0].title }
    }
    _ = driver.model.perform(Invocation(.view, "Own in:all sort:title")) { _ in .done }
    try await driver.press(":go<space>own<enter>")
    #expect(titles() == titles().sorted() && driver.model.list.order == .title)
    try await driver.press(":view<space>Own<space>in:all<space>sort:oldest<enter>")
    #expect(driver.model.list.order == .oldest)
    try await driver.press("u")
    #expect(driver.model.list.order == .title)
    try await driver.press(":sort<space>length<enter>:go<space>1<enter>:go<space>own<enter>")
    #expect(driver.model.list.order == .length)
    let kept = driver.model.navigation.state
    #expect(Navigation(state: kept, views: driver.model.settings.views).order == .length)
  }

  @Test("hold what was on screen, where what was typed may go on")
  func savedBeginning() async throws {
    let driver = try Driver(articles: threeSamples)
    let word = try #require(driver.model.list.current?.title.split(separator: " ").first)
    try await driver.press("/\(word.prefix(word.count - 1))<enter>")
    let shown = driver.model.list.rows
    #expect(!shown.isEmpty)
    try await driver.press("gvMine<enter>")
    #expect(driver.model.list.rows == shown)
    let kept = try driver.keptViews
    #expect(kept.map(\.query) == ["in:list \(Query.folded(String(word.dropLast())))"])
  }

  @Test("are made, gone to, changed and removed by their names, and the list on screen follows")
  func changing() async throws {
    let driver = try Driver(articles: threeSamples)
    func run(_ invocation: Invocation) -> CommandOutcome {
      driver.model.perform(invocation) { _ in .done }
    }
    _ = run(Invocation(.view, "\"My own\" is:read sort:title"))
    _ = run(Invocation(.view, "\"my OWN\""))
    #expect(driver.model.navigation.view.name == "My own")
    #expect(driver.model.list.rows.isEmpty)
    _ = run(Invocation(.view, "\"My own\" is:unread"))
    #expect(driver.model.list.rows.count == 3)
    _ = run(Invocation(.view, "\"My own\" \"\""))
    #expect(!names(driver).contains("My own"))
    #expect(driver.model.navigation.view == .list(.readingList))
    _ = run(Invocation(.view, "Unread"))
    #expect(names(driver).contains("Unread") && driver.model.navigation.view.name == "Unread")
    _ = run(Invocation(.view, "Unread \"\""))
    #expect(!names(driver).contains("Unread"))
    #expect(run(Invocation(.view, "Nothing")) == .invalid("There is no list “Nothing”"))
    _ = run(Invocation(.view, "New newer:1w"))
    #expect(driver.model.navigation.view.name == "New")
    #expect(driver.model.list.rows.count == 3)
    driver.time.advance(milliseconds: 400 * 86_400_000)
    for name in ["all", "New"] { _ = run(Invocation(.go, name)) }
    #expect(driver.model.list.rows.isEmpty)
  }

  @Test("that hold nothing show their query, and only an empty library is called empty")
  func empty() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press(":go<space>long<space>reads<enter>")
    #expect(driver.text.contains("No articles in “Long reads”"))
    #expect(driver.text.contains("minutes:20.."))
    #expect(!driver.text.contains("The library is empty"))
    let new = try Driver()
    try await new.press(":go<space>long<space>reads<enter>")
    #expect(new.text.contains("The library is empty"))
  }

  @Test("with a wrong query, a name that is taken or none are refused") func refusing() throws {
    let driver = try Driver(articles: threeSamples)
    let before = names(driver)
    for line in [
      "X is:odd", "Trash is:read", "\"In progress\" a", "\"\" a", "Nothing", "\"Favorites\" x",
    ] {
      let outcome = driver.model.perform(Invocation(.view, line)) { _ in .done }
      guard case .refused = outcome else {
        Issue.record("\(line) was taken")
        continue
      }
    }
    #expect(driver.model.takeEffects().isEmpty)
    #expect(names(driver) == before)
  }
}

@Suite("Lines of views") struct ViewLineTests {
  @Test("are read as they are written, whatever the name") func lines() throws {
    for name in ["Long reads", "a", "say \"hi\"", "\"", "-x", "日本 語"] {
      for query in ["", "minutes:20..", "\"slow  web\" or tag:x sort:title"] {
        let line = ViewList.Line(name: name, query: query)
        #expect(line?.name == name)
        #expect(try line.flatMap { try ViewList.Line(parsing: $0.text) } == line)
      }
    }
    #expect(try ViewList.Line(parsing: "Mine is:read")?.query == "is:read")
    #expect(try ViewList.Line(parsing: "  ") == nil)
    #expect(ViewList.Line(name: " \u{1b} ", query: "a") == nil)
    #expect(ViewList.Line(name: "a\nb", query: "c\nd")?.text == "\"a b\" c d")
  }

  @Test(
    "with a quote that is not closed are refused, in the name and in the query",
    arguments: ["\"Long reads minutes:20..", "\"", "\"a\"\" b", "Long title:\"a b"])
  func unclosed(text: String) {
    #expect(throws: Query.ParseError.self) {
      var views = ViewList()
      if let line = try ViewList.Line(parsing: text) { try views.apply(line) }
    }
  }
}
