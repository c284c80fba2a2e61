import Glibc
import Library
import Reader
import ReadingList
import Synchronization
import Terminal
import TestSupport
import Testing

@Suite("Late answers") struct TasksTests {
  private let tasks = Tasks {}

  @Test("an earlier question's answer is dropped, whether it comes before or after the newer one's")
  func earlier() {
    var taken: [String] = []
    let first = tasks.answer(.search) { (text: String) in taken.append(text) }
    let second = tasks.answer(.search) { (text: String) in taken.append(text) }
    let other = tasks.answer(.names) { (text: String) in taken.append(text) }
    #expect(!tasks.isIdle)
    first("first")
    second("second")
    other("other")
    #expect(tasks.deliver {} && taken == ["second", "other"] && tasks.isIdle)
    first("late")
    #expect(tasks.deliver {} && taken == ["second", "other"])
  }

  @Test("a question that is withdrawn is not waited for, and its answer is dropped")
  func withdrawn() {
    var taken: [String] = []
    let answer = tasks.answer(.article) { (text: String) in taken.append(text) }
    tasks.drop(.article)
    #expect(tasks.isIdle)
    answer("late")
    #expect(tasks.deliver {} && taken.isEmpty)
  }

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
