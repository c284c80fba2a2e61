import Reader
import ReadingList
import Terminal
import Testing

@Suite("Long texts") struct LongTextTests {
  private static let book = Sample(
    url: "https://calm.dev/book", title: "A book",
    html: (1...1200).map { number in
      "<p>Paragraph \(number) begins here and goes on for a while, so that it is wrapped to more than one "
        + "line at any width that a person would read at, and ends with its number, \(number).</p>"
    }.joined(), site: "calm.dev")

  private func driver() async throws -> Driver {
    let driver = try Driver(articles: [Self.book])
    try await driver.press("<enter>")
    return driver
  }

  @Test(
    "0.16 another width shows the same place, and going back the same lines",
    arguments: ["1500G", "G", "9j"])
  func resized(keys: String) async throws {
    let driver = try await driver()
    try await driver.press(keys)
    let before = driver.interface.frame()
    let (position, progress) = (driver.model.reader.position, driver.model.reader.progress)
    let narrow = driver.resize(50, 30)
    _ = driver.resize(70, 60)
    #expect(driver.resize(50, 30) == narrow)
    #expect(driver.resize(120, 40) == before)
    #expect(driver.model.reader.position == position && driver.model.reader.progress == progress)
  }
}
