import Foundation
import TestSupport
import Testing

@Suite("What arguments mean", .endsAtAll) struct TargetTests {
  /// Commands that take articles, with what they need besides.
  static let commands: [[String]] = [
    ["list"], ["search"], ["random"], ["export"], ["highlights"], ["show"], ["share"], ["open"],
    ["archive"], ["unarchive"], ["favorite"], ["unfavorite"], ["delete"], ["restore"], ["fetch"],
    ["tag", "+x"], ["edit", "--note", "n"],
  ]

  private func home(_ count: Int) async throws -> (home: Home, ids: [String]) {
    let home = try Home()
    let added = try await home.run(
      ["add", "--no-fetch", "-t", "all"] + (1...count).map { "https://n\($0).example/" })
    #expect(added.status == 0)
    return (home, try await home.entries().map(\.id).reversed())
  }

  @Test("what list shows is what another command changes with the same arguments")
  func preview() async throws {
    let (home, ids) = try await home(4)
    try await home.luego("tag", ids[0], ids[1], "+a")
    try await home.luego("tag", ids[1], ids[2], "+b")
    for (words, wanted) in [
      (["tag:a", "tag:b"], [1]), ([ids[0], ids[3]], [0, 3]),
      ([String(ids[0].prefix(8)), "tag:a", "tag:b"], [0, 1]),
      (["https://n4.example/", "tag:b", "-tag:a"], [2, 3]), (["--", "-tag:a", "-tag:b"], [3]),
      (["n1.example", "n1.example"], [0]), (["\(ids[2].prefix(8))  2026-01-01  A line"], [2]),
    ] {
      let wanted = Set(wanted.map { ids[$0] })
      let listed = try await home.run(["list", "--format", "{id}"] + words)
      #expect(listed.status == 0 && Set(listed.lines) == wanted, "\(words)")
      let exported = try await home.run(["export", "--format", "text"] + words)
      #expect(exported.lines.count == wanted.count, "\(words)")
      let searched = try await home.run(["search", "--format", "{id}"] + words)
      #expect(Set(searched.lines) == wanted, "\(words)")
      #expect(try await home.run(["archive"] + words).lines.count == wanted.count, "\(words)")
      #expect(Set(try await home.entries("in:archived").map(\.id)) == wanted, "\(words)")
      try await home.luego("undo")
    }
  }

