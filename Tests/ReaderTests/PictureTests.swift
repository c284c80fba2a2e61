import Glibc
import Library
import Reader
import ReadingList
import ReadingServices
import Terminal
import TestSupport
import Testing

@Suite("Pictures in the text") struct PictureTests {
  private static let lamp = "https://example.com/lamp.svg"
  private static let story = Sample(
    url: "https://calm.dev/story", title: "A story",
    html: "<p>Before the lamp.</p><figure><img src=\"\(lamp)\" alt=\"a reading lamp\">"
      + "<figcaption>The lamp.</figcaption></figure>"
      + (1...40).map { "<p>Paragraph \($0) goes on.</p>" }.joined(), site: "calm.dev")
  private static let svg = "<svg width='320' height='160'/>"
  /// A picture of forty columns and ten rows, all the same character.
  private static let script =
    "for i in 1 2 3 4 5 6 7 8 9 10; do printf '\\033[38;2;200;10;10m%40s\\033[0m\\n' '' | tr ' ' '#'; done"

  private func driver(
    pages: [String: String] = [lamp: svg], script: String? = script,
    settings change: (inout Settings) -> Void = { _ in }, access: Library.Access = .readWrite,
    directory: TemporaryDirectory? = nil
  ) async throws -> Driver {
    var settings = Settings()
    change(&settings)
    let driver = try Driver(
      directory: directory, fetcher: ScriptedFetcher(pages), access: access, settings: settings,
      articles: directory == nil ? [Self.story] + threeSamples : [], drawing: script)
    await driver.read(Self.story)
    return driver
  }

  /// Reopens the story with another script and waits for its text.
  private func reopened(_ first: Driver, drawing: String) async throws -> Driver {
    let driver = try Driver(directory: first.directory, drawing: drawing + "\n" + Self.script)
    driver.model.reader.show(Self.story.id)
    driver.model.navigation.focus = .reader
    while !driver.text.contains("Before the lamp.") { await driver.receiveOne() }
    return driver
  }

  private func pictureRows(_ driver: Driver) -> Int {
    driver.rows.count { $0.contains(String(repeating: "#", count: 40)) }
  }

  @Test("are fetched when the article is opened for the first time, drawn, and not fetched again")
  func shown() async throws {
    let driver = try await driver()
    #expect(pictureRows(driver) == 10)
    #expect(!driver.text.contains("[picture"))
    #expect(driver.text.contains("The lamp."))
    #expect(driver.fetcher.requests == [Self.lamp])
    let again = try await self.driver(directory: driver.directory)
    #expect(pictureRows(again) == 10)
    #expect(again.fetcher.requests.isEmpty)
  }

  @Test("that do not come are words, asked for once, and open by their address in the browser")
  func missing() async throws {
    let driver = try await driver(pages: [:])
    #expect(driver.text.contains("[picture: a reading lamp]"))
    try await driver.press("fa")
    #expect(driver.model.takeEffects() == [.openInBrowser(Self.lamp)])
    let again = try await self.driver(pages: [:], directory: driver.directory)
    #expect(again.fetcher.requests.isEmpty)
  }

  @Test("are words where the setting says so, at once") func off() async throws {
    let driver = try await driver()
    driver.interface.perform(Invocation(.set, "pictures off"))
    await driver.settle()
    #expect(driver.text.contains("[picture: a reading lamp]"))
    driver.interface.perform(Invocation(.set, "pictures on"))
    await driver.settle()
    #expect(pictureRows(driver) == 10)
  }

  @Test(
    "that cannot be drawn are shown as words", arguments: ["exit 1", "true", "printf '\\033[2J'"])
  func refused(_ script: String) async throws {
    let driver = try await driver(script: script)
    #expect(driver.text.contains("[picture: a reading lamp]"))
    #expect(driver.model.isSettled)
  }

