import Foundation
import Library
import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

@Suite("The first frame") struct StartTests {
  private func library(in directory: TemporaryDirectory) throws -> Library {
    try Library.open(directory.path + "/library", cache: directory.path + "/cache")
  }

  private func prepared() throws -> (TemporaryDirectory, Navigation) {
    let directory = try TemporaryDirectory()
    let writer = try library(in: directory)
    for sample in threeSamples { try sample.store(in: writer) }
    _ = try library(in: directory).snapshot()
    var navigation = Navigation()
    navigation.place.cursor = Navigation.Item(threeSamples[2].id)
    return (directory, navigation)
  }

  @Test("shows the list as it was known, and puts the cursor where it was")
  func known() async throws {
    let (directory, navigation) = try prepared()
    let driver = try Driver(directory: directory, navigation: navigation, usesCachedSnapshot: true)
    #expect(driver.text.contains("On being wrong") && !driver.model.library.isBeingRead)
    #expect(driver.model.list.current?.id == threeSamples[2].id)
    #expect(driver.model.isSettled)
  }

  @Test(
    "does not wait for a list that has to be made again, which comes with the cursor where it was")
  func unread() async throws {
    let (directory, navigation) = try prepared()
    try FileManager.default.removeItem(atPath: directory.path + "/cache")
    let driver = try Driver(directory: directory, navigation: navigation, usesCachedSnapshot: true)
    #expect(driver.text.contains("Reading the library…"))
    #expect(!driver.text.contains("Nothing"))
    await driver.settle()
    #expect(driver.text.contains("On being wrong") && !driver.text.contains("Reading the library"))
    #expect(driver.model.list.current?.id == threeSamples[2].id)
    #expect(driver.model.navigation.place.cursor?.article == threeSamples[2].id)
  }
}
