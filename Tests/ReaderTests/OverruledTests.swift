import Foundation
import Library
import Reader
import ReadingList
import TestSupport
import Testing

@Suite("What came from another machine") struct OverruledTests {
  @Test("a note that a merge overruled is in the information, and u puts it back")
  func putBack() async throws {
    let driver = try Driver(articles: threeSamples)
    let id = threeSamples[0].id
    let other = try driver.openElsewhere()
    // Two machines unaware of each other: one file arrives after the other machine has written.
    let file = try #require(
      LibraryFiles.records(of: id, in: driver.directory.path("library")).first)
    _ = try other.apply(.note("what was written here"), to: [id], at: driver.time.now)
    let theirs = try #require(
      LibraryFiles.records(of: id, in: driver.directory.path("library")).first { $0 != file })
    try #require(rename(theirs, theirs + ".away") == 0)
    _ = try driver.library.apply(
      .note("what won"), to: [id], at: driver.time.now.advanced(bySeconds: 9))
    try #require(rename(theirs + ".away", theirs) == 0)
    await driver.noticeChanges()
    try await driver.press("i")
    #expect(driver.text.contains("Overruled"))
    #expect(driver.text.contains("Note: what was written here"))
    driver.model.navigation.focus = .inspector
    try await driver.press("u")
    #expect(try driver.library.article(id)?.note == "what was written here")
    #expect(!driver.text.contains("Overruled"))
    driver.model.navigation.focus = .list
    try await driver.press("u")
    #expect(try driver.library.article(id)?.note == "what won")
  }

  @Test("that a clock is ahead is said once, and what is done here then wins")
  func clockAhead() async throws {
    let driver = try Driver(articles: threeSamples)
    let id = threeSamples[0].id
    let other = try driver.openElsewhere()
    let soon = driver.time.now.advanced(bySeconds: 200)
    _ = try other.apply(.note("near"), to: [id], at: soon)
    await driver.noticeChanges()
    #expect(!driver.text.contains("clock is ahead"))
    let far = driver.time.now.advanced(bySeconds: 18_000)
    _ = try other.apply(.archive(true), to: [id], at: far)
    await driver.noticeChanges()
    #expect(driver.text.contains("Another machine's clock is ahead"))
    try await driver.press("j")
    _ = try other.apply(.note("far"), to: [id], at: far)
    await driver.noticeChanges()
    #expect(driver.model.session.messages.count { $0.status.text.contains("clock is ahead") } == 1)
  }
}
