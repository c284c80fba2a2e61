import Foundation
import TestSupport
import Testing

@Suite(
  "Killed at a write", .endsAtAll,
  .enabled(if: hasStrace, "needs strace"))
struct KilledTests {
  /// Numbers of the calls at which the program is killed, unless it finishes first.
  private static let numbers = [1, 2, 3, 4, 6, 8, 11, 15, 20, 27, 36, 50, 80]

  private func home() async throws -> Home {
    let home = try Home()
    for number in 1...3 {
      try await home.save("https://a.example/\(number)", title: "Article \(number)")
    }
    try await home.luego("sync", home.path + "/other/")
    try await home.luego("tag", "--all", "Article", "+old")
    let csv =
      "title,url,time_added,tags,status\n"
      + (1...3).map { "T\($0),https://b.example/\($0),160000000\($0),a,unread\n" }.joined()
    try home.directory.write("import.csv", text: csv)
    return home
  }

  @Test(
    "a command leaves each article as before or after it; run again, it is completed",
    arguments: [
      ["add", "--no-fetch", "https://c.example/1", "https://c.example/2"],
      ["tag", "in:all", "+new"], ["import", "import.csv"], ["undo"], ["sync", "other/"],
    ])
  func killed(words: [String]) async throws {
    let home = try await home()
    let begun = try TemporaryDirectory()
    try #require(runShell("cp -a \"$1/.\" \"$2\"", home.path, begun.path))
    let words = words.map {
      ["import.csv", "other/"].contains($0) ? home.path + "/" + $0 : $0
    }
    func shown() async throws -> [[String: String]] {
      var all = [try await home.shown()]
      if words[0] == "sync" { all.append(try await home.shown(words[1])) }
      return all
    }
    let before = try await shown()
    #expect(try await home.run(words).status == 0)
    let after = try await shown()
    #expect(before != after)
    for number in Self.numbers {
      let script = "find \"$1\" -mindepth 1 -delete; cp -a \"$2/.\" \"$1\""
      try #require(runShell(script, home.path, begun.path))
      let killed = try await home.run(words, under: traced(sending: "KILL", at: "\(number)"))
      var isDone = true
      for (index, found) in try await shown().enumerated() {
        for id in Set(found.keys).union(after[index].keys) {
          let isKnown = same(found[id], before[index][id]) || same(found[id], after[index][id])
          #expect(isKnown, "call \(number): \(found[id] ?? "gone")")
          isDone = isDone && same(found[id], after[index][id])
        }
      }
      if killed.status == 0 { return #expect(isDone) }
      if !isDone || words[0] != "undo" {
        let again = try await home.run(words)
        #expect(again.status == 0, "call \(number): \(again.errorLines)")
      }
      for (index, found) in try await shown().enumerated() {
        #expect(found.keys.sorted() == after[index].keys.sorted(), "call \(number)")
        for (id, line) in found { #expect(same(line, after[index][id]), "call \(number)") }
      }
      let doctor = try await home.luego("doctor")
      #expect(doctor.status == 0, "call \(number): \(doctor.lines)")
    }
    Issue.record("more than \(Self.numbers.last ?? 0) calls")
  }

  /// Whether two lines describe the same article state, ignoring the time of the change.
  private func same(_ line: String?, _ other: String?) -> Bool {
    func bare(_ line: String?) -> String? { line?.replacing(/"[a-zA-Z]*At":"[^"]*"/, with: "") }
    return bare(line) == bare(other)
  }
}
