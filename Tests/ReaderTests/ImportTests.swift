import Glibc
import Library
import Platform
import Reader
import ReadingList
import ReadingServices
import Terminal
import TestSupport
import Testing

@Suite("Importing in the interface") struct ImportTests {
  /// A table with this many rows, a minute apart; two of them cannot be imported.
  private func table(_ count: Int) -> String {
    "title,url,time_added,tags,status\n"
      + (0..<count).map {
        "Imported \($0),https://new.example/\($0),\(1_700_000_000 + $0 * 60),a|b,unread\n"
      }.joined() + "No link,,1700000000,,unread\nOdd,ftp://x.example/,1700000000,,unread\n"
  }

  /// Starts to import a table of this many rows.
  private func begin(_ rows: Int, _ driver: Driver) throws {
    let path = try driver.directory.write("pocket.csv", text: table(rows))
    driver.interface.perform(Invocation(.importFile, path))
  }

  private static let batch = 20

  private func count(_ driver: Driver) -> Int { driver.library.snapshot().count(of: .everything) }

  @Test("what was imported and what failed is said, with the file and the line")
  func importing() async throws {
    let driver = try Driver(articles: threeSamples)
    let path = try driver.directory.write("pocket.csv", text: table(5))
    try await driver.enter("import " + path)
    #expect(count(driver) == 8)
    let status = try #require(driver.model.status?.text)
    #expect(status.hasPrefix("Pocket CSV: 5 articles found, 5 imported, 2 failed: "))
    #expect(status.contains("pocket.csv:7"))
    #expect(status.hasSuffix("; 1 more: luego import --dry-run"))
  }

  @Test("the cursor stays on its article, and that where it is on the screen")
  func cursor() async throws {
    let samples = (10..<60).map {
      Sample(
        url: "https://old.example/\($0)", title: "Old \($0)", savedAt: "2020-09-13T12:\($0):00Z")
    }
    let driver = try Driver(articles: samples)
    try await driver.press("<C-d><C-d><C-d>kk")
    let title = try #require(driver.model.articles.target?.title)
    let row = try #require(driver.rows.firstIndex { $0.contains(title) })
    try begin(100, driver)
    await driver.settle()
    #expect(driver.model.list.rows.count == 150 && driver.model.articles.target?.title == title)
    #expect(driver.rows.firstIndex { $0.contains(title) } == row)
  }

