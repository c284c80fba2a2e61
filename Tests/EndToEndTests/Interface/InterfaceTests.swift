import Foundation
import Glibc
import Platform
import TestSupport
import Testing

@Suite("The interface in a terminal", .endsAtAll) struct InterfaceTests {
  /// Creates a home with a library of three articles, First Light at the top, and starts their server.
  func library() async throws -> (Home, LoopbackServer) {
    let (home, web) = (try Home(), try Pages.serve())
    for path in ["/three", "/two", "/one"] { try await home.luego("add", web.url(path)) }
    return (home, web)
  }

  @Test(
    "0.26 1.2 1.32 add, open, scroll, archive, undo, resize, quit",
    arguments: [(140, 40), (100, 30), (60, 20)])
  func wholeWay(columns: Int, rows: Int) async throws {
    let (home, web) = (try Home(), try Pages.serve())
    try home.configure("set after-archive stay\n")
    try await home.luego("add", web.url("/two"))
    try await TerminalWindow.open(home, columns: columns, rows: rows) { window in
      try await window.launch()
      try await window.wait(forText: "Second Wind")
      try await window.type("a")
      try await window.wait(forText: "Add an article")
      try await window.type(web.url("/one") + "\n")
      try await window.wait(for: "the new article is fetched and in the list") {
        $0.rows.dropLast().contains { $0.contains("First Light") }
      }
      try await window.press("Enter")
      try await window.wait(forText: "Paragraph 1 of the story.")
      try await window.type(" ")
      let scrolled = try await window.wait(for: "the text has moved") {
        !$0.contains("Paragraph 1 of") && $0.contains("Paragraph")
      }
      let first = try #require(firstParagraph(of: scrolled))
      // Resize: the text stays.
      for (other, height) in [(60, 20), (140, 40), (85, 24), (columns, rows)] {
        try await window.resize(columns: other, rows: height)
        try await window.wait(for: "the anchored paragraph is in the new window") { screen in
          // The first paragraph may have begun above the viewport and now be visible in full.
          screen.contains("Paragraph \(first)") && screen.rows.count == height
            && firstParagraph(of: screen).map { (first - 1...first).contains($0) } ?? false
        }
      }
      // Archive and undo; the open article stays.
      try await window.type("e")
      let disk = try DirectoryWatch(home.library)
      try await window.wait(for: "it is said to be archived, and the text is there") {
        $0.contains("Archived “First Light”") && $0.contains("Paragraph \(first)")
      }
      try await disk.wait(until: "the archived article is on disk") {
        try await home.entries("in:archived").map(\.title) == ["First Light"]
      }
      try await window.type("u")
      try await window.wait(forText: "Undone")
      try await disk.wait(until: "the undoing is on disk") {
        try await home.entries("in:archived").isEmpty
      }
      // The end: all of the article is read.
      try await window.type("G")
      try await window.wait(forText: "✓ read")
      try await window.type("Q")
      try await window.expectSaneShell()
    }
    let entries = try await home.entries()
    #expect(Set(entries.map(\.title)) == ["First Light", "Second Wind"])
    #expect(entries.first { $0.title == "First Light" }?.progress == 100)
  }

  @Test("1.5 with --read-only keys change nothing and say so; no byte is written")
  func readOnly() async throws {
    let (home, _) = try await library()
    let before = try home.files(under: home.library)
    try await TerminalWindow.open(home) { window in
      try await window.launch("--read-only")
      let list = try await window.wait(forFirstFrameWith: "First Light")
      #expect(!list.bar.contains("archive") && !list.bar.contains("delete"))
      for key in ["e", "s", "d", "m"] {
        try await window.type(key)
        try await window.wait(for: "the refusal") { $0.bar.contains("read-only") }
        // Keys that arrive together with Enter would count as a paste.
        try await window.press("Escape")
        try await window.wait(for: "the keys") { $0.bar.contains("move") }
      }
      try await window.press("Enter")
      try await window.wait(forText: "Paragraph 1 of the story.")
      try await window.type("G")
      try await window.wait(forText: "Paragraph 60")
      try await window.type("Q")
      try await window.expectSaneShell()
    }
    #expect(try home.files(under: home.library) == before)
    #expect(try home.directory.read(".local/state/luego/navigation.json") == nil)
  }

