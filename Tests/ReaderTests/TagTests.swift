import Library
import Reader
import ReadingList
import Terminal
import Testing

@Suite("Tags wherever they are") struct TagTests {
  private func driver() throws -> Driver {
    try Driver(
      articles: [["design"], ["design/web", "later"], ["art", "design"], []].enumerated().map {
        Sample(url: "https://a.example/\($0.offset)", title: "Nr \($0.offset)", tags: $0.element)
      })
  }

  private func tags(_ driver: Driver) -> [[String]] {
    let snapshot = driver.library.snapshot()
    return (0..<4).map { number in
      let id = ArticleID(canonicalURL: "https://a.example/\(number)")
      return snapshot.row(of: id).map { snapshot[$0].tags.sorted() } ?? []
    }
  }

  @Test("a tag is renamed with those below it, on all articles, and undone in one step")
  func rename() async throws {
    let driver = try driver()
    try await driver.press(":rename-tag<space>design<space>Style<enter>")
    #expect(tags(driver) == [["Style"], ["Style/web", "later"], ["Style", "art"], []])
    #expect(driver.model.status?.text.contains("Renamed #design to #Style") == true)
    try await driver.press("u")
    #expect(tags(driver) == [["design"], ["design/web", "later"], ["art", "design"], []])
  }

  @Test("a tag that is renamed to another is merged with it, also on articles in Trash")
  func merge() async throws {
    let driver = try driver()
    try await driver.press("d:rename-tag<space>design<space>art<enter>")
    #expect(tags(driver) == [["art"], ["art/web", "later"], ["art"], []])
    #expect(driver.model.status?.text.contains("Merged #design into #art") == true)
  }

  @Test("the list of a tag that is renamed goes on under its new name") func shownList()
    async throws
  {
    let driver = try driver()
    try await driver.press(":go<space>#design<enter>:rename-tag<space>style<enter>")
    #expect(driver.model.navigation.view == .tag("style"))
    #expect(driver.model.list.rows.count == 3)
    try await driver.press(":remove-tag<enter>")
    #expect(tags(driver) == [[], ["later"], ["art"], []])
  }

  @Test(
    "what cannot be renamed says why",
    arguments: [
      (":rename-tag<space>nothing<space>else<enter>", "No article is tagged #nothing"),
      (":rename-tag<space>design<enter>", "Name the tag and its new name, or go to its list first"),
      (":rename-tag<space>design<space>design<enter>", "The tag is called #design already"),
      (":rename-tag<space>design<space>design/old<enter>", "A tag cannot be put below itself"),
      (
        ":rename-tag<space>a<space>b<space>c<enter>",
        "Name the tag and its new name; quote names with spaces"
      ),
      (
        ":rename-tag<space>design<space>\(String(repeating: "x", count: 58))<enter>",
        "#design/web would get a name of more than 60 characters"
      ),
    ])
  func refused(keys: String, words: String) async throws {
    let driver = try driver()
    try await driver.press(keys)
    #expect(driver.text.contains(words))
    #expect(tags(driver) == [["design"], ["design/web", "later"], ["art", "design"], []])
  }
}

/// One rule for what is typed, wherever it is: commas part tags, spaces stay.
extension TagTests {
  @Test(
    "commas part tags and spaces stay: on the line of commands, in the menu, and after an address",
    arguments: [
      (":tag<space>to<space>read,<space>#todo<enter>", ["to read", "todo"]),
      ("tto<space>read,<space>#todo<enter>", ["to read", "todo"]),
      ("tto<space>read<enter>", ["to read"]),
      (":tag<space>a,b,c<enter>:untag<space>a,<space>c<enter>", ["b"]),
      (
        "ahttps://a.example/3<space>#to<space>read<space>#todo,later<enter>",
        ["to read", "todo", "later"]
      ),
    ])
  func typed(keys: String, expected: [String]) async throws {
    let driver = try driver()
    driver.model.list.placeCursor(on: ArticleID(canonicalURL: "https://a.example/3"))
    try await driver.press(keys)
    #expect(tags(driver)[3] == expected.sorted())
    try await driver.press(keys.contains("untag") ? "uu" : "u")
    #expect(tags(driver)[3].isEmpty)
  }

