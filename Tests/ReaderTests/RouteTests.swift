import Library
import Reader
import ReadingList
import Terminal
import Testing

/// The ways to each screen and back.
@Suite("Ways to screens and back") struct RouteTests {
  @Test("2.20 1.31 a link of the program leads to the same article here as on the command line")
  func deepLink() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("a")
    await driver.type("luego://article?url=https%3A%2F%2Fcalm.dev%2Fdesigning")
    try await driver.press("<enter>")
    #expect(driver.text.contains("Already saved"))
    #expect(driver.model.list.current?.id == threeSamples[1].id)
  }

  @Test("1.3 a storm of resizes changes neither what the session may do nor where one is")
  func capabilities() async throws {
    for access in [Library.Access.readWrite, .readOnly] {
      let driver = try Driver(access: access, articles: threeSamples)
      let offered = Command.allCases.filter(driver.model.offers)
      let navigation = driver.model.navigation
      for step in 0..<120 {
        _ = driver.resize(step * 37 % 200 + 1, step * 11 % 60 + 1)
        #expect(driver.model.isReadOnly == (access == .readOnly))
      }
      let screen = driver.resize(120, 40)
      #expect(Command.allCases.filter(driver.model.offers) == offered)
      #expect(driver.model.navigation.view == navigation.view)
      #expect(screen.textRows.joined().contains("The Slow Web"))
    }
  }
}
