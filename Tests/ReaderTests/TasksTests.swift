import Library
import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

@Suite("Late answers") struct TasksTests {
  @Test(
    "an answer that comes after its question was left changes nothing on the screen",
    arguments: [
      // Keys that start the question, keys that leave it, and keys that lead directly to the same place.
      ("j<enter>", "qk<enter>", "<enter>"),
      ("/text:paragraph<enter>", "/<C-u>text:noticed<enter>", "/text:noticed<enter>"),
      ("+<space>", "<esc><esc>", ""), ("gs", "<esc>", ""),
      (":go<space>Highlights<enter>", ":go<space>trash<enter>", ":go<space>trash<enter>"),
      (":add<space>/<tab>", "<esc><esc>", ""),
    ])
  func left(ask: String, leave: String, alone: String) async throws {
    func driver() async throws -> Driver {
      let driver = try Driver(articles: threeSamples, searchesTexts: true)
      await driver.settle()
      return driver
    }
    let (late, plain) = (try await driver(), try await driver())
    // No answer is processed between these.
    for key in try Keymap.keys(notation: ask + leave) {
      late.interface.handle(.key(key))
    }
    await late.settle()
    try await plain.press(alone)
    for driver in [late, plain] { driver.model.status = nil }
    #expect(late.interface.frame() == plain.interface.frame(), "\(late.text)\n\(plain.text)")
  }
}
