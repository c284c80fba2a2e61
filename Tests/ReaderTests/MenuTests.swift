import Library
import Reader
import ReadingList
import Terminal
import Testing

@Suite("Menus, palette, help and the command line") struct MenuTests {
  private func titles(_ driver: Driver) -> [String] { driver.boxRows.map(\.title) }

  @Test("the palette finds commands by parts of words, shows their keys, and Enter runs one")
  func palette() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("<C-p>")
    await driver.type("sort")
    #expect(titles(driver).first == "Sort the list")
    #expect(driver.text.contains("S │"))
    try await driver.press("<C-c><C-p>")
    await driver.type("br arch")
    #expect(titles(driver) == ["Open in the browser and archive"])
    try await driver.press("<esc><C-p>")
    await driver.type("archive")
    try await driver.press("<enter>")
    #expect(try driver.record(threeSamples[0]).isArchived)
    #expect(driver.interface.overlays.isEmpty)
  }

  @Test("the tag picker finds as one types, Space and Enter turn tags on and off, T removes one")
  func tags() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("t")
    #expect(driver.text.contains("Tags of “The Slow Web”"))
    await driver.type("des")
    try await driver.press("<enter>")
    #expect(try driver.record(threeSamples[0]).tags == ["design"])
    try await driver.press("t")
    #expect(driver.text.contains("✓ design"))
    await driver.type("later")
    try await driver.press("<enter>")
    #expect(try driver.record(threeSamples[0]).tags == ["design", "later"])
    try await driver.press("t<space>")
    #expect(try driver.record(threeSamples[0]).tags == ["later"])
    try await driver.press("<esc>T<enter>")
    #expect(try driver.record(threeSamples[0]).tags.isEmpty)
    try await driver.press("uuuu")
    #expect(try driver.record(threeSamples[0]).tags.isEmpty)
  }

  @Test("a box's title that is cut keeps its blanks, and a hint that does not fit is left out")
  func narrowBoxes() async throws {
    let long = Sample(
      url: "https://long.example/", title: "A title that is longer than any box is wide",
      savedAt: "2026-11-21T11:30:00Z")
    let driver = try Driver(size: Size(columns: 40, rows: 15), articles: [long])
    try await driver.press("t")
    #expect(driver.text.contains("─ Tags of “A title") && driver.text.contains("… ─╮"))
    try await driver.press("<esc>w")
    #expect(driver.text.contains("─ Enter write  Esc cancel ─"))
  }

  @Test("tags go to the articles that the picker was opened for, also when they leave the list")
  func pinned() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("gtdesign<enter>")
    #expect(driver.model.navigation.view == .tag("design"))
    try await driver.press("t<space>")
    #expect(driver.model.list.rows.isEmpty)
    await driver.type("later")
    try await driver.press("<enter>")
    #expect(try driver.record(threeSamples[1]).tags == ["later"])
    try await driver.press("1V")
    try await driver.press("t")
    #expect(driver.text.contains("Tags of 3 articles"))
    await driver.type("all, later")
    try await driver.press("<enter>")
    for sample in threeSamples {
      #expect(try Set(driver.record(sample).tags).isSuperset(of: ["all", "later"]))
    }
    #expect(driver.model.articles.pinned == nil)
  }

  @Test(
    "only y answers a question with yes", arguments: ["<enter>", "<space>", "Y", "n", "q", "<esc>"])
  func answers(key: String) async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("D\(key)")
    #expect(driver.interface.overlays.isEmpty && driver.model.list.rows.count == 3)
    #expect(driver.model.status?.text == "Not deleted")
    try await driver.press("Dy")
    #expect(driver.model.list.rows.count == 2)
  }

  @Test("the last line of the history gives way to what was being typed")
  func draft() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press(":sort<space>title<enter>:set<space>")
    func line() -> String? { (driver.interface.overlays.last as? Prompt)?.editor.text }
    try await driver.press("<up>")
    #expect(line() == "sort title")
    try await driver.press("<down>")
    #expect(line() == "set ")
    try await driver.press("<down>")
    #expect(line() == "set ")
  }

  @Test("numbers from outside are out of range at most", arguments: [Int.min, -1, 0, 100, Int.max])
  func numbers(number: Int) async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("gm:go<space>\(number)<enter>")
    #expect(driver.model.status?.text == "There is no list \(number)")
    driver.interface.perform(Invocation(.messages))
    driver.interface.perform(Invocation(.panelHeight, String(number)))
    try driver.interface.keymap.bind(line: "all gz go \(number)")
    #expect(Invocation(.go, String(number)).words == nil)
    try await driver.press("?")
  }

  @Test("3.11 settings change at once and are saved, and Esc leads back to list and cursor")
  func settings() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("j,")
    #expect(driver.text.contains("auto follows the terminal's background"))
    #expect(driver.text.contains("Automatic sync"))
    try await driver.press("<enter>")
    #expect(driver.model.settings.theme == "paper")
    #expect(driver.model.takeEffects() == [.keep(["set theme paper"])])
    #expect(driver.text.contains("Saved to config: set theme paper"))
    try await driver.press("h<esc>")
    #expect(driver.model.settings.theme == "auto")
    #expect(driver.interface.overlays.isEmpty && driver.interface.focus == .list)
    #expect(driver.model.list.cursor == 1)
    var settings = Settings()
    for name in Settings.Name.allCases {
      for value in name.choices {
        try settings.set(line: "\(name.rawValue) \(value)")
        #expect(settings.value(of: name) == value)
      }
    }
  }

  @Test("another preset gives other keys at once, and what a person bound stays")
  func presets() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press(":")
    await driver.type("bind list X archive")
    try await driver.press("<enter>:")
    await driver.type("set keys gmail")
    try await driver.press("<enter>#")
    #expect(try driver.record(threeSamples[0]).isDeleted)
    try await driver.press("z")
    #expect(try !driver.record(threeSamples[0]).isDeleted)
    try await driver.press("X")
    #expect(try driver.record(threeSamples[0]).isArchived)
  }

  @Test(
    "the palette finds settings, lists, tags, views and orders",
    arguments: [
      ("width", "Text width"), ("design", "Go to #design"), ("favorites", "Go to Favorites"),
      ("highlights", "Go to Highlights"), ("newest", "Sort by newest"),
    ]) func palettePlaces(typed: String, title: String) async throws
  {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("<C-p>")
    await driver.type(typed)
    #expect(titles(driver).contains(title), "\(titles(driver))")
  }

  @Test("a setting without a value shows its values") func values() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press(":set<space>density<enter>")
    #expect(titles(driver) == Settings.densities && driver.text.contains("List density"))
    try await driver.press("j<enter>")
    #expect(driver.model.settings.density == Settings.densities[1])
    #expect(driver.model.takeEffects() == [.keep(["set density \(Settings.densities[1])"])])
  }

  @Test("Tab completes commands and their arguments, and goes through what is possible")
  func completion() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press(":")
    await driver.type("theme n")
    try await driver.press("<tab><enter>")
    #expect(driver.model.settings.theme == "night")
    try await driver.press(":")
    await driver.type("set ke")
    for line in [":set keys", ":set keys vim", ":set keys newsboat"] {
      try await driver.press("<tab>")
      #expect(driver.rows.last?.contains(line) == true)
    }
    try await driver.press("<S-tab><esc>:")
    await driver.type("go fav")
    try await driver.press("<tab><enter>")
    #expect(driver.model.navigation.view.name == "Favorites")
  }

  @Test("3.12 a query completes as it is typed: values at once, keys with Tab")
  func completionOfQueries() async throws {
    let driver = try Driver(articles: threeSamples)
    await driver.settle()
    let tags = driver.counts.tags.map(\.name)
    let tag = try #require(tags.first)
    try await driver.press("/")
    #expect(driver.rows.last?.contains("Tab completes") == true)
    await driver.type("is:")
    #expect(driver.text.contains("unread") && driver.text.contains("favorite"))
    await driver.type("unr")
    try await driver.press("<tab>")
    #expect(driver.rows.last?.contains("Filter: is:unread ") == true)
    await driver.type("-m")
    #expect(!driver.text.contains("reading time"))
    try await driver.press("<tab>")
    #expect(driver.rows.last?.contains("Filter: is:unread -minutes:") == true)
    #expect(driver.text.contains("5..15"))
    try await driver.press("<C-w>")
    await driver.type("tag:" + tag.prefix(1))
    #expect(driver.text.contains(tag))
    try await driver.press("<C-w>")
    await driver.type("site:")
    let site = try #require(driver.model.list.summary(at: 0)?.site)
    #expect(driver.text.contains(site))
    await driver.type(String(site.dropLast()))
    try await driver.press("<tab>")
    #expect(driver.rows.last?.contains("site:" + Query.Test.quoted(site)) == true)
  }

  @Test(
    "3.8 help has this pane's keys first, is searched as one types, and Enter runs an entry",
    arguments: [(140, 40), (100, 30), (60, 20), (40, 12)])
  func help(columns: Int, rows: Int) async throws {
    let driver = try Driver(size: Size(columns: columns, rows: rows), articles: threeSamples)
    try await driver.press("?")
    #expect(!driver.text.contains("Here ("))
    #expect(driver.boxRows.contains { $0.title == "q      back, quit" })
    #expect(driver.boxRows.contains { $0.title == "y      copy URL" })
    try await driver.press("/")
    let first = try #require(driver.rows.first { $0.contains("Here") || $0.contains("Moving") })
    #expect(first.contains("Here"))
    await driver.type("move to trash")
    try await driver.press("<enter>")
    #expect(try driver.record(threeSamples[0]).isDeleted && driver.interface.overlays.isEmpty)
    try await driver.press("?/")
    await driver.type("zebra")
    #expect(driver.text.contains("No match"))
    try await driver.press("<C-u>")
    await driver.type(":set")
    try await driver.press("<enter>")
    await driver.type("measure 60")
    try await driver.press("<enter>")
    #expect(driver.model.settings.measure == 60)
  }

  @Test("what help finds that works only elsewhere comes last") func elsewhere() async throws {
    let driver = try Driver(size: Size(columns: 140, rows: 40), articles: threeSamples)
    try await driver.press("?/")
    await driver.type("next")
    let here = try #require(titles(driver).firstIndex { $0.contains("go to the next match") })
    let there = try #require(titles(driver).firstIndex { $0.contains("next paragraph (reader") })
    #expect(here < there)
  }

  @Test("3.8 help finds every key that is bound and every sign of the rows")
  func everyKey() async throws {
    let driver = try Driver(size: Size(columns: 300, rows: 150), articles: threeSamples)
    let text = try await driver.press("?/").textRows.joined(separator: "\n")
    for binding in driver.interface.keymap.bindings
    where driver.model.offers(binding.invocation.command) {
      let keys = binding.keys.label
      let isList = binding.invocation.command == .go && Int(binding.invocation.argument) != nil
      #expect(isList || text.contains(keys), "\(keys)")
    }
    for (sign, meaning) in driver.interface.glyphs.legend {
      #expect(text.contains(sign) && text.contains(meaning))
    }
  }

  @Test(
    "3.15 help has the query language to its last line, and Enter begins to type a part of it",
    arguments: [(140, 40), (60, 20), (40, 12)])
  func queryHelp(columns: Int, rows: Int) async throws {
    let driver = try Driver(size: Size(columns: columns, rows: rows), articles: threeSamples)
    try await driver.press("?/")
    await driver.type("the other way round")
    let last = try #require(Order.offered.last)
    #expect(driver.text.contains("sort:ORDER") && driver.text.contains(last.rawValue))
    try await driver.press("<C-u>")
    await driver.type("-is:read")
    try await driver.press("<enter><C-w>")
    await driver.type("is:favorite")
    try await driver.press("<enter>")
    #expect(driver.model.navigation.place.filter == "is:favorite")
  }
}

extension MenuTests {
  @Test("problems of the config file are told, and are among the messages")
  func configProblems() async throws {
    let driver = try Driver(articles: threeSamples)
    driver.model.tellConfigProblems([
      "config:1: Unknown command “x”", "config:7: “<no>” is not a key",
      "config:9: " + String(repeating: "word ", count: 20) + "measure",
    ])
    #expect(driver.text.contains("config:1: Unknown command “x”; 2 more: :messages"))
    try await driver.press(":messages<enter>")
    #expect(driver.text.contains("config:7: “<no>” is not a key"))
    #expect(driver.text.contains("config:9:") && driver.text.contains("measure"))
  }
}
