import Library
import Reader
import ReadingList
import Synchronization
import TestSupport
import Testing

@Suite("A session that lasts") struct LongSessionTests {
  @Test("keeps no more after an hour of changes, its own and others', than after some minutes")
  func hour() async throws {
    let driver = try Driver(articles: threeSamples)
    let other = try Library.open(
      driver.directory.path + "/library", cache: driver.directory.path + "/other")
    let id = threeSamples[1].id
    try await driver.press("<enter>")
    for round in 0..<60 {
      _ = try other.apply(.title("Title \(round)"), to: [id], at: driver.time.now)
      await driver.noticeChanges()
      // A place in the text, which is kept after a rest.
      try await driver.press(round % 2 == 0 ? "<pagedown>" : "<pageup>")
      driver.time.advance(milliseconds: 60_000)
      driver.interface.tick()
      await driver.settle()
    }
    #expect(driver.text.contains("Title 59"))
    #expect(driver.model.isSaving == false)
    #expect(driver.model.session.messages.count <= 200)
    #expect(driver.model.navigation.places.count <= 2)
  }
}
