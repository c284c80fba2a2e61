import Glibc
import Library
import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

/// What is pressed before, the keys that change something, and what is typed after them.
struct ChangingKeys: CustomTestStringConvertible, Sendable {
  var before = ""
  var keys: String
  var typed = ""

  var testDescription: String { "\(before) \(keys) \(typed)" }

  static let all = [
    ChangingKeys(keys: "s"), ChangingKeys(keys: "e"), ChangingKeys(keys: "m"),
    ChangingKeys(keys: "d"), ChangingKeys(before: "V", keys: "e"),
    ChangingKeys(before: "V", keys: "M"), ChangingKeys(before: "Ve", keys: "u"),
    ChangingKeys(before: "Veu", keys: "<C-r>"), ChangingKeys(keys: ":", typed: "tag slow"),
    ChangingKeys(keys: "Dy"),
  ]
}

@Suite("When the disk fails under the interface") struct InterfaceFaultTests {
  private func facts(_ article: Article?) -> String {
    guard let article else { return "gone" }
    return "\(article.membership) \(article.tags) \(article.progress) \(article.title)"
  }

  private func facts(_ summary: ArticleSummary?) -> String {
    guard let summary else { return "gone" }
    return "\(summary.membership) \(summary.tags) \(summary.progress) \(summary.title)"
  }

  private func press(_ keys: ChangingKeys, _ driver: Driver) async throws {
    try await driver.press(keys.keys)
    guard !keys.typed.isEmpty else { return }
    await driver.type(keys.typed)
    try await driver.press("<enter>")
  }

  @Test("what was typed and could not be saved is there again when the same is asked for")
  func typedAgain() async throws {
    let counter = FaultCounter()
    let driver = try Driver(
      files: FileLayer { operation, path in
        operation == .write && path.contains("/library/") ? counter.next() : 0
      }, articles: threeSamples)
    /// Types after a key, on a full disk or not.
    func type(_ key: String, _ text: String, fails: Bool) async throws {
      try await driver.press(key)
      await driver.type(text)
      if fails { counter.arm(1, ENOSPC) }
      try await driver.press("<enter>")
      #expect(counter.disarm() == fails)
      #expect((driver.model.status?.text.hasPrefix("Not saved") == true) == fails)
    }
    try await type("a", "https://a.example/typed", fails: true)
    try await type("a", "", fails: false)
    #expect(driver.text.contains("a.example"))
    #expect(driver.model.session.unsavedTexts.isEmpty)
    try await driver.press("j<enter>")
    try await type("c", "a long note", fails: true)
    #expect(driver.model.session.unsavedTexts == ["a long note"])
    try await type("c", "", fails: false)
    #expect(driver.model.session.unsavedTexts.isEmpty)
    try await driver.press("c")
    #expect(driver.text.contains("a long note"))
  }

  @Test(
    "what failed is said, nothing is called saved that is not, and the screen shows what the disk has",
    arguments: ChangingKeys.all)
  func eachCall(keys: ChangingKeys) async throws {
    let count = try await forEachCall { call in
      let counter = FaultCounter()
      let driver = try Driver(
        files: FileLayer { operation, path in
          [.status, .list].contains(operation) || path.contains("/cache/") ? 0 : counter.next()
        }, articles: threeSamples)
      try await driver.press(keys.before)
      let ids = threeSamples.map(\.id)
      func onDisk() throws -> [String] {
        let other = try driver.openElsewhere()
        return try ids.map { facts(try other.article($0)) }
      }
      let before = try onDisk()
      counter.arm(call, call % 2 == 0 ? EIO : ENOSPC)
      try await press(keys, driver)
      let wasDone = !counter.disarm()
      let isSaid = driver.model.status?.kind == .error
      #expect(!driver.model.isSaving, "call \(call)")
      let now = try onDisk()
      #expect(wasDone != isSaid || now != before, "call \(call)")
      // A list that could not be read again is read at the next look.
      await driver.noticeChanges()
      let disk = try onDisk()
      let shown = ids.map { id in
        facts(driver.model.list.snapshot.row(of: id).map { driver.model.list.snapshot[$0] })
      }
      #expect(shown == disk, "call \(call)")
      if wasDone { #expect(disk != before) }
      return !wasDone
    }
    #expect(count > 2)
  }

  @Test("the page of a dead link offers the copy of an archive, with a key")
  func deadLink() async throws {
    let url = "https://gone.example/x"
    let page = "<title>A page</title><article>\(longHTML)</article>"
    let driver = try Driver(
      fetcher: ScriptedFetcher(["https://web.archive.org/web/2id_/" + url: page]),
      articles: [Sample(url: url, title: "Gone", state: .failed(reason: "Not found"))])
    try await driver.press("<enter>")
    #expect(driver.text.contains("[A archive copy]"))
    try await driver.press("A")
    #expect(driver.model.reader.body != nil)
  }

  @Test(
    "with a full disk each command that changes something says so, and the rows tell the truth",
    arguments: ChangingCommand.all)
  func fullDisk(example: ChangingCommand) async throws {
    let (counter, command) = (FaultCounter(), example.command)
    let driver = try Driver(
      fetcher: ChangingCommand.fetcher,
      files: FileLayer { operation, path in
        let needsRoom = [.write, .sync, .rename, .makeDirectory].contains(operation)
        return needsRoom && !path.contains("/cache/") ? counter.next() : 0
      }, articles: ChangingCommand.samples, seed: 1, welcome: twoWelcomes)
    func onDisk() throws -> [String: String] {
      let other = try driver.openElsewhere().snapshot()
      return Dictionary(
        uniqueKeysWithValues: other.ids(withPrefix: "").map { id in
          (id.text, facts(other.row(of: id).map { other[$0] }))
        })
    }
    func onScreen() -> [String: String] {
      let shown = driver.model.list.snapshot
      return Dictionary(
        uniqueKeysWithValues: shown.ids(withPrefix: "").map { id in
          (id.text, facts(shown.row(of: id).map { shown[$0] }))
        })
    }
    try await driver.press(example.before)
    if command == .savePick { try #require(driver.model.discovery.current != nil) }
    let disk = try onDisk()
    counter.arm(1, ENOSPC, lasts: true)
    try await example.run(in: driver)
    let said = driver.model.status
    let now = try onDisk()
    #expect(onScreen() == now)
    let isRemoval = command == .purge || command == .emptyTrash
    #expect(now == disk || isRemoval)
    // Deleting needs no room.
    if now == disk {
      #expect(said?.kind == .error, "\(said?.text ?? "nothing was said")")
      #expect(said?.text.contains("full") == true, "\(said?.text ?? "nothing was said")")
    }
    #expect(!driver.text.contains("saved ✓"))
    #expect(counter.disarm() || isRemoval)
    await driver.noticeChanges()
    #expect(try onScreen() == onDisk())
  }
}
