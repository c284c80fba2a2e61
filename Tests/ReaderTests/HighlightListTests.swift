import Library
import PageExtraction
import Reader
import ReadingList
import Terminal
import Testing

@Suite("The list of highlights") struct HighlightListTests {
  private static let essay = Sample(
    url: "https://calm.dev/essay", title: "An essay on water",
    html: (0..<60).map { "<p>Sentence \($0) of the essay says so.</p>" }.joined(), site: "calm.dev",
    tags: ["sea"])
  private static let other = Sample(
    url: "https://hills.example/walk", title: "A walk",
    html: (0..<40).map { "<p>Step \($0) leads up the hill.</p>" }.joined(), site: "hills.example")

  /// Highlights a paragraph of a sample.
  private func mark(
    _ sample: Sample, _ paragraph: Int, id: String, _ color: Highlight.Color, note: String = "",
    at moment: String, in driver: Driver
  ) throws {
    let text = JoinedText(ArticleBody(fragment: sample.html).textBlocks)
    let start = ReadingPosition(block: paragraph, offset: 0)
    let end = ReadingPosition(block: paragraph, offset: text.blocks[paragraph].count)
    let moment = try #require(Timestamp(rfc3339: moment))
    var mark = try #require(
      Highlight(start..<end, in: text, color: color, note: note, at: moment))
    mark.id = id
    _ = try driver.library.apply(
      .highlights([sample.id: [mark]]), to: [sample.id], at: driver.time.now)
  }

  /// A library with highlights, and their list on the screen.
  private func driver(showsList: Bool = true) async throws -> Driver {
    let driver = try Driver(articles: [Self.essay, Self.other] + threeSamples, notesSteps: true)
    let (essay, other) = (Self.essay, Self.other)
    let (early, late) = ("2026-11-20T09:00:00Z", "2026-11-21T09:00:00Z")
    try mark(essay, 40, id: "a", .yellow, note: "Deep water", at: late, in: driver)
    try mark(essay, 3, id: "b", .green, at: early, in: driver)
    try mark(other, 20, id: "c", .pink, at: "2026-11-20T10:00:00Z", in: driver)
    await driver.noticeChanges()
    if showsList { try await driver.press(":go<space>Highlights<enter>") }
    return driver
  }

  private func ids(_ driver: Driver) -> [String] {
    driver.model.list.highlights.map(\.highlight.id)
  }

  private func stored(_ driver: Driver, _ sample: Sample) throws -> [Highlight] {
    try driver.record(sample).highlights.inTextOrder
  }

  @Test("4 it has a row for each highlight, the newest first unless it is sorted otherwise")
  func rows() async throws {
    let driver = try await driver()
    #expect(ids(driver) == ["a", "c", "b"])
    try await driver.press(":sort<space>title<enter>")
    #expect(ids(driver) == ["c", "b", "a"])
    try await driver.press(":sort<space>oldest<enter>")
    #expect(ids(driver) == ["b", "c", "a"])
  }

  @Test("4 a row of one line has the note and the article's title, as far as there is room")
  func compact() async throws {
    let driver = try await driver()
    _ = driver.resize(100, 30)
    let row = try #require(driver.rows.first { $0.contains("Sentence 40") })
    #expect(row.contains("“Sentence 40 of the essay says so.”  Deep water  "))
    #expect(row.contains(" An essay on water  ") && row.contains("✎ yellow"))
    #expect(try driver.place(of: "A walk").column == driver.place(of: "An essay").column)
    _ = driver.resize(80, 24)
    #expect(driver.text.contains(" An essa…  ✎ yellow"))
    _ = driver.resize(60, 24)
    #expect(driver.text.contains("Sentence 40") && !driver.text.contains("An essa"))
  }

  @Test(
    "4 / looks in words and notes; color, tag and has:note narrow it",
    arguments: [
      ("essay", ["a", "b"]), ("water", ["a"]), ("color:green", ["b"]), ("tag:sea", ["a", "b"]),
      ("-color:green", ["a", "c"]), ("has:note", ["a"]), ("note:deep", ["a"]),
      ("\"leads up\"", ["c"]), ("*ntenc", ["a", "b"]), ("ntenc", []), ("site:hills", ["c"]),
      ("color:pink or (tag:sea color:green)", ["c", "b"]), ("walk", []), ("has:image", []),
    ])
  func filter(query: String, expected: [String]) async throws {
    let driver = try await driver()
    try await driver.enter(query, after: "/")
    #expect(ids(driver) == expected)
  }

  @Test("4 the facets are colors, notes, tags and sites, with the number of highlights")
  func facets() async throws {
    let driver = try await driver()
    try await driver.press("+")
    #expect(
      driver.facetCounts == [
        "color:yellow": 1, "color:green": 1, "color:pink": 1, "has:note": 1, "tag:sea": 2,
        "site:calm.dev": 2, "site:hills.example": 1,
      ])
  }

  @Test("4 Enter opens the article at the highlight, q goes back to it, and J opens the next one")
  func open() async throws {
    let driver = try await driver()
    try await driver.press("<enter>")
    #expect(driver.model.reader.id == Self.essay.id)
    #expect(driver.text.contains("Sentence 40 of the essay says so."))
    #expect(driver.model.reader.position.block > 20)
    try await driver.press("q")
    #expect(driver.model.list.cursor == 0 && driver.interface.focus == .list)
    try await driver.press("j<enter>")
    #expect(driver.model.reader.id == Self.other.id)
    try await driver.press("J")
    #expect(driver.model.reader.id == Self.essay.id && driver.model.list.cursor == 2)
    #expect(driver.text.contains("Sentence 3 of the essay"))
    try await driver.press("J")
    #expect(driver.model.status?.text == "This is the last highlight")
  }

  @Test("4 c, H and d change, color and remove the highlight, and u takes each back")
  func edit() async throws {
    let driver = try await driver()
    try await driver.press("c<space>and<space>wide<enter>")
    #expect(try stored(driver, Self.essay).first { $0.id == "a" }?.note == "Deep water and wide")
    #expect(driver.text.contains("Deep water and wide"))
    try await driver.press("HH")
    #expect(try stored(driver, Self.essay).first { $0.id == "a" }?.color == .blue)
    try await driver.press("d")
    #expect(ids(driver) == ["c", "b"] && driver.model.list.cursor == 0)
    #expect(try stored(driver, Self.essay).map(\.id) == ["b"])
    try await driver.press("uuuu")
    #expect(ids(driver) == ["a", "c", "b"] && driver.model.list.cursor == 0)
    let back = try #require(stored(driver, Self.essay).first { $0.id == "a" })
    #expect(back.color == .yellow && back.note == "Deep water")
  }

  @Test("4 marked highlights are copied, handed on, colored and removed in one step")
  func marks() async throws {
    let driver = try await driver()
    try await driver.press("<space>j<space>y")
    #expect(
      driver.model.takeEffects() == [
        .copy("Sentence 40 of the essay says so.\n\nSentence 3 of the essay says so.")
      ])
    try await driver.press(":write<space>marks.md<enter>")
    let output = try #require(
      ArticleOutput(highlights: [
        .init(Self.essay.id, highlight: "a"), .init(Self.essay.id, highlight: "b"),
      ]))
    #expect(driver.model.takeEffects() == [.write("marks.md", output, overwrites: false)])
    try await driver.press(":highlight<space>pink<enter>")
    #expect(try stored(driver, Self.essay).map(\.color) == [.pink, .pink])
    try await driver.press("u")
    #expect(try stored(driver, Self.essay).map(\.color) == [.green, .yellow])
    try await driver.press("Vd")
    #expect(ids(driver).isEmpty && driver.text.contains("No Highlights"))
    #expect(try stored(driver, Self.other).isEmpty)
    try await driver.press("u")
    #expect(ids(driver) == ["a", "c", "b"])
  }

  @Test("4 what does to articles is done to those of the marked highlights, each once")
  func articles() async throws {
    let driver = try await driver()
    try await driver.press("Ve")
    #expect(driver.model.status?.text == "Archived 2 articles")
    #expect(try driver.record(Self.essay).isArchived)
  }

  @Test("4 what another program highlights comes to the list, and what it removes goes")
  func outside() async throws {
    let driver = try await driver()
    _ = try driver.openElsewhere().apply(
      .removedHighlights([Self.other.id: ["c"]]), to: [Self.other.id], at: driver.time.now)
    await driver.noticeChanges()
    #expect(ids(driver) == ["a", "b"])
  }

  @Test("4 under another name the view lists highlights, too, and with another query of its own")
  func otherViews() async throws {
    let driver = try await driver()
    try await driver.press(":view<space>Highlights<space>has:highlight<space>tag:sea<enter>")
    #expect(ids(driver) == ["a", "b"])
    try await driver.press(":view<space>Marks<space>has:highlight<enter>:go<space>Marks<enter>")
    #expect(ids(driver) == ["a", "c", "b"])
    try await driver.press(":view<space>Green<space>color:green<enter>:go<space>Green<enter>")
    #expect(driver.model.list.highlights.isEmpty && driver.model.list.rows.count == 1)
  }

  @Test("4 the sidebar counts highlights, which are read only when their list is shown")
  func unread() async throws {
    let driver = try await driver(showsList: false)
    driver.model.recheckLibrary()
    await driver.settle()
    #expect(driver.model.highlights.collection == nil)
    #expect(driver.rows.contains { $0.contains("Highlights") && $0.contains(" 3") })
  }

  @Test("4 without highlights it says how to make one") func empty() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press(":go<space>Highlights<enter>")
    #expect(driver.text.contains("No Highlights"))
    try await driver.press("d")
    #expect(driver.model.status?.text == "No highlight selected")
  }
}