  @Test("0.10 0.11 a launch opens nothing, asks no server, and shows the placeholder")
  func quietLaunch() async throws {
    let (home, web) = try await library()
    let count = web.requests.count
    try await TerminalWindow.open(home, columns: 140, rows: 40) { window in
      try await window.launch()
      let screen = try await window.wait(forFirstFrameWith: "No Article Selected")
      #expect(screen.contains("Select an article to start reading"))
      #expect(screen.contains("First Light") && screen.contains("All Articles    3"))
      try await window.type("Q")
      try await window.expectSaneShell()
    }
    #expect(web.requests.count == count)
    #expect(try await home.entries().allSatisfy { $0.progress == 0 })
  }

  @Test("1.29 the first interactive start of a new library shows the welcome articles, once")
  func welcome() async throws {
    let home = try Home()
    try await TerminalWindow.open(home, columns: 140, rows: 40) { window in
      try await window.launch()
      try await window.wait(forText: "Welcome to Luego")
      try await window.press("Enter")
      try await window.wait(for: "its text is shown") { !$0.contains("No Article Selected") }
      try await window.type("hd")
      try await window.wait(forText: "Deleted “")
      try await window.type("Q")
      try await window.expectSaneShell()
      let count = try await home.everything().count
      try await window.type("clear\n")
      try await window.launch()
      try await window.wait(forText: "All Articles")
      try await window.type("Q")
      try await window.expectSaneShell()
      #expect(try await home.everything().count == count && count > 1)
    }
    let other = try Home()
    for words in [["list"], ["fetch"], ["--snapshot", "120x40"]] {
      #expect(try await other.run(words).status == 3, "\(words) makes no library")
    }
    try await TerminalWindow.open(other) { window in
      // As a desktop menu does, whose entry passes no address.
      try await window.launch("open")
      try await window.wait(forText: "Welcome to Luego")
    }
    let third = try Home()
    try await third.luego("add", "--no-fetch", "https://own.example/")
    try await TerminalWindow.open(third) { window in
      try await window.launch()
      let screen = try await window.wait(forText: "own.example")
      #expect(!screen.contains("Welcome to Luego"), "what somebody began is no new library")
    }
  }

  @Test("4.14 two interfaces on one library show each other's changes")
  func twoInterfaces() async throws {
    let (home, _) = try await library()
    try await TerminalWindow.open(home) { one in
      // Nested in the first: one window more than the turnstile allows, but only here.
      try await TerminalWindow.open(home, columns: 60, rows: 20) { two in
        for window in [one, two] {
          try await window.launch()
          try await window.wait(forText: "Third Rail")
        }
        try await one.type("e")
        try await two.wait(for: "what one archived is gone in two") {
          !$0.contains("First Light") && $0.contains("Second Wind")
        }
        try await two.type("gas")
        try await one.type("gf")
        try await one.wait(for: "what two favorited is there in one") {
          $0.rows.dropLast().contains { $0.contains("First Light") }
        }
        for window in [one, two] { try await window.type("Q") }
      }
    }
    #expect(try await home.entries("in:favorites").map(\.title) == ["First Light"])
  }

  // MARK: Steps

  /// Starts the program, opens the first article and scrolls.
  ///
  /// - Returns: the beginning of the first paragraph on the screen.
  func readOn(
    in window: TerminalWindow, starting command: String = "read-list"
  ) async throws -> String {
    try await window.type(command + "\n")
    try await window.wait(forText: "First Light")
    try await window.press("Enter")
    try await window.wait(forText: "Paragraph 1 of the story.")
    try await window.type("  ")
    let screen = try await window.wait(for: "the text has moved by two pages") {
      firstParagraph(of: $0).map { $0 > 8 } ?? false
    }
    return "Paragraph \(try #require(firstParagraph(of: screen))) of"
  }

  /// Starts the program, opens the first article and checks the position, then types keys to quit.
  func expectPlace(
    _ place: String, in window: TerminalWindow, _ leaving: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await window.type("clear\n")
    try await window.launch()
    try await window.wait(forText: "First Light", sourceLocation: sourceLocation)
    try await window.wait(for: "no text of the shell is left") { !$0.contains("sane") }
    if try await !window.screen().contains("Paragraph") { try await window.press("Enter") }
    let screen = try await window.wait(forText: "Paragraph", sourceLocation: sourceLocation)
    #expect(
      firstParagraph(of: screen).map { "Paragraph \($0) of" } == place, "\(screen.text)",
      sourceLocation: sourceLocation)
    try await window.type(leaving)
    try await window.expectSaneShell(sourceLocation: sourceLocation)
  }

  func firstParagraph(of screen: TerminalWindow.Screen) -> Int? {
    screen.text.firstMatch(of: /Paragraph (\d+)/).flatMap { Int($0.1) }
  }
}
