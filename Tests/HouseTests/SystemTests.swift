import Foundation
import TestSupport
import Testing

@Suite("The system around the program")
struct SystemTests {
  private let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test("4.15 the decisions of weight are written down: screen, store, parser, merging for sync")
  func decisions() throws {
    let note = try text("Sources/ARCHITECTURE.md")
    let section = try #require(note.range(of: "## Decisions\n"))
    let rest = note[section.upperBound...]
    let decisions = rest[..<(rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex)]
    for words in [
      "**ncurses**", "**Plain JSON files, no database.**", "**libxml2**", "**Merging**",
    ] {
      #expect(decisions.contains(words), "\(words)")
    }
  }

  @Test("the README fits on two screens, and what it refers to is there")
  func readme() throws {
    let readme = try text("README.md")
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 131)
    let links = readme.matches(of: /\]\(([^):]+)\)/).map { String($0.1) }
    #expect(links.count > 5)
    for link in links {
      #expect(FileManager.default.fileExists(atPath: root.appending(path: link).path), "\(link)")
    }
  }

  @Test(
    "4.13 an old compiler is named, with what is needed and where it comes from",
    arguments: [("Swift version 5.10 (x)", false), ("Swift version 6.2.1 (x)", true), ("", false)]
  )
  func compiler(said: String, isEnough: Bool) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let fake = directory.appending(path: "swift")
    try "#!/bin/sh\necho '\(said)'\n".write(to: fake, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fake.path)
    waitUntilNobodyWrites(fake.path)
    let log = directory.appending(path: "log")
    let worked = runShell(
      #"exec make -C "$1" -s swift-version SWIFT="$2" >"$3" 2>&1"#,
      root.path,
      fake.path,
      log.path
    )
    let output = try String(contentsOf: log, encoding: .utf8)
    #expect(worked == isEnough, "\(output)")
    #expect(output.contains("Swift 6.2 or newer is needed") == !isEnough, "\(output)")
    #expect(output.contains("https://swift.org/install") == !isEnough, "\(output)")
  }

  @Test("4.16 the desktop entry opens both schemes with the program, and the manual says how")
  func desktop() throws {
    let entry = try text("Data/luego.desktop").split(separator: "\n").map(String.init)
    #expect(entry.first == "[Desktop Entry]")
    #expect(entry.contains("Exec=luego open %u"))
    #expect(entry.contains("MimeType=x-scheme-handler/luego;x-scheme-handler/luegoreader;"))
    let manual = try text("Data/man/luego.1")
    for words in ["xdg-mime default luego.desktop", "xdg-open 'luegoreader://"] {
      #expect(manual.contains(words), "\(words)")
    }
  }
}
