import Library
import Reader
import ReadingList
import Terminal
import Testing

@Suite("What comes at once") struct BurstTests {
  /// Delivers a text as events read in one go.
  private func feed(_ text: String, to driver: Driver) async {
    var events = text.map { character -> InputEvent in
      .key(character == "\n" ? Key(.enter) : Key(.character(character)))
    }[...]
    while !events.isEmpty { events = driver.interface.handleFirst(of: events) }
    await driver.settle()
  }

  @Test(
    "what is pasted without marks goes into the line of a new article, and is no commands",
    arguments: ["", "<enter>", "h", "gh", "X"],
    [
      "example.com/dead", "https://a.example/x", "On being wrong\nand more", "deadline",
      "Delete yours", "|touch x\n", "!touch x\n", ":quit\n", "e\te\te\tedd",
    ])
  func pasted(keys: String, text: String) async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press(keys)
    let before = driver.model.list.snapshot.counts
    await feed(text, to: driver)
    let prompt = try #require(driver.interface.overlays.last as? Prompt)
    #expect(prompt.purpose == .argument(of: Invocation(.add)))
    #expect(prompt.editor.text == text.replacing("\n", with: " ").replacing("\t", with: " "))
    #expect(driver.model.list.snapshot.counts == before)
    #expect(driver.model.takeEffects().isEmpty)
  }

  @Test("keys that a person types before the program reads them are keys")
  func typedAhead() async throws {
    let driver = try Driver(articles: threeSamples)
    await feed("jj", to: driver)
    #expect(driver.model.list.cursor == 2)
    await feed("ggj", to: driver)
    #expect(driver.model.list.cursor == 1)
    await feed(String(repeating: "k", count: 500), to: driver)
    #expect(driver.model.list.cursor == 0)
    await feed("gas", to: driver)
    #expect(driver.model.navigation.view == .list(.archived))
    await feed("gi", to: driver)
    await feed("/calm\n", to: driver)
    #expect(driver.model.navigation.place.filter == "calm" && driver.interface.overlays.isEmpty)
    try await driver.press("F<enter>")
    await feed("12j", to: driver)
    #expect(driver.interface.overlays.isEmpty && driver.model.reader.id != nil)
  }

  @Test("what is pasted into a box is no key of it", arguments: ["?", "gs", "S", "D", ","])
  func inBoxes(keys: String) async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press(keys)
    let settings = driver.model.settings
    for text in ["QQQ quit dQ", "yes, delete", "l h l rd y\nq"] {
      await feed(text, to: driver)
      #expect(driver.interface.overlays.count == 1 && !driver.model.session.isQuitting)
    }
    #expect(driver.model.settings == settings && driver.model.list.rows.count == 3)
    #expect(driver.model.navigation.order == .newest)
    if keys == "?" {
      await feed("/archive", to: driver)
      #expect(driver.box?.list.typed == "archive")
    }
  }
}
