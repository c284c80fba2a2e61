import Library
import Reader
import ReadingList
import Terminal
import Testing

@Suite("Tags wherever they are") struct TagTests {
  private static let given = [["design"], ["design/web", "later"], ["art", "design"], []]

  private func driver() throws -> Driver {
    try Driver(
      articles: Self.given.enumerated().map {
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

  @Test(
    "a tag is renamed with those below it, merged where the name is taken, in Trash too, and undone",
    arguments: [
      (
        "design<space>Style", "Renamed #design to #Style on 3 articles",
        [["Style"], ["Style/web", "later"], ["Style", "art"], []]
      ),
      (
        "design<space>art", "Renamed #design to #art, merging both, on 3 articles",
        [["art"], ["art/web", "later"], ["art"], []]
      ),
    ])
  func rename(names: String, words: String, expected: [[String]]) async throws {
    let driver = try driver()
    try await driver.press("d:rename-tag<space>\(names)<enter>")
    #expect(tags(driver) == expected)
    #expect(driver.model.status?.text.contains(words) == true)
    try await driver.press("u")
    #expect(tags(driver) == Self.given)
  }

  @Test("the list of a tag that is renamed goes on under its new name")
  func shownList() async throws {
    let driver = try driver()
    try await driver.press(":go<space>#design<enter>:rename-tag<space>style<enter>")
    #expect(driver.model.navigation.view == .tag("style"))
    #expect(driver.model.list.rows.count == 3)
    try await driver.press(":remove-tag<enter>")
    #expect(tags(driver) == [[], ["later"], ["art"], []])
  }

  @Test(
    "what is no tag, and what cannot be renamed, says why, and nothing is done",
    arguments: [
      (":rename-tag<space>nothing<space>else<enter>", "No article is tagged #nothing"),
      (":rename-tag<space>design<enter>", "Name the tag and its new name, or go to its list first"),
      (":rename-tag<space>design<space>design<enter>", "The tag is already called #design"),
      (":rename-tag<space>design<space>design/old<enter>", "A tag cannot be put below itself"),
      (
        ":rename-tag<space>a<space>b<space>c<enter>",
        "Name the tag and its new name; quote names with spaces"
      ),
      (
        ":rename-tag<space>design<space>\(String(repeating: "x", count: 58))<enter>",
        "#design/web would get a name of more than 60 characters"
      ),
      (
        ":rename-tag<space>design<space>\(String(repeating: "x", count: 70))<enter>",
        "would get a name of more than 60 characters"
      ),
      ("t\(String(repeating: "x", count: 61))<enter>", "is too long for a tag"),
      (":tag<space>\(String(repeating: "x", count: 61))<enter>", "is too long for a tag"),
      (":tag<space>,<enter>", "is not a tag"), (":tag<space>a,#<enter>", "is not a tag"),
      ("anew.example/a<space>#<enter>", "is not a tag"),
    ])
  func refused(keys: String, words: String) async throws {
    let driver = try driver()
    try await driver.press(keys)
    let said = driver.model.status?.text ?? ""
    #expect(driver.text.contains(words) || said.contains(words))
    #expect(tags(driver) == Self.given && driver.counts.total == 4)
  }
}

/// Typed tags follow the same rule everywhere: commas separate tags, spaces are part of them.
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

  @Test("the menu without tags says what to do") func noTags() async throws {
    let driver = try Driver(articles: [Sample(url: "https://a.example/1", title: "One")])
    try await driver.press("t")
    #expect(driver.text.contains("No tags yet; type a name"))
    #expect(!driver.text.contains("Nothing here") && !driver.text.contains("on or off"))
    try await driver.press("a")
    #expect(driver.text.contains("New tag “a”"))
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

  @Test("a tag may have a + before it, as on the command line, but not begin with a sign")
  func sign() async throws {
    let tagged = Sample(url: "https://a.example/1", title: "One", tags: ["-x"])
    let driver = try Driver(articles: [tagged])
    try await driver.press(":tag<space>-y<enter>")
    #expect(driver.model.status?.text.hasSuffix("begins with -; :untag y removes it") == true)
    try await driver.press(":tag<space>++y<enter>")
    #expect(driver.model.status?.text.contains("is not a tag") == true)
    #expect(try driver.record(tagged).tags == ["-x"])
    try await driver.press(":tag<space>+y,<space>+z<enter>t+w<enter>")
    #expect(try driver.record(tagged).tags.sorted() == ["-x", "w", "y", "z"])
    try await driver.press(":untag<space>-x,w,y,z<enter>")
    #expect(try driver.record(tagged).tags.isEmpty)
  }

  @Test("a new address is saved with the tags after it; a fragment is none")
  func added() async throws {
    let driver = try Driver()
    try await driver.press("a")
    await driver.type("see new.example/a#part https://new.example/b#x #foo #bar,baz #\"two words\"")
    try await driver.press("<enter>")
    let articles = driver.library.snapshot().rows(in: .everything, order: .newest).map {
      driver.library.snapshot()[$0]
    }
    #expect(articles.map(\.tags) == [["foo", "bar", "baz", "two words"]])
  }

  @Test("Tab completes the tag after the last comma, also one with a space")
  func completed() async throws {
    let driver = try Driver(
      articles: [Sample(url: "https://a.example/0", title: "Nr 0", tags: ["slow web"])] + [
        Sample(url: "https://a.example/1", title: "Nr 1", savedAt: "2026-11-21T11:00:00Z")
      ])
    try await driver.press(":tag<space>later,<space>slow<space>w<tab><enter>")
    let id = ArticleID(canonicalURL: "https://a.example/1")
    #expect(try driver.library.article(id)?.tags == ["later", "slow web"])
  }

  @Test(
    "Tab completes the tag after an address, as in other prompts",
    arguments: [
      ("anew.example/a#slo<space>#slo<tab><enter>", ["slow web"]),
      ("ahttps://new.example/a<space>#b,<space>slow<space>w<tab><enter>", ["b", "slow web"]),
      (":add<space>new.example/a<space>#a<space>#slo<tab>,b<enter>", ["a", "b", "slow web"]),
      ("ahttps://new.example/a<space>slo<tab><space>#b<enter>", ["b"]),
    ])
  func completedAfterAddress(keys: String, expected: [String]) async throws {
    let driver = try Driver(
      articles: [Sample(url: "https://a.example/0", title: "Nr 0", tags: ["slow web"])])
    try await driver.press(keys)
    let snapshot = driver.library.snapshot()
    let newest = snapshot.rows(in: .everything, order: .newest).map { snapshot[$0] }
    #expect(newest.count == 2 && newest.first?.tags.sorted() == expected)
  }

  @Test("a tag with quotes in its name is named in quotes, each written twice")
  func quotes() async throws {
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
