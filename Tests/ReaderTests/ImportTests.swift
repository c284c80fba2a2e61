import Glibc
import Library
import Platform
import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

@Suite("Exports in the interface") struct ImportTests {
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
    driver.interface.perform(Invocation(.add, path))
  }

  private func count(_ driver: Driver) -> Int { driver.library.snapshot().count(of: .everything) }

  @Test("what was imported and what failed is said, and one step takes it back")
  func importing() async throws {
    let driver = try Driver(articles: threeSamples, notesSteps: true)
    let path = try driver.directory.write("pocket.csv", text: table(5))
    try await driver.enter(path, after: "a")
    #expect(count(driver) == 8)
    let status = try #require(driver.model.status?.text)
    #expect(status.contains("pocket.csv: Pocket CSV: 5 articles found, 5 imported, 2 failed; “"))
    #expect(status.contains("; “pocket.csv:7” was not taken: "))
    #expect(status.hasSuffix(", and 1 more"))
    try await driver.press("u")
    #expect(driver.model.status?.text == "Undone: imported 5 articles")
    #expect(count(driver) == 3 && driver.library.snapshot().count(of: .trash) == 0)
  }

  @Test("the cursor stays on its article") func cursor() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("jj")
    let title = try #require(driver.model.articles.target?.title)
    try begin(100, driver)
    await driver.settle()
    #expect(driver.model.list.rows.count == 103 && driver.model.articles.target?.title == title)
  }

  @Test("what is changed while an import goes on is written meanwhile")
  func meanwhile() async throws {
    let driver = try Driver(articles: threeSamples)
    try begin(200, driver)
    driver.interface.handle(.key(Key(.character("e"))))
    await driver.settle()
    #expect(try driver.record(threeSamples[0]).isArchived)
    #expect(count(driver) == 203)
  }

  @Test("the program ends only when the import is there") func quitting() async throws {
    let driver = try Driver(articles: threeSamples)
    try begin(200, driver)
    driver.interface.handle(.key(Key(.character("Q"))))
    while !driver.model.canEnd { await driver.receiveOne() }
    #expect(try driver.openElsewhere().snapshot().count(of: .everything) == 203)
  }

  @Test("what cannot be read is said in a line") func refusals() async throws {
    let driver = try Driver(articles: threeSamples)
    let directory = driver.directory.path
    #expect(mkfifo(directory + "/pipe", 0o600) == 0)
    for name in ["gone.csv", "pipe"] {
      driver.interface.perform(Invocation(.add, directory + "/" + name))
      await driver.settle()
      let status = try #require(driver.model.status)
      #expect(status == .error("“\(name)” was not taken: there is no such file"))
      #expect(driver.interface.overlays.isEmpty)
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
    #expect(try await line("add \(directory)/po", "<tab>") == ":add \(directory)/pocket")
    #expect(try await line("add \(directory)/po", "<tab><tab>").hasSuffix("/pocket two.csv"))
    #expect(try await line("add \(directory)/o", "<tab><tab>").hasSuffix("/old things/x.json"))
    #expect(try await line("add \(directory)/.", "<tab>").hasSuffix("/.hidden"))
    #expect(try await line("write --html \(directory)/pocket.", "<tab>").hasSuffix("/pocket.csv"))
    #expect(try await line("source add \(directory)/pocket.", "<tab>").hasSuffix("/pocket.csv"))
    #expect(try await line("add ~", "<tab>") == ":add ~/")
    try await driver.press(":")
    await driver.type("add \(directory)/")
    #expect(driver.text.contains("old things/\n") || driver.text.contains("old things/ "))
    #expect(!driver.text.contains(".hidden"))
  }
}
