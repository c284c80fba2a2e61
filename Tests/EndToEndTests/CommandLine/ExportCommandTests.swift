import Foundation
import TestSupport
import Testing

@Suite("luego export", .endsAtAll) struct ExportCommandTests {
  /// A library with a text, a note, tags, an archived article and one in Trash.
  private func library() async throws -> (Home, LoopbackServer) {
    let (home, web) = (try Home(), try Pages.serve())
    for path in ["/three", "/two", "/one"] { try await home.luego("add", web.url(path)) }
    try await home.luego("tag", web.url("/one"), "+two words", "+a b")
    try await home.luego("edit", web.url("/one"), "--note", "Say \"so\",\n\n  <twice>")
    try await home.luego("archive", web.url("/two"))
    try await home.luego("delete", web.url("/three"))
    return (home, web)
  }

  @Test("a signal ends what is printed to a pipe that nobody reads") func unread() async throws {
    let home = try Home()
    // More than a pipe holds.
    let addresses = (0..<500).map { "https://a.example/\($0)\n" }.joined()
    try await home.luego("add", "--no-fetch", "-", input: Array(addresses.utf8))
    let isEnded = runShell(
      """
      export HOME="$1"; cd "$1"; mkfifo status
      { timeout -k 60 -s TERM 1 "$2" export --format json; echo $? >status; } |
        { read -r status <status; test "$status" = 124; }
      """, home.path, try Home.program())
    #expect(isEnded)
  }

  @Test("what programs of others left in notes, dates and addresses comes back as it was imported")
  func odd() async throws {
    let home = try Home()
    let rows = [
      #"[{"url":"https://a.example/p?b=\"2\"|3","title":"A","note":"x\u0005y","is_archived":0,"#,
      #""created_at":"1970-01-01T00:00:00Z"},{"url":"https://b.example/","title":"B","#,
      #""created_at":"0001-01-01T00:00:00","is_archived":0}]"#,
    ]
    try home.directory.write("list.json", text: rows.joined())
    #expect(try await home.luego("import", home.directory.path("list.json")).status == 0)
    let before = try await home.luego("list", "--json", "in:all").text
    #expect(!before.contains("\"savedAt\":\"19") && !before.contains("\"savedAt\":\"00"))
    for format in ["csv", "text"] {
      let path = home.directory.path("out." + format)
      #expect(try await home.luego("export", "--format", format, "-o", path).status == 0)
      let again = try await home.luego("import", path)
      #expect(again.status == 0 && again.text.contains("0 imported"), "\(again.text)")
    }
  }

