import Library
import Reader
import ReadingList
import Terminal
import Testing

@Suite("Links that lead on") struct LinkTests {
  private static let story = Sample(
    url: "https://calm.dev/story", title: "A story",
    html: """
      <p>See <a href="https://example.com/one">one</a>, <a href="https://example.com/two">two</a> and
      <a href="#end">the end</a>.</p>\(longHTML)<h2 id="end">The end</h2><p>It ends.</p>
      """, site: "calm.dev")

  private static let notes = """
    <section role="doc-endnotes"><ol>
    <li id="n1" data-label="1"><p>The source of it.</p></li>
    </ol></section>
    """

  private func driver() async throws -> Driver {
    let driver = try Driver(
      fetcher: ScriptedFetcher(["https://example.com/one": somePage]),
      articles: [Self.story] + threeSamples)
    await driver.read(Self.story)
    return driver
  }

  @Test("f puts letters over the links on screen, says so, and a letter follows one")
  func follow() async throws {
    let driver = try await driver()
    let before = driver.interface.frame()
    try await driver.press("f")
    #expect(driver.rows.last?.contains("Type a link's letter to follow it  Esc leave") == true)
    try await driver.press("s")
    #expect(driver.model.takeEffects() == [.openInBrowser("https://example.com/two")])
    #expect(driver.interface.frame() == before)
    try await driver.press("f<esc>")
    #expect(driver.interface.frame() == before)
    try await driver.press("fx")
    #expect(driver.model.status?.text == "No link has the letters x")
    #expect(driver.model.takeEffects().isEmpty)
    try await driver.press("20jf")
    #expect(driver.model.status?.text == "No links on screen")
  }

  @Test("f shows what a footnote says, Enter goes to it, and f on its number back to the text")
  func footnote() async throws {
    let text =
      "<p>A claim.<sup><a href=\"#n1\" role=\"doc-noteref\">1</a></sup></p>" + longHTML + Self.notes
    let sample = Sample(url: "https://calm.dev/notes", title: "Notes", html: text)
    let driver = try Driver(articles: [sample])
    await driver.read(sample)
    try await driver.press("fa")
    #expect(driver.text.contains("╭─ Footnote 1 ─") && driver.text.contains("│ The source of it. "))
    #expect(driver.model.reader.position == .start)
    try await driver.press("<esc>")
    #expect(driver.interface.overlays.isEmpty && driver.model.reader.position == .start)
    try await driver.press("fa<enter>")
    #expect(driver.model.reader.position.block > 40)
    try await driver.press("Gfa")
    #expect(driver.model.reader.position.block < 2)
  }

  @Test("C-o goes back to places of texts that one left by links or J, Alt-right forward again")
  func jumps() async throws {
    let driver = try await driver()
    try await driver.press("<C-o>")
    #expect(driver.model.status?.text == "No earlier place")
    try await driver.press("fd")
    let end = driver.model.reader.position
    #expect(end.block > 40)
    #expect(driver.model.reader.progress == .none)
    try await driver.press("<C-o>")
    #expect(driver.model.reader.position == .start)
    try await driver.press("<A-right>")
    #expect(driver.model.reader.position == end)
    try await driver.press("J")
    let next = try #require(driver.model.reader.id)
    #expect(next != Self.story.id)
    try await driver.press("<C-o>")
    #expect(driver.model.reader.id == Self.story.id && driver.model.reader.position == end)
    try await driver.press("<A-left>")
    #expect(driver.model.reader.id == Self.story.id && driver.model.reader.position == .start)
    try await driver.press("2<A-right>")
    #expect(driver.model.reader.id == next)
  }

  @Test("a in the list of links adds one while reading goes on, and f opens it here from then on")
  func save() async throws {
    let driver = try await driver()
    try await driver.press("La")
    #expect(driver.library.snapshot().counts.total == 5)
    #expect(driver.model.reader.id == Self.story.id && driver.interface.focus == .panel)
    #expect(driver.fetcher.requests == ["https://example.com/one"])
    try await driver.press("<esc>fa")
    #expect(driver.interface.focus == .reader)
    #expect(driver.model.reader.article?.url == "https://example.com/one")
  }

  @Test("f on the link of a saved article opens that, and C-o goes back to list, filter and place")
  func acrossArticles() async throws {
    let archived = Sample(
      url: "https://example.com/one", title: "One", html: longHTML, isArchived: true)
    let driver = try Driver(articles: [Self.story, archived] + threeSamples)
    try await driver.press("/calm<enter>")
    driver.model.list.placeCursor(on: Self.story.id)
    try await driver.press("<enter>j")
    let place = driver.model.reader.position
    let rows = driver.model.list.rows.count
    try await driver.press("fa")
    #expect(driver.model.takeEffects().isEmpty)
    #expect(driver.model.reader.id == archived.id)
    #expect(driver.model.navigation.view == .list(.archived) && driver.interface.focus == .reader)
    try await driver.press("jjjjjj")
    let there = driver.model.reader.position
    try await driver.press("<C-o>")
    #expect(driver.model.reader.id == Self.story.id && driver.interface.focus == .reader)
    #expect(driver.model.reader.position == place)
    #expect(driver.model.navigation.view == .list(.readingList))
    #expect(driver.model.navigation.place.filter == "calm")
    #expect(driver.model.list.rows.count == rows && rows < 4)
    #expect(driver.model.list.current?.id == Self.story.id)
    try await driver.press("<A-right>")
    #expect(driver.model.reader.id == archived.id && driver.model.reader.position == there)
    try await driver.press("<C-o><C-o>")
    #expect(driver.model.status?.text == "No earlier place")
    #expect(driver.model.reader.id == Self.story.id)
  }

  @Test("an article that is gone is passed over on the way back") func gone() async throws {
    let driver = try await driver()
    try await driver.press("JJ")
    let second = try #require(threeSamples.first { $0.id == driver.model.reader.id })
    try await driver.press("Kd")
    await driver.read(second)
    try await driver.press("<C-o>")
    #expect(driver.model.reader.id == Self.story.id)
  }

  @Test("the whole of a long footnote is there to be read") func longNote() async throws {
    let note = (1...60).map { "word\($0)" }.joined(separator: " ")
    let sample = Sample(
      url: "https://calm.dev/long", title: "Long",
      html:
        "<p>See this.<sup><a href='#n1' role='doc-noteref'>1</a></sup></p>"
        + Self.notes.replacing("The source of it.", with: note))
    let driver = try Driver(size: Size(columns: 100, rows: 30), articles: [sample])
    await driver.read(sample)
    try await driver.press("fa")
    #expect(driver.rows.contains { $0.contains("╭─ Footnote 1 ─") })
    #expect(driver.text.contains("word60"))
    // In a low window the text scrolls.
    _ = driver.resize(60, 10)
    #expect(!driver.text.contains("word60"))
    try await driver.press(String(repeating: "j", count: 20))
    #expect(driver.text.contains("word60"))
    try await driver.press("<esc>")
    #expect(driver.interface.overlays.isEmpty)
  }
}