  @Test("two digits that begin one id are that article; beside words they are a word")
  func shortIDs() async throws {
    let (home, ids) = try await home(3)
    let digits = try #require(
      ids.map { $0.prefix(2) }.first { start in ids.count { $0.hasPrefix(start) } == 1 })
    let found = try await home.luego("list", "--format", "{id}", String(digits))
    #expect(found.lines.count == 1 && found.lines.allSatisfy { $0.hasPrefix(digits) })
    #expect(try await home.luego("list", String(digits), "printing").status == 3)
    #expect(try await home.luego("list", String(digits), "tag:none").lines.count == 1)
    #expect(try await home.luego("list", "\"\(digits)\"", "printing").status == 3)
  }

  @Test("digits that begin several ids are wrong usage, and change nothing")
  func ambiguous() async throws {
    let (home, ids) = try await home(60)
    let starts = Dictionary(grouping: ids) { $0.prefix(2) }
    let (start, _) = try #require(starts.first { $0.value.count > 1 })
    let outcome = try await home.luego("delete", String(start))
    #expect(outcome.refusal(2) != nil)
    #expect(try await home.entries().count == 60)
  }

  @Test("- reads targets from standard input: lines of list, ids and addresses")
  func input() async throws {
    let (home, ids) = try await home(4)
    for (words, wanted) in [
      (["list", "tag:all"], 4), (["list", "--format", "{id}"], 4),
      (["list", "--format", "{url}", "n2"], 1), (["search", "n3"], 1),
    ] {
      let lines = try await home.run(words).output
      let outcome = try await home.luego("archive", "-", input: Array("\n \n".utf8) + lines)
      #expect(
        outcome.status == 0 && outcome.lines.count == wanted, "\(words) \(outcome.errorLines)")
      try await home.luego("undo")
      let shown = try await home.luego("list", "--format", "{id}", "-", input: lines)
      #expect(shown.lines.count == wanted, "\(words)")
    }
    for words in Self.commands {
      // What looks like an option in standard input names no article.
      for input in words == ["delete"] ? ["", "\n", " \n\t\n", "--yes\n", "-x\n"] : [""] {
        let outcome = try await home.run(words + ["-"], input: Array(input.utf8))
        #expect(outcome.refusal(2) != nil, "\(words)")
      }
    }
    #expect(try await home.entries("in:list").count == 4)
    let gone = "ffffffff  2026-01-01  gone\n\(ids[0])\n"
    let partly = try await home.luego("delete", "-", input: Array(gone.utf8))
    #expect(partly.status == 3 && partly.lines.count == 1 && partly.errorLines.count == 1)
  }

  @Test("delete by a query of more than 50 articles needs --yes where nobody can be asked")
  func many() async throws {
    let (home, _) = try await home(51)
    let refused = try await home.luego("delete", "tag:all")
    #expect(refused.refusal(2) != nil)
    let line = try #require(refused.errorLines.first)
    #expect(line.contains("51 articles") && line.contains("--yes"))
    #expect(line.contains("n51.example") && line.contains("n49.example"))
    #expect(try await home.entries().count == 51)
    let ids = try await home.luego("list", "--format", "{id}").output
    #expect(try await home.luego("delete", "-", input: ids).status == 0, "ids are no query")
    try await home.luego("undo")
    #expect(try await home.luego("delete", "tag:all", "-url:n51").status == 0, "50 are not many")
    try await home.luego("undo")
    #expect(try await home.luego("delete", "--yes", "tag:all").lines.count == 51)
    #expect(try await home.entries().isEmpty)
    #expect(try await home.luego("restore", "tag:all").lines.count == 51, "only delete asks")
    #expect(try await home.luego("archive", "--yes", "tag:all").status == 2)
  }

  @Test("delete by a query of more than 50 articles asks on a terminal")
  func asking() async throws {
    let (home, _) = try await home(51)
    try await TerminalWindow.open(home, columns: 140) { window in
      for (number, (answer, left)) in [("", 51), ("n", 51), ("y", 0)].enumerated() {
        try await window.launch("delete tag:all")
        try await window.wait(for: "it asks") { screen in
          screen.rows.count { $0.contains("[y/N]") } == number + 1
        }
        try await window.type(answer + "\n")
        try await window.waitForShell()
        #expect(try await home.entries().count == left, "\(answer)")
      }
    }
  }

  /// A library of three pages; one has a rare word in its title, another in its text.
  private func herons() async throws -> Home {
    let home = try Home()
    for (url, title, text) in [
      ("https://a.example/heron", "Wading birds", "Herons wait here."),
      ("https://b.example/rivers", "Rivers", "A heron waits here."),
      ("https://c.example/lakes", "The lakes of herons", "Water stands in the meadows."),
    ] { try await home.save(url, title: title, text: text) }
    return home
  }

  @Test("a change by words that match several articles asks on a terminal")
  func vagueWordsOnTerminal() async throws {
    let home = try await herons()
    try await TerminalWindow.open(home, columns: 140) { window in
      for (number, (answer, archived)) in [("", 0), ("y", 2)].enumerated() {
        try await window.launch("archive heron")
        try await window.wait(for: "it asks") { screen in
          screen.rows.count { $0.contains("[y/N]") && $0.contains("2 articles") } == number + 1
        }
        try await window.type(answer + "\n")
        try await window.waitForShell()
        #expect(try await home.entries("in:archived").count == archived, "\(answer)")
      }
    }
  }
}
