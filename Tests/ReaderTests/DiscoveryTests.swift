import Library
import Reader
import ReadingList
import Synchronization
import Terminal
import Testing
import Web

/// The pages of a blog with a feed of five posts.
private let blog: [String: String] = {
  var pages: [String: String] = [:]
  var items = ""
  for number in 1...5 {
    let link = "https://blog.example/\(number)"
    items += "<item><title>Post</title><link>\(link)</link></item>"
    let text = String(repeating: "Number \(number) is a sentence that goes on. ", count: 12)
    pages[link] =
      "<title>Post \(number)</title><article>" + String(repeating: "<p>\(text)</p>", count: 6)
      + "</article>"
  }
  pages["https://blog.example/feed"] = "<rss version=\"2.0\"><channel>\(items)</channel></rss>"
  return pages
}()

@Suite("The shuffle screen") struct ShuffleScreenTests {
  private let sizes = [(140, 40), (100, 30), (60, 20)].map { Size(columns: $0.0, rows: $0.1) }

  /// A driver that picks only from feeds, of which only the blog's answers.
  private func driver(
    _ size: Size = Size(columns: 120, rows: 40), feeds: [String] = ["blog"],
    gate: AsyncGate? = nil, articles: [Sample] = []
  ) throws -> Driver {
    var sources = offlineSources
    sources.apply(.turn("samples", on: false))
    for name in feeds { sources.apply(.add(address: "https://\(name).example/feed", name: name)) }
    return try Driver(
      size: size, fetcher: ScriptedFetcher(blog, gate: gate), articles: articles, sources: sources)
  }

  @Test("0.12 choosing Discovery in a wide window leaves two panes and starts one fetch")
  func twoPanes() async throws {
    let driver = try driver(articles: threeSamples)
    try await driver.press("gd")
    let frames = driver.interface.frames
    #expect(frames.list == nil && frames.sidebar != nil && frames.dividers.count == 1)
    #expect(driver.fetcher.requests.count { $0 == "https://blog.example/feed" } == 1)
    #expect(driver.model.discovery.current != nil)
    #expect(driver.text.contains("Discovery · Surprise Me: blog"))
  }

  @Test("0.13 3.7 3.16 the chip, the hint and the key of shuffling run the same command")
  func sameCommand() async throws {
    for size in [sizes[0], sizes[2]] {
      let driver = try driver(size)
      let chip = try driver.place(of: "X Inspire Me]")
      let key = driver.interface.frame()[chip]
      #expect(key?.text == "X" && key?.style.role == .key)
      let list = try #require(driver.interface.frames.list)
      #expect(chip.column > list.column && chip.column + 13 <= list.endColumn)
      #expect(chip.row < driver.interface.frames.bar?.row ?? 0)
      driver.mouse(.press, Point(column: chip.column + 2, row: chip.row))
      await driver.settle()
      #expect(driver.model.isDiscovering && driver.model.discovery.history.count == 1)
      try await driver.press("x")
      #expect(driver.model.discovery.history.count == 2)
      guard size == sizes[0] else { continue }
      driver.mouse(.press, try driver.place(of: "x discover"))
      await driver.settle()
      #expect(driver.model.discovery.history.count == 3)
    }
  }

  @Test("shuffles, goes back to the very place, forward, and keeps it when one leaves and returns")
  func history() async throws {
    for size in sizes {
      let driver = try driver(size, articles: threeSamples)
      try await driver.press("X")
      let first = try #require(driver.model.reader.article?.url)
      /// The rows without the headers and the bar.
      func text(_ screen: Screen) -> [String] {
        Array(screen.textRows.filter { !$0.isEmpty }.dropFirst(3).dropLast())
      }
      let place = try await text(driver.press("jjjjjjj"))
      try await driver.press("x")
      #expect(driver.model.reader.article?.url != first)
      try await driver.press("<")
      #expect(driver.model.reader.article?.url == first)
      #expect(driver.model.discovery.index == 0)
      try await driver.press(">")
      #expect(driver.model.reader.article?.url != first)
      try await driver.press("<lt>gi")
      #expect(!driver.model.isDiscovering && driver.interface.focus == .list)
      #expect(try await text(driver.press("gd")) == place)
      // Picking and reading alone change nothing in the library.
      await driver.advance(milliseconds: 5000)
      #expect(driver.count(of: .everything) == 3)
      #expect(try driver.record(threeSamples[0]).readAt == nil)
    }
  }

