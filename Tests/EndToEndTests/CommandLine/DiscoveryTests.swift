import Foundation
import TestSupport
import Testing

/// A time that stands still, so that no pick is given up on a busy machine.
private let now: [String: String?] = ["LUEGO_NOW": "2026-03-01T10:00:00Z"]

/// Starts a server that mimics the small web; no other source can be reached.
private func smallWeb() throws -> (server: LoopbackServer, environment: [String: String?]) {
  let server = try LoopbackServer()
  let posts = (1...8).map { "/post/\($0)" }
  for (number, path) in posts.enumerated() {
    server.handle(path) { $1.respond(200, Pages.article("Small Post \(number + 1)")) }
  }
  let entries = posts.map { path in
    "<entry><title>Small &amp; nice</title><link rel=\"alternate\" href=\"\(server.url(path))\"/></entry>"
  }.joined()
  server.handle("/smallweb/feed") {
    $1.respond(
      200, "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Small</title>\(entries)</feed>",
      headers: [("Content-Type", "application/atom+xml")])
  }
  let sources: [String: String?] = [
    "LUEGO_SMALLWEB_URL": server.url("/smallweb/feed"),
    "LUEGO_SMALLWEB_FEEDS_URL": server.url("/none"), "LUEGO_BLOGROLL_URL": server.url("/none"),
  ]
  return (server, sources.merging(now) { $1 })
}

