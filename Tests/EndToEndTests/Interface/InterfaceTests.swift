import Foundation
import Glibc
import Platform
import TestSupport
import Testing

@Suite("The interface in a terminal", .endsAtAll) struct InterfaceTests {
  /// A home whose library has the three articles, First Light on top, and their server.
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
    try home.keepOpenAfterArchiving()
    try await home.luego("add", web.url("/two"))
    try await TerminalWindow.open(home, columns: columns, rows: rows) { window in
      try await window.launch()
      try await window.wait(forText: "Second Wind")
      // Add.
      try await window.type("a")
      try await window.wait(forText: "Add an article")
      try await window.type(web.url("/one") + "\n")
      try await window.wait(for: "the new article is fetched and in the list") {
        $0.rows.dropLast().contains { $0.contains("First Light") }
      }
      // Open.
      try await window.press("Enter")
      try await window.wait(forText: "Paragraph 1 of the story.")
      // Scroll.
      try await window.type(" ")
      let scrolled = try await window.wait(for: "the text has moved") {
        !$0.contains("Paragraph 1 of") && $0.contains("Paragraph")
      }
      let first = try #require(firstParagraph(of: scrolled))
      // Resize: the text stays.
      for (other, height) in [(60, 20), (140, 40), (85, 24), (columns, rows)] {
        try await window.resize(columns: other, rows: height)
        try await window.wait(for: "the anchored paragraph is in the new window") { screen in
          // The line that was first may have begun in the paragraph before, which is seen whole then.
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
      // End: exactly all of it.
      try await window.type("G")
      try await window.wait(forText: "✓ read")
      // Quit.
      try await window.type("Q")
      try await window.expectSaneShell()
    }
    let entries = try await home.entries()
    #expect(Set(entries.map(\.title)) == ["First Light", "Second Wind"])
    #expect(entries.first { $0.title == "First Light" }?.progress == 100)
  }

  @Test("4.14 an article that another process adds appears, and the cursor stays on its article")
  func addedElsewhere() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    try await home.luego("add", web.url("/two"), "--no-fetch")
    try await home.luego("add", web.url("/three"))
    try await TerminalWindow.open(home) { window in
      try await window.launch()
      try await window.wait(forText: "Third Rail")
      try await home.luego("add", web.url("/one"))
      try await window.wait(forText: "First Light")
      try await window.press("Enter")
      let reading = try await window.wait(forText: "Paragraph 1 of the story.")
      #expect(readerTitle(of: reading)?.contains("Third Rail") == true)
      // A change elsewhere shows as well, and the new article can be read without a restart.
      try await home.luego("favorite", web.url("/three"))
      try await window.type("hk")
      try await window.press("Enter")
      try await window.wait(for: "the new article is open") {
        readerTitle(of: $0)?.contains("First Light") == true && $0.contains("Paragraph 1 of")
      }
      try await home.luego("delete", web.url("/one"))
      try await window.wait(for: "its text is gone") { !$0.contains("Paragraph 1 of") }
    }
  }

  @Test("0.14 the reading position is there again after quitting, at another width too")
  func positionAfterQuit() async throws {
    let (home, _) = try await library()
    try await TerminalWindow.open(home) { window in
      let place = try await readOn(in: window)
      try await window.type("Q")
      try await window.expectSaneShell()
      try await expectPlace(place, in: window, "Q")
      try await window.resize(columns: 60, rows: 20)
      try await expectPlace(place, in: window, "Q")
    }
    #expect(try await home.entries().map(\.progress).max() ?? 0 > 0)
  }