  @Test("Space at the end of an article shows the next one, as is offered there")
  func end() async throws {
    let driver = try driver()
    try await driver.press("XG")
    #expect(driver.text.contains("Space next · s save · x discover"))
    try await driver.press("<space>")
    #expect(driver.model.isDiscovering && driver.model.discovery.history.count == 2)
  }

  @Test("information on a pick does not say that it is saved, nor hint at what needs that")
  func information() async throws {
    let driver = try driver()
    try await driver.press("Xi")
    #expect(driver.text.contains("Information") && driver.text.contains("Fetched"))
    for word in ["Saved", "List  ", "archive"] { #expect(!driver.text.contains(word), "\(word)") }
  }

  @Test("a shuffle shows at once what was picked ahead")
  func ahead() async throws {
    let driver = try driver()
    try await driver.press("X")
    let first = driver.model.reader.article?.url
    driver.interface.handle(.key(Key(.character("x"))))
    // Without any wait.
    #expect(driver.model.reader.article?.url != first && driver.model.reader.body != nil)
    await driver.settle()
  }

  @Test("saves all that was fetched without a second fetch, and says so")
  func save() async throws {
    let driver = try driver()
    try await driver.press("X")
    let url = try #require(driver.model.reader.article?.url)
    let asked = driver.fetcher.requests.count
    try await driver.press("s")
    #expect(driver.fetcher.requests.count == asked)
    #expect(driver.rows.first?.contains("✓ All Articles") == true)
    let saved = try #require(driver.model.discovery.home?.id)
    let article = try #require(try driver.library.article(saved))
    #expect(article.url == url && article.fetch == .ready && article.wordCount > 100)
    #expect(try driver.library.body(of: saved)?.contains("is a sentence") == true)
    try await driver.press("s")
    #expect(driver.text.contains("Already saved in All Articles"))
  }

  @Test("says what it is doing; Esc stops it, and the next shuffle looks again at once")
  func waiting() async throws {
    let gate = AsyncGate()
    let driver = try driver(gate: gate)
    driver.interface.handle(.key(Key(.character("X"))))
    #expect(driver.text.contains("Rolling the dice...") && driver.text.contains("[Esc stop]"))
    #expect(driver.interface.deadline != nil)
    driver.interface.handle(.key(Key(.escape)))
    #expect(driver.text.contains("Stopped") && driver.text.contains("Discover Something New"))
    driver.interface.handle(.key(Key(.character("x"))))
    #expect(driver.model.discovery.isLooking)
    gate.open()
    await driver.settle()
    #expect(driver.model.discovery.current != nil)
    #expect(!driver.model.isBusy && driver.interface.deadline == nil)
  }

  @Test("without a network it says so, x is the next article, and :random one of the list")
  func noNetwork() async throws {
    var sources = offlineSources
    for name in ["gone", "away", "lost"] {
      sources.apply(.add(address: "https://\(name).example/feed", name: name))
    }
    let driver = try Driver(articles: threeSamples, sources: sources, seed: 7)
    var presses = 0
    while driver.model.status?.text.hasPrefix("Nothing answers") != true, presses < 20 {
      try await driver.press("X")
      presses += 1
    }
    let source = try #require(driver.model.discovery.current?.picked.source)
    #expect(
      driver.rows.last?.contains("Nothing answers: this is from \(source); :random opens") == true)
    let picks = driver.model.discovery.history.count
    try await driver.press("x")
    #expect(driver.model.isDiscovering && driver.model.discovery.history.count == picks + 1)
    try await driver.enter("random")
    #expect(!driver.model.isDiscovering && driver.model.reader.body != nil)
    #expect(driver.model.navigation.view == .list(.readingList))
    #expect(driver.model.discovery.sources["library"] == nil)
  }

