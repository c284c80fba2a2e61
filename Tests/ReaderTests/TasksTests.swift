import Glibc
import Library
import Reader
import ReadingList
import Synchronization
import Terminal
import TestSupport
import Testing

@Suite("Late answers") struct TasksTests {
  private let tasks = Tasks {}

  @Test("an earlier question's answer is dropped, whether it comes before or after the newer one's")
  func earlier() {
    var taken: [String] = []
    let first = tasks.answer(.search) { (text: String) in taken.append(text) }
    let second = tasks.answer(.search) { (text: String) in taken.append(text) }
    let other = tasks.answer(.names) { (text: String) in taken.append(text) }
    #expect(!tasks.isIdle)
    first("first")
    second("second")
    other("other")
    #expect(tasks.deliver {} && taken == ["second", "other"] && tasks.isIdle)
    first("late")
    #expect(tasks.deliver {} && taken == ["second", "other"])
  }

  @Test("a question that is withdrawn is not waited for, and its answer is dropped")
  func withdrawn() {
    var taken: [String] = []
    let answer = tasks.answer(.article) { (text: String) in taken.append(text) }
    tasks.drop(.article)
    #expect(tasks.isIdle)
    answer("late")
    #expect(tasks.deliver {} && taken.isEmpty)
  }

  @Test("a text that comes after its list was left changes nothing") func text() async throws {
    let gate = try Gate()
    let isHeld = Mutex(false)
    let driver = try Driver(
      files: FileLayer { _, path in
        if LibraryFiles.isText(path), isHeld.withLock(\.self) { gate.wait() }
        return 0
      }, articles: threeSamples)
    await driver.settle()
    isHeld.withLock { $0 = true }
    for key in try Keymap.keys(notation: "<enter>:go<space>trash<enter>") {
      driver.interface.handle(.key(key))
    }
    let screen = await driver.settle()
    gate.open()
    await driver.receiveLate()
    #expect(driver.interface.frame() == screen)
    #expect(driver.model.reader.id == nil)
  }

  /// Keys that ask for something in the background, keys that leave it, and those that alone lead to the same place.
  struct Question: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var ask: String
    var leave: String
    var alone = ""
  }

  @Test(
    "an answer that comes after its question was left changes nothing on the screen",
    arguments: [
      Question(testDescription: "text", ask: "j<enter>", leave: "qk<enter>", alone: "<enter>"),
      Question(
        testDescription: "search", ask: "/text:paragraph<enter>",
        leave: "/<C-u>text:noticed<enter>",
        alone: "/text:noticed<enter>"),
      Question(testDescription: "facets", ask: "+<space>", leave: "<esc><esc>"),
      Question(testDescription: "statistics", ask: "gs", leave: "<esc>"),
      Question(
        testDescription: "highlights", ask: ":go<space>Highlights<enter>",
        leave: ":go<space>trash<enter>", alone: ":go<space>trash<enter>"),
      Question(testDescription: "completion", ask: ":import<space>/<tab>", leave: "<esc><esc>"),
    ])
  func left(question: Question) async throws {
    func driver() async throws -> Driver {
      let driver = try Driver(articles: threeSamples, searchesTexts: true)
      await driver.settle()
      return driver
    }
    let (late, plain) = (try await driver(), try await driver())
    // No answer is taken between these.
    for key in try Keymap.keys(notation: question.ask + question.leave) {
      late.interface.handle(.key(key))
    }
    await late.settle()
    try await plain.press(question.alone)
    for driver in [late, plain] { driver.model.status = nil }
    #expect(late.interface.frame() == plain.interface.frame(), "\(late.text)\n\(plain.text)")
  }
}

@Suite("Failed tasks") struct FailedTaskTests {
  /// A task that fails while the network, a file or another program is not there.
  enum Task: String, CaseIterable {
    case refetch = "r", archive = "A"
    case file = ":import<space>~/file.csv<enter>", sync = ":sync<enter>", text = "<enter>"
  }

  @Test(
    "a task that failed says so once, changes nothing, and can be tried again",
    arguments: Task.allCases)
  func failed(task: Task) async throws {
    let disk = FaultCounter()
    var settings = Settings()
    try settings.addSyncTarget(line: "laptop me@laptop:lib")
    let place = try TemporaryDirectory()
    let driver = try Driver(
      fetcher: ChangingCommand.fetcher,
      files: FileLayer { operation, path in
        LibraryFiles.isText(path) && [.open, .read].contains(operation) ? disk.next() : 0
      }, settings: settings, articles: threeSamples,
      syncing: """
        [ -e '\(place.path)/there' ] || { echo '{"target":"laptop","problem":"no answer"}'; exit 5; }
        echo '{"target":"laptop","in":0,"out":1,"merged":0,"failed":0,"problem":null}'
        """)
    await driver.settle()
    let keys = task.rawValue.replacing("~", with: place.path)
    func articles() throws -> [String] {
      try threeSamples.map { try driver.record($0) }.map {
        "\($0.title) \($0.bodyHash ?? "") \($0.tags) \($0.membership) \($0.progress)"
      }
    }
    let (before, screen) = (try articles(), driver.rows.dropLast())
    driver.fetcher.isOffline.withLock { $0 = true }
    disk.arm(1, EIO, lasts: true)
    let said = driver.model.session.messages.count
    try await driver.press(keys)
    #expect(try articles() == before)
    if task == .text {
      #expect(driver.text.contains("This article is unreadable"))
      try await driver.press("q")
    } else {
      #expect(driver.model.status?.kind == .error)
      let messages = driver.model.session.messages.dropFirst(said)
      #expect(messages.count { $0.status.kind == .error } == 1)
      #expect(driver.rows.dropLast() == screen)
    }
    driver.fetcher.isOffline.withLock { $0 = false }
    _ = disk.disarm()
    try place.write("there", text: "")
    try place.write("file.csv", text: "url,title\nhttps://new.example/,New\n")
    try await driver.press(keys)
    #expect(driver.model.status?.kind != .error, "\(driver.model.status?.text ?? "")")
    switch task {
    case .refetch, .archive: #expect(try articles()[0] != before[0])
    case .file: #expect(driver.counts.total == 4)
    case .sync: #expect(driver.model.status?.text.hasPrefix("Synced") == true)
    case .text: #expect(driver.text.contains("Paragraph 1 begins"))
    }
  }
}
