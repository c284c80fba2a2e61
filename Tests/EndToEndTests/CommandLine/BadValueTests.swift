import Foundation
import ReadingList
import TestSupport
import Testing

@Suite("One bad value in a record", .endsAtAll) struct BadValueTests {
  /// Keys with values that do not fit them.
  static let values: [(key: String, value: String)] = [
    ("tags", "[1, \"good\"]"), ("tags", "\"good\""), ("reading", "\"much\""), ("reading", "1e400"),
    ("page", "-9223372036854775808"), ("page", "[]"), ("savedAt", "\"2024-13-45T99:99:99Z\""),
    ("savedAt", "\"yesterday\""), ("note", "[\"a\"]"), ("title", "7"), ("list", "\"yes\""),
    ("isDeleted", "1"), ("highlights", "[{\"id\": 1, \"quote\": []}]"),
    ("highlights", "{\"x\": 1}"),
  ]

  @Test("leaves the article, is named by doctor, and is never removed") func each() async throws {
    let home = try Home()
    try await home.save("https://a.example/1", title: "Herons")
    try await home.save("https://a.example/2", title: "Other")
    let id = try #require(try await home.entries("title:herons").first).id
    try await home.luego("edit", id, "--note", "mine")
    let path = LibraryFiles.record(of: id, in: home.library)
    let whole = try Data(contentsOf: URL(filePath: path))
    for (key, value) in Self.values {
      var members = try #require(try JSON(parsing: [UInt8](whole)).members)
      members.removeAll { $0.key == key }
      members.append(.init(key, .string("PLACE")))
      let text = JSON.object(members).pretty.replacing("\"PLACE\"", with: value)
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      for words in [["show", id], ["show", "--info", id], ["stats"], ["export"]] {
        let outcome = try await home.run(words)
        // Without `page`, nothing identifies the article's text.
        let lacksText = key == "page" && words == ["show", id]
        #expect(outcome.status == (lacksText ? 1 : 0), "\(key) \(value), \(words)")
      }
      #expect(try await home.entries().count == 2, "\(key) \(value)")
      #expect(try await home.luego("doctor").text.contains("its \(key)"), "\(key) \(value)")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
      #expect(try await home.luego("tag", id, "+new").status == 0, "\(key) \(value)")
      let next = try JSON(parsing: [UInt8](Data(contentsOf: URL(filePath: path))))
      // Required fields, and those with several registers, are rewritten.
      let isWritten = ["tags", "savedAt", "highlights"].contains(key)
      #expect(next[key] != nil)
      #expect(try isWritten || next[key] == JSON(parsing: Array(text.utf8))[key])
      #expect(try await home.entries("title:other").count == 1)
      try whole.write(to: URL(filePath: path), options: .atomic)
    }
  }
}