  @Test("json loses nothing: imported into an empty library, it gives the same files")
  func lossless() async throws {
    let (home, _) = try await library()
    let path = home.path + "/all.json"
    #expect(
      try await home.luego("export", "-o", path).errorLines == ["Exported 3 articles to \(path)"])
    let other = try Home()
    #expect(try await other.luego("import", path).status == 0)
    // What is imported is said anew, so the stamps are others.
    func texts(_ home: Home) throws -> [String: [UInt8]] {
      try home.files(under: home.library).filter { $0.key.hasSuffix(".html") }
    }
    let before = try texts(home)
    #expect(before.count == 3)
    #expect(try texts(other) == before)
    let (shown, shownThere) = (try await home.shown(nil), try await other.shown(nil))
    #expect(shown == shownThere)
    #expect(
      try await other.luego("import", path).lines == [
        "Luego JSON: 3 articles found, 0 imported, 2 already saved, 1 in Trash"
      ])
  }

  @Test("csv, html and text give tags, notes and states back") func others() async throws {
    let (home, web) = try await library()
    for format in ["csv", "html", "text"] {
      let outcome = try await home.luego("export", "--format", format)
      #expect(outcome.status == 0)
      let other = try Home()
      try await other.luego("import", "-", input: outcome.output)
      let entries = try await other.everything()
      #expect(Set(entries.map(\.url)) == [web.url("/one"), web.url("/two")], "\(format)")
      let one = try #require(entries.first { $0.url == web.url("/one") })
      switch format {
      case "csv": #expect(Set(one.tags) == ["two words", "a b"])
      case "html":
        #expect(Set(one.tags) == ["two words", "a b"])
        let two = try #require(entries.first { $0.url == web.url("/two") })
        #expect(two.isArchived && two.tags.isEmpty && !one.isArchived)
        // Dates are in seconds, so that the order of what was saved at once may differ.
        let again = try await other.luego("export", "--format", "html")
        #expect(again.lines.sorted() == outcome.lines.sorted())
      default: #expect(outcome.lines == [web.url("/one"), web.url("/two")])
      }
      if format != "text" { #expect(one.title == "First Light") }
      if format == "csv" {
        #expect(entries.first { $0.url == web.url("/two") }?.isArchived == true)
        let shown = try await other.luego("show", "--info", web.url("/one"))
        #expect(shown.text.contains("Say \"so\""))
      }
    }
  }

  @Test("markdown is a document each, in a directory a file each, with front matter and text")
  func markdown() async throws {
    let (home, _) = try await library()
    let directory = home.path + "/notes/"
    #expect(try await home.luego("export", "--format", "markdown", "-o", directory).status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    #expect(names.count == 2 && names[0].hasPrefix("first-light-") && names[0].hasSuffix(".md"))
    let text = try String(contentsOfFile: directory + names[0], encoding: .utf8)
    #expect(text.hasPrefix("---\ntitle: \"First Light\"\n"))
    #expect(text.contains("note: \"Say \\\"so\\\",\\n\\n  <twice>\"\n"))
    #expect(text.contains("# First Light\n") && text.contains("Paragraph 1 of the story."))
    let again = try await home.luego("export", "--format", "markdown", "-o", directory)
    #expect(again.status == 1 && again.errorLines.last?.contains("--force overwrites it") == true)
    let forced = try await home.luego(
      "export", "--force", "--format", "markdown", "-o", directory, "title:light")
    #expect(forced.errorLines == ["Exported 1 article to \(directory)"])
  }

  @Test("a query chooses, a name tells the format, and a file that is there stays without --force")
  func choosing() async throws {
    let (home, web) = try await library()
    let path = home.path + "/list.txt"
    try Data("mine".utf8).write(to: URL(filePath: path))
    let refused = try await home.luego("export", "-o", path, "is:archived")
    #expect(refused.status == 1)
    #expect(refused.errorLines == ["luego: \(path) exists; --force overwrites it"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    #expect(try await home.luego("export", "--force", "-o", path, "is:archived").status == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == web.url("/two") + "\n")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: home.path).allSatisfy {
        !$0.hasSuffix(".tmp")
      })
    #expect(try await home.luego("export", "--format", "paper").status == 2)
    #expect(try await home.luego("export", "is:x").status == 2)
    #expect(
      try await home.luego("export", "-o", home.path).errorLines.first?.contains("is a directory")
        == true)
    #expect(try await home.luego("export", "-o", "/dev/full").status == 1)
    for name in ["x.pdf", "x.JSN", "a.b/x.docx"] {
      let wrong = try await home.luego("export", "-o", "\(home.path)/\(name)")
      #expect(wrong.status == 2 && wrong.errorLines.count == 1)
      #expect(wrong.errorLines[0].contains("names no format; use json, csv, html, md, txt"))
      #expect(access("\(home.path)/\(name)", F_OK) != 0)
    }
    for name in ["backup", ".hidden", "x.JSON", "x.jsonl"] {
      #expect(try await home.luego("export", "-o", "\(home.path)/\(name)").status == 0)
    }
    let sources = try await home.luego("export", "--format", "opml")
    #expect(sources.text.contains("xmlUrl=") && sources.status == 0)
    #expect(try await home.luego("export", "--format", "opml", "is:read").status == 2)
  }

  @Test("what cannot be read is named, and the old file stays unless --partial")
  func unreadable() async throws {
    let (home, web) = try await library()
    let path = home.path + "/all.json"
    try await home.luego("export", "-o", path)
    let old = try String(contentsOfFile: path, encoding: .utf8)
    let id = try #require(try await home.everything().first { $0.url == web.url("/one") }).id
    try Data("{ torn".utf8).write(
      to: URL(filePath: LibraryFiles.record(of: id, in: home.library)))
    let refused = try await home.luego("export", "--force", "-o", path)
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(refused.errorLines.count == 2)
    #expect(
      refused.errorLines[0].hasPrefix("luego: Not exported: \(id.prefix(8))")
        && refused.errorLines[0].hasSuffix("; run luego doctor"))
    #expect(
      refused.errorLines[1] == "luego: 1 article could not be read, so \(path) was not written; "
        + "to write the others: --partial")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == old)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: home.path).filter {
        $0.contains("all.json")
      } == ["all.json"])
    let partial = try await home.luego("export", "--force", "--partial", "-o", path)
    #expect(partial.status == 1 && partial.errorLines.last == "Exported 2 articles to \(path)")
    let new = try String(contentsOfFile: path, encoding: .utf8)
    #expect(new.contains("Second Wind") && !new.contains("First Light"))
    let piped = try await home.luego("export")
    #expect(piped.status == 1 && piped.text == new && piped.errorLines.count == 1)
  }
  @Test("a text that has not come counts as one that could not be read, and show says so")
  func missingText() async throws {
    let (home, web) = try await library()
    let path = home.path + "/all.json"
    try await home.luego("export", "-o", path)
    let old = try String(contentsOfFile: path, encoding: .utf8)
    let id = try #require(try await home.everything().first { $0.url == web.url("/one") }).id
    try FileManager.default.removeItem(atPath: LibraryFiles.text(of: id, in: home.library))
    let refused = try await home.luego("export", "--force", "-o", path)
    #expect(refused.status == 1)
    #expect(
      refused.errorLines.first?.hasSuffix("its text is on its way from another machine") == true)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == old)
    let shown = try await home.luego("show", id)
    #expect(shown.status == 1 && shown.errorLines.first?.contains("is on its way") == true)
    let addresses = try await home.luego("export", "--format", "text")
    #expect(addresses.status == 0)
  }
}
