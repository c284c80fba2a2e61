import Foundation
import Library
import ReadingList
import TestSupport
import Testing

@Suite("The schema of records") struct RecordSchemaTests {
  private let schema: JSONSchema

  init() throws {
    let root = (1...4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent()
    }
    let text = try String(
      contentsOf: root.appending(path: "Data/schema/record.json"), encoding: .utf8)
    schema = JSONSchema(try JSON(parsing: text))
  }

  @Test("has every key that is written, in the order of records") func keys() {
    var names = RecordField.frame.prefix(2).map(\.name) + RecordField.all.map(\.name)
    if let place = names.firstIndex(of: "savedAt") { names.insert("saidAt", at: place + 1) }
    #expect(schema.properties(of: "record") == names + ["changed"])
  }

  @Test("fits every record that is written: of articles of all kinds, changed, merged, removed")
  func records() throws {
    let scratch = Scratch()
    let library = try scratch.open()
    var all = try sampleArticles(400, seed: 5)
    for index in all.indices {
      all[index].direction = [nil, "rtl", "ltr"][index % 3]
      all[index].image = index % 2 == 0 ? "https://a.example/i.png" : nil
      all[index].etag = index % 5 == 0 ? "\"e\"" : nil
      all[index].lastModified = index % 5 == 1 ? "Sun, 06 Nov 1994 08:49:37 GMT" : nil
      all[index].attempts = index % 4
      all[index].retryAt = index % 4 == 0 ? nil : at(5)
      all[index].publishedAt =
        [nil, Timestamp(milliseconds: 1), at(-9_999_999_999), at(1)][index % 4]
    }
    _ = try library.add(all, at: at(0))
    let ids = all.map(\.id)
    _ = try library.apply(.tag(add: ["né/w"], remove: ["tag 1"]), to: ids, at: at(1))
    _ = try library.apply(.archive(true), to: Array(ids[..<50]), at: at(2))
    _ = try library.purge(Array(ids[50..<80]), at: at(3))
    _ = try library.mergeDuplicates(into: ids[80], from: Array(ids[81..<90]), at: at(4))
    let files = Scratch.contents(LibraryFiles.articles(in: scratch.library)).filter {
      $0.key.hasSuffix(".json")
    }
    #expect(files.count == 400)
    #expect(files.values.contains { String(decoding: $0, as: UTF8.self).contains("purgedAt") })
    for (path, bytes) in files {
      #expect(try schema.problems(of: JSON(parsing: bytes)) == [], "\(path)")
    }
  }

  @Test("finds what no record may be") func wrong() throws {
    let good = ArticleRecord.json(of: try article("https://a.example/1"))
    #expect(schema.problems(of: good) == [])
    guard case .object(let members) = good else { return }
    for (key, value) in [
      ("savedAt", JSON.string("yesterday")), ("reading", .object([.init("progress", .int(101))])),
      ("fetch", .object([.init("state", .string("lost"))])), ("tags", .string("a")),
      ("changed", .object([.init("note", .string("now"))])), ("highlights", .array([.object([])])),
    ] {
      let odd = JSON.object(members.filter { $0.key != key } + [.init(key, value)])
      #expect(!schema.problems(of: odd).isEmpty, "\(key)")
    }
  }
}