  @Test("that are not drawn yet say what they show, wherever they begin on screen")
  func awaited() async throws {
    let first = try await driver(script: "exit 1")
    let gate = first.directory.path("gate")
    try #require(mkfifo(gate, 0o600) == 0)
    let driver = try await reopened(first, drawing: "read line < \(gate)")
    #expect(driver.text.contains("a reading lamp"))
    let picture = try #require(driver.rows.firstIndex { $0.contains("Before the lamp.") })
    // Enough lines to leave only the picture's last row.
    for _ in 0..<(picture + 8) {
      driver.interface.handle(.key(Key(.character("j"))))
      guard driver.text.contains("The lamp.") else { break }
      #expect(driver.text.contains("a reading lamp") || !driver.text.contains("Before the lamp."))
    }
    driver.interface.handle(.key(Key(.character("g"))))
    driver.interface.handle(.key(Key(.character("g"))))
    try "go\n".withCString { text in
      let descriptor = open(gate, O_WRONLY)
      try #require(descriptor >= 0)
      write(descriptor, text, 3)
      close(descriptor)
    }
    await driver.settle()
    #expect(pictureRows(driver) == 10)
    #expect(!driver.text.contains("a reading lamp"))
  }

  @Test("of an article that was closed before are given up, and drawn when it is opened again")
  func late() async throws {
    let first = try await driver(script: "exit 1")
    let go = first.directory.path("go")
    let driver = try await reopened(first, drawing: "[ -e \(go) ] || exec sleep infinity")
    #expect(driver.model.pictures.drawings.count == 1)
    driver.model.reader.show(threeSamples[1].id)
    await driver.settle()
    #expect(driver.model.pictures.drawings.isEmpty && driver.model.pictures.shown.isEmpty)
    try first.directory.write("go", text: "")
    driver.model.reader.show(Self.story.id)
    await driver.settle()
    #expect(pictureRows(driver) == 10)
  }

  @Test("scroll and are cut like text, and the place in one is found again")
  func scrolled() async throws {
    let driver = try await driver()
    let rows = driver.rows
    let first = try #require(rows.firstIndex { $0.contains("####") })
    for _ in 0..<(first + 2) { try await driver.press("j") }
    #expect(pictureRows(driver) == 6)
    let place = driver.model.reader.position
    let before = driver.text
    _ = driver.resize(90, 40)
    await driver.settle()
    _ = driver.resize(120, 40)
    await driver.settle()
    #expect(driver.model.reader.position == place)
    #expect(driver.text == before)
  }

  @Test("open in another program by f and the letter over them")
  func outside() async throws {
    let driver = try await driver()
    try await driver.press("fa")
    let effects = driver.model.takeEffects()
    guard case .openFile(let path)? = effects.first, effects.count == 1 else {
      Issue.record("\(effects)")
      return
    }
    #expect(path.hasSuffix("-320x160.svg"))
    try await driver.press("Gf")
    #expect(driver.model.status?.text == "No links on screen")
  }

  @Test("are said to need chafa once, where it is missing") func hint() async throws {
    let driver = try await driver(script: "")
    #expect(driver.model.status?.text == "Install chafa to see this article's pictures")
    #expect(driver.text.contains("[picture: a reading lamp]"))
    driver.model.status = nil
    try await driver.press("q")
    driver.model.reader.show(threeSamples[0].id)
    await driver.settle()
    driver.model.reader.show(Self.story.id)
    await driver.settle()
    #expect(driver.model.status == nil)
    let kept = try #require(try? JSON(parsing: Array(driver.model.navigation.state.pretty.utf8)))
    #expect(Navigation(state: kept).knowsOfPictures)
  }

  @Test("are not fetched into a library that is read-only") func readOnly() async throws {
    let first = try await driver(pages: [:]) { $0.pictures = false }
    let driver = try await driver(access: .readOnly, directory: first.directory)
    #expect(driver.fetcher.requests.isEmpty)
  }
}
