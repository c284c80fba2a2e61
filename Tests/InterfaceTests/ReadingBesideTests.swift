import ArticleStore
import ReadingList
import ReadingListModel
import Synchronization
import TerminalReader
import TerminalKit
import TestSupport
import Testing

@Suite("Reading beside writing")
struct ReadingBesideTests {
  @Test(
    "an article opens while a change of others is held up, and one that it is about opens after it"
  )
  func opening() async throws {
    let gate = try Gate()
    let isHeld = Mutex(false)
    let driver = try Driver(
      files: FileLayer { operation, path in
        if operation == .rename, path.contains("/articles/"), isHeld.withLock(\.self) {
          gate.wait()
        }
        return 0
      },
      articles: threeSamples
    )
    await driver.settle()
    let ids = driver.model.list.rows.indices.compactMap { driver.model.list.summary(at: $0)?.id }
    isHeld.withLock { $0 = true }
    for key in try Keymap.keys(notation: "s") { driver.interface.handle(.key(key)) }
    driver.model.reader.show(ids[1])
    while driver.model.reader.article == nil { await driver.receiveOne() }
    #expect(driver.model.reader.article?.id == ids[1] && driver.model.isSaving)
    driver.model.reader.show(ids[0])
    gate.open()
    await driver.settle()
    #expect(driver.model.reader.article?.isFavorite == true)
  }
}
