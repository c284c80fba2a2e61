import Glibc
import Library
import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

extension FileLayer.Operation {
  /// Whether the operation fails on a full disk.
  var needsRoom: Bool { [.write, .sync, .rename, .makeDirectory].contains(self) }
}

@Suite("When the disk fails under the interface") struct InterfaceFaultTests {
  /// What a list shows of each article.
  private func facts(_ list: LibrarySnapshot) -> [ArticleID: String] {
    Dictionary(
      uniqueKeysWithValues: list.ids(withPrefix: "").compactMap { id in
        list.row(of: id).map { list[$0] }.map { summary in
          (id, "\(summary.membership) \(summary.tags) \(summary.progress) \(summary.title)")
        }
      })
  }

  /// Counts operations except checking the library and using the cache.
  private func changing(_ counter: FaultCounter) -> FileLayer {
    FileLayer { operation, path in
      [.status, .list].contains(operation) || path.contains("/cache/") ? 0 : counter.next()
    }
  }

  private func onDisk(_ driver: Driver) throws -> [ArticleID: String] {
    facts(try driver.openElsewhere().snapshot())
  }

  private func onScreen(_ driver: Driver) -> [ArticleID: String] {
    facts(driver.model.list.snapshot)
  }

  @Test("what was typed and could not be saved is there again when the same is asked for")
  func typedAgain() async throws {
    let counter = FaultCounter()
    let driver = try Driver(
      files: FileLayer { operation, path in
        operation == .write && path.contains("/library/") ? counter.next() : 0
      }, articles: threeSamples)
    /// Enters a text after a key, on a full disk if `fails`.
    func enter(_ key: String, _ text: String, fails: Bool) async throws {
      if fails { counter.arm(1, ENOSPC) }
      try await driver.enter(text, after: key)
      #expect(counter.disarm() == fails)
      #expect((driver.model.status?.text.hasPrefix("Not saved") == true) == fails)
    }
    try await enter("a", "https://a.example/typed", fails: true)
    try await enter("a", "", fails: false)
    #expect(driver.text.contains("a.example"))
    #expect(driver.model.session.unsavedTexts.isEmpty)
    try await driver.press("j<enter>")
    try await enter("c", "a long note", fails: true)
    #expect(driver.model.session.unsavedTexts == ["a long note"])
    try await enter("c", "", fails: false)
    #expect(driver.model.session.unsavedTexts.isEmpty)
    try await driver.press("c")
    #expect(driver.text.contains("a long note"))
    try await driver.press("<esc>")
    for (command, typed) in [("title", "better"), ("url", "elsewhere")] {
      counter.arm(1, ENOSPC, lasts: true)
      try await driver.enter(typed, after: ":\(command)<enter>")
      #expect(counter.disarm())
      #expect(!driver.text.contains(typed))
      try await driver.press(":\(command)<enter>")
      #expect(driver.text.contains(typed))
      try await driver.press("<esc>")
    }
    try await enter("vwc", "on a passage", fails: true)
    counter.arm(1, ENOSPC)
    try await driver.press("vwwH")
    #expect(counter.disarm())
    try await driver.press("vwwc")
    #expect(driver.text.contains("on a passage"))
  }

  @Test("what is being typed when the program is ended is offered by the next session")
  func endedWhileTyping() async throws {
    let driver = try Driver(articles: threeSamples)
    var session = driver
    func end() throws {
      session.interface.keepTyped()
      session.model.quit()
      session.model.keepTyped()
      session = try Driver(directory: driver.directory)
      session.model.restoreTyped()
    }
    for (keys, typed) in [
      ("a", "https://half.exam"), ("<enter>c", "half a note"), ("<enter>vwc", "half a passage's"),
      (":title<enter>", "Half a title"),
    ] {
      try await session.press(keys)
      await session.type(typed)
      try end()
      #expect(session.model.session.unsavedTexts.isEmpty)
      try end()
      try await session.press(keys)
      #expect(session.text.contains(typed))
      try await session.press("<esc>")
    }
    try end()
    try await session.press("<enter>c<enter>")
    try end()
    try await session.press("<enter>c<C-u><enter>")
    try end()
    try await session.press("<enter>c")
    #expect(!session.text.contains("half a note"))
    #expect(try session.record(threeSamples[0]).note.isEmpty)
  }

