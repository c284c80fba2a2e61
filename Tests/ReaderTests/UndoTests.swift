import Library
import Reader
import ReadingList
import ReadingServices
import Terminal
import TestSupport
import Testing
import Web

@Suite("Undo and redo") struct UndoTests {
  /// The state of each article that undo must restore.
  private func facts(_ driver: Driver) throws -> [String] {
    try threeSamples.map { sample in
      let record = try driver.record(sample)
      return "\(record.membership) \(record.progress) \(record.tags) \(record.note)"
    }
  }

  private func restarted(_ driver: Driver) throws -> Driver {
    try Driver(directory: driver.directory, settings: driver.model.settings, notesSteps: true)
  }

  /// The articles on disk and as shown, with the counts.
  private func shown(_ driver: Driver) throws -> [String] {
    let (shown, onDisk) = (driver.model.list.snapshot, driver.library.snapshot())
    let articles = try onDisk.ids(withPrefix: "").map { "\(try driver.library.article($0) as Any)" }
    let rows = shown.ids(withPrefix: "").compactMap { shown.row(of: $0) }.map { "\(shown[$0])" }
    return articles.sorted() + rows.sorted() + ["\(driver.counts)"]
  }

  /// The rows of the article list, and the open article.
  private func rows(_ driver: Driver) -> [String] {
    let list = driver.model.list
    return list.rows.indices.compactMap { list.summary(at: $0)?.title }
      + ["\(driver.model.reader.article as Any)"]
  }

  /// Commands that undo does not revert: undo itself, permanent deletion, and what comes from a page.
  private static let lasting: [Command] = [
    .undo, .redo, .purge, .emptyTrash, .refetch, .refetchFailed, .fetchArchived,
  ]

  @Test(
    "each command that changes articles is undone and redone, here and after a restart",
    arguments: ChangingCommand.all.filter { !lasting.contains($0.command) })
  func everyCommand(example: ChangingCommand) async throws {
    let driver = try Driver(
      fetcher: ChangingCommand.fetcher, articles: ChangingCommand.samples, seed: 1,
      notesSteps: true, welcome: twoWelcomes)
    try await driver.press(example.before)
    let (before, rowsBefore) = (try shown(driver), rows(driver))
    try await example.run(in: driver)
    let after = try shown(driver)
    #expect(after != before)
    try await driver.press("u")
    #expect(try shown(driver) == before && rows(driver) == rowsBefore)
    try await driver.press("<C-r>")
    #expect(try shown(driver) == after)
    let later = try restarted(driver)
    try await later.press("u")
    #expect(later.model.status?.text.hasPrefix("Undone: ") == true)
    #expect(try shown(later) == before)
  }

  @Test("u takes back what was done last: an article's change, a source, a setting, a view")
  func whatever() async throws {
    let driver = try Driver(articles: threeSamples, notesSteps: true)
    let before = driver.model.settings.views
    try await driver.press("e")
    try await driver.press(":source<space>block<space>slow.example<enter>")
    try await driver.press(":theme<space>paper<enter>")
    try await driver.press(":view<space>Mine<space>is:read<enter>")
    _ = driver.model.takeEffects()
    var kept = driver.model.settings.views
    try await driver.press("u")
    #expect(driver.model.settings.views == before)
    for line in try driver.keptViews { try kept.apply(line) }
    #expect(kept == before)
    try await driver.press("u")
    #expect(driver.model.settings.theme == "auto")
    #expect(driver.model.takeEffects().contains(.keep(["set theme auto"])))
    try await driver.press("u")
    #expect(driver.model.discovery.sources.blocked.isEmpty)
    #expect(driver.model.takeEffects() == [.keep(["source unblock slow.example"])])
    #expect(driver.model.status?.text == "Undone: blocked slow.example")
    #expect(try driver.record(threeSamples[0]).isArchived)
    try await driver.press("u")
    #expect(try !driver.record(threeSamples[0]).isArchived)
    for _ in 1...4 { try await driver.press("<C-r>") }
    #expect(driver.model.settings.views.view(named: "Mine") != nil)
    #expect(driver.model.settings.theme == "paper")
    #expect(driver.model.discovery.sources.blocked == ["slow.example"])
  }

  @Test("two interfaces at a time undo what was done last in either, each step once")
  func twoInterfaces() async throws {
    let one = try Driver(articles: threeSamples, notesSteps: true)
    let other = try restarted(one)
    let before = try facts(one)
    try await one.press("e")
    await other.noticeChanges()
    try await other.press("d")
    let after = try facts(one)
    try await one.press("u")
    #expect(
      one.model.status?.text == "Undone: deleted “Designing calm software” (not from this window)")
    try await other.press("<C-r>")
    #expect(try facts(other) == after)
    for driver in [one, other] { driver.interface.handle(.key(Key(.character("u")))) }
    await one.settle()
    await other.settle()
    #expect(try facts(one) == before)
  }

  @Test("keys pressed before the disk has what came before them act on it all the same")
  func quickly() async throws {
    let driver = try Driver(articles: threeSamples)
    let before = try facts(driver)
    func rush(_ keys: String) async throws {
      for key in try Keymap.keys(notation: keys) { driver.interface.handle(.key(key)) }
      await driver.settle()
    }
    try await rush("eu")
    #expect(try facts(driver) == before)
    try await driver.press(":theme<space>paper<enter>")
    try await rush("eu")
    #expect(try facts(driver) == before && driver.model.settings.theme == "paper")
    try await rush("euu")
    #expect(try facts(driver) == before && driver.model.settings.theme == "auto")
    try await rush("eeeuuu")
    #expect(try facts(driver) == before && driver.model.list.rows.count == 3)
    try await rush("<C-r><C-r><C-r>u")
    #expect(try threeSamples.map { try driver.record($0).isArchived } == [true, true, false])
    #expect(!driver.model.library.isSaving)
  }

  @Test("what somebody else changed since stays") func changedElsewhere() async throws {
    let driver = try Driver(articles: threeSamples, notesSteps: true)
    try await driver.press("e")
    let id = threeSamples[0].id
    _ = try driver.library.apply(.note("theirs"), to: [id], at: driver.time.now)
    try await restarted(driver).press("u")
    let record = try driver.record(threeSamples[0])
    #expect(!record.isArchived && record.note == "theirs")
  }

  @Test("what is undone is named by the title that it has then, or had last")
  func titles() async throws {
    let url = "https://new.example/page"
    let driver = try Driver(fetcher: ScriptedFetcher([url: somePage]))
    try await driver.enter(url, after: "a")
    try await driver.enter("title Mine")
    #expect(driver.model.status?.text == "Renamed to “Mine”")
    try await driver.press("u")
    #expect(driver.model.status?.text == "Undone: renamed “A page”")
    try await driver.press("<C-r>")
    #expect(driver.model.status?.text == "Redone: renamed “Mine”")
    try await driver.press("uu")
    #expect(driver.model.status?.text == "Undone: added “A page”")
  }

  @Test("say at once what is too much to be undone, and again before undoing what was before it")
  func tooMuch() async throws {
    let driver = try Driver(articles: threeSamples, notesSteps: true, undoBytes: 180)
    try await driver.press("Ve")
    #expect(driver.model.status?.text == "Too much to undo: this cannot be undone")
    try await driver.press("u")
    let problem = "Cannot undo: archived more than undo can keep, beginning with “The Slow Web”"
    #expect(driver.model.status?.text == problem + "; undo again for the change before it")
    #expect(try threeSamples.allSatisfy { try driver.record($0).isArchived })
    try await driver.press("u")
    #expect(driver.model.status?.text == "Nothing to undo")
  }
}
