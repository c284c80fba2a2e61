import Foundation
import Glibc
import TestSupport
import Testing

/// Damage to the full-text index, which is in the cache and may be lost at any time.
@Suite("The full-text index of the program", .endsAtAll) struct SearchFaultTests {
  /// Creates a home with three indexed articles; in two of them a word occurs only in the text.
  static func library() async throws -> Home {
    let home = try Home()
    for (name, word) in [("one", "marigold"), ("two", "thistle"), ("three", "marigold")] {
      let text = String(
        repeating: "<p>A sentence about a \(word), and others after it.</p>", count: 20)
      let page = try home.directory.write("\(name).html", text: "<article>\(text)</article>")
      try await home.luego("add", "https://\(name).example/", "--html", page, "--title", name)
    }
    #expect(try await found(in: home).status == 0)
    return home
  }

  static func found(in home: Home) async throws -> Outcome {
    try await home.luego("search", "marigold", "--format", "{title}")
  }

  /// The index's directory.
  static func index(of home: Home) throws -> String {
    let cache = home.path + "/.cache/luego"
    let found = try FileManager.default.subpathsOfDirectory(atPath: cache)
    let file = try #require(found.first { $0.hasSuffix("/iamglass") && $0.contains("/search-") })
    return cache + "/" + file.dropLast("/iamglass".count)
  }

  @Test(
    "is made again where one of its files is a directory or a pipe",
    arguments: ["iamglass", "postlist.glass", "termlist.glass"], ["mkdir", "mkfifo"])
  func damaged(file: String, kind: String) async throws {
    let home = try await Self.library()
    let path = try Self.index(of: home) + "/" + file
    try #require(runShell("rm \"$1\" && \(kind) \"$1\"", path))
    let found = try await Self.found(in: home)
    #expect(found.lines.sorted() == ["one", "three"])
    #expect(found.status == 0 && found.errors.isEmpty, "\(found.errorLines)")
    #expect(try await home.everything().count == 3)
  }

  @Test("that may not be written is told in one line, and the rest goes on")
  func fullDisk() async throws {
    let home = try await Self.library()
    try FileManager.default.removeItem(atPath: home.path + "/.cache")
    // The file size limit: too small for the index, large enough for a record.
    let limit = ["sh", "-c", "ulimit -f 16; exec \"$@\"", "sh"]
    let words = ["search", "marigold", "or", "two"]
    let searched = try await home.run(words + ["--format", "{title}"], under: limit)
    #expect(searched.status == 0 && searched.lines == ["two"])
    #expect(searched.errorLines.count == 1)
    #expect(searched.errorLines.first?.contains("File too large") == true, "\(searched.errorLines)")
    let added = try await home.run(["add", "--no-fetch", "https://four.example/"], under: limit)
    #expect(added.status == 0)
    #expect(try await home.run(["archive", "title:two"], under: limit).status == 0)
    #expect(try await Self.found(in: home).lines.sorted() == ["one", "three"])
  }

  @Test("is written by one of several processes at a time, and in the end has all")
  func manyProcesses() async throws {
    let home = try await Self.library()
    try await withThrowingTaskGroup(of: Int32.self) { group in
      for worker in 0..<6 {
        group.addTask {
          let address = "https://w\(worker).example/"
          try await home.luego("add", "--no-fetch", address, "--title", "A marigold \(worker)")
          try await home.luego(
            "add", "--no-fetch", "https://all.example/", "--title", "One marigold")
          return try await Self.found(in: home).status
        }
      }
      for try await status in group { #expect(status == 0) }
    }
    #expect(try await Self.found(in: home).lines.count == 9)
  }

  @Test(
    "of a process that was killed while it wrote is completed by the next",
    arguments: ["flintlock", "postlist.glass", "iamglass"])
  func killed(whenThereIs file: String) async throws {
    let home = try await Self.library()
    let index = try Self.index(of: home)
    try FileManager.default.removeItem(atPath: index)
    let changes = try DirectoryWatch(home.path + "/.cache")
    try await TerminalWindow.open(home) { window in
      try await window.launch()
      // A file created early may be deleted before the last one is created.
      try await changes.wait(until: "the index is being written") {
        (try? FileManager.default.contentsOfDirectory(atPath: index))?.contains {
          $0.hasPrefix(file) || $0 == "iamglass"
        } == true
      }
      kill(try await window.program(), SIGKILL)
      // An exiting process may still hold the lock; the shell waits until it has ended.
      try await window.waitForShell()
    }
    #expect(try await Self.found(in: home).lines.sorted() == ["one", "three"])
  }
}

@Suite("Tags that look like something else", .endsAtAll) struct OddTagTests {
  @Test(
    "are found by what they are, listed, renamed and removed",
    arguments: [
      "or", "not", "-is:read", "tag:x", "a b", "\"quoted\"", "(x)", ")", "*", "x*", "=x", "+x",

      "$(reboot)", "`x`", "\u{1b}[31mred", "\u{202e}back", String(repeating: "z", count: 60),
    ])
  func odd(name: String) async throws {
    let home = try Home()
    try await home.luego("add", "--no-fetch", "https://one.example/", "https://two.example/")
    let tagged = try await home.luego("tag", "url:one.example", "+" + name)
    #expect(tagged.status == 0 && tagged.lines.count == 1)
    let tags = try await home.luego("tags")
    #expect(tags.lines.count == 1 && tags.isHarmless)
    let tag = String(try #require(tags.lines.first).dropFirst(3))
    let quoted = "\"" + tag.replacing("\"", with: "\"\"") + "\""
    for query in ["tag:" + quoted, "tag:=" + quoted, "has:tags", "tag:=\(quoted) or tag:none"] {
      #expect(try await home.entries(query).map(\.url) == ["https://one.example/"], "\(query)")
    }
    #expect(try await home.entries("-tag:" + quoted).map(\.url) == ["https://two.example/"])
    let screen = try await home.luego("--snapshot", "140x40")
    #expect(screen.status == 0 && screen.text.contains("# " + tag.prefix(3)))
    #expect(try await home.luego("tags", "rename", "#" + tag, "plain").status == 0)
    #expect(try await home.luego("tags").lines == ["1  plain"])
    try await home.luego("undo")
    #expect(try await home.luego("tags").lines == tags.lines)
    #expect(try await home.luego("tags", "remove", "#" + tag).status == 0)
    #expect(try await home.luego("tags").lines.isEmpty)
  }
}
