import Glibc
import Library
import Platform
import Reader
import ReadingList
import TestSupport
import Testing

@Suite("A text that comes from another machine") struct ArrivalTests {
  @Test("is on its way until it is there, and then it is shown") func arrives() async throws {
    let driver = try Driver(articles: threeSamples)
    let id = threeSamples[0].id.text
    let path = LibraryFiles.text(of: id, in: driver.directory.path("library"))
    let away = driver.directory.path("away")
    try #require(rename(path, away) == 0)
    try await driver.press("<enter>")
    await driver.noticeChanges()
    #expect(driver.text.contains("The text is on its way from another machine"))
    try #require(rename(away, path) == 0)
    await driver.noticeChanges()
    #expect(!driver.text.contains("on its way"))
    #expect(driver.text.contains("Paragraph 1 begins here"))
  }

  @Test("is fetched anew where it did not come within a day") func lost() async throws {
    var files = FileLayer.real
    files.now = { SystemClock.nanoseconds() + 2 * 86_400 * 1_000_000_000 }
    let story = threeSamples[0]
    let driver = try Driver(
      fetcher: ScriptedFetcher([story.url: longHTML]), files: files, articles: threeSamples)
    let path = LibraryFiles.text(of: story.id.text, in: driver.directory.path("library"))
    try #require(unlink(path) == 0)
    try await driver.press("<enter>")
    #expect(driver.fetcher.requests == [story.url])
    #expect(driver.text.contains("Paragraph 1 begins here"))
  }
}
