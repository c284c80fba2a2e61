import Foundation
import Glibc
import TestSupport
import Testing

@Suite("luego import", .endsAtAll) struct ImportCommandTests {
  private static let header = "title,url,time_added,tags,status\n"

  /// Rows of a Pocket table.
  private static func rows(_ range: Range<Int>) -> String {
    range.map { "T,https://a.example/\($0),1466000000,t,unread\n" }.joined()
  }

  private func sound(_ home: Home, has count: Int) async throws {
    #expect(try await home.entries("in:all").count == count)
    let doctor = try await home.luego("doctor")
    #expect(doctor.status == 0, "\(doctor.lines)")
  }

  @Test("killed in the middle is completed by importing again: nothing twice, nothing lost")
  func killed() async throws {
    let home = try Home()
    let path = try home.directory.write("export.csv", text: Self.header + Self.rows(0..<6000))
    let state = try home.makeDirectory(".local/state/luego")
    let disk = try DirectoryWatch(home.path)
    let run = Task { try await home.luego("import", path) }
    try await disk.wait(until: "some articles can be undone") {
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: state)) ?? []
      return names.contains { $0.hasSuffix(".undo") }
    }
    run.cancel()
    _ = try? await run.value
    let there = try await home.entries("in:all").count
    #expect(there > 0)
    // Everything saved and recorded before the end is one undo step.
    let undone = try await home.luego("undo")
    #expect(
      undone.status == 0 && undone.text.hasPrefix("undone: imported "), "\(undone.errorLines)")
    let left = try await home.entries("in:all").count
    #expect(left < there)
    let again = try await home.luego("import", path)
    #expect(again.status == 0 && again.text.contains("6000 articles found"))
    try await sound(home, has: 6000)
  }

  @Test(
    "stopped by the interrupt key keeps what is saved, says so, can be undone, and is completed by doing it again"
  )
  func interrupted() async throws {
    let home = try Home()
    let pipe = home.path + "/rows"
    try #require(mkfifo(pipe, 0o600) == 0)
    // More rows than anyone would wait for: only the key ends the import.
    let rows = """
      BEGIN { print h; for (i = 0; i < 300000; i++) print "T,https://a.example/" i ",1466000000,t,unread" }
      """
    let feeder = Task {
      try await Programs.run(
        [
          "sh", "-c", "exec awk -v h=\"$0\" \"$1\" > \"$2\"", String(Self.header.dropLast()), rows,
          pipe,
        ], environment: home.environment(), directory: home.path)
    }
    try await TerminalWindow.open(home, columns: 100, rows: 12) { window in
      try await window.launch("import --format pocket \(pipe)")
      try await window.wait(forText: "Importing: ")
      try await window.press("C-c")
      try await window.wait(forText: "What was imported is saved.")
      try await window.waitForShell()
      try await window.type("echo status=$?\n")
      try await window.wait(forText: "status=130")
    }
    _ = try await feeder.value
    let count = try await home.entries("in:all").count
    #expect(count > 0)
    try await sound(home, has: count)
    let path = try home.directory.write(
      "export.csv", text: Self.header + Self.rows(0..<(count + 500)))
    let again = try await home.luego("import", path)
    #expect(again.text.contains("500 imported, \(count) already saved"), "\(again.lines)")
    #expect(try await home.luego("undo").lines == ["undone: imported 500 articles"])
    #expect(try await home.luego("undo").lines == ["undone: imported \(count) articles"])
    #expect(try await home.everything().isEmpty)
  }

  @Test(
    "onto a disk that fills up says so, keeps what is saved, and goes on when there is room",
    .enabled("a disk of its own needs the right to mount", { Self.canMount }))
  func fullDisk() async throws {
    let home = try Home()
    let path = try home.directory.write("export.csv", text: Self.header + Self.rows(0..<4000))
    try home.makeDirectory(".local/share/luego")
    // 4,000 records need 16 MB on disk.
    let small = [
      "unshare", "-m", "sh", "-c",
      "mount -t tmpfs -o size=8m none \"$0\" && \"$@\"; code=$?; cp -a \"$0\" \"$0.after\"; exit $code",
      home.library,
    ]
    let outcome = try await home.run(["import", path], under: small)
    #expect(outcome.status == 1)
    #expect(
      outcome.errorLines.contains { $0.contains("the disk is full") }, "\(outcome.errorLines)")
    #expect(outcome.errorLines.contains { $0.hasPrefix("What was imported is saved; ") })
    let said = try #require(outcome.text.firstMatch(of: /([0-9]+) imported/)?.1)
    try FileManager.default.removeItem(atPath: home.library)
    try FileManager.default.moveItem(atPath: home.library + ".after", toPath: home.library)
    try await sound(home, has: try #require(Int(said)))
    let again = try await home.luego("import", path)
    #expect(again.text.contains("\(said) already saved"), "\(again.lines)")
    try await sound(home, has: 4000)
  }

  private static let canMount = runShell("unshare -m mount -t tmpfs none /mnt 2>/dev/null")
}
