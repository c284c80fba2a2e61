import Foundation
import TestSupport
import Testing
import Web

@Suite("The list of sources") struct SourceListTests {
  private func list(_ lines: String...) throws -> SourceList {
    var sources = SourceList()
    for line in lines { for change in try sources.changes(parsing: line) { sources.apply(change) } }
    return sources
  }

  private func added(_ sources: SourceList) -> [String] {
    sources.sources.filter { !$0.isBuiltIn }.map { "\($0.name) \($0.address)" }
  }

  @Test("a second feed of a host gets a name of its own, the same feed again does not")
  func names() throws {
    let sources = try list(
      "add https://a.example/feed", "add https://a.example/comments",
      "add https://a.example/comments", "add a.example/third", "add /home/me/library",
      "add /home/you/a.example")
    #expect(
      added(sources) == [
        "a.example https://a.example/feed", "a.example-2 https://a.example/comments",
        "a.example-3 https://a.example/third", "library /home/me/library",
        "a.example-4 /home/you/a.example",
      ])
  }

  @Test("a name that was given points the source of that name elsewhere") func pointing() throws {
    let sources = try list("add https://a.example/1 mine", "add https://a.example/2 mine")
    #expect(added(sources) == ["mine https://a.example/2"])
  }

  @Test("a source is found by its name and by its address, however that is spelled")
  func lookup() throws {
    let sources = try list("add https://a.example/feed", "add /home/me/list.txt mine")
    for text in [
      "a.example", "https://a.example/feed", "HTTPS://a.example:443/feed", "a.example/feed",
    ] { #expect(sources[text]?.name == "a.example", "\(text)") }
    #expect(sources["/home/me/list.txt"]?.name == "mine")
    #expect(sources["https://kagi.com/smallweb/feed"]?.name == "smallweb")
    #expect(sources["https://a.example/other"] == nil && sources["no name"] == nil)
  }

  @Test("several are removed, turned off and blocked at once, and nothing when one is not there")
  func several() throws {
    var sources = try list("add https://a.example/feed", "add https://b.example/feed b")
    for change in try sources.changes(parsing: "off a.example https://b.example/feed smallweb") {
      sources.apply(change)
    }
    #expect(sources.sources.filter { !$0.isEnabled }.map(\.name) == ["smallweb", "a.example", "b"])
    #expect(throws: SourceList.Problem.self) { try sources.changes(parsing: "remove b nothing") }
    for change in try sources.changes(parsing: "remove b https://a.example/feed") {
      sources.apply(change)
    }
    #expect(added(sources).isEmpty)
    #expect(throws: SourceList.Problem.self) {
      try sources.changes(parsing: "add https://a.example/ name and-more")
    }
  }

  @Test("files are named from where one is and from home, and must be there") func files() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("feeds.opml", text: "x")
    let sources = SourceList()
    for word in [path, "~/feeds.opml", "~/./feeds.opml"] {
      let line = try sources.namingFiles("add \(word) mine", home: directory.path)
      let named = try #require(line.split(separator: " ").dropFirst().first)
      #expect(FileManager.default.contentsEqual(atPath: String(named), andPath: path))
      #expect(line.hasSuffix(" mine"))
    }
    for word in [
      "/no/such/file", "~/nothing.txt", "./feeds.opml", "feeds.opml", "~", directory.path,
    ] {
      #expect(throws: SourceList.Problem.self, "\(word)") {
        try sources.namingFiles("add \(word)", home: directory.path)
      }
    }
    for word in ["a.example/feeds.opml", "https://a.example/x.xml", "a.example"] {
      #expect(try sources.namingFiles("add \(word)", home: directory.path) == "add \(word)")
    }
  }
}
