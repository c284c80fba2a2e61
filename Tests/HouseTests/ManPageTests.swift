import ArticleStore
import Foundation
import ReadingListModel
import Testing

@Suite("The man page")
struct ManPageTests {
  private let file = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Data/man/luego.1")

  /// The section as the table of keys has it.
  private var keys: String {
    let rows =
      RecordKey.leading + RecordKey.all.map { ($0.name, $0.type, $0.meaning) }
      + [RecordKey.purgedAt]
    return rows.map { ".It Ic \($0.0) Pq \($0.1)\n\($0.2).\n" }.joined()
  }

  @Test("every setting is documented")
  func settings() throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.range(of: "Settings:\n"))
    let end = try #require(text.range(of: "Panes are", range: start.upperBound..<text.endIndex))
    let lines = text[start.upperBound..<end.lowerBound].split(separator: "\n")
    let documented = lines.filter { $0.hasPrefix(".Cm ") }.map { $0.split(separator: " ")[1] }
    #expect(Set(documented.map(String.init)) == Set(Settings.Name.allCases.map(\.rawValue)))
  }

  @Test("every key of a record is documented, in order, with its type and meaning")
  func recordKeys() throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    let begin = "A record has these keys"
    let start = try #require(text.range(of: begin))
    let list = try #require(
      text.range(of: ".Bl -tag -width Ds\n", range: start.upperBound..<text.endIndex)
    )
    let end = try #require(text.range(of: ".El\n", range: list.upperBound..<text.endIndex))
    let section = String(text[list.upperBound..<end.lowerBound])
    if ProcessInfo.processInfo.environment["LUEGO_RECORD"] == "1" {
      let updated = text.replacingCharacters(in: list.upperBound..<end.lowerBound, with: keys)
      try updated.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("Rewrote the section; run again without LUEGO_RECORD")
      return
    }
    #expect(section == keys)
  }
}
