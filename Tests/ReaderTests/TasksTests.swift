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
        if path.contains("/texts/"), isHeld.withLock(\.self) { gate.wait() }
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
}

@Suite("Failed tasks") struct FailedTaskTests {
  /// A task that fails while the network, a file or another program is not there.
  enum Task: String, CaseIterable {
    case refetch = "r", archive = "A", link = ":read-here<space>https://new.example/<enter>"
    case file = ":import<space>~/file.csv<enter>", sync = ":sync<enter>"
  }

  @Test(
    "a task that failed says so once, changes nothing, and can be tried again",
    arguments: Task.allCases)
  func failed(task: Task) async throws {
    var settings = Settings()
    try settings.addSyncTarget(line: "laptop me@laptop:lib")
    let place = try TemporaryDirectory()
    let driver = try Driver(
      fetcher: ChangingCommand.fetcher,
      settings: settings, articles: threeSamples,
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
    let said = driver.model.session.messages.count
    try await driver.press(keys)
    #expect(try articles() == before)
    #expect(driver.model.status?.kind == .error)
    let messages = driver.model.session.messages.dropFirst(said)
    #expect(messages.count { $0.status.kind == .error } == 1)
    if task != .link { #expect(driver.rows.dropLast() == screen) }
    driver.fetcher.isOffline.withLock { $0 = false }
    try place.write("there", text: "")
    try place.write("file.csv", text: "url,title\nhttps://new.example/,New\n")
    try await driver.press(keys)
    #expect(driver.model.status?.kind != .error, "\(driver.model.status?.text ?? "")")
    switch task {
    case .refetch, .archive: #expect(try articles()[0] != before[0])
    case .link: #expect(driver.text.contains("Paragraph 1 begins"))
    case .file: #expect(driver.counts.total == 4)
    case .sync: #expect(driver.model.status?.text.hasPrefix("Synced") == true)
    }
  }
}
