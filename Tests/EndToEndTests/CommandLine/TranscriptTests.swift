import Foundation
import TestSupport
import Testing

@Suite("Transcripts", .endsAtAll) struct TranscriptTests {
  private static let transcripts = Home.checkout + "/Tests/EndToEndTests/Transcripts"

  @Test(
    "0.20 1.12 1.20 1.23 1.25 1.26 1.31 2.26 4.8 4.16 commands say what their transcript has",
    arguments: try FileManager.default.contentsOfDirectory(atPath: transcripts).filter {
      $0.hasSuffix(".says")
    }.sorted())
  func commands(name: String) async throws {
    try await Transcript.check(Self.transcripts + "/" + name, in: Home())
  }

  /// Libraries in each format ever released, as they are on users' disks; they never change.
  private static let libraries = Home.checkout + "/Tests/EndToEndTests/Libraries"

  @Test("a library of format 2 says what it said, before and after it is written to")
  func secondFormat() async throws {
    let home = try Home()
    try home.makeDirectory(".local/share")
    try FileManager.default.copyItem(atPath: Self.libraries + "/format-2", toPath: home.library)
    let files = try home.files(under: home.library)
    try await Transcript.check(Self.libraries + "/format-2.says", in: home)
    #expect(try home.files(under: home.library) == files)
    for words in [["tag", "in:all", "+new"], ["undo"]] {
      let moment = ["LUEGO_NOW": "2026-02-01T00:00:00Z", "LUEGO_MACHINE": "new"]
      #expect(try await home.run(words, environment: moment).status == 0)
    }
    // An exported record has the stamps of that moment.
    try await Transcript.check(
      Self.libraries + "/format-2.says", in: home, before: "$ luego export")
  }

  @Test("a library of format 1 is imported, says what it said, and stays as it is")
  func firstFormat() async throws {
    let home = try Home()
    let old = home.directory.path("old")
    try FileManager.default.copyItem(atPath: Self.libraries + "/format-1", toPath: old)
    let files = try home.files(under: old)
    try await Transcript.check(Self.libraries + "/format-1.says", in: home)
    #expect(try home.files(under: old) == files)
  }
}
