import Library
import Reader
import ReadingList
import Terminal
import Testing

@Suite("Editing and writing") struct EditingTests {
  @Test(":title changes the title where it stands, of the article that it was asked for")
  func title() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press(":title<enter>")
    #expect(driver.text.contains("The Slow Web"))
    // The cursor moves meanwhile, but the same article is renamed.
    _ = try driver.openElsewhere().apply(
      .archive(true), to: [threeSamples[0].id], at: driver.time.now)
    await driver.noticeChanges()
    try await driver.press("<C-u>A<space><space>slower<space>web<enter>")
    #expect(try driver.record(threeSamples[0]).title == "A slower web")
    #expect(try driver.record(threeSamples[1]).title == "Designing calm software")
    try await driver.press("V:title<enter><C-u>x<enter>")
    #expect(driver.model.status?.text.hasPrefix("Several articles are selected") == true)
  }

  @Test(":url gives an article another address, in the reader too, and says what cannot be one")
  func address() async throws {
    let driver = try Driver(articles: threeSamples)
    let new = ArticleID(canonicalURL: "https://new.example/there")
    try await driver.press("<enter>:url<enter>")
    #expect(driver.text.contains("https://jackcheng.com/slow-web"))
    try await driver.press("<C-u>new.example/there<enter>")
    #expect(try driver.library.article(threeSamples[0].id) == nil)
    #expect(try driver.library.article(new)?.isDeleted == false)
    #expect(driver.model.reader.id == new && driver.model.list.current?.id == new)
    #expect(driver.fetcher.requests == ["https://new.example/there"])
    try await driver.press("uq:url<enter><C-u>https://calm.dev/designing<enter>")
    #expect(driver.model.status?.text.contains("is already saved") == true)
    try await driver.press(":url<space>ftp://x<enter>")
    #expect(driver.model.status?.kind == .error)
  }

  @Test("a note that was changed while another was typed stays, and the typed one follows it")
  func changedNote() async throws {
    let driver = try Driver(articles: threeSamples)
    let id = threeSamples[0].id
    func change(_ note: String) throws {
      _ = try driver.openElsewhere().apply(.note(note), to: [id], at: driver.time.now)
    }
    try await driver.press("<enter>c")
    try change("theirs")
    try await driver.press("mine<enter>")
    #expect(try driver.record(threeSamples[0]).note == "theirs\n\nmine")
    #expect(driver.model.status?.text == "The note was changed meanwhile; yours follows it")
    driver.interface.perform(Invocation(.edit))
    let effects = driver.model.takeEffects()
    #expect(effects == [.edit(.article(id), "theirs\n\nmine", over: "theirs\n\nmine")])
    try change("other")
    driver.interface.reader.noteWritten(.article(id), "", over: "theirs\n\nmine")
    await driver.settle()
    #expect(try driver.record(threeSamples[0]).note == "other")
  }

  @Test("a file that is there is overwritten after a yes; after a no the name can be changed")
  func overwriting() async throws {
    let driver = try Driver(articles: threeSamples)
    let output = ArticleOutput(id: threeSamples[0].id)
    try await driver.press("<enter>wnotes.md<enter>")
    #expect(driver.model.takeEffects() == [.write("notes.md", output, overwrites: false)])
    driver.interface.reader.askToOverwrite("notes.md", typed: "notes.md")
    #expect(driver.text.contains("notes.md exists. Overwrite it?"))
    try await driver.press("n")
    #expect(driver.text.contains("Write to a file"))
    try await driver.press("<backspace>x<enter>")
    #expect(driver.model.takeEffects() == [.write("notes.mx", output, overwrites: false)])
    driver.interface.reader.askToOverwrite("notes.mx", typed: "notes.mx")
    try await driver.press("y")
    #expect(driver.model.takeEffects() == [.write("notes.mx", output, overwrites: true)])
    try await driver.press("v")
    let part = try await selected(driver)
    #expect(part != nil)
    driver.interface.reader.askToOverwrite("notes.md", typed: "notes.md")
    try await driver.press("y")
    #expect(try await selected(driver) == part)
    driver.interface.reader.wrote("notes.md")
    #expect(driver.model.status?.text == "Wrote notes.md" && !driver.model.isSelecting)
  }

  /// The part of the text that would be written.
  private func selected(_ driver: Driver) async throws -> String? {
    _ = driver.model.takeEffects()
    try await driver.press(":write<space>a<enter>")
    guard case .write(_, let output, _)? = driver.model.takeEffects().last else { return nil }
    return output.selection?.text
  }
}