  @Test(
    "what failed is said, and the screen shows what the disk has",
    arguments: [
      ("", "s"), ("", "e"), ("", "m"), ("", "d"), ("V", "e"), ("V", "My"), ("Ve", "u"),
      ("Veu", "<C-r>"), ("", ":tag<space>slow<enter>"), ("", "Dy"),
    ])
  func eachCall(first: String, keys: String) async throws {
    let count = try await forEachCall { call in
      let counter = FaultCounter()
      let driver = try Driver(files: changing(counter), articles: threeSamples)
      try await driver.press(first)
      let before = try onDisk(driver)
      counter.arm(call, call % 2 == 0 ? EIO : ENOSPC)
      try await driver.press(keys)
      let wasDone = !counter.disarm()
      let isSaid = driver.model.status?.kind == .error
      #expect(!driver.model.library.isSaving, "call \(call)")
      let now = try onDisk(driver)
      #expect(wasDone != isSaid || now != before, "call \(call)")
      // A list that failed to reload is reloaded at the next check.
      await driver.noticeChanges()
      let disk = try onDisk(driver)
      #expect(onScreen(driver) == disk, "call \(call)")
      if wasDone { #expect(disk != before) }
      return !wasDone
    }
    #expect(count > 2)
  }

  /// The files of each article, as read by a program without a cache.
  private func details(_ driver: Driver) throws -> [ArticleID: String] {
    let other = try driver.openElsewhere()
    var found: [ArticleID: String] = [:]
    for id in other.snapshot().ids(withPrefix: "") {
      let article = try #require(try other.article(id))
      let text = try other.body(of: id)?.utf8.count ?? 0
      found[id] =
        facts(ArticleSummary(article)) + " \(article.position) \(article.attempts) \(text)"
    }
    return found
  }

  private func facts(_ summary: ArticleSummary) -> String {
    "\(summary.title) \(summary.fetch) \(summary.progress) \(summary.membership)"
  }

  /// Presses keys; without keys, saves the reading position.
  private func act(_ keys: String, _ driver: Driver) async throws {
    try await driver.press(keys)
    if keys.isEmpty { driver.model.reader.savePosition() }
    await driver.settle()
  }

  @Test(
    "what failed is said, what is said is so, and the next try does it",
    arguments: [
      ("", ":add<space>https://unreachable.example/<enter>"),
      ("", ":add<space>https://new.example/page<enter>"), ("X", "s"), ("", "r"), ("j", "r"),
      ("<enter><C-d>", ""),
    ])
  func background(first: String, keys: String) async throws {
    let count = try await forEachCall { call in
      let counter = FaultCounter()
      let url = threeSamples[0].url
      let driver = try Driver(
        fetcher: ScriptedFetcher([
          "https://new.example/page": somePage,
          url: somePage.replacing("Paragraph", with: "Section"),
        ]), files: changing(counter), articles: threeSamples, seed: 1)
      try await driver.press(first)
      let before = try details(driver)
      counter.arm(call, call % 2 == 0 ? EIO : ENOSPC)
      try await act(keys, driver)
      let wasDone = !counter.disarm()
      let said = driver.model.status
      let now = try details(driver)
      let name = "\(first) \(keys), call \(call): \(said?.text ?? "nothing said")"
      // Every failure is reported, and nothing that was saved is reported as unsaved.
      if !wasDone { #expect(said?.kind == .error || now != before, "\(name)") }
      if said?.text.hasPrefix("Not saved") == true { #expect(now == before, "\(name)") }
      #expect(before.keys.allSatisfy { now[$0] != nil }, "\(name)")
      await driver.noticeChanges()
      let list = driver.model.list.snapshot
      for (id, disk) in now {
        let shown = list.row(of: id).map { facts(list[$0]) }
        #expect(shown.map { disk.hasPrefix($0) } == true, "\(name)")
      }
      #expect(list.count(of: .everything) + list.count(of: .trash) == now.count, "\(name)")
      // When the disk works again, the same keys succeed.
      if !wasDone {
        try await act(keys, driver)
        #expect(try details(driver) != before, "\(name)")
      } else {
        #expect(now != before, "\(name)")
      }
      return !wasDone
    }
    #expect(count > 2)
  }

  @Test("the page of a dead link offers the copy of an archive, with a key")
  func deadLink() async throws {
    let url = "https://gone.example/x"
    let driver = try Driver(
      fetcher: ScriptedFetcher(["https://web.archive.org/web/2id_/" + url: somePage]),
      articles: [Sample(url: url, title: "Gone", state: .failed(reason: "Not found"))])
    try await driver.press("<enter>")
    #expect(driver.text.contains("[A archive copy]"))
    try await driver.press("A")
    #expect(driver.model.reader.body != nil)
  }

  @Test(
    "on a full disk each change is refused with words, and the rows tell the truth",
    arguments: ChangingCommand.all)
  func fullDisk(example: ChangingCommand) async throws {
    let (counter, command) = (FaultCounter(), example.command)
    let driver = try Driver(
      fetcher: ChangingCommand.fetcher,
      files: FileLayer { operation, path in
        operation.needsRoom && !path.contains("/cache/") ? counter.next() : 0
      }, articles: ChangingCommand.samples, seed: 1, welcome: twoWelcomes)
    try await driver.press(example.before)
    if command == .savePick { try #require(driver.model.discovery.current != nil) }
    let disk = try onDisk(driver)
    counter.arm(1, ENOSPC, lasts: true)
    try await example.run(in: driver)
    let said = driver.model.status
    let now = try onDisk(driver)
    #expect(onScreen(driver) == now)
    let isRemoval = command == .purge || command == .emptyTrash
    #expect(now == disk || isRemoval)
    // Deleting needs no space.
    if now == disk {
      #expect(said?.kind == .error, "\(said?.text ?? "nothing was said")")
      #expect(said?.text.contains("full") == true, "\(said?.text ?? "nothing was said")")
    }
    #expect(!driver.text.contains("saved ✓"))
    #expect(counter.disarm() || isRemoval)
    await driver.noticeChanges()
    #expect(try onScreen(driver) == onDisk(driver))
  }
}
