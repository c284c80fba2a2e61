import Foundation
import Glibc
import TestSupport
import Testing

@Suite("A directory of records that may not be read", .endsAtAll) struct UnreadableShardTests {
  @Test(
    "keeps nobody from the rest, is counted, named by doctor and never written over",
    .enabled(Rights.comment, { await Rights.canBeLost }))
  func shard() async throws {
    let home = try Home()
    let good = "http://a.example/2"
    try await home.luego("add", "--no-fetch", "http://a.example/1", good)
    let bad = try #require(try await home.entries().first { $0.url != good })
    let shard = LibraryFiles.shard(of: bad.id, in: home.library)
    let before = try home.files(under: shard)
    chmod(shard, 0)
    defer { chmod(shard, 0o700) }
    func run(_ words: String...) async throws -> Outcome {
      try await home.run(words, under: Rights.withoutPrivileges)
    }
    // With the previous index, which has all articles, and without one.
    for known in [2, 1] {
      let list = try await run("list")
      #expect(list.status == 0 && list.text.contains("a.example/2"))
      #expect(list.lines.count == known, "\(list.text)")
      #expect(list.errorLines == ["luego: 1 record cannot be read; run luego doctor"])
      let screen = try await run("--snapshot", "100x12")
      #expect(screen.status == 0 && screen.text.contains("1 unreadable"))
      try? FileManager.default.removeItem(atPath: home.directory.path(".cache"))
    }
    #expect(try await run("archive", good).status == 0)
    let again = try await run("add", "--no-fetch", bad.url)
    #expect(again.status == 1 && again.lines.count == 1)
    #expect(again.text.contains("not saved") && again.text.contains("permission denied"))
    for words in [["doctor"], ["doctor", "--repair"]] {
      let report = try await home.run(words, under: Rights.withoutPrivileges)
      #expect(report.status == 1 && report.text.contains("unreadable  \(shard): permission denied"))
    }
    chmod(shard, 0o700)
    #expect(try home.files(under: shard) == before)
    #expect(try await home.everything().count == 2)
  }
  @Test(
    "of all records, or of the library, is an error in one line, not an empty list",
    .enabled(Rights.comment, { await Rights.canBeLost }), arguments: [true, false])
  func all(isLibrary: Bool) async throws {
    let home = try Home()
    try await home.luego("add", "--no-fetch", "http://a.example/1")
    let directory = isLibrary ? home.library : LibraryFiles.articles(in: home.library)
    chmod(directory, 0)
    defer { chmod(directory, 0o700) }
    var commands = [["list"], ["stats"], ["random"], ["--snapshot", "100x12"]]
    if isLibrary { commands.append(["add", "http://b.example/", "--no-fetch"]) }
    for words in commands {
      let outcome = try await home.run(words, under: Rights.withoutPrivileges)
      #expect(outcome.refusal(1)?.contains("permission denied") == true, "\(words)")
      #expect(isLibrary || outcome.errorLines.first?.contains(directory) == true, "\(words)")
    }
  }
}