  @Test("when five tries come to nothing it says so, and offers another try and another source")
  func failure() async throws {
    for size in sizes {
      let driver = try driver(size, feeds: ["gone"])
      try await driver.press("X")
      #expect(driver.text.contains("Could not load article"))
      #expect(driver.text.contains("x try again") && driver.text.contains("S another source"))
      try await driver.press("x")
      #expect(driver.model.isDiscovering && driver.text.contains("Could not load article"))
      #expect(!driver.model.isBusy && driver.interface.deadline == nil)
    }
  }

  @Test("the menu of sources says how often one failed, and why")
  func failedSource() async throws {
    let driver = try driver(feeds: ["gone"])
    try await driver.press("XSG")
    #expect(driver.text.contains("failed once: ") || driver.text.contains(" times: "))
  }

  @Test("from where nothing came, back is the article that was on screen last")
  func backFromFailure() async throws {
    let driver = try driver()
    try await driver.press("X")
    let url = driver.model.reader.article?.url
    try await driver.enter("set source nowhere")
    try await driver.press("x")
    #expect(driver.text.contains("Could not load article"))
    try await driver.press("u")
    #expect(driver.text.contains("Discover Something New"))
    try await driver.press("<lt>")
    #expect(driver.model.reader.article?.url == url)
  }

  @Test("a site that is blocked is not picked from, and the config file hears of it")
  func block() async throws {
    let driver = try driver()
    try await driver.press("XB")
    #expect(driver.model.discovery.sources.blocked == ["blog.example"])
    #expect(driver.model.takeEffects().contains(.keep(["source block blog.example"])))
    #expect(driver.text.contains("Could not load article"))
  }

  @Test("sources are chosen, added and removed in their menu") func sources() async throws {
    let driver = try driver()
    try await driver.press("XS")
    #expect(driver.text.contains("Discover from") && driver.text.contains("Kagi Small Web"))
    try await driver.press("G<enter>")
    #expect(driver.model.settings.source == "blog")
    #expect(driver.text.contains("Discovery · blog"))
    try await driver.enter("https://other.example/feed other", after: "Sa")
    #expect(driver.model.discovery.sources["other"]?.address == "https://other.example/feed")
    try await driver.press("SGd")
    #expect(driver.model.discovery.sources["other"] == nil)
    try await driver.press("<esc>u")
    #expect(driver.model.status?.text == "Undone: removed the source other")
    #expect(driver.model.discovery.sources["other"]?.address == "https://other.example/feed")
    try await driver.enter("source nonsense")
    #expect(driver.text.contains("No source is named “nonsense”"))
    // A built-in source stays.
    try await driver.enter("source remove smallweb")
    #expect(driver.text.contains("smallweb is off in Surprise Me"))
  }

  @Test("a source that another process adds is in the menu when it opens, or refreshes")
  func sourcesFromElsewhere() async throws {
    let kept = Mutex(offlineSources)
    let driver = try Driver(sources: offlineSources, readSources: { kept.withLock { $0 } })
    try await driver.press("gd")
    kept.withLock { $0.apply(.add(address: "https://a.example/feed", name: "elsewhere")) }
    try await driver.press("S")
    #expect(driver.text.contains("elsewhere"))
    kept.withLock { $0.apply(.add(address: "https://b.example/feed", name: "later")) }
    try await driver.press("r")
    #expect(driver.text.contains("later"))
  }

  @Test("reader keys work on what was picked; what changes the library asks to save it first")
  func readerKeys() async throws {
    let driver = try driver(articles: threeSamples)
    try await driver.press("X")
    let url = try #require(driver.model.reader.article?.url)
    try await driver.press("oy")
    #expect(driver.model.takeEffects() == [.openInBrowser(url), .copy(url)])
    try await driver.press("e")
    #expect(driver.text.contains("save it first"))
    try await driver.enter("sentence", after: "/")
    try await driver.press("n")
    #expect(driver.text.contains(" of "))
    try await driver.press("z")
    #expect(driver.interface.frames.discovery == nil && driver.interface.frames.reader != nil)
  }
}
