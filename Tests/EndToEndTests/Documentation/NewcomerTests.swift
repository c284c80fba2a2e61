import Foundation
import Glibc
import TestSupport
import Testing

/// What somebody does in the first minutes who has read the beginning of the README and nothing else.
@Suite("The newcomer's walk", .endsAtAll) struct NewcomerTests {
  /// What the walk uses is said in the lines that a person sees first.
  @Test("the README's first 30 lines say all that the walk needs") func readme() throws {
    let text = try String(contentsOfFile: Home.checkout + "/README.md", encoding: .utf8)
    let first = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(30).joined(
      separator: " ")
    for words in [
      "make run", "make install", "apt install", "luego add https://", "Enter opens an article",
      "`q` goes back", "Space turns the page", "`v` selects text, `H` highlights it", "`/` finds",
      "`e` archives", "`u` undoes", "`Q` quits", "`?` shows every key",
    ] { #expect(first.contains(words), "\(words)") }
  }

  @Test(
    "install, add, read, highlight, find, archive, undo, quit", arguments: [(140, 40), (80, 24)])
  func walk(columns: Int, rows: Int) async throws {
    let (home, web) = (try Home(), try Pages.serve())
    // Install, as the README says, what is built.
    let installed = try await Programs.run(
      [
        "make", "-s", "-C", Home.checkout, "-o", ".build/luego-is-built", "install",
        "RELEASE=\(Home.builtPrograms)", "PREFIX=\(home.path)/.local",
      ], environment: home.environment(), directory: home.path)
    try #require(installed.status == 0, "\(installed.errorLines)")
    let path = "\(home.path)/.local/bin:/usr/bin:/bin"
    try await TerminalWindow.open(home, columns: columns, rows: rows, shell: ["PATH": path]) {
      window in
      // Add.
      try await window.type("luego add \(web.url("/one"))\n")
      try await window.wait(forText: "saved  ")
      try await window.launch()
      try await window.wait(forFirstFrameWith: "First Light")
      // Read.
      try await window.press("Enter")
      try await window.wait(forFirstFrameWith: "Paragraph 1 of the story.")
      try await window.type(" ")
      try await window.wait(for: "the next page") {
        !$0.contains("Paragraph 1 of") && $0.contains("Paragraph") && $0.hasBar
      }
      // Highlight.
      try await window.type("v")
      try await window.wait(for: "a word is selected") { $0.hasBar && $0.bar.contains("H") }
      try await window.type("H")
      let disk = try DirectoryWatch(home.library)
      try await disk.wait(until: "the highlight is on disk") {
        try await home.luego("highlights").lines.isEmpty == false
      }
      // Find, in the list.
      try await window.type("q")
      try await window.wait(for: "the list has the keys") { $0.bar.contains("Enter open") }
      try await window.type("/light\n")
      try await window.wait(for: "the list is narrowed") { $0.contains("First Light") && $0.hasBar }
      // Archive and undo.
      try await window.type("e")
      try await window.wait(forText: "Archived “First Light”")
      try await window.type("u")
      try await window.wait(forText: "Undone")
      try await disk.wait(until: "it is in the list again") {
        try await home.entries().map(\.title) == ["First Light"]
      }
      // Quit.
      try await window.type("Q")
      try await window.expectSaneShell()
    }
  }

  @Test("the entry in a desktop's menu opens the reading list") func menuEntry() async throws {
    let entry = try String(contentsOfFile: Home.checkout + "/Data/luego.desktop", encoding: .utf8)
    let line = try #require(entry.split(separator: "\n").first { $0.hasPrefix("Exec=luego ") })
    // Chosen in the menu, it comes without an address.
    let words = line.dropFirst("Exec=luego ".count).replacing("%u", with: "")
    try await TerminalWindow.open(try Home()) { window in
      try await window.launch(String(words))
      try await window.wait(forFirstFrameWith: "Welcome to Luego")
      try await window.type("Q")
      try await window.expectSaneShell()
    }
  }

  @Test("make run says what it does, and what is typed meanwhile is not taken for keys")
  func typedAhead() async throws {
    let home = try Home()
    // In the places of compiler and program, so that the build ends when the test says so.
    let pipe = home.directory.path("built")
    try #require(mkfifo(pipe, 0o600) == 0)
    let waiting = "case \"$*\" in *'--product luego') read line <'\(pipe)' ;; esac"
    try home.directory.write("swift", text: "#!/bin/sh\n\(waiting)\n", mode: 0o700)
    try home.directory.write(
      "luego", text: "#!/bin/sh\necho ready; read line; echo \"taken: $line\"\n", mode: 0o700)
    let command = [
      "make -s -C '\(Home.checkout)' -o deps-run run SWIFT='\(home.path)/swift'",
      "RELEASE='\(home.path)' BUILT='\(home.path)/is-built'",
    ]
    try await TerminalWindow.open(home) { window in
      try await window.type(command.joined(separator: " ") + "\n")
      try await window.wait(forText: "Building luego: about four minutes")
      try await window.type("jjj\nkkk")
      try await window.wait(forText: "kkk")
      try #require(runShell("echo >\"$1\"", pipe))
      try await window.wait(forText: "ready")
      try await window.type("meant\n")
      try await window.wait(forText: "taken: meant")
    }
  }
}
