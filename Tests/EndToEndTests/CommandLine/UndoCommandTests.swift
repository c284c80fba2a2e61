import Foundation
import TestSupport
import Testing

@Suite("luego undo and edit", .endsAtAll) struct UndoCommandTests {
  private func home(_ addresses: String...) async throws -> Home {
    let home = try Home()
    for address in addresses { try await home.luego("add", "--no-fetch", "https://\(address)") }
    return home
  }

  @Test(
    "undo takes back all that a change did before it was told to end, at whatever call",
    .enabled(if: hasStrace, "needs strace"))
  func ended() async throws {
    let home = try Home()
    let addresses = (0..<3000).map { "https://a.example/\($0)\n" }.joined()
    try await home.luego("add", "--no-fetch", "-", input: Array(addresses.utf8))
    var isPartial = false
    for call in [1, 100, 1200, 2900] {
      let tag = "t\(call)"
      // Signaled more than once, as when a whole process group is ended.
      try await home.run(
        ["tag", "in:all", "+" + tag], under: traced(sending: "TERM", at: "\(call)+50"))
      let count = try await home.entries("tag:" + tag).count
      isPartial = isPartial || (1..<3000).contains(count)
      if count > 0 {
        let what = count == 1 ? "“a.example”" : "\(count) articles"
        #expect(try await home.luego("undo").lines == ["undone: tagged \(what)"])
      }
      #expect(try await home.entries("tag:" + tag).isEmpty, "\(call)")
    }
    #expect(isPartial)
  }

  @Test("a change that is killed halfway is undone as far as it was done")
  func killed() async throws {
    let home = try Home()
    let rows = (0..<6000).map { "T,https://a.example/\($0),1466000000,t,unread\n" }.joined()
    let file = try home.directory.write(
      "export.csv", text: "title,url,time_added,tags,status\n" + rows)
    try await home.luego("import", file)
    let state = home.directory.path(".local/state/luego")
    let disk = try DirectoryWatch(home.path)
    let run = Task { try await home.luego("archive", "in:all") }
    try await disk.wait(until: "some articles can be undone") {
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: state)) ?? []
      return names.contains { $0.hasSuffix("2.undo") }
    }
    run.cancel()
    _ = try? await run.value
    let there = try await home.entries("in:archived").count
    #expect(there > 0)
    #expect(try await home.luego("undo").text.hasPrefix("undone: archived "))
    // The last write may not have been recorded.
    #expect(try await home.entries("in:archived").count <= min(1024, there - 1))
    #expect(try await home.entries("in:trash").isEmpty)
  }

  @Test("a step whose file is damaged says that it cannot be undone, and undoes nothing older")
  func damaged() async throws {
    let home = try await home("a.example", "b.example")
    let state = home.path + "/.local/state/luego"
    let step = try #require(
      try FileManager.default.subpathsOfDirectory(atPath: state).first { $0.hasSuffix("/2.undo") })
    try Data("{".utf8).write(to: URL(filePath: "\(state)/\(step)"))
    let outcome = try await home.luego("undo")
    #expect(outcome.refusal(1)?.contains("Cannot undo") == true)
    #expect(outcome.errorLines.first?.contains("2.undo is damaged") == true)
    #expect(try await home.everything().count == 2)
    #expect(try await home.luego("undo").lines == ["undone: added “a.example”"])
  }

  @Test("1.26 an edited title survives fetching again and later starts, until it is given back")
  func editedTitle() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    try await home.luego("add", web.url("/one"))
    let edited = try await home.luego(
      "edit", "first", "--title", "  My\tOwn\u{1b}[31m  ", "--add-tag", "t")
    #expect(edited.status == 0 && edited.errors.isEmpty)
    #expect(edited.text.hasSuffix("  My Own[31m\n"))
    try await home.luego("fetch", "in:all")
    let entry = try #require(try await home.everything().first)
    #expect(entry.title == "My Own[31m" && entry.tags == ["t"])
    let screen = try await home.luego("--snapshot", "120x20", "--read-only")
    #expect(screen.text.contains("My Own[31m"))
    try await home.luego("edit", entry.id, "--title", "", "--remove-tag", "t")
    let back = try #require(try await home.everything().first)
    #expect(back.title == "First Light" && back.tags.isEmpty)
    let same = try await home.luego(
      "edit", entry.id, "--add-tag", "a", "--remove-tag", "b", "--json")
    #expect(same.text.contains(#""result":"edited""#))
    #expect(try await home.luego("edit", entry.id).status == 2)
    #expect(try await home.luego("edit", entry.id, "--add-tag", "").status == 2)
    #expect(try await home.luego("edit", "nothing", "--title", "x").status == 3)
  }
}