  @Test("an import that is stopped keeps and takes back what it wrote")
  func stopping() async throws {
    // The second batch waits until the key has been pressed.
    let (gate, counter) = (try Gate(), FaultCounter())
    counter.arm(Self.batch + 1, 1, lasts: true)
    let driver = try Driver(
      files: FileLayer { operation, path in
        if operation == .write, LibraryFiles.isRecord(path), counter.next() != 0 { gate.wait() }
        return 0
      }, articles: threeSamples, importBatch: Self.batch)
    try begin(100, driver)
    while driver.model.imports.progress == "importing 0%" { await driver.receiveOne() }
    #expect(driver.rows.last?.contains("importing") == true)
    driver.interface.handle(.key(Key(.character("c"), .control)))
    gate.open()
    await driver.settle()
    let imported = count(driver) - 3
    #expect(imported > 0 && imported < 100)
    #expect(
      driver.model.status?.text == "Stopped: \(imported) imported; import it again for the rest")
    try await driver.press("u")
    #expect(count(driver) == 3)
  }

  @Test("an import is recorded as it goes, in one step that is gone when it is taken back")
  func recorded() async throws {
    let driver = try Driver(articles: threeSamples, notesSteps: true, importBatch: Self.batch)
    func steps() -> [String] {
      (fileNames(in: driver.library.state + "/undo") ?? []).filter { $0 != "lock" }
    }
    try begin(200, driver)
    while driver.model.imports.progress == "importing 0%" { await driver.receiveOne() }
    #expect(steps() == ["1.undo"])
    await driver.settle()
    #expect(steps() == ["1.undo"])
    try await driver.press("u")
    #expect(driver.model.status?.text == "Undone: imported 200 articles")
    #expect(steps() == ["1.redo"] && count(driver) == 3)
    #expect(driver.library.snapshot().count(of: .trash) == 0)
    try await driver.press("<C-r>")
    #expect(driver.model.status?.text == "Redone: imported 200 articles")
    #expect(steps() == ["1.undo"] && count(driver) == 203)
  }

  @Test("what is changed while an import goes on is written meanwhile")
  func meanwhile() async throws {
    let driver = try Driver(articles: threeSamples, importBatch: Self.batch)
    try begin(200, driver)
    driver.interface.handle(.key(Key(.character("e"))))
    while driver.model.isSaving { await driver.receiveOne() }
    #expect(try driver.record(threeSamples[0]).isArchived)
    await driver.settle()
    #expect(try driver.record(threeSamples[0]).isArchived)
    #expect(count(driver) == 203)
  }

  @Test("the program ends only when what is being written is there") func quitting() async throws {
    let driver = try Driver(articles: threeSamples, importBatch: Self.batch)
    try begin(200, driver)
    driver.interface.handle(.key(Key(.character("Q"))))
    #expect(driver.model.session.isQuitting)
    while !driver.model.canEnd { await driver.receiveOne() }
    #expect(
      driver.model.session.unreportedErrors.contains { $0.contains("The import was stopped") })
    let there = try driver.openElsewhere().snapshot().count(of: .everything)
    await driver.settle()
    #expect(count(driver) == there)
  }

  @Test("what cannot be imported is said in a line") func refusals() async throws {
    let driver = try Driver(articles: threeSamples)
    let directory = driver.directory.path
    #expect(mkfifo(directory + "/pipe", 0o600) == 0)
    for (name, words) in [
      ("gone.csv", "/gone.csv cannot be read: No such file or directory"), ("", "/ is not a file"),
      ("pipe", "/pipe is not a file"),
    ] {
      driver.interface.perform(Invocation(.importFile, directory + "/" + name))
      await driver.settle()
      let status = try #require(driver.model.status)
      #expect(status.kind == .error && status.text.hasSuffix(words), "\(status)")
      #expect(driver.interface.overlays.isEmpty && driver.model.imports.progress == nil)
    }
    #expect(count(driver) == 3)
  }

  @Test("Tab completes paths: directories and files, hidden ones where their dot is typed")
  func completion() async throws {
    let driver = try Driver()
    let directory = driver.directory.path("exports")
    for name in ["pocket.csv", "pocket two.csv", ".hidden", "old things/x.json"] {
      try driver.directory.write("exports/" + name, text: "")
    }
    func line(_ text: String, _ keys: String) async throws -> String {
      try await driver.press(":")
      await driver.type(text)
      try await driver.press(keys)
      let row = try #require(driver.rows.last)
      try await driver.press("<esc>")
      return row.trimmingPrefix { $0 == " " }.description
    }
    #expect(try await line("import \(directory)/po", "<tab>") == ":import \(directory)/pocket")
    #expect(try await line("import \(directory)/po", "<tab><tab>").hasSuffix("/pocket two.csv"))
    #expect(try await line("import \(directory)/o", "<tab><tab>").hasSuffix("/old things/x.json"))
    #expect(try await line("import \(directory)/.", "<tab>").hasSuffix("/.hidden"))
    #expect(try await line("write --html \(directory)/pocket.", "<tab>").hasSuffix("/pocket.csv"))
    #expect(try await line("source add \(directory)/pocket.", "<tab>").hasSuffix("/pocket.csv"))
    #expect(try await line("import ~", "<tab>") == ":import ~/")
    try await driver.press(":")
    await driver.type("import \(directory)/")
    #expect(driver.text.contains("old things/\n") || driver.text.contains("old things/ "))
    #expect(!driver.text.contains(".hidden"))
  }

  @Test("a full disk ends an import with a line that says so, and the rows tell the truth")
  func fullDisk() async throws {
    let counter = FaultCounter()
    let driver = try Driver(
      files: FileLayer { operation, path in
        operation.needsRoom && !path.contains("/cache/") ? counter.next() : 0
      }, articles: threeSamples)
    counter.arm(1, ENOSPC, lasts: true)
    try begin(5, driver)
    await driver.settle()
    let status = try #require(driver.model.status)
    #expect(status.kind == .error && status.text.contains("full"))
    _ = counter.disarm()
    let there = try driver.openElsewhere().snapshot().count(of: .everything)
    #expect(count(driver) == there)
  }
}
