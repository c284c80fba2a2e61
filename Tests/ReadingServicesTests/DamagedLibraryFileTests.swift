import Exchange
import Library
import ReadingList
import ReadingServices
import TestSupport
import Testing

/// A way to damage a file of Luego's own format, and the expected result.
private struct Damage: CustomTestStringConvertible, Sendable {
  var testDescription: String
  /// Creates the file from three good lines.
  var file: @Sendable ([String]) -> [UInt8]
  /// The articles, of 1 to 3, that must be imported.
  var arriving: [Int] = [1, 2, 3]
  /// The minimum number of failures that must be listed.
  var failed = 0

  /// Inserts a bad line among the good ones.
  static func line(
    _ name: String, failed: Int = 1, _ line: @escaping @Sendable (String) -> String
  ) -> Damage {
    Damage(
      testDescription: name,
      file: { Array([$0[0], line($0[1]), $0[1], $0[2]].joined(separator: "\n").utf8) },
      failed: failed)
  }

  static let all: [Damage] = [
    Damage(testDescription: "nothing", file: { Array($0.joined(separator: "\n").utf8) }),
    Damage(
      testDescription: "a byte order mark and CRLF",
      file: { [0xef, 0xbb, 0xbf] + $0.joined(separator: "\r\n").utf8 }),
    Damage(
      testDescription: "UTF-16",
      file: {
        [0xff, 0xfe]
          + $0.joined(separator: "\n").utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      }),
    Damage(
      testDescription: "an array in place of lines",
      file: { Array("[\($0.joined(separator: ",\n"))]".utf8) }),
    Damage(
      testDescription: "the same twice", file: { Array(($0 + $0).joined(separator: "\n").utf8) }),
    Damage(
      testDescription: "cut off in a line",
      file: { Array($0.joined(separator: "\n").utf8.dropLast(30)) },
      arriving: [1, 2], failed: 1), .line("half a line") { String($0.prefix($0.count / 2)) },
    .line("a line that is no object", failed: 0) { _ in "[12, null, \"text\"]" },
    .line("no record") { _ in #"{"body": "<p>x</p>"}"# },
    .line("a record that is a number") { _ in #"{"record": 12, "body": "<p>x</p>"}"# },
    .line("an id of another address") { $0.replacing("a.example/2", with: "a.example/99") },
    .line("a date that is none") { $0.replacing("2016-09-08", with: "yesterday") },
    .line("an address of a script") {
      $0.replacing("https://a.example/2", with: "javascript:alert(1)")
    },
    .line("a record without a date") { $0.replacing("savedAt", with: "savedThen") },
    .line("a record within a string that is not closed") {
      #"{"record": ""# + $0.prefix(60).replacing("\"", with: "\\\"")
    },
    .line("brackets without end") { _ in #"{"record": "# + String(repeating: "[", count: 5000) },
    .line("an article that was purged", failed: 0) { _ in
      #"{"record": {"format": 1, "id": "0123456789abcdef0123", "purgedAt": "2016-09-08T11:55:58Z"}}"#
    },
    .line("a text with a script", failed: 0) {
      $0.replacing("<p>Text", with: "<script>x()</script><p>Text")
    },
    .line("a text that is a number", failed: 0) {
      $0.replacing("\"body\":\"", with: "\"body\":12,\"was\":\"")
    },
  ]
}

@Suite("Damaged files of Luego's own format") struct DamagedLibraryFileTests {
  private static let now = Timestamp(seconds: 1_790_000_000)

  private func line(_ number: Int) throws -> String {
    var article = Article(
      address: try WebAddress("https://a.example/\(number)"),
      savedAt: Timestamp(rfc3339: "2016-09-08T11:55:58Z") ?? Self.now)
    article.title = "Title \(number)"
    return LuegoJSON.line(
      of: StoredArticle(record: ArticleRecord.text(of: article), body: "<p>Text \(number)</p>\n"))
  }

  @Test("what is good arrives, and what is not is listed", arguments: Damage.all)
  fileprivate func damaged(_ damage: Damage) throws {
    let directory = try TemporaryDirectory()
    let library = try Library.open(directory.path("library"), cache: directory.path("cache"))
    let lines = try (1...3).map { try line($0) }
    let path = try directory.write("all.json", damage.file(lines))
    var failures = 0
    for round in 0..<2 {
      failures = 0
      var run = LibraryImport(
        into: library, at: Self.now, tell: { if case .failed = $0 { failures += 1 } })
      try run.read(path, as: .json)
      run.finish()
      #expect(run.report.failed == failures && failures >= damage.failed)
      #expect(run.report.problem == nil)
      if round == 1 { #expect(run.report.imported + run.report.merged == 0) }
    }
    let snapshot = library.snapshot()
    let ids = snapshot.rows(in: .everything, order: .newest).map(snapshot.id)
    #expect(ids.count == damage.arriving.count)
    for number in damage.arriving {
      let id = ArticleID(address: try WebAddress("https://a.example/\(number)"))
      let article = try #require(try library.article(id))
      #expect(article.title == "Title \(number)")
      #expect(try library.body(of: id) == "<p>Text \(number)</p>\n")
    }
  }
}
