import Foundation
import Library
import Reader
import ReadingList
import TestSupport
import Testing

@Suite("Files and the inbox in the interface") struct CaptureTests {
  private let page =
    "<html><head><title>Herons</title><link rel=canonical href='https://a.example/herons'></head><body><article><p>"
    + String(repeating: "Herons stand in the shallow water, and wait for fish. ", count: 20)

  @Test("a takes the path of a file, and the inspector says where its text is from")
  func file() async throws {
    let driver = try Driver(articles: threeSamples)
    let path = try driver.directory.write("herons.html", text: page)
    try await driver.enter(path, after: "a")
    #expect(driver.library.snapshot().count(of: .everything) == 4)
    #expect(driver.model.list.current?.title == "Herons")
    try await driver.press("i")
    #expect(driver.text.contains("From") && driver.text.contains("file"), "\(driver.text)")
    try await driver.enter(driver.directory.path("missing.html"), after: "a")
    #expect(driver.model.status?.text.contains("there is no such file") == true)
  }

  @Test("what the inbox took is in the list and in the status")
  func inbox() async throws {
    let driver = try Driver(articles: threeSamples)
    func take(_ files: [(name: String, text: String)]) async throws -> String? {
      for (name, text) in files {
        let path = try driver.directory.write("inbox/" + name, text: text)
        let old = Date(timeIntervalSince1970: 1_500_000_000)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
      }
      driver.model.capture.take()
      await driver.settle()
      return driver.model.status?.text
    }
    #expect(try await take([("herons.html", page)]) == "Inbox: Saved · 1 min: “Herons”")
    #expect(driver.library.snapshot().count(of: .everything) == 4)
    let others = [
      ("egrets.html", page.replacing("herons", with: "egrets")),
      ("links.csv", "url,title\nhttps://a.example/1,One\n"),
    ]
    let said = try await take(others)
    #expect(said?.hasPrefix("Inbox: 1 saved, 0 already there; links.csv: ") == true)
    #expect(said?.hasSuffix("1 article found, 1 imported") == true)
  }
}
