import Library
import Reader
import ReadingList
import Terminal
import Testing
import Web

/// A fetcher with a feed of five posts, and the source that names it.
private func blog(gate: AsyncGate? = nil) -> (fetcher: ScriptedFetcher, sources: SourceList) {
  var pages: [String: String] = [:]
  let links = (1...5).map { "https://blog.example/\($0)" }
  let items = links.map { "<item><title>Post</title><link>\($0)</link></item>" }.joined()
  pages["https://blog.example/feed"] = "<rss version=\"2.0\"><channel>\(items)</channel></rss>"
  for link in links {
    let text = String(
      repeating: "Number \(link.last ?? "?") is a sentence that goes on. ", count: 12)
    pages[link] =
      "<html><head><title>Post \(link.last ?? "?")</title></head><body><article>"
      + String(repeating: "<p>\(text)</p>", count: 6) + "</article></body></html>"
  }
  var sources = offlineSources
  sources.apply(.turn("samples", on: false))
  sources.apply(.add(address: "https://blog.example/feed", name: "blog"))
  return (ScriptedFetcher(pages, gate: gate), sources)
}

@Suite("The shuffle screen") struct ShuffleScreenTests {
  private let sizes = [(140, 40), (100, 30), (60, 20)].map { Size(columns: $0.0, rows: $0.1) }

  @Test("0.12 choosing Discovery in a wide window leaves two panes and starts one fetch")
  func twoPanes() async throws {
    let (fetcher, sources) = blog()
    let driver = try Driver(fetcher: fetcher, articles: threeSamples, sources: sources)
    try await driver.press("gd")
    let frames = driver.interface.frames
    #expect(frames.list == nil && frames.sidebar != nil && frames.reader != nil)
    #expect(frames.dividers.count == 1)
    #expect(fetcher.requests.count { $0 == "https://blog.example/feed" } == 1)
    #expect(driver.model.discovery.current != nil)
    #expect(driver.text.contains("Discovery · Surprise Me: blog"))
  }

  @Test("0.13 the chip, the hint and the key of shuffling run the same command")
  func sameCommand() async throws {
    let (fetcher, sources) = blog()
    let driver = try Driver(fetcher: fetcher, sources: sources)
    #expect(driver.text.contains("[X Inspire Me]"))
    let row = try #require(driver.rows.firstIndex { $0.contains("[X Inspire Me]") })
    let column = try #require(driver.rows[row].firstRange(of: "[X Inspire"))
    let point = Point(column: driver.rows[row][..<column.lowerBound].displayWidth + 2, row: row)
    driver.interface.handle(.mouse(MouseEvent(.press, at: point)))
    await driver.settle()
    #expect(driver.model.isDiscovering && driver.model.discovery.history.count == 1)
    #expect(driver.rows.last?.contains("x discover") == true)
    let keymap = driver.interface.keymap
    let key = keymap.meaning(of: try Keymap.keys(notation: "x"), in: driver.interface.contexts)
    #expect(key == .command(Invocation(.discover)))
    try await driver.press("x")
    #expect(driver.model.discovery.history.count == 2)
  }

  @Test("shuffles, goes back to the very place, forward, and keeps it when one leaves and returns")
  func history() async throws {
    for size in sizes {
      let (fetcher, sources) = blog()
      let driver = try Driver(
        size: size, fetcher: fetcher, articles: threeSamples, sources: sources)
      try await driver.press("X")
      let first = try #require(driver.model.reader.article?.url)
      try await driver.press("jjjjjjj")
      let place = driver.text
      try await driver.press("x")
      #expect(driver.model.reader.article?.url != first)
      try await driver.press("<")
      #expect(driver.model.reader.article?.url == first)
      #expect(driver.model.discovery.index == 0)
      try await driver.press(">")
      #expect(driver.model.reader.article?.url != first)
      try await driver.press("<")
      try await driver.press("gi")
      #expect(!driver.model.isDiscovering && driver.interface.focus == .list)
      try await driver.press("gd")
      let lines = { (text: String) in text.split(separator: "\n").dropFirst(3).dropLast(1) }
      #expect(lines(driver.text).joined() == lines(place).joined())
    }
  }

  @Test("a shuffle shows at once what was picked ahead, and picks further ahead")
  func ahead() async throws {
    let (fetcher, sources) = blog()
    let driver = try Driver(fetcher: fetcher, sources: sources)
    try await driver.press("X")
    let first = driver.model.reader.article?.url
    driver.interface.handle(.key(Key(.character("x"))))
    // Without waiting for anything.
    #expect(driver.model.reader.article?.url != first && driver.model.reader.body != nil)
    await driver.settle()
  }

  @Test(
    "saves with all that was fetched, without a second fetch; the list has it, and the screen says so"
  )
  func save() async throws {
    let (fetcher, sources) = blog()
    let driver = try Driver(fetcher: fetcher, sources: sources)
    try await driver.press("X")
    let url = try #require(driver.model.reader.article?.url)
    let asked = fetcher.requests.count
    try await driver.press("s")
    #expect(fetcher.requests.count == asked)
    #expect(driver.rows.first?.contains("✓ All Articles") == true)
    let saved = try #require(driver.model.discovery.home?.id)
    let article = try #require(try driver.library.article(saved))
    #expect(article.url == url && article.fetch == .ready && article.wordCount > 100)
    #expect(try driver.library.body(of: saved)?.contains("is a sentence") == true)
    try await driver.press("s")
    #expect(driver.text.contains("Already saved in All Articles"))
    try await driver.press("gi")
    #expect(driver.model.list.rows.count == 1)
    try await driver.press("<enter>")
    #expect(driver.model.reader.body != nil)
  }

