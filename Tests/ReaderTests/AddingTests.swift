import Library
import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

@Suite("Adding") struct AddingTests {
  @Test("what is said of a password belongs to the address that had it")
  func passwords() async throws {
    let driver = try Driver(welcome: twoWelcomes)
    for _ in 1...2 { try await driver.press(":add<space>http://u:p@host.example/x<enter>") }
    try await driver.press(":welcome<enter>")
    #expect(driver.model.status?.text.contains("password") == false)
  }

  @Test("an address is stored before it is fetched, and its page becomes an article")
  func add() async throws {
    let gate = AsyncGate()
    let url = "https://new.example/page"
    let driver = try Driver(fetcher: ScriptedFetcher([url: somePage], gate: gate))
    driver.interface.perform(Invocation(.add, url))
    await driver.receiveOne()
    let id = ArticleID(canonicalURL: url)
    #expect(try driver.library.article(id)?.fetch == .pending(reason: nil))
    #expect(driver.text.contains("fetching 1"))
    gate.open()
    await driver.settle()
    let article = try #require(try driver.library.article(id))
    #expect(article.fetch == .ready && article.title == "A page")
    try await driver.press("<enter>")
    #expect(driver.text.contains("Paragraph 1 begins here"))
  }

  @Test("an article that is being fetched is not fetched twice, and that is said")
  func fetchingAlready() async throws {
    let gate = AsyncGate()
    let story = threeSamples[0]
    let driver = try Driver(
      fetcher: ScriptedFetcher([story.url: longHTML], gate: gate), articles: threeSamples)
    try driver.interface.perform(Invocation(parsing: "fetch"))
    try driver.interface.perform(Invocation(parsing: "refetch"))
    #expect(driver.model.status?.text == "“\(story.title)” is already being fetched")
    gate.open()
    await driver.settle()
    #expect(driver.fetcher.requests.filter { $0 == story.url }.count == 1)
  }

  @Test("without a network the address is kept, says why, and is tried again at its time")
  func retry() async throws {
    let driver = try Driver()
    try await driver.enter("offline.example/x", after: "a")
    #expect(driver.fetcher.requests.count == 1)
    await driver.advance(milliseconds: 29_999)
    #expect(driver.fetcher.requests.count == 1)
    await driver.advance(milliseconds: 1)
    #expect(driver.fetcher.requests.count == 2)
    let article = try #require(
      try driver.library.article(ArticleID(canonicalURL: "https://offline.example/x")))
    #expect(article.attempts == 2 && article.fetch.isPending)
    #expect(driver.text.contains("No host answers") && driver.model.list.rows.count == 1)
    #expect(driver.interface.deadline == driver.time.now.advanced(bySeconds: 120))
  }

  @Test("an address saved already is not saved again but shown where it is")
  func again() async throws {
    let kept = Sample(
      url: "https://kept.example/a", title: "Kept", savedAt: "2026-03-03T10:00:00Z",
      isArchived: true, progress: 40)
    let driver = try Driver(articles: threeSamples + [kept])
    try await driver.enter("http://www.kept.example/a/?utm_source=feed#top", after: "a")
    #expect(driver.text.contains("Already saved on 3 Mar, in Archived, 40% read"))
    #expect(driver.model.navigation.view == .list(.archived))
    #expect(driver.model.list.current?.id == kept.id)
    #expect(driver.count(of: .everything) == 4)
    #expect(driver.fetcher.requests.isEmpty)
    try await driver.enter(threeSamples[0].url, after: "a")
    #expect(driver.text.contains("Already saved at 11:02, in All Articles"))
  }

  @Test("what is no address stays in the line with what is wrong, until it is right")
  func mistake() async throws {
    let driver = try Driver()
    try await driver.enter("foo bar", after: "a")
    let prompt = try #require(driver.interface.overlays.last as? Prompt)
    #expect(prompt.editor.text == "foo bar")
    #expect(prompt.problem == "No web address found in “foo bar”")
    await driver.type(" https://new.example/a")
    try await driver.press("<enter>")
    #expect(driver.interface.overlays.isEmpty && driver.count(of: .everything) == 1)
  }

  @Test("several addresses that are saved are counted, and those in Trash, without a key for one")
  func severalSaved() async throws {
    let gone = Sample(url: "https://gone.example/a", title: "Gone")
    let driver = try Driver(articles: threeSamples + [gone])
    driver.model.list.placeCursor(on: gone.id)
    try await driver.enter("\(threeSamples[0].url) \(gone.url)", after: "da")
    #expect(driver.model.status?.text == "Already saved: 2 articles, 1 in Trash")
    try await driver.enter(gone.url, after: "a")
    #expect(driver.model.status?.text.hasSuffix("in Trash") == true)
    #expect(driver.rows.last?.contains("d restore · Already saved") == true)
    #expect(driver.model.list.current?.id == gone.id)
  }

  @Test("0.21 the hints name add and settings, and in Trash restore and purge")
  func hints() async throws {
    let driver = try Driver(size: Size(columns: 160, rows: 40), articles: [threeSamples[1]])
    let hints = try #require(driver.rows.last)
    #expect(hints.contains("a add") && hints.contains(", settings"))
    for keys in ["d:go<space>trash<enter>", "v"] {
      try await driver.press(keys)
      let hints = try #require(driver.rows.last)
      #expect(hints.contains("d restore") && hints.contains("D purge"))
      #expect(!hints.contains("archive") && !hints.contains("delete"))
    }
  }

  @Test(
    "a login, an empty page or an error never takes the place of a text that is there",
    arguments: [
      "<html><body><form><input type=password name=p></form><p>Log in to read on.</p></body></html>",
      "<html><body><div id=app></div><script>start()</script></body></html>",
      "<html><head><title>404 Not Found</title></head><body><h1>404</h1></body></html>",
    ])
  func keepsText(html: String) async throws {
    let sample = threeSamples[1]
    let driver = try Driver(fetcher: ScriptedFetcher([sample.url: html]), articles: [sample])
    let text = try driver.library.body(of: sample.id)
    try await driver.press("r")
    #expect(driver.fetcher.requests == [sample.url])
    #expect(try driver.library.body(of: sample.id) == text)
    #expect(try driver.record(sample).fetch == .ready)
    #expect(try driver.record(sample).title == sample.title)
    #expect(driver.model.status?.kind == .error)
  }

  @Test("several addresses keep the order in which they were given") func order() async throws {
    let driver = try Driver()
    let urls = (1...5).map { "https://new.example/\($0)" }
    try await driver.enter(urls.joined(separator: " "), after: "a")
    let rows = (0..<5).compactMap { driver.model.list.summary(at: $0)?.url }
    #expect(rows == urls.reversed())
  }

  @Test("an empty library offers the welcome articles, which u takes back")
  func welcome() async throws {
    let driver = try Driver(size: Size(columns: 100, rows: 30), welcome: twoWelcomes)
    #expect(driver.text.contains("[:welcome add a few articles]"))
    try await driver.press(":welcome<enter>")
    #expect(driver.model.list.rows.count == 2)
    #expect(driver.model.status?.text == "Saved 2")
    #expect(driver.fetcher.requests.isEmpty)
    try await driver.press("u")
    #expect(driver.model.list.rows.isEmpty)
    #expect(driver.text.contains("[:welcome add a few articles]"))
  }
}