  @Test("a tag that no article has is not removed, and of several marked those that had it count")
  func untagged() async throws {
    let driver = try driver()
    driver.model.list.placeCursor(on: ArticleID(canonicalURL: "https://a.example/3"))
    try await driver.press(":untag<space>nosuch<enter>")
    #expect(driver.model.status?.text == "“Nr 3” has no tag “nosuch”")
    try await driver.press("V:untag<space>later,nosuch<enter>")
    #expect(driver.model.status?.text == "Untagged #later: “Nr 1”")
    #expect(tags(driver) == [["design"], ["design/web"], ["art", "design"], []])
  }

  @Test("a tag that begins with a sign is refused; one that is there can be removed") func sign()
    async throws
  {
    let tagged = Sample(url: "https://a.example/1", title: "One", tags: ["-x"])
    let driver = try Driver(articles: [tagged])
    try await driver.press(":tag<space>-y<enter>")
    #expect(driver.model.status?.text.hasSuffix("begins with -; :untag y removes it") == true)
    try await driver.press(":tag<space>+y<enter>")
    #expect(driver.model.status?.text.contains("is not a tag") == true)
    #expect(try driver.record(tagged).tags == ["-x"])
    try await driver.press(":untag<space>-x<enter>")
    #expect(try driver.record(tagged).tags.isEmpty)
  }

  @Test("a new address is saved with the tags after it; a fragment is none") func added()
    async throws
  {
    let driver = try Driver()
    try await driver.press("a")
    await driver.type("see new.example/a#part https://new.example/b#x #foo #bar,baz")
    try await driver.press("<enter>")
    let articles = driver.library.snapshot().rows(in: .everything, order: .newest).map {
      driver.library.snapshot()[$0]
    }
    #expect(articles.map(\.tags) == [["foo", "bar", "baz"]])
  }

  @Test(
    "what is no tag is said, and nothing is done",
    arguments: [":tag<space>,<enter>", ":tag<space>a,#<enter>", "anew.example/a<space>#<enter>"])
  func noTag(keys: String) async throws {
    let driver = try driver()
    try await driver.press(keys)
    #expect(driver.model.status?.kind == .error)
    #expect(driver.model.status?.text.contains("is not a tag") == true)
    #expect(tags(driver) == [["design"], ["design/web", "later"], ["art", "design"], []])
    #expect(driver.counts.total == 4)
  }

  @Test("Tab completes the tag after the last comma, also one with a space") func completed()
    async throws
  {
    let driver = try Driver(
      articles: [Sample(url: "https://a.example/0", title: "Nr 0", tags: ["slow web"])] + [
        Sample(url: "https://a.example/1", title: "Nr 1", savedAt: "2026-11-21T11:00:00Z")
      ])
    try await driver.press(":tag<space>later,<space>slow<space>w<tab><enter>")
    let id = ArticleID(canonicalURL: "https://a.example/1")
    #expect(try driver.library.article(id)?.tags == ["later", "slow web"])
  }

  @Test("a tag with quotes in its name is named in quotes, each written twice") func quotes()
    async throws
  {
    let driver = try Driver(articles: [
      Sample(url: "https://a.example/0", title: "Nr 0", tags: ["6\" tv", "5\""])
    ])
    let article = try #require(driver.library.snapshot().ids(withPrefix: "").first)
    func tags() throws -> [String] {
      try #require(try driver.library.article(article)).tags.sorted()
    }
    try await driver.press(
      ":rename-tag<space>\"6\"\"<space>tv\"<space>\"say<space>\"\"hi\"\"\"<enter>")
    #expect(try tags() == ["5\"", "say \"hi\""])
    try await driver.press(":rename-tag<space>5\"<space>five<enter>")
    #expect(try tags() == ["five", "say \"hi\""])
    try await driver.press(":remove-tag<space>\"say<space>\"\"hi\"\"\"<enter>")
    #expect(try tags() == ["five"])
  }
}

@Suite("Colors of tags") struct TagColorTests {
  @Test("a tag has its own color, else that of what it is below, else the common one") func colors()
    throws
  {
    var settings = Settings()
    try settings.setTagColor(line: "design green")
    try settings.setTagColor(line: "design/web red")
    try settings.setTagColor(line: "\"slow web\" pink")
    let tags = ["design", "design/print", "design/web/css", "designer", "slow web", "x"]
    let colors = tags.map { settings.color(ofTag: $0) }
    #expect(colors == [.green, .green, .red, .teal, .pink, .teal])
  }