  @Test("nothing of the library changes by picking, scrolling and shuffling")
  func untouched() async throws {
    let (fetcher, sources) = blog()
    let driver = try Driver(fetcher: fetcher, articles: threeSamples, sources: sources)
    try await driver.press("Xjjxjj<")
    await driver.advance(milliseconds: 5000)
    #expect(driver.count(of: .everything) == 3)
    #expect(try driver.record(threeSamples[0]).readAt == nil)
  }

  @Test("says what it is doing, and Esc stops it") func waiting() async throws {
    let gate = AsyncGate()
    let (fetcher, sources) = blog(gate: gate)
    let driver = try Driver(fetcher: fetcher, sources: sources)
    for key in "X" { driver.interface.handle(.key(Key(.character(key)))) }
    #expect(driver.text.contains("Rolling the dice..."))
    #expect(driver.text.contains("[Esc stop]"))
    #expect(driver.interface.deadline != nil)
    driver.interface.handle(.key(Key(.escape)))
    #expect(driver.text.contains("Stopped"))
    #expect(driver.text.contains("Discover Something New"))
    gate.open()
    await driver.settle()
    #expect(!driver.model.isBusy && driver.interface.deadline == nil)
  }

  @Test("after a stop the next shuffle looks again, also before what was stopped has ended")
  func stoppedAndAgain() async throws {
    let gate = AsyncGate()
    let (fetcher, sources) = blog(gate: gate)
    let driver = try Driver(fetcher: fetcher, sources: sources)
    for key in [Key(.character("X")), Key(.escape), Key(.character("x"))] {
      driver.interface.handle(.key(key))
    }
    #expect(driver.model.discovery.isLooking)
    gate.open()
    await driver.settle()
    #expect(driver.model.discovery.current != nil)
    #expect(!driver.model.isBusy && driver.interface.deadline == nil)
  }

  @Test("without a network it says so, and x is a random article of the list")
  func noNetwork() async throws {
    var sources = offlineSources
    for number in 1...3 {
      sources.apply(.add(address: "https://gone\(number).example/feed", name: "gone\(number)"))
    }
    let driver = try Driver(articles: threeSamples, sources: sources, seed: 7)
    var presses = 0
    while driver.model.status?.text != "No network", presses < 20 {
      try await driver.press("X")
      presses += 1
    }
    #expect(driver.rows.last?.contains("x random article · No network") == true)
    try await driver.press("x")
    #expect(!driver.model.isDiscovering && driver.model.reader.body != nil)
    #expect(driver.model.navigation.view == .list(.readingList))
    #expect(driver.model.discovery.sources["library"] == nil)
  }

  @Test("when five tries come to nothing it says so, and offers another try and another source")
  func failure() async throws {
    for size in sizes {
      var sources = offlineSources
      sources.apply(.turn("samples", on: false))
      sources.apply(.add(address: "https://gone.example/feed", name: "gone"))
      let driver = try Driver(size: size, sources: sources)
      try await driver.press("X")
      #expect(driver.text.contains("Could not load article"))
      #expect(driver.text.contains("X try again") && driver.text.contains("S another source"))
      #expect(driver.text.contains("x random article"))
      #expect(!driver.model.isBusy && driver.interface.deadline == nil)
      try await driver.press("X")
      #expect(driver.text.contains("Could not load article"))
    }
  }

  @Test("from where nothing came, back is the article that was on screen last")
  func backFromFailure() async throws {
    let (fetcher, sources) = blog()
    let driver = try Driver(fetcher: fetcher, sources: sources)
    try await driver.press("X")
    let url = driver.model.reader.article?.url
    try await driver.enter("set source nowhere")
    try await driver.press("x")
    #expect(driver.text.contains("Could not load article"))
    try await driver.press("<lt>")
    #expect(driver.model.reader.article?.url == url)
  }

  @Test("a site that is blocked is not picked from, and the config file hears of it")
  func block() async throws {
    let (fetcher, sources) = blog()
    let driver = try Driver(fetcher: fetcher, sources: sources)
    try await driver.press("XB")
    #expect(driver.model.discovery.sources.blocked == ["blog.example"])
    #expect(driver.model.takeEffects().contains(.keepSources(line: "block blog.example")))
    #expect(driver.text.contains("Could not load article"))
  }

  @Test("sources are chosen, added and removed in their menu") func sources() async throws {
    let (fetcher, sources) = blog()
    let driver = try Driver(fetcher: fetcher, sources: sources)
    try await driver.press("XS")
    #expect(driver.text.contains("Discover from") && driver.text.contains("Kagi Small Web"))
    try await driver.press("G<enter>")
    #expect(driver.model.settings.source == "blog")
    #expect(driver.text.contains("Discovery · blog"))
    try await driver.enter("https://other.example/feed other", after: "Sa")
    #expect(driver.model.discovery.sources["other"]?.address == "https://other.example/feed")
    try await driver.press("SGd")
    #expect(driver.text.contains("Remove the source “other”?"))
    try await driver.press("<enter>")
    #expect(driver.model.discovery.sources["other"] != nil)
    try await driver.press("dy")
    #expect(driver.model.discovery.sources["other"] == nil)
    try await driver.press("<esc>u")
    #expect(driver.model.status?.text == "Undone: removed the source other")
    #expect(driver.model.discovery.sources["other"]?.address == "https://other.example/feed")
    try await driver.press("<C-r>")
    #expect(driver.model.discovery.sources["other"] == nil)
    try await driver.enter("source nonsense")
    #expect(driver.text.contains("No source is named “nonsense”"))
  }

  @Test("reader keys work on what was picked; what changes the library asks to save it first")
  func readerKeys() async throws {
    let (fetcher, sources) = blog()
    let driver = try Driver(fetcher: fetcher, articles: threeSamples, sources: sources)
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
