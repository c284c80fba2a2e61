import Library
import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

@Suite("Late answers") struct TasksTests {
  /// Keys that ask for something in the background, keys that leave it, and those that alone lead to the same place.
  struct Question: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var ask: String
    var leave: String
    var alone = ""
  }

  @Test(
    "an answer that comes after its question was left changes nothing on the screen",
    arguments: [
      Question(testDescription: "text", ask: "j<enter>", leave: "qk<enter>", alone: "<enter>"),
      Question(
        testDescription: "search", ask: "/text:paragraph<enter>",
        leave: "/<C-u>text:noticed<enter>",
        alone: "/text:noticed<enter>"),
      Question(testDescription: "facets", ask: "+<space>", leave: "<esc><esc>"),
      Question(testDescription: "statistics", ask: "gs", leave: "<esc>"),
      Question(
        testDescription: "highlights", ask: ":go<space>Highlights<enter>",
        leave: ":go<space>trash<enter>", alone: ":go<space>trash<enter>"),
      Question(testDescription: "completion", ask: ":import<space>/<tab>", leave: "<esc><esc>"),
    ])
  func left(question: Question) async throws {
    func driver() async throws -> Driver {
      let driver = try Driver(articles: threeSamples, searchesTexts: true)
      await driver.settle()
      return driver
    }
    let (late, plain) = (try await driver(), try await driver())
    // No answer is taken between these.
    for key in try Keymap.keys(notation: question.ask + question.leave) {
      late.interface.handle(.key(key))
    }
    await late.settle()
    try await plain.press(question.alone)
    for driver in [late, plain] { driver.model.status = nil }
    #expect(late.interface.frame() == plain.interface.frame(), "\(late.text)\n\(plain.text)")
  }
}
