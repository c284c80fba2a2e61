import Foundation
import TestSupport
import Testing

@Suite("luego import")
struct ImportCommandTests {
  private static let header = "title,url,time_added,tags,status\n"

  private func file(_ home: Home, _ name: String, _ text: String) throws -> String {
    let path = home.path + "/" + name
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  @Test("says what a file is, what came of it, and where and why something failed")
  func report() async throws {
    let home = try Home()
    let path = try file(
      home,
      "export.csv",
      Self.header + "One,https://a.example/1,1466000000,go|web,archive\n"
        + "Bad,javascript:alert(1),1466000000,,unread\n"
        + "One again,https://a.example/1,1466000000,,unread\n"
        + "Odd,https://a.example/2,the day before,,unread\n"
    )
    let dry = try await home.luego("import", "--dry-run", path)
    #expect(
      dry.lines == [
        "Pocket CSV: 2 articles found, 2 would be imported, 1 duplicate in the input, 1 failed"
      ]
    )
    #expect(try await home.everything().isEmpty)
    let outcome = try await home.luego("import", path)
    #expect(outcome.status == 1)
    #expect(
      outcome.lines == [
        "Pocket CSV: 2 articles found, 2 imported, 1 duplicate in the input, 1 failed"
      ]
    )
    #expect(outcome.errorLines.contains { $0.contains("\(path):3: not imported: ") })
    #expect(outcome.errorLines.contains { $0.contains("\(path):5: imported without its date") })
    let entry = try #require(try await home.entries("in:archived").first)
    #expect(entry.title == "One")
    #expect(entry.tags == ["go", "web"])
    let again = try await home.luego("--json", "import", path)
    #expect(again.text.contains("\"imported\":0,"))
    #expect(again.text.contains("\"unchanged\":2,"))
    #expect(try await home.luego("undo").lines == ["undone: imported 2 articles"])
    #expect(try await home.everything().isEmpty)
  }

  @Test("reads standard input, and the format that it is told")
  func input() async throws {
    let home = try Home()
    let page = "<html><body><a href='https://a.example/1'>One</a></body></html>"
    let refused = try await home.luego("import", "-", input: Array(page.utf8))
    #expect(refused.status == 1)
    #expect(refused.errorLines.first?.contains("--format bookmarks") == true)
    let taken = try await home.luego(
      "import",
      "--format",
      "bookmarks",
      "-",
      input: Array(page.utf8)
    )
    #expect(taken.lines == ["bookmarks: 1 article found, 1 imported"])
    #expect(try await home.luego("import").status == 2)
    #expect(try await home.luego("import", "--format", "paper", "-").status == 2)
    #expect(try await home.luego("import", "missing.csv").status == 3)
    #expect(try await home.luego("--read-only", "import", "-").status == 4)
  }

  @Test("killed in the middle is completed by importing again: nothing twice, nothing lost")
  func killed() async throws {
    let home = try Home()
    let rows = (0..<6000).map { "T,https://a.example/\($0),1466000000,t,unread\n" }.joined()
    let path = try file(home, "export.csv", Self.header + rows)
    let disk = try DirectoryWatch(home.path)
    let run = Task { try await home.luego("import", path) }
    try await disk.wait(until: "some articles are there") {
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: home.library)) ?? []
      return names.contains { $0.hasPrefix("articles/") && $0.hasSuffix(".json") }
    }
    run.cancel()
    _ = try? await run.value
    let again = try await home.luego("import", path)
    #expect(again.status == 0 && again.text.contains("6000 articles found"))
    #expect(try await home.entries("in:all").count == 6000)
    let doctor = try await home.luego("doctor")
    #expect(doctor.status == 0, "\(doctor.lines)")
  }
}
