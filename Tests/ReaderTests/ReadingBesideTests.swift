import Library
import Reader
import ReadingList
import ReadingServices
import Synchronization
import Terminal
import TestSupport
import Testing

/// Holds writes of records at a gate, once enabled.
private final class HeldWriting: Sendable {
  let gate: Gate
  let isHeld = Mutex(false)

  init() throws { gate = try Gate() }

  var files: FileLayer {
    FileLayer { [self] operation, path in
      if operation == .rename, LibraryFiles.isRecord(path), isHeld.withLock(\.self) { gate.wait() }
      return 0
    }
  }
}

@Suite("Reading beside writing") struct ReadingBesideTests {
  @Test(
    "an article opens while a change of others is held up, and one that it is about opens after it")
  func opening() async throws {
    let writing = try HeldWriting()
    let driver = try Driver(files: writing.files, articles: threeSamples)
    await driver.settle()
    let ids = driver.model.list.rows.indices.compactMap { driver.model.list.summary(at: $0)?.id }
    writing.isHeld.withLock { $0 = true }
    for key in try Keymap.keys(notation: "s") { driver.interface.handle(.key(key)) }
    driver.model.reader.show(ids[1])
    while driver.model.reader.article == nil { await driver.receiveOne() }
    #expect(driver.model.reader.article?.id == ids[1] && driver.model.library.isSaving)
    driver.model.reader.show(ids[0])
    writing.gate.open()
    await driver.settle()
    #expect(driver.model.reader.article?.isFavorite == true)
  }

  @Test("a change of very many is shown when it is made, and of few meanwhile at once")
  func many() async throws {
    let writing = try HeldWriting()
    let driver = try Driver(
      files: writing.files,
      articles: (0...LibraryService.maxFew + 1).map {
        Sample(url: "https://calm.dev/\($0)", title: "Number \($0)", html: "<p>Few words.</p>")
      })
    await driver.settle()
    let archived = SavedView.list(.archived)
    let count = driver.counts.total
    #expect(count > LibraryService.maxFew + 1)
    try await driver.press("jvG")
    writing.isHeld.withLock { $0 = true }
    func handle(_ notation: String) throws {
      for key in try Keymap.keys(notation: notation) { driver.interface.handle(.key(key)) }
    }
    try handle("e")
    #expect(driver.count(of: archived) == 0 && driver.model.library.isSaving)
    let first = try #require(driver.model.list.summary(at: 0))
    driver.model.reader.show(first.id)
    while driver.model.reader.article == nil { await driver.receiveOne() }
    #expect(driver.model.library.isSaving)
    // The command is about the article under the cursor, which must be the open one.
    try handle("ggs")
    #expect(driver.count(of: .list(.favorites)) == 1 && driver.count(of: archived) == 0)
    writing.gate.open()
    await driver.settle()
    #expect(driver.count(of: archived) == count - 1 && !driver.model.library.isSaving)
    #expect(driver.model.reader.article?.isFavorite == true)
    #expect(driver.library.snapshot().count(of: archived, now: driver.time.now) == count - 1)
    try await driver.press("uu")
    #expect(driver.count(of: archived) == 0 && driver.model.list.rows.count == count)
  }
}
