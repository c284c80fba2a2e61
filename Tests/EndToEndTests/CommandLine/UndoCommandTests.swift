import Foundation
import TestSupport
import Testing

@Suite("luego undo, edit and random", .endsAtAll) struct UndoCommandTests {
  private func home(_ addresses: String...) async throws -> Home {
    let home = try Home()
    for address in addresses { try await home.luego("add", "--no-fetch", "https://\(address)") }
    return home
  }

  @Test("undo takes back one change each time, the last first, and says what")
  func steps() async throws {
    let home = try await home("a.example", "b.example")
    try await home.luego("archive", "url:a.example")
    try await home.luego("tag", "url:example", "+x")
    try await home.luego("edit", "url:b.example", "--title", "Mine")
    try await home.luego("delete", "url:b.example")
    for said in [
      "undone: deleted “Mine”", "undone: edited “Mine”", "undone: tagged 2 articles",
      "undone: archived “a.example”", "undone: added “b.example”", "undone: added “a.example”",
    ] {
      let outcome = try await home.luego("undo")
      #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.lines == [said])
    }
    #expect(try await home.everything().isEmpty)
    #expect(try await home.entries("in:trash").allSatisfy { $0.tags.isEmpty && !$0.isArchived })
    let nothing = try await home.luego("undo")
    #expect(nothing.status == 1 && nothing.errorLines == ["luego: Nothing to undo"])
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
      // Told more than once, as whoever ends a group of processes does.
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

  @Test("a change that did nothing is no step") func nothingDone() async throws {
    let home = try await home("a.example")
    try await home.luego("archive", "url:a.example")
    try await home.luego("archive", "url:a.example")
    try await home.luego("add", "--no-fetch", "https://a.example")
    #expect(try await home.luego("undo").lines == ["undone: archived “a.example”"])
  }

  @Test("what the interface adds and takes back is no step; what it adds and keeps is one")
  func addedInInterface() async throws {
    let home = try await home("z.example")
    try await home.luego("undo")
    try await home.luego("--snapshot", "100x30", "--write", "--keys", "ahttps://a.example<enter>u")
    #expect(try await home.everything().isEmpty)
    let nothing = try await home.luego("undo")
    #expect(nothing.status != 0 && nothing.errorLines == ["luego: Nothing to undo"])
    try await home.luego("--snapshot", "100x30", "--write", "--keys", "ahttps://b.example<enter>")
    #expect(try await home.everything().count == 1)
    #expect(try await home.luego("undo").text.contains("undone: added"))
    #expect(try await home.everything().isEmpty)
  }

  @Test("each library has its own steps") func libraries() async throws {
    let home = try await home("a.example")
    try await home.run([
      "--library", home.directory.path("other"), "add", "--no-fetch", "b.example",
    ])
    #expect(try await home.luego("undo").lines == ["undone: added “a.example”"])
    #expect(try await home.luego("undo").status == 1)
  }

  @Test("a command undoes what the interface did, and the interface what a command did, in order")
  func bothWays() async throws {
    let home = try await home("a.example")
    func press(_ keys: String) async throws -> String {
      try await home.luego("--snapshot", "100x30", "--write", "--keys", keys).text
    }
    _ = try await press("s")
    try await home.luego("tag", "url:a.example", "+x")
    _ = try await press(":view<space>Mine<space>is:unread<enter>")
    #expect(try await press("u").contains("Undone: made the view “Mine”"))
    #expect(try await press("u").contains("Undone: tagged “a.example”"))
    #expect(try await home.luego("undo").lines == ["undone: favorited “a.example”"])
    #expect(try await press("u").contains("Undone: added “a.example”"))
    #expect(try await press("u").contains("Nothing to undo"))
    for done in ["added “a.example”", "favorited “a.example”", "tagged “a.example”"] {
      #expect(try await press("<C-r>").contains("Redone: \(done)"))
    }
    let entry = try #require(try await home.everything().first)
    #expect(entry.tags == ["x"])
    #expect(try await home.luego("undo").lines == ["undone: tagged “a.example”"])
    try await home.luego("archive", "url:a.example")
    #expect(try await press("<C-r>").contains("Nothing to redo"))
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
    // What was written last may not have been recorded.
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

  @Test("a state directory that cannot be written keeps nothing from being changed, and says so")
  func noState() async throws {
    let home = try await home("a.example")
    let state = ["XDG_STATE_HOME": "/dev/null"]
    let outcome = try await home.luego("archive", "url:a.example", environment: state)
    #expect(outcome.status == 0 && outcome.lines.count == 1)
    #expect(outcome.errorLines == ["This cannot be undone: /dev/null/luego/undo cannot be written"])
    let undone = try await home.luego("undo", environment: state)
    #expect(undone.status == 1 && undone.errorLines.count == 1)
    #expect(try await home.entries("in:archived").count == 1)
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

  @Test("1.26 an edited address keeps what was done to the article, and undo takes it back")
  func editedAddress() async throws {
    let home = try await home("a.example/wrong", "b.example")
    try await home.luego("edit", "url:wrong", "--title", "Mine", "--add-tag", "t", "--note", "n")
    try await home.luego("archive", "url:wrong")
    let edited = try await home.luego("edit", "url:wrong", "--url", "a.example/right")
    #expect(edited.status == 0 && edited.errors.isEmpty && edited.lines.count == 1)
    let right = try #require(try await home.entries("url:right").first)
    #expect(right.url == "https://a.example/right" && right.title == "Mine" && right.isArchived)
    #expect(right.tags == ["t"] && edited.text.contains(right.id.prefix(8)))
    #expect(try await home.entries("in:trash").isEmpty)
    #expect(try await home.luego("undo").lines == ["undone: edited “Mine”"])
    #expect(try await home.entries("in:archived").map(\.url) == ["https://a.example/wrong"])
    #expect(try await home.entries("in:trash").isEmpty)
    try await home.luego("edit", "url:wrong", "--url", "a.example/right")
    #expect(try await home.entries("in:archived").map(\.id) == [right.id])
    let taken = try await home.luego("edit", right.id, "--url", "b.example")
    #expect(taken.refusal(1) != nil)
    #expect(try await home.luego("edit", right.id, "--url", "ftp://b.example").status == 2)
    #expect(try await home.everything().count == 2)
  }

  @Test("random prints one entry of what was asked for, the same for a seed")
  func random() async throws {
    let home = try await home("a.example", "b.example", "c.example")
    try await home.luego("archive", "url:c.example")
    var lines: [String] = []
    for seed in [0, 1, 2, 3, 4, 5, 6, 7, 0, 1] {
      let outcome = try await home.luego("random", "--seed", String(seed), "--format", "{url}")
      #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.lines.count == 1)
      lines += outcome.lines
    }
    #expect(lines.suffix(2) == lines.prefix(2))
    #expect(Set(lines) == ["https://a.example", "https://b.example"])
    #expect(try await home.luego("random", "in:archived").text.contains("c.example"))
    #expect(try await home.luego("random", "--minutes", "5").refusal(3) != nil)
    #expect(try await home.luego("random", "--minutes", "0").status == 2)
  }

  @Test("1.12 stats counts what was saved in the time and prints JSON for scripts")
  func stats() async throws {
    let home = try await home("a.example")
    let now = ["LUEGO_NOW": "2031-01-01T00:00:00Z"]
    let late = try await home.luego("stats", "--json", environment: now)
    #expect(late.text.hasPrefix(#"{"days":30,"saved":0,"read":0,"#), "\(late.text)")
    let all = try await home.luego("stats", "--all", "--json", environment: now)
    #expect(all.text.hasPrefix(#"{"days":null,"saved":1,"read":0,"#), "\(all.text)")
    let text = try await home.luego("stats", "--days=30")
    #expect(text.status == 0 && text.errors.isEmpty && text.lines.first == "Last 30 days")
    #expect(text.lines.contains("  Saved     1"))
  }
}

@Suite("luego tags", .endsAtAll) struct TagsCommandTests {
  @Test("tags are listed, renamed with those below them, merged, removed, and it is undone")
  func tags() async throws {
    let home = try Home()
    for (name, tag) in [("a", "x"), ("b", "x/y"), ("c", "z")] {
      try await home.luego("add", "--no-fetch", "-t", tag, "https://\(name).example")
    }
    #expect(try await home.luego("tags").lines == ["2  x", "1  x/y", "1  z"])
    let merged = try await home.luego("tags", "rename", "x", "z")
    #expect(merged.status == 0 && merged.lines.count == 2)
    #expect(try await home.luego("tags").lines == ["3  z", "1  z/y"])
    #expect(try await home.luego("tags", "--json").lines.first == #"{"tag":"z","count":3}"#)
    #expect(try await home.luego("undo").lines == ["undone: renamed tag x to z on 2 articles"])
    #expect(try await home.luego("tags", "list").lines == ["2  x", "1  x/y", "1  z"])
    try await home.luego("tags", "remove", "x")
    #expect(try await home.luego("tags").lines == ["1  z"])
    let missing = try await home.luego("tags", "rename", "x", "y")
    #expect(missing.status == 3 && missing.errorLines == ["luego: No article is tagged “x”"])
    #expect(try await home.luego("tags", "rename", "x").status == 2)
    #expect(try await home.luego("tags", "rename", "z", "z/old").status == 2)
  }
}
