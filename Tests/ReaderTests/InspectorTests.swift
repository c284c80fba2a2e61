import Library
import PageExtraction
import Reader
import ReadingList
import ReadingServices
import Terminal
import Testing

@Suite("Inspector") struct InspectorTests {
  private static let noted = Sample(
    url: "https://calm.dev/designing?from=feed", title: "Designing calm software",
    html: """
      <h2>Why</h2><p>See <a href="https://example.com/slow">the slow web</a> and
      <a href="https://example.com/">https://example.com/</a>, <a href="#why">above</a>, and
      <a href="https://example.com/slow">again</a>.</p>
      """, savedAt: "2026-11-21T08:40:00Z", site: "calm.dev", author: "Ada Calm", words: 12_480,
    tags: ["design", "later"], progress: 34)

  @Test("1.22 i shows what is known of the article, in one frame, and puts it away again")
  func toggling() async throws {
    let driver = try Driver(size: Size(columns: 170, rows: 40), articles: [Self.noted])
    let before = try await driver.press("<esc>")
    try await driver.press("i")
    #expect(driver.text.contains("Information") && driver.interface.focus == .list)
    #expect(try await driver.press("i") == before)
  }

  @Test("1.21 without room for 50 columns of text beside it, it stands over the reader")
  func roomForReading() async throws {
    let driver = try Driver(size: Size(columns: 120, rows: 40), articles: [Self.noted])
    try await driver.press("<enter>i")
    #expect(driver.interface.frames.reader == nil && driver.interface.focus == .inspector)
    try await driver.press("<esc>")
    #expect(driver.interface.frames.reader != nil && driver.interface.focus == .reader)
    #expect(driver.interface.frames.inspector == nil)
  }

  @Test(
    "1.22 1.23 pane, cover and narrow page show the very lines that are printed",
    arguments: [170, 120, 46])
  func sameLines(columns: Int) async throws {
    let driver = try Driver(size: Size(columns: columns, rows: 60), articles: [Self.noted])
    try await driver.press("i")
    let shown = driver.rows(in: try #require(driver.interface.frames.inspector)).dropFirst()
    let html = try driver.library.body(of: Self.noted.id) ?? ""
    let information = ArticleInformation(
      try driver.record(Self.noted), links: ArticleBody(fragment: html).links,
      clock: driver.time.clock)
    let printed = information.sections.joined().flatMap { [$0.label, $0.text] }
    // A word longer than a line continues on the next.
    func letters(_ lines: some Sequence<String>) -> String {
      lines.joined().filter { !$0.isWhitespace }
    }
    #expect(letters(shown) == letters(printed))
  }

  @Test("1.22 it follows the cursor or the open article; scrolling it moves nothing else")
  func following() async throws {
    let driver = try Driver(size: Size(columns: 170, rows: 10), articles: threeSamples)
    try await driver.press("i")
    #expect(driver.model.inspected?.title == "The Slow Web")
    try await driver.press("j")
    #expect(driver.model.inspected?.title == "Designing calm software")
    try await driver.press("k<enter>")
    #expect(driver.model.inspected?.title == "The Slow Web")
    let place = driver.model.reader.position
    try await driver.press("l")
    #expect(driver.interface.focus == .inspector)
    let text = driver.text
    try await driver.press("jj")
    #expect(driver.text != text && driver.model.reader.position == place)
    try await driver.press("kkkkk")
    #expect(driver.text == text)
    try await driver.press("<esc>")
    #expect(driver.interface.focus == .reader && driver.interface.frames.inspector != nil)
  }

  @Test("1.22 it says at once what was changed")
  func changes() async throws {
    let driver = try Driver(size: Size(columns: 170, rows: 40), articles: threeSamples)
    try await driver.press("is")
    #expect(driver.model.inspected?.isFavorite != true)
    try await driver.press("2")
    #expect(driver.model.inspected?.title == "The Slow Web")
    #expect(driver.text.contains("List        Favorites"))
  }

  @Test("1.22 narrow, it takes the place of the one pane, and Esc brings that back as it was")
  func narrow() async throws {
    let driver = try Driver(size: Size(columns: 60, rows: 24), articles: threeSamples)
    let list = try await driver.press("j")
    try await driver.press("i")
    #expect(driver.interface.frames.list == nil && driver.text.contains("Designing calm software"))
    #expect(try await driver.press("<esc>") == list)
    try await driver.press("i<enter>")
    #expect(driver.interface.focus == .reader && driver.interface.frames.inspector == nil)
  }

  @Test("1.22 3.10 it comes back with an article, and after a restart")
  func nothingToShow() async throws {
    let driver = try Driver(size: Size(columns: 170, rows: 40), articles: [Self.noted])
    try await driver.press("i2")
    #expect(driver.model.list.rows.isEmpty && driver.interface.frames.inspector == nil)
    try await driver.press("i")
    #expect(driver.model.status?.text == "No article selected")
    try await driver.press("1")
    #expect(driver.interface.frames.inspector != nil)
    let state = try JSON(parsing: Array(driver.model.navigation.state.compact.utf8))
    let next = try Driver(
      size: Size(columns: 170, rows: 40), directory: driver.directory,
      navigation: Navigation(state: state))
    #expect(next.interface.frames.inspector != nil)
  }

  @Test("all that a record has is said, and how many more links there are than are listed")
  func everything() throws {
    let moment = try #require(Timestamp(rfc3339: "2026-11-20T09:00:00Z"))
    var article = Article(
      address: try WebAddress("https://a.example/x"), given: "https://a.example/x?utm_source=y",
      savedAt: moment)
    article.title = "A\u{202e} title\nin two lines"
    article.finalURL = "https://b.example/x"
    article.pageURL = "https://b.example/canonical"
    article.otherURLs = ["https://c.example/"]
    article.fetch = .failed(reason: "no such page (404)")
    article.note = "First.\n\n  Second."
    let place = ReadingPosition(block: 3, offset: 0)
    article.highlights = [(2, "later"), (1, "marked\nwords")].map { id, quote in
      Highlight(
        id: "\(id)", quote: quote, start: id == 2 ? place : .start, end: place,
        note: id == 1 ? "Why" : "", createdAt: moment, changedAt: moment)
    }
    let links = (1...12).map { ArticleBody.Inline.link([], url: "https://l.example/\($0)") }
    let information = ArticleInformation(
      article, links: ArticleBody(blocks: [.paragraph(links)]).links, clock: TestClock().clock)
    let lines = information.sections.joined()
    func texts(_ label: String) -> [String] {
      let rest = lines.drop { $0.label != label }
      return (rest.prefix(1) + rest.dropFirst().prefix { $0.label.isEmpty }).map(\.text)
    }
    for (label, expected) in [
      ("Title", ["A\u{202e} title in two lines"]), ("Address", [article.url]),
      ("Leads to", ["https://b.example/x"]), ("Canonical", ["https://b.example/canonical"]),
      ("Also", ["https://c.example/"]), ("Note", ["First.", "Second."]),
      ("Text", ["failed: no such page (404)"]),
      ("Highlights", ["“marked words”", "Note: Why", "“later”"]),
    ] { #expect(texts(label) == expected, "\(label)") }
    #expect(texts("Links").count == 12 && texts("Links").last == "and 2 more")
    #expect(lines.allSatisfy { $0.label.count <= ArticleInformation.labelColumns })
  }
}
