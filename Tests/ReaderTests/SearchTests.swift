import Foundation
import Library
import Reader
import ReadingList
import ReadingServices
import Terminal
import TestSupport
import Testing

private let articles = [
  Sample(
    url: "https://a.example/1", title: "Compilers",
    html: "<p>How a program becomes another one.</p>", savedAt: "2026-11-21T10:01:00Z"),
  Sample(
    url: "https://a.example/2", title: "Slow food",
    html:
      "<p>\(String(repeating: "Filler before it. ", count: 400))</p><p>Nobody compiles a soup.</p>"
      + "<p>\(String(repeating: "Filler between. ", count: 400))</p><p>It was compiled.</p>",
    savedAt: "2026-11-21T10:02:00Z", isFavorite: false),
  Sample(
    url: "https://a.example/3", title: "Elsewhere", html: "<p>Compiling in the archive.</p>",
    savedAt: "2026-11-21T10:03:00Z", isArchived: true),
  Sample(
    url: "https://a.example/4", title: "Unrelated", html: "<p>Nothing of it.</p>",
    savedAt: "2026-11-21T10:04:00Z"),
]

@Suite("Searching texts") struct SearchTests {
  private func driver(_ size: Size = Size(columns: 120, rows: 40)) async throws -> Driver {
    let driver = try Driver(size: size, articles: articles, searchesTexts: true)
    driver.model.recheckLibrary()
    await driver.settle()
    return driver
  }

  private func index(of driver: Driver) -> String {
    SearchIndex(of: driver.library, in: driver.directory.path + "/cache").directory
  }

  private func titles(_ driver: Driver) -> [String] {
    driver.model.list.rows.indices.compactMap { driver.model.list.summary(at: $0)?.title }
  }

  @Test("1.16 words are found in texts, the best first, with the text around them")
  func found() async throws {
    let driver = try await driver()
    try await driver.press("/compiles<enter>")
    #expect(titles(driver) == ["Compilers", "Slow food"])
    #expect(driver.text.contains("Nobody compiles a soup."))
    try await driver.press("/<space>sort:newest<enter>")
    #expect(titles(driver) == ["Slow food", "Compilers"])
  }

  @Test("an order chosen in a search is that of its results, and the header says it")
  func sorted() async throws {
    let driver = try await driver(Size(columns: 80, rows: 24))
    try await driver.press("/compil<enter>S")
    #expect(titles(driver) == ["Compilers", "Slow food"])
    #expect(driver.boxRows.first?.title == "best match" && driver.text.contains("✓"))
    try await driver.press("j<enter>")
    #expect(titles(driver) == ["Slow food", "Compilers"])
    #expect(driver.text.contains("[sort:newest] [compil]"))
    try await driver.press(":sort<space>title<enter>")
    #expect(titles(driver) == ["Compilers", "Slow food"])
    #expect(driver.text.contains("[sort:title] [compil]"))
    try await driver.press("Skkkk<enter>")
    #expect(driver.text.contains("[compil]") && !driver.text.contains("sort:"))
    try await driver.press("F")
    #expect(driver.model.list.order == .newest)
  }

  @Test(
    "a search that is left leaves the list in its own order, by whatever it is left",
    arguments: ["<esc>", "F", "q"])
  func left(keys: String) async throws {
    let driver = try await driver(Size(columns: 80, rows: 24))
    let before = titles(driver)
    try await driver.press("/compiles<enter>")
    #expect(titles(driver) == ["Compilers", "Slow food"])
    #expect(driver.text.contains("Nobody compiles"))
    try await driver.press(keys)
    #expect(titles(driver) == before && before.first == "Unrelated")
    // Rows of one line show the text around a match in place of site and date.
    #expect(!driver.text.contains("Nobody compiles"))
    #expect(!driver.model.session.isQuitting)
    try await driver.press("j")
    #expect(titles(driver) == before)
  }

  @Test("a row too short for title and excerpt shows the title alone") func narrow() async throws {
    let driver = try await driver(Size(columns: 20, rows: 5))
    try await driver.press("/compiles<enter>")
    #expect(titles(driver) == ["Compilers", "Slow food"])
    #expect(driver.rows.contains(" Slow food"))
  }

  @Test("a filter with a mistake says so in place of the rows, and nothing can be done to them")
  func mistake() async throws {
    let driver = try Driver(articles: articles)
    try await driver.press("j")
    let current = driver.model.list.current?.id
    try await driver.press("/is:raed<enter>")
    #expect(titles(driver) == [])
    #expect(driver.text.contains("Invalid filter") && driver.text.contains("raed"))
    for keys in ["V", "v", "<space>", "e", "d", "m", ":read-all<enter>", "<enter>"] {
      try await driver.press(keys)
      #expect(driver.model.status?.text.contains("raed") == true, "\(keys)")
      #expect(!driver.model.list.isMarking)
    }
    #expect(driver.library.snapshot().count(of: .list(.readingList)) == 3)
    try await driver.press("F")
    #expect(titles(driver).count == 3)
    #expect(driver.model.list.current?.id == current)
  }

  @Test("a mistake that nothing typed after it can mend is said while the filter is typed")
  func mistakeWhileTyping() async throws {
    let driver = try Driver(articles: articles)
    try await driver.press("/is:r")
    await driver.advance(milliseconds: ListModel.filterDelay)
    #expect(!driver.text.contains("Invalid filter") && titles(driver).count == 3)
    try await driver.press("aed")
    await driver.advance(milliseconds: ListModel.filterDelay)
    #expect(driver.text.contains("Invalid filter") && titles(driver) == [])
    let (screen, row) = (driver.interface.frame(), driver.rows.count - 1)
    let bar = (0..<40).compactMap { screen[Point(column: $0, row: row)] }
    #expect(bar.filter { $0.style.role == .error }.map(\.text).joined() == "is:raed")
    try await driver.press("<esc>")
    #expect(titles(driver).count == 3)
  }