@Suite("Discovery", .endsAtAll) struct DiscoveryTests {
  @Test(
    "discover prints an article, --save puts that very one into the library, and the next is another"
  )
  func save() async throws {
    let (home, (server, environment)) = (try Home(), try smallWeb())
    let looked = try await home.luego(
      "discover", "--json", "--source", "smallweb", environment: environment)
    #expect(looked.status == 0 && looked.errors.isEmpty && looked.lines.count == 1)
    for key in ["url", "title", "source", "text", "wordCount"] {
      #expect(looked.text.contains("\"\(key)\":"), "\(key)")
    }
    #expect(try await home.everything().isEmpty, "nothing is saved by looking")
    var titles: Set<String> = []
    for _ in 0..<3 {
      let outcome = try await home.luego(
        "discover", "--save", "--source", "smallweb", environment: environment)
      titles.insert(try #require(outcome.lines.first))
      #expect(outcome.errorLines.contains { $0.hasPrefix("saved  ") }, "\(outcome.errorLines)")
    }
    let saved = try await home.everything()
    #expect(saved.count == 3 && Set(saved.map(\.title)) == titles)
    #expect(saved.allSatisfy { $0.state == "ready" })
    server.stop()
    let shown = try await home.luego("show", saved[0].id)
    #expect(shown.text.contains("Paragraph 60 of the story."))
  }

  @Test("a new person without a network is picked a sample; a dead source is one line and exit 1")
  func offline() async throws {
    let (home, (server, environment)) = (try Home(), try smallWeb())
    server.stop()
    let outcome = try await home.luego("discover", environment: environment)
    #expect(outcome.status == 0 && outcome.lines.count > 10)
    #expect(!FileManager.default.fileExists(atPath: home.library), "looking makes no library")
    let sample = try await home.luego("discover", "--json", "--source", "samples")
    #expect(sample.status == 0 && sample.text.contains("\"source\":"))
    let dead = try await home.luego("discover", "--source", "smallweb", environment: environment)
    #expect(dead.refusal(1) != nil)
    #expect(dead.complaints.contains("Could not load article"))
    let unknown = try await home.luego("discover", "--source", "nowhere")
    #expect(unknown.status == 3 && unknown.complaints.contains("smallweb, "))
  }

  @Test("sources are listed with their health, added, pointed elsewhere, turned off and removed")
  func sources() async throws {
    let (home, (server, environment)) = (try Home(), try smallWeb())
    try await home.luego("discover", "--source", "smallweb", environment: environment)
    var listed = try await home.luego("sources", environment: environment)
    #expect(listed.text.contains("8 entries, under 1 h old; 1 picked"))
    let added = try await home.luego("sources", "add", server.url("/smallweb/feed?mine"))
    #expect(added.lines == ["127.0.0.1  \(server.url("/smallweb/feed?mine"))"])
    try await home.luego("sources", "off", "smallweb")
    try await home.luego("sources", "block", "spam.example")
    listed = try await home.luego("sources")
    #expect(listed.lines.count == 6 && listed.text.contains("blocked: spam.example"))
    let config = try String(
      contentsOfFile: home.path + "/.config/luego/config.kept", encoding: .utf8)
    #expect(config.contains("source off smallweb\n"))
    try await home.luego("sources", "remove", "127.0.0.1")
    try await home.luego("sources", "unblock", "spam.example")
    try await home.luego("sources", "on", "smallweb")
    listed = try await home.luego("sources", "--json")
    #expect(listed.lines.count == 4 && listed.lines.allSatisfy { $0.hasPrefix("{") })
    for words in [["add"], ["add", "not a url"], ["sing", "song"]] {
      let outcome = try await home.run(["sources"] + words)
      #expect(outcome.status == 2 && outcome.errorLines.count == 1, "\(words)")
    }
    let refreshed = try await home.luego("sources", "refresh", "smallweb", environment: environment)
    #expect(refreshed.lines == ["smallweb  8 entries"])
    server.stop()
    let failed = try await home.luego("sources", "refresh", "blogroll", environment: environment)
    #expect(failed.status == 1 && failed.complaints.contains("blogroll: "))
  }

  @Test(
    "shuffles, goes back, saves, and finds the saved article in the list, the network gone after the first",
    arguments: [(140, 40), (60, 20)])
  func wholeWay(columns: Int, rows: Int) async throws {
    let (home, (server, environment)) = (try Home(), try smallWeb())
    try home.configure("source off smallweb-feeds\nsource off blogroll\nset source smallweb\n")
    let assignments = environment.map { "\($0.key)=\($0.value ?? "")" }.joined(separator: " ")
    var title = ""
    try await TerminalWindow.open(home, columns: columns, rows: rows) { window in
      try await window.launch("", assignments)
      try await window.wait(forText: "All Articles")
      try await window.type("X")
      let screen = try await window.wait(for: "a picked article is on screen") {
        $0.contains("Small Post") && $0.contains("Kagi Small Web")
      }
      title = try #require(pickedTitle(of: screen))
      server.stop()
      try await window.command("source surprise")
      try await window.wait(for: "another article is on screen, picked without the network") {
        $0.contains("2 of 2") && !$0.contains(title) && !$0.contains("Could not")
      }
      try await window.type("<")
      try await window.wait(for: "the first one is back") {
        $0.contains(title) && $0.contains("1 of 2")
      }
      try await window.type("s")
      try await window.wait(forText: "Saved “\(title)”")
      try await window.type("gi")
      try await window.wait(for: "the list has the saved article") { screen in
        screen.rows.contains { $0.contains(title) } && !screen.contains("1 of 2")
      }
      try await window.type("Q")
      try await window.expectSaneShell()
    }
    let saved = try #require(try await home.entries().first { $0.title == title })
    let shown = try await home.luego("show", saved.id)
    #expect(shown.text.contains("Paragraph 60 of the story."))
  }

  @Test("3.17 pane, zen, discovery and luego show set the same text in the same lines at one width")
  func fourHosts() async throws {
    let home = try Home()
    try await home.luego("add", "--no-fetch", "https://other.example/")
    let server = try LoopbackServer()
    let url = server.url("/one")
    server.handle("/one") { $1.respond(200, Pages.article("One for All")) }
    let list = try home.directory.write("list.txt", text: url + "\n")
    try await home.luego("sources", "add", list, "mine")
    try home.configure("set source mine\nset measure 64\nsource add \(list) mine\n")
    func lines(_ text: String) -> [String] {
      let rows = text.split(separator: "\n").map { row in
        row.split(separator: "│", omittingEmptySubsequences: false).last.map(String.init)?
          .trimmingCharacters(in: .whitespaces) ?? ""
      }
      let start = rows.firstIndex { $0.hasPrefix("Paragraph 1 of") } ?? rows.endIndex
      return Array(rows[start...].filter { !$0.isEmpty }.prefix(20))
    }
    func screen(_ keys: String, at time: [String: String?] = [:]) async throws -> [String] {
      let words = ["--snapshot", "160x60", "--write", "--keys", keys]
      return lines(try await home.run(words, environment: time).text)
    }
    let picked = try await screen("X", at: now)
    try await home.luego("add", url)
    let pane = try await screen("<enter>")
    let zen = try await screen("<enter>z")
    let shown = lines(try await home.luego("show", url, "--width", "64").text)
    #expect(shown.count == 20)
    #expect(picked == shown)
    #expect(pane == shown)
    #expect(zen == shown)
  }

  private func pickedTitle(of screen: TerminalWindow.Screen) -> String? {
    screen.text.firstMatch(of: /Small Post \d/).map { String($0.output) }
  }
}

extension Outcome { fileprivate var complaints: String { String(decoding: errors, as: UTF8.self) } }
