import Foundation
import TestSupport
import Testing

@Suite("Mistakes on the command line", .endsAtAll) struct MistakeTests {
  @Test("an unknown short option is wrong usage in every command")
  func shortOptions() async throws {
    let home = try Home()
    try await home.luego("add", "--no-fetch", "-t", "a", "http://127.0.0.1:9/")
    let before = try home.files(under: home.library)
    let commands = TargetTests.commands.map { ($0, $0[0] == "tag" ? "--k" : "-k") }
    for (command, option) in commands + [(["list"], "-k=json"), (["list"], "--k")] {
      let outcome = try await home.run(command + [option, "a"])
      #expect(outcome.refusal(2)?.contains("option “\(option)”") == true, "\(command) \(option)")
    }
    #expect(try home.files(under: home.library) == before)
    for command in [["list"], ["archive"], ["tag", "+x"]] {
      let outcome = try await home.run(command + ["-is:read", "-tag:b"])
      #expect(outcome.status == 0, "these are a query")
    }
  }

  @Test(
    "what was probably meant is said",
    arguments: [
      (["export", "-f", "json"], "--format"), (["list", "--limt", "3"], "--limit"),
      (["add", "--tags", "x", "a.example"], "--tag"), (["--libary", "x", "list"], "--library"),
      (["list", "-json"], "--json"), (["ls"], "luego list"), (["rm", "x"], "luego delete"),
      (["lst"], "luego list"), (["serach", "x"], "luego search"),
      (["help", "exprot"], "luego export"),
      (["https://a.example/x?y=1&z='"], "luego add 'https://a.example/x?y=1&z='\\'''"),
      (["a.example/x"], "luego add 'a.example/x'"), (["list", "-x"], "goes after --"),
    ])
  func near(words: [String], meant: String) async throws {
    let home = try Home()
    let outcome = try await home.run(words)
    #expect(outcome.refusal(2)?.contains(meant) == true)
  }

  @Test("a log that cannot be written is said, and the command goes on")
  func unwritableLog() async throws {
    let home = try Home()
    try await home.luego("add", "--no-fetch", "a.example")
    let outcome = try await home.luego("--log", home.path, "list", "--json")
    #expect(outcome.status == 0 && outcome.lines.count == 1)
    #expect(
      outcome.errorLines == [
        "luego: \(home.path) cannot be written: Is a directory; nothing is logged"
      ])
  }

  @Test(
    "commands that read or change a library say that there is none, and make nothing",
    arguments: TargetTests.commands.map { $0 + ["x"] } + [
      ["fetch"], ["list"], ["export"], ["undo"], ["tags"], ["stats"], ["doctor"],
      ["list", "--json"], ["doctor", "--repair"], ["--read-only", "list"], [],
      ["--snapshot", "80x24"],
    ])
  func noLibrary(words: [String]) async throws {
    let home = try Home()
    let library = home.path + "/typo"
    // The library that is named and the one that is meant otherwise are looked for in one place.
    for words in words == ["list"] ? [["--library", library] + words, words] : [words] {
      let outcome = try await home.run(words)
      #expect(outcome.refusal(3)?.contains("No library found at \(home.path)/") == true, "\(words)")
      #expect(
        try home.files(under: home.path).keys.allSatisfy { !$0.contains("share") && $0 != "typo" })
    }
  }

  @Test("a trial of an import goes without a library, and makes none")
  func withoutLibrary() async throws {
    let home = try Home()
    let link = Array("https://a.example\n".utf8)
    let dry = try await home.luego("import", "--dry-run", "-", input: link)
    #expect(dry.status == 0 && dry.text.contains("1 article"))
    #expect(!FileManager.default.fileExists(atPath: home.library))
    #expect(try await home.luego("import", "-", input: link).status == 0)
    #expect(try await home.entries().count == 1)
  }

  @Test("welcome brings the welcome articles, also from Trash, and says what was there")
  func welcome() async throws {
    let home = try Home()
    let first = try await home.luego("welcome")
    #expect(first.status == 0 && first.lines.count > 3)
    #expect(first.lines.allSatisfy { $0.hasPrefix("added  ") })
    let before = try home.files(under: LibraryFiles.articles(in: home.library))
    let again = try await home.luego("welcome")
    #expect(again.lines.allSatisfy { $0.hasPrefix("already there  ") })
    #expect(try home.files(under: LibraryFiles.articles(in: home.library)) == before)
    let addresses = try await home.luego("list", "--format", "{url}", "in:all").output
    #expect(try await home.luego("list", "-", input: addresses).lines.count == first.lines.count)
    try await home.luego("delete", "title:keys")
    let third = try await home.luego("welcome")
    #expect(third.lines.count { $0.hasPrefix("restored  ") } == 1)
    #expect(try await home.everything().count == first.lines.count)
    try await home.luego("undo")
    #expect(try await home.entries("in:trash").count == 1)
    for _ in 1...2 { try await home.luego("undo") }
    #expect(try await home.everything().isEmpty)
  }

  @Test("removing a tag says whether it was there") func untag() async throws {
    let home = try Home()
    try await home.luego("add", "--no-fetch", "-t", "x", "a.example")
    let id = try #require(try await home.entries().first).id.prefix(8)
    #expect(try await home.luego("tag", "a.example", "-x").lines == ["untagged  \(id)  a.example"])
    #expect(
      try await home.luego("tag", "a.example", "-x", "-y").lines == [
        "has no tag x, y  \(id)  a.example"
      ])
    #expect(try await home.luego("undo").lines == ["undone: untagged “a.example”"])
  }
}