  @Test("1.5 with --read-only keys change nothing and say so; no byte is written") func readOnly()
    async throws
  {
    let (home, _) = try await library()
    let before = try home.files(under: home.library)
    try await TerminalWindow.open(home) { window in
      try await window.launch("--read-only")
      let list = try await window.wait(forFirstFrameWith: "First Light")
      #expect(!list.bar.contains("archive") && !list.bar.contains("delete"))
      for key in ["e", "s", "d", "m"] {
        try await window.type(key)
        try await window.wait(forText: "read")
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

  @Test("0.19 deleting the open article shows the placeholder; u brings it back") func deleting()
    async throws
  {
    let (home, _) = try await library()
    try home.keepOpenAfterArchiving()
    try await TerminalWindow.open(home) { window in
      try await window.launch()
      try await window.wait(forText: "First Light")
      try await window.press("Enter")
      try await window.wait(forText: "Paragraph 1 of the story.")
      try await window.type("d")
      try await window.wait(for: "its text is gone") { !$0.contains("Paragraph 1 of") }
      let disk = try DirectoryWatch(home.library)
      for _ in 0..<3 { try await window.type("d") }
      try await disk.wait(until: "all are in Trash") { try await home.everything().isEmpty }
      try await window.wait(forText: "Add your first article")
      for _ in 0..<3 { try await window.type("u") }
      try await disk.wait(until: "all are back") { try await home.entries().count == 3 }
      try await window.wait(forText: "Third Rail")
    }
  }

  @Test("2.17 the list that was chosen is there again after a restart")
  func navigationAfterRestart() async throws {
    let (home, web) = try await library()
    try await home.luego("archive", web.url("/two"))
    try await TerminalWindow.open(home) { window in
      try await window.launch()
      try await window.wait(forText: "First Light")
      try await window.type("ga")
      try await window.wait(forText: "Second Wind")
      try await window.type("Q")
      try await window.expectSaneShell()
      try await window.type("clear\n")
      try await window.launch()
      try await window.wait(for: "the archived articles are shown") {
        $0.contains("Second Wind") && !$0.contains("First Light")
      }
    }
  }

  @Test("a storm of resizes and keys ends in a whole frame") func storm() async throws {
    let (home, _) = try await library()
    try await TerminalWindow.open(home) { window in
      try await window.launch()
      try await window.wait(forText: "First Light")
      for step in 0..<12 {
        try await window.resize(columns: 5 + step * 13, rows: 2 + step * 3)
        try await window.type(
          ["j", "\n", " ", "h", "?", "/", "z", "z", "\\", "G", "gg", "x"][step])
      }
      try await window.resize(columns: 100, rows: 30)
      try await window.press("Escape", until: "no search and no overlay is left") {
        $0.rows.count == 30 && $0.bar.contains("help") && !$0.contains("╭")
      }
      // Right after Escape a letter would be a letter with Alt; a signal is none.
      kill(try await window.program(), SIGTERM)
      try await window.expectSaneShell()
    }
  }

  @Test("a storm of resizes while pages are fetched ends in a whole frame that has them")
  func stormWhileFetching() async throws {
    let (home, web) = try await library()
    let gate = try Gate()
    defer { gate.open() }
    for number in 1...3 {
      web.handle("/slow/\(number)") {
        gate.wait()
        $1.respond(200, Pages.article("Slow Page \(number)"))
      }
    }
    try await TerminalWindow.open(home) { window in
      try await window.launch()
      try await window.wait(forText: "First Light")
      try await window.type("a")
      try await window.wait(forText: "Add an article")
      let links = (1...3).map { web.url("/slow/\($0)") }.joined(separator: " ")
      try await window.type(links + "\n")
      try await window.wait(forText: "/slow/3")
      for step in 0..<20 {
        if step == 10 { gate.open() }
        try await window.resize(columns: 1 + step * 17 % 150, rows: 1 + step * 7 % 50)
      }
      try await window.resize(columns: 110, rows: 32)
      try await window.wait(for: "the whole frame has the pages") { screen in
        screen.rows.count == 32 && screen.hasBar
          && (1...3).allSatisfy { screen.contains("Slow Page \($0)") }
      }
      kill(try await window.program(), SIGTERM)
      try await window.expectSaneShell()
    }
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
      try await window.wait(forText: "Moved to Trash")
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
      try await window.launch()
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

  @Test("r fetches again what failed, and shows it where the failure stood") func refetching()
    async throws
  {
    let (home, web) = (try Home(), try Pages.serve())
    try await home.luego("add", web.url("/gone"))
    try await TerminalWindow.open(home) { window in
      try await window.launch()
      try await window.wait(forText: "✗")
      try await window.press("Enter")
      try await window.wait(forText: "404")
      web.handle("/gone") { $1.respond(200, Pages.article("Back Again")) }
      try await window.type("r")
      try await window.wait(for: "the text is in the reader and the row has its title") {
        $0.contains("Back Again") && $0.contains("Paragraph 1 of") && !$0.contains("✗")
      }
    }
  }

  @Test("an address that is none, typed into the interface, is refused in a line") func badAddress()
    async throws
  {
    let (home, _) = try await library()
    try await TerminalWindow.open(home, columns: 60, rows: 20) { window in
      try await window.launch()
      try await window.wait(forText: "First Light")
      try await window.type("a")
      try await window.wait(forText: "Add an article")
      try await window.type("ftp://a.example/\n")
      try await window.wait(forText: "only http and https")
      try await window.type("a")
      try await window.wait(forText: "Add an article")
      try await window.type("http://nosuchhost.invalid/\n")
      try await window.wait(forText: "Cannot find")
      try await window.type("Q")
      try await window.expectSaneShell()
    }
    #expect(try await home.everything().count == 4)
  }

  @Test("4.14 two interfaces on one library show each other's changes") func twoInterfaces()
    async throws
  {
    let (home, _) = try await library()
    try await TerminalWindow.open(home) { one in
      // Inside the first: a window more than the turnstile lets through, but only here.
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

  @Test("a pasted address is offered to be saved; a pasted text is no keys") func pasting()
    async throws
  {
    let (home, web) = try await library()
    try await TerminalWindow.open(home) { window in
      try await window.launch()
      try await window.wait(forText: "Third Rail")
      try await window.paste("deed Q\nddd\n")
      try await window.paste("Look: \(web.url("/three?a=1"))\n")
      try await window.wait(forText: "/three?a=1")
      let disk = try DirectoryWatch(home.library)
      try await window.press("Enter")
      try await disk.wait(until: "it is saved and fetched, and nothing else changed") {
        try await home.entries().filter { $0.state == "ready" }.count == 4
      }
      #expect(web.requests.contains { $0.target == "/three?a=1" })
      try await window.type("Q")
      try await window.expectSaneShell()
    }
    #expect(try await home.entries().count == 4)
  }

  // MARK: Steps

  /// Starts the program, opens the first article and reads on.
  ///
  /// - Returns: the beginning of the first paragraph on screen.
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

  /// Starts the program, opens the first article and looks for the place; then types keys to leave.
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

  /// The number of the first paragraph that begins on the screen.
  func firstParagraph(of screen: TerminalWindow.Screen) -> Int? {
    screen.text.firstMatch(of: /Paragraph (\d+)/).flatMap { Int($0.1) }
  }

  /// The first row of the reader in a medium window.
  func readerTitle(of screen: TerminalWindow.Screen) -> String? {
    screen.rows.lazy.compactMap { row in
      row.split(separator: "│", maxSplits: 1).last.map(String.init)
    }.prefix(4).joined(separator: " ")
  }
}
