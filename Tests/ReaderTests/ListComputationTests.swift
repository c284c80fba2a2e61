import Library
import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

private let twenty = (0..<20).map { number in
  Sample(
    url: "https://twenty.example/\(number)", title: "Article \(number)",
    savedAt: "2026-11-21T10:\(40 - number):00Z")
}

@Suite("What a change costs") struct ListComputationTests {
  @Test(
    "our own changes are no news, and the list is computed once for what is pressed, once for what came"
  )
  func ownChange() async throws {
    let driver = try Driver(articles: twenty)
    let watcher = try driver.library.makeWatcher()
    for keys in ["e", "s", "u", "d", "Dy", "tx<enter>", "vjje"] {
      let count = driver.model.list.computations
      let frames = driver.frames
      try await driver.press(keys)
      let came = driver.frames - frames
      #expect(driver.model.list.computations - count <= 1 + came, "\(keys)")
      #expect(!watcher.drain(), "\(keys)")
      _ = driver.interface.frame()
      #expect(driver.model.list.computations - count <= 1 + came, "\(keys)")
    }
    #expect(driver.model.deadline == nil)
  }

  @Test("what is deleted permanently does not come back while another change is confirmed")
  func removal() async throws {
    let driver = try Driver(articles: twenty)
    for key in try Keymap.keys(notation: "eDy") { driver.interface.handle(.key(key)) }
    #expect(driver.model.list.rows.count == 18)
    while driver.model.isSaving {
      await driver.receiveOne()
      #expect(driver.model.list.rows.count == 18)
    }
    await driver.settle()
    #expect(driver.count(of: .everything) == 19)
  }
}
