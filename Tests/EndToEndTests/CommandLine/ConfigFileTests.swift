import Foundation
import Glibc
import Platform
import TestSupport
import Testing

@Suite("What is changed in the program is kept beside the config file", .endsAtAll)
struct ConfigFileTests {
  private func bytes(of path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(filePath: path)))
  }

  @Test("values in quotes are read without them") func quotes() async throws {
    let home = try Home()
    try await home.luego("add", "--no-fetch", "a.example")
    let lines = [
      "set inbox \"My  Inbox\"", "set theme \"night\"", "sync s \"\(home.path)/My Disk/l\"",
    ]
    try home.configure(lines.joined(separator: "\n") + "\n")
    let outcome = try await home.luego("inbox")
    #expect(outcome.errorLines == ["Nothing in \(home.library)/My  Inbox"])
    try home.makeDirectory("My Disk")
    #expect(try await home.luego("sync", "s").status == 0)
    #expect(
      FileManager.default.fileExists(atPath: LibraryFiles.identity(in: home.path + "/My Disk/l")))
    #expect(try await home.luego("help", "config").text.contains("set theme night"))
  }

  @Test("by processes adding eight feeds of one host, and each gets a name of its own")
  func namesConcurrently() async throws {
    let home = try Home()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          try await home.luego(
            "sources", "add", "--no-check", "https://one.example/\(worker)/feed")
        }
      }
      try await group.waitForAll()
    }
    let listed = try await home.luego("sources", "--json")
    #expect(listed.lines.count { $0.contains("https://one.example/") } == 8)
  }

  @Test("and the person's own file stays byte for byte, whatever is in it")
  func bytes() async throws {
    let home = try Home()
    let marked: [UInt8] =
      [0xef, 0xbb, 0xbf] + Array("# \u{1F4DA} mine\r\nset  theme   paper\r\n".utf8)
    let before =
      marked + Array("# ".utf8) + [0xff, 0xfe, 0x00, 0xc3]
      + Array("\r\nsource add https://a.example/feed a".utf8)
    let path = try home.directory.write(".config/luego/config", before)
    try await home.luego("sources", "add", "--no-check", "https://b.example/feed")
    let off = try await home.luego("sources", "off", "a")
    #expect(off.errors.isEmpty)
    #expect(try bytes(of: path) == before)
    #expect(
      try bytes(of: path + ".kept")
        == Array("source add https://b.example/feed b.example\nsource off a\n".utf8))
    try await home.luego("sources", "remove", "b.example")
    try await home.luego("sources", "on", "a")
    #expect(try bytes(of: path + ".kept").isEmpty)
    try await home.luego("sources", "remove", "a")
    let listed = try await home.luego("sources", "--json")
    #expect(!listed.text.contains("a.example"))
    // Nor does it matter when the person takes it out as well.
    try Data(marked).write(to: URL(filePath: path))
    let again = try await home.luego("sources", "--json")
    #expect(again.errors.isEmpty && again.lines == listed.lines)
  }

  @Test("never where the config file is none, or when --read-only says so, which is one line")
  func refused() async throws {
    let home = try Home()
    let device = try await home.luego("--config", "/dev/null", "sources", "block", "a.example")
    #expect(device.status == 1 && device.errorLines.count == 1)
    #expect(device.errorLines.first?.contains("is not a regular file") == true)
    let readOnly = try await home.luego("--read-only", "sources", "block", "a.example")
    #expect(readOnly.status == 4 && readOnly.errorLines.count == 1)
    #expect(access(home.path + "/.config/luego/config.kept", F_OK) != 0)
  }
}