  @Test(
    "a line that colors nothing says why",
    arguments: [
      ("design", "tag-color TAG COLOR"),
      (
        "design mauve",
        "Unknown color “mauve”; colors are teal, red, green, yellow, blue, purple, pink, gray"
      ),
      ("a b red", "tag-color TAG COLOR"), (", red", "tag-color TAG COLOR"),
    ])
  func refused(line: String, message: String) {
    var settings = Settings()
    do throws(CommandError) {
      try settings.setTagColor(line: line)
      Issue.record("taken")
    } catch { #expect(error.message.contains(message)) }
    #expect(settings.tagColors.isEmpty)
  }

  @Test("tags on rows and in the sidebar have their colors") func drawn() async throws {
    let driver = try Driver(articles: [
      Sample(url: "https://a.example/1", title: "One", tags: ["design"])
    ])
    let before = driver.interface.frame()
    try await driver.press(":tag-color<space>design<space>red<enter>")
    #expect(driver.model.status?.text == "Saved to config: tag-color design red")
    driver.model.status = nil
    let after = driver.interface.frame()
    #expect(after.textRows == before.textRows)
    #expect(after != before)
  }
}

@Suite("Tags in the sidebar") struct TagTreeTests {
  private func driver() throws -> Driver {
    try Driver(
      articles: [["design/web/css"], ["design/web"], ["design/print"], ["art"]].enumerated().map {
        Sample(url: "https://a.example/\($0.offset)", title: "Nr \($0.offset)", tags: $0.element)
      })
  }

  /// The tags' rows as the sidebar shows them.
  private func tags(_ driver: Driver) -> [String] {
    let rows = driver.rows.map { String($0.prefix(22)) }
    let heading = rows.firstIndex { $0.contains("Tags") } ?? rows.endIndex
    return rows[heading...].dropFirst().map { $0.filter { $0 != " " } }.prefix { !$0.isEmpty }.map {
      $0
    }
  }

  @Test("tags stand below those they belong to, which count them, fold and unfold") func folding()
    async throws
  {
    let driver = try driver()
    #expect(tags(driver) == ["#art1", "▾design3", "#print1", "▾web2", "#css1"])
    try await driver.press(":go<space>#design<enter>h")
    #expect(driver.interface.focus == .sidebar)
    #expect(driver.model.list.rows.count == 3)
    try await driver.press("<space>")
    #expect(tags(driver) == ["#art1", "▌▸design3"])
    try await driver.press("<space>jj")
    #expect(driver.model.navigation.view == .tag("design/web"))
    try await driver.press("j<space>")
    #expect(driver.model.navigation.view == .tag("design/web"))
    #expect(driver.model.views.sidebar.tags[.tag("design/web/css")] == nil)
  }

  @Test("what is folded stays so in the next session; the list on screen is shown all the same")
  func kept() async throws {
    let driver = try driver()
    try await driver.press(":go<space>#design<enter>h<space>")
    let state = Navigation(state: driver.model.navigation.state)
    #expect(state.foldedTags == ["design"])
    try await driver.press(":go<space>#design/print<enter>")
    #expect(driver.model.views.sidebar.tags[.tag("design/print")] != nil)
    try await driver.press(":go<space>#art<enter>")
    #expect(driver.model.views.sidebar.tags[.tag("design/print")] == nil)
  }

  @Test("of ten thousand tags the sidebar is arranged once for all frames") func many() async throws
  {
    let driver = try Driver(
      articles: (0..<100).map { number in
        Sample(
          url: "https://a.example/\(number)", title: "Nr \(number)",
          tags: (0..<100).map { "tag \(number)/\($0)" })
      })
    #expect(driver.model.views.sidebar.tags.count == 10_100)
    try await driver.press(":go<space>#seven<enter>")
    #expect(driver.rows.count == 40)
    try await driver.press(":rename-tag<space>\"tag<space>7\"<space>seven<enter>")
    #expect(driver.model.views.sidebar.tags[.tag("seven/3")] != nil)
    #expect(driver.model.views.sidebar.tags[.tag("tag 7/3")] == nil)
  }
}
