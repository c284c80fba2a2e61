import Foundation
import Glibc
import TestSupport
import Testing

@Suite("What the command line says it wrote", .endsAtAll) struct WriteClaimTests {
  /// Makes a record one that only a newer version understands, beside another machine's.
  private static func age(_ home: Home, _ title: String) async throws {
    let entry = try #require(try await home.everything().first { $0.title == title })
    let path = LibraryFiles.record(of: entry.id, in: home.library)
    let record = try String(contentsOfFile: path, encoding: .utf8)
    let other = path.replacing(/\.[a-z0-9-]*\.json/, with: ".other-2222.json")
    try record.write(toFile: other, atomically: true, encoding: .utf8)
    try record.replacing("\"format\": 2", with: "\"format\": 99").write(
      toFile: path, atomically: true, encoding: .utf8)
  }

  @Test("a change that fails names the one article, or how many of those that were asked for")
  func wording() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    try await home.luego("add", web.url("/one"), web.url("/two"))
    try await Self.age(home, "First Light")
    let one = try await home.luego("favorite", "first")
    #expect(one.refusal(4)?.hasPrefix("luego: Not favorited: “First Light”: ") == true)
    let both = try await home.luego("archive", "in:all")
    #expect(both.status == 4 && both.lines.count == 1)
    #expect(both.lines.first?.hasPrefix("archived") == true)
    #expect(both.errorLines.count == 2)
    #expect(both.errorLines.last?.hasPrefix("luego: Not archived: 1 of 2 articles: ") == true)
    try await Self.age(home, "Second Wind")
    let none = try await home.luego("tag", "+x", "in:all")
    #expect(none.status == 4 && none.output.isEmpty && none.errorLines.count == 3)
    #expect(none.errorLines.last?.hasPrefix("luego: Not tagged: 2 of 2 articles: ") == true)
  }
}
