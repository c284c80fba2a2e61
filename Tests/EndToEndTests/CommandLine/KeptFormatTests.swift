import Foundation
import TestSupport
import Testing

/// Libraries as files, one of each format that there has been, and what the program says of them.
///
/// The files in `Libraries` never change: they are what people have on their disks. With `LUEGO_RECORD=1` what the
/// program says is written again.
@Suite("Libraries that are on disks", .endsAtAll) struct KeptFormatTests {
  private static let libraries = Home.checkout + "/Tests/EndToEndTests/Libraries"

  private static let environment = [
    "LUEGO_NOW": "2026-02-01T00:00:00Z", "LUEGO_MACHINE": "new",
  ]

  /// Runs the commands of a text, and puts what each says below it.
  private func transcript(_ home: Home, of text: String) async throws -> String {
    var said = ""
    for line in text.split(separator: "\n") where line.hasPrefix("$ luego ") {
      let words = line.dropFirst(8).split(separator: " ").map {
        $0 == "old" ? home.directory.path("old") : String($0)
      }
      let outcome = try await home.run(words, environment: Self.environment)
      said += line + "\n" + outcome.text
      if outcome.text.last.map({ $0 != "\n" }) == true { said += "\n" }
      for line in outcome.errorLines { said += "! \(line)\n" }
    }
    return said
  }

  private func check(
    _ home: Home, _ name: String, with kept: (String) -> String = { $0 }
  )
    async throws
  {
    let path = Self.libraries + "/" + name
    let wanted = kept(try String(contentsOfFile: path, encoding: .utf8))
    let said = try await transcript(home, of: wanted)
    if ProcessInfo.processInfo.environment["LUEGO_RECORD"] == "1" {
      try said.write(toFile: path, atomically: true, encoding: .utf8)
      Issue.record("Recorded \(name); run again without LUEGO_RECORD")
    } else {
      #expect(said == wanted)
    }
  }

  @Test("a library of format 2 says what it said, before and after it is written to")
  func second() async throws {
    let home = try Home()
    try home.makeDirectory(".local/share")
    try FileManager.default.copyItem(
      atPath: Self.libraries + "/format-2", toPath: home.library)
    let files = try home.files(under: home.library)
    try await check(home, "format-2.says")
    #expect(try home.files(under: home.library) == files)
    for words in [["tag", "in:all", "+new"], ["undo"]] {
      #expect(try await home.run(words, environment: Self.environment).status == 0)
    }
    // What a record is exported with has the stamps of that.
    try await check(home, "format-2.says") { $0.components(separatedBy: "$ luego export")[0] }
  }

  @Test("a library of format 1 is imported, says what it said, and stays as it is")
  func first() async throws {
    let home = try Home()
    let old = home.directory.path("old")
    try FileManager.default.copyItem(atPath: Self.libraries + "/format-1", toPath: old)
    let files = try home.files(under: old)
    try await check(home, "format-1.says")
    #expect(try home.files(under: old) == files)
  }
}
