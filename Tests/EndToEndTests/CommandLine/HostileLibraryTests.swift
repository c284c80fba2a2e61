import Foundation
import TestSupport
import Testing

/// Libraries and remotes that others prepared.
@Suite("Links and messages of others", .endsAtAll) struct HostileLibraryTests {
  /// Gives a record's text the hash of another file, and returns where that would have to lie.
  private func rename(
    _ text: String, to other: String, in record: String, _ home: Home
  ) async throws -> String {
    let hash = try #require(try await home.shell("sha256sum <'\(other)' | cut -c1-64").lines.first)
    var json = try String(contentsOfFile: record, encoding: .utf8)
    let range = try #require(json.firstRange(of: /"text": "[0-9a-f]*"/))
    json.replaceSubrange(range, with: "\"text\": \"\(hash)\"")
    try json.write(toFile: record, atomically: true, encoding: .utf8)
    return text.replacing(/-[0-9a-f]*\.html/, with: "-\(hash.prefix(16)).html")
  }

  @Test("doctor --repair moves no file that a link in the library leads to, and names the link")
  func linkedDirectories() async throws {
    let home = try Home()
    try await home.save("https://a.example/1", title: "Herons")
    let project = home.directory.path("project")
    for name in ["package.json", "index.html", String(repeating: "a", count: 20) + ".html"] {
      try home.age(home.directory.write("project/\(name)", text: "{}"))
    }
    let before = try home.files(under: project)
    let links = [
      LibraryFiles.shard(of: "aa", in: home.library),
      LibraryFiles.textShard(of: "bb", in: home.library), home.library + "/pictures",
    ]
    for link in links {
      try? FileManager.default.removeItem(atPath: link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: project)
    }
    let found = try await home.luego("doctor")
    #expect(found.status == 1)
    for link in links { #expect(found.text.contains("\(link): it is a symbolic link"), "\(link)") }
    let repaired = try await home.luego("doctor", "--repair")
    #expect(try home.files(under: project) == before, "\(repaired.lines)")
    #expect(try await home.entries().count == 1)
    #expect(try await home.luego("doctor").status == 0)
  }

  @Test("nothing is written through a link in the place of the library's directories")
  func writing() async throws {
    let home = try Home()
    try await home.save("https://a.example/1", title: "Herons")
    let elsewhere = try home.makeDirectory("elsewhere")
    for shard in 0..<256 {
      let digits = String(shard, radix: 16)
      let name = (digits.count == 1 ? "0" : "") + digits
      let link = LibraryFiles.shard(of: name, in: home.library)
      try? FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: elsewhere)
    }
    let added = try await home.luego("add", "--no-fetch", "https://b.example/2")
    #expect(added.status == 1, "\(added.lines)")
    #expect(try home.files(under: elsewhere).isEmpty)
  }

  @Test("a text or record that is a link is not shown, searched, exported or synced")
  func linkedFiles() async throws {
    let home = try Home()
    try await home.save("https://a.example/1", title: "Herons")
    let secret = try home.directory.write("secret", text: "<p>The zanzibar of this machine</p>\n")
    let text = try #require(LibraryFiles.texts(storedIn: home.library).first)
    try FileManager.default.removeItem(atPath: text)
    let record = try #require(LibraryFiles.records(in: home.library).first)
    let link = try await rename(text, to: secret, in: record, home)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: secret)
    let other = home.directory.path("other/")
    let repository = home.directory.path("repository.git")
    #expect(try await home.shell("git init -q --bare '\(repository)'").status == 0)
    for words in [
      ["show", "https://a.example/1"], ["show", "--format", "html", "https://a.example/1"],
      ["search", "zanzibar"], ["export", "--format", "markdown"], ["export"], ["sync", other],
      ["sync", "git", repository], ["doctor"],
    ] {
      let outcome = try await home.run(words)
      #expect(!outcome.text.contains("zanzibar"), "\(words)")
    }
    for (name, bytes) in try home.files(under: other) {
      #expect(!String(decoding: bytes, as: UTF8.self).contains("zanzibar"), "\(name)")
    }
    let tree = try await home.shell("git --git-dir='\(repository)' ls-tree -r HEAD")
    #expect(!tree.text.contains("texts/"), "\(tree.lines)")
    #expect(try await home.luego("doctor").text.contains("it is a symbolic link"))
  }

  @Test("what git and ssh say reaches the terminal without control characters")
  func messages() async throws {
    let home = try Home()
    try await home.luego("add", "--no-fetch", "https://a.example/1")
    let script = """
      #!/bin/sh
      printf '\\033]0;pwned\\007\\033[31mRED\\n' >&2
      exit 128
      """
    try home.directory.write("bin/git", text: script, mode: 0o700)
    try home.directory.write("bin/ssh", text: script.replacing("128", with: "255"), mode: 0o700)
    let path = home.directory.path("bin") + ":/usr/bin:/bin"
    for words in [["sync", "git", "https://g.example/x.git"], ["sync", "me@there"]] {
      let outcome = try await home.run(words, environment: ["PATH": path])
      #expect(outcome.status != 0)
      let said = String(decoding: outcome.errors, as: UTF8.self)
      #expect(said.contains("RED"), "\(words): \(said)")
      #expect(!outcome.errors.contains { $0 == 0x1b || $0 == 7 }, "\(words)")
      let quiet = try await home.run(words + ["--quiet"], environment: ["PATH": path])
      #expect(!String(decoding: quiet.errors, as: UTF8.self).contains("RED"))
    }
  }

  @Test(
    "a record that cannot be read during a sync is named, and the exit status is 1",
    .enabled(if: hasStrace, "needs strace"))
  func unreadableRecord() async throws {
    for list in [LibraryFiles.records(in:), LibraryFiles.texts(storedIn:)] {
      let home = try Home()
      for number in 1...3 {
        try await home.save("https://a.example/\(number)", title: "Article \(number)")
      }
      let other = home.directory.path("other/")
      let path = try #require(list(home.library).first)
      let outcome = try await home.run(["sync", other], under: traced(failingToRead: path))
      let id = (path as NSString).lastPathComponent.prefix(20)
      #expect(outcome.status == 1, "\(path): \(outcome.lines)")
      #expect(outcome.errorLines.contains { $0.contains(id) }, "\(outcome.errorLines)")
      #expect(try await home.luego("sync", other).status == 0)
      #expect(try await home.luego("--library", other, "list").lines.count == 3)
    }
  }

  @Test("a stored text of another machine is printed without scripts")
  func storedScript() async throws {
    let home = try Home()
    try await home.save("https://a.example/1", title: "Herons")
    let text = try #require(LibraryFiles.texts(storedIn: home.library).first)
    let hostile =
      "<p onclick=x()>Herons <script>alert(1)</script><a href='javascript:x()'>stand</a></p>\n"
    let file = try home.directory.write("hostile", text: hostile)
    let record = try #require(LibraryFiles.records(in: home.library).first)
    let place = try await rename(text, to: file, in: record, home)
    try hostile.write(toFile: place, atomically: false, encoding: .utf8)
    for format in ["html", "json", "markdown", "text"] {
      let shown = try await home.luego("show", "--format", format, "https://a.example/1")
      #expect(shown.status == 0 && shown.text.contains("Herons"))
      for word in ["<script", "alert(1)", "onclick", "javascript:"] {
        #expect(!shown.text.contains(word), "\(format) \(word)")
      }
    }
  }
}