  @Test("what was unfinished is a mistake once it is entered, also when the list shows it already")
  func enteredLate() async throws {
    let driver = try Driver(articles: articles)
    try await driver.press("/minutes:x")
    await driver.advance(milliseconds: ListModel.filterDelay)
    #expect(titles(driver).count == 3)
    try await driver.press("<enter>")
    #expect(titles(driver) == [] && driver.text.contains("Invalid filter"))
  }

  @Test("an article that was found opens at the match, and n goes on inside it")
  func openedAtMatch() async throws {
    let driver = try await driver()
    try await driver.press("/compiles<enter>j<enter>")
    #expect(driver.model.reader.article?.title == "Slow food")
    #expect(driver.text.contains("Nobody compiles a soup."))
    #expect(driver.model.reader.progress == .none)
    try await driver.press("n")
    #expect(driver.text.contains("It was compiled."))
  }

  @Test("the cursor goes to the best match when it is known, and stays where a person put it")
  func bestMatch() async throws {
    let driver = try Driver(
      articles: articles + [
        Sample(
          url: "https://a.example/5", title: "Not much of compilers",
          savedAt: "2026-11-21T10:05:00Z"),
        Sample(
          url: "https://a.example/6", title: "All of compilers",
          html: "<p>Compilers, compilers and compilers.</p>", savedAt: "2026-11-21T09:00:00Z"),
      ], searchesTexts: true)
    driver.model.recheckLibrary()
    await driver.settle()
    try await driver.press("/compilers<enter>")
    #expect(titles(driver).first == "All of compilers" && driver.model.list.cursor == 0)
    try await driver.press("j")
    let chosen = driver.model.list.current?.title
    await driver.settle()
    #expect(driver.model.list.current?.title == chosen)
  }

  @Test("a filter that leaves out the article under the cursor begins at its first row")
  func firstRow() async throws {
    let samples = (1...6).map { number in
      Sample(
        url: "https://a.example/\(number)", title: "\(number)",
        savedAt: "2026-01-0\(7 - number)T10:00:00Z", tags: number < 6 ? ["few"] : [])
    }
    let driver = try Driver(articles: samples)
    driver.model.list.placeCursor(on: samples[5].id)
    try await driver.press("/tag:few<enter>")
    #expect(titles(driver).count == 5 && driver.model.list.cursor == 0)
    try await driver.press("<esc>")
    #expect(titles(driver).count == 6)
  }

  @Test("what is deleted vanishes at once, what is changed is found again")
  func live() async throws {
    let driver = try await driver()
    try await driver.press("/compil<enter>")
    #expect(titles(driver).count == 2)
    driver.interface.handle(.key(Key(.character("d"))))
    #expect(titles(driver).count == 1)
    await driver.settle()
    try await driver.press("u")
    #expect(titles(driver).count == 2)
    try await driver.press("F:filter<space>novelty<enter>")
    #expect(titles(driver) == [])
    _ = try driver.openElsewhere().apply(
      .note("A novelty"), to: [articles[3].id], at: driver.time.now)
    await driver.noticeChanges()
    #expect(titles(driver) == ["Unrelated"])
  }

  @Test(
    "an index that is damaged or goes away while it is in use is made again by the next search",
    arguments: [true, false])
  func damaged(isRemoved: Bool) async throws {
    let driver = try await driver()
    try await driver.press("/archive<enter>")
    let directory = index(of: driver)
    for name in try FileManager.default.contentsOfDirectory(atPath: directory)
    where isRemoved || name.hasSuffix(".glass") {
      let file = directory + "/" + name
      try FileManager.default.removeItem(atPath: file)
      if !isRemoved { try "garbage".write(toFile: file, atomically: true, encoding: .utf8) }
    }
    let again = isRemoved ? driver : try Driver(directory: driver.directory, searchesTexts: true)
    try await again.press("F/soup<enter>")
    #expect(titles(again) == ["Slow food"])
    #expect(again.model.status?.kind != .error)
  }

  @Test("without an index titles are found as ever") func withoutIndex() async throws {
    let driver = try Driver(articles: articles, searchesTexts: true)
    try "not an index".write(toFile: index(of: driver), atomically: true, encoding: .utf8)
    try await driver.press("/compilers<enter>")
    #expect(titles(driver) == ["Compilers"])
  }
}

@Suite("Searching while another process indexes") struct LockedIndexTests {
  @Test("what another process kept from being indexed is indexed with the next search")
  func locked() async throws {
    let directory = try TemporaryDirectory()
    let library = try Library.open(directory.path + "/library", cache: directory.path + "/cache")
    for article in articles { try article.store(in: library) }
    let index = SearchIndex(of: library, in: directory.path + "/cache")
    var writer: SearchWriter? = try index.writer()
    let driver = try Driver(directory: directory, searchesTexts: true)
    driver.model.recheckLibrary()
    await driver.settle()
    try await driver.press("/soup<enter>")
    #expect(driver.model.list.rows.isEmpty)
    #expect(driver.model.status == nil)
    try writer?.commit()
    writer = nil
    try await driver.press("F/cook<enter>F/soup<enter>")
    #expect(driver.model.list.rows.count == 1)
  }
}
