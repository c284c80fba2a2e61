import Foundation
import TestSupport
import Testing

@Suite("luego export", .endsAtAll)
struct ExportCommandTests {
  /// A library with a text, a note, tags, an archived article and one in Trash.
  private func library() async throws -> (Home, LoopbackServer) {
    let (home, web) = (try Home(), try Pages.serve())
    for path in ["/three", "/two", "/one"] { try await home.luego("add", web.url(path)) }
    try await home.luego("tag", web.url("/one"), "+two words", "+a b")
    try await home.luego("edit", web.url("/one"), "--note", "Say \"so\",\n<twice>")
    try await home.luego("archive", web.url("/two"))
    try await home.luego("delete", web.url("/three"))
    return (home, web)
  }

  @Test("json loses nothing: imported into an empty library, it gives the same files")
  func lossless() async throws {
    let (home, _) = try await library()
    let path = home.path + "/all.json"
    #expect(
      try await home.luego("export", "-o", path).errorLines == ["Exported 3 articles to \(path)"]
    )
    let other = try Home()
    #expect(try await other.luego("import", path).status == 0)
    func files(_ home: Home) throws -> [String: [UInt8]] {
      try home.files(under: home.library).filter {
        $0.key.hasSuffix(".json") && $0.key.contains("articles/") || $0.key.hasSuffix(".html")
      }
    }
    let before = try files(home)
    #expect(before.count == 6)
    #expect(try files(other) == before)
    let again = try await other.luego("export")
    #expect(again.output == Array(try Data(contentsOf: URL(filePath: path))))
    #expect(
      try await other.luego("import", path).lines == [
        "Luego JSON: 3 articles found, 0 imported, 2 already saved, 1 in Trash"
      ]
    )
  }

  @Test("csv, html and text give tags, notes and states back")
  func others() async throws {
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
      case "html": #expect(Set(one.tags) == ["two words", "a b"])
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
    #expect(text.contains("note: \"Say \\\"so\\\",\\n<twice>\"\n"))
    #expect(text.contains("# First Light\n") && text.contains("Paragraph 1 of the story."))
    let again = try await home.luego("export", "--format", "markdown", "-o", directory)
    #expect(again.status == 1 && again.errorLines.last?.contains("--force replaces it") == true)
    let forced = try await home.luego(
      "export",
      "--force",
      "--format",
      "markdown",
      "-o",
      directory,
      "title:light"
    )
    #expect(forced.errorLines == ["Exported 1 article to \(directory)"])
  }

  @Test("a query chooses, a name tells the format, and a file that is there stays without --force")
  func choosing() async throws {
    let (home, web) = try await library()
    let path = home.path + "/list.txt"
    try Data("mine".utf8).write(to: URL(filePath: path))
    let refused = try await home.luego("export", "-o", path, "is:archived")
    #expect(refused.status == 1)
    #expect(refused.errorLines == ["luego: \(path) is there already; --force replaces it"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    #expect(try await home.luego("export", "--force", "-o", path, "is:archived").status == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == web.url("/two") + "\n")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: home.path).allSatisfy {
        !$0.hasSuffix(".tmp")
      }
    )
    #expect(try await home.luego("export", "--format", "paper").status == 2)
    #expect(try await home.luego("export", "tga:x").status == 2)
    #expect(
      try await home.luego("export", "-o", home.path).errorLines.first?.contains("is a directory")
        == true
    )
    #expect(try await home.luego("export", "-o", "/dev/full").status == 1)
    let sources = try await home.luego("export", "--format", "opml")
    #expect(sources.text.contains("xmlUrl=") && sources.status == 0)
    #expect(try await home.luego("export", "--format", "opml", "is:read").status == 2)
  }
}
