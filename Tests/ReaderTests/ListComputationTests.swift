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

  @Test("the disk's answer to a change that is shown already costs no second list") func confirmed()
    async throws
  {
    let driver = try Driver(articles: twenty)
    for keys in ["e", "s", "d", "e"] {
      let count = driver.model.list.computations
      try await driver.press(keys)
      _ = driver.interface.frame()
      #expect(driver.model.list.computations == count + 1, "\(keys)")
    }
  }

  @Test("what others change among our own changes is shown") func others() async throws {
    let driver = try Driver(articles: twenty)
    let other = try Library.open(
      driver.directory.path + "/library", cache: driver.directory.path + "/cache")
    let watcher = try driver.library.makeWatcher()
    driver.interface.handle(.key(Key(.character("e"))))
    _ = try other.apply(.favorite(true), to: [twenty[7].id], at: driver.time.now)
    driver.interface.handle(.key(Key(.character("e"))))
    await driver.settle()
    #expect(watcher.drain())
    await driver.noticeChanges()
    #expect(driver.count(of: .list(.archived)) == 2)
    #expect(driver.count(of: .list(.favorites)) == 1)
    #expect(!watcher.drain())
  }

  @Test("changes that are confirmed in one go are taken over in one go") func many() async throws {
    let driver = try Driver(articles: twenty)
    let (count, frames) = (driver.model.list.computations, driver.frames)
    for _ in 0..<10 { driver.interface.handle(.key(Key(.character("e")))) }
    #expect(driver.model.list.computations == count + 10)
    await driver.settle()
    #expect(driver.model.list.computations - count - 10 <= driver.frames - frames)
    #expect(driver.count(of: .list(.archived)) == 10)
    #expect(driver.model.list.rows.count == 10)
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
