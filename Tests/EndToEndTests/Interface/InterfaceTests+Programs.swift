import Foundation
import Glibc
import Platform
import TestSupport
import Testing

extension InterfaceTests {
  @Test("quitting ends at once while a page is waited for")
  func quittingWhileWaiting() async throws {
    let (home, hole) = (try Home(), try BlackHole())
    try await home.luego("add", "--no-fetch", hole.url)
    try await TerminalWindow.open(home, columns: 100, rows: 20) { window in
      try await window.launch()
      try await window.wait(forFirstFrameWith: "127.0.0.1")
      try await window.type("r")
      try await window.wait(forText: "fetching 1")
      try await window.type("Q")
      try await window.expectSaneShell()
    }
  }

  /// Writes a program to the home directory.
  private func script(_ home: Home, _ name: String, _ text: String) throws -> String {
    try home.directory.write(name, text: "#!/bin/sh\n" + text + "\n", mode: 0o700)
  }

  @Test("E edits the article's note in the editor, and shows the interface again")
  func editor() async throws {
    let (home, web) = try await library()
    try await home.luego("edit", web.url("/one"), "--note", "before")
    let editor = try script(home, "editor", "printf 'one\\ntwo\\n' >\"$1\"")
    try await TerminalWindow.open(home) { window in
      try await window.launch("", "EDITOR=\(editor)")
      try await window.wait(forText: "First Light")
      try await window.type("E")
      try await window.wait(forText: "Note saved in “First Light”")
      try await window.press("Enter")
      try await window.wait(forText: "Paragraph 1 of the story.")
      try await window.type("gn")
      try await window.wait(for: "both lines of the note are shown") {
        $0.contains("one") && $0.contains("two")
      }
      try await window.type("Q")
      try await window.waitForEnd()
    }
    let shown = try await home.luego("show", "--info", "First Light").text
    #expect(shown.contains("one") && shown.contains("two"))
  }

  @Test(
    "an editor that is missing, fails or is killed is named in a line, and nothing is lost",
    arguments: [
      ("no-such-editor", "was not found; set VISUAL or EDITOR"), ("false", "ended with status 1"),
      ("killed", "ended with status 137; what you wrote is in"),
      ("latin", "is not valid UTF-8; what you wrote is in"),
      ("large", "is larger than 1 MiB; what you wrote is in"),
      ("remover", "removed its file; note unchanged"),
    ])
  func brokenEditor(name: String, words: String) async throws {
    let (home, web) = try await library()
    try await home.luego("edit", web.url("/one"), "--note", "before")
    let scripts = [
      "killed": "printf 'mine' >\"$1\"; kill -9 $$", "latin": "printf 'mine\\351' >\"$1\"",
      "large": "head -c 2000000 /dev/zero >\"$1\"", "remover": "rm \"$1\"",
    ]
    let editor = try scripts[name].map { try script(home, name, $0) } ?? name
    try await TerminalWindow.open(home, columns: 140, rows: 30) { window in
      try await window.launch("", "EDITOR=\(editor)")
      try await window.wait(forText: "First Light")
      try await window.type("E")
      try await window.wait(forText: words)
      try await window.wait(forText: "First Light")
      try await window.type("Q")
      try await window.waitForEnd()
    }
    let shown = try await home.luego("show", "--info", web.url("/one")).text
    #expect(shown.contains("before") && !shown.contains("mine"))
  }

  @Test("| pipes the article to a command, which may stop reading, ! runs one, w writes a file")
  func programs() async throws {
    let (home, web) = try await library()
    try await home.luego("edit", web.url("/one"), "--note", "before")
    try await TerminalWindow.open(home) { window in
      try await window.launch()
      try await window.wait(forText: "First Light")
      try await window.press("Enter")
      try await window.wait(forText: "Paragraph 1 of the story.")
      // A key and the text after it must arrive separately, or they count as a paste.
      func type(_ key: String, in box: String, _ text: String) async throws {
        try await window.type(key)
        try await window.wait(forText: box)
        try await window.type(text)
      }
      try await type("|", in: "Pipe to a command", "head -c 5\n")
      try await window.wait(forText: "Press Enter to go back")
      try await window.press("Enter")
      try await window.wait(forText: "Ran “head -c 5”")
      try await window.wait(forText: "Paragraph 1 of the story.")
      try await type("!", in: "Run a command", "echo $((40 + 2)); exit 3\n")
      try await window.wait(forText: "42")
      try await window.press("Enter")
      try await window.wait(forText: "ended with status 3")
      try await type("w", in: "Write to a file", "\(home.directory.path("story.md"))\n")
      try await window.wait(forText: "Wrote ")
      try await type("w", in: "Write to a file", "\(home.directory.path("story.md"))\n")
      try await window.wait(forText: "─ Overwrite ─")
      try await window.type("n")
      try await window.wait(forText: "Write to a file")
      try await window.type("\n")
      try await window.wait(forText: "─ Overwrite ─")
      try await window.type("y")
      try await window.wait(forText: "Wrote ")
      let command = "cat >\(home.directory.path("story.json")); echo done-$((3 + 4))"
      try await type("|", in: "Pipe to a command", "--json \(command)\n")
      // The first command's output is still on the screen, and keys pressed too early are dropped.
      try await window.wait(forText: "done-7")
      try await window.press("Enter")
      try await window.wait(forText: "Ran “cat")
      // Quitting completes a write in progress.
      try await type("w", in: "Write to a file", "\(home.directory.path("last.md"))\n")
      try await window.type("Q")
      try await window.waitForEnd()
    }
    let markdown = try String(contentsOfFile: home.directory.path("story.md"), encoding: .utf8)
    #expect(markdown.hasPrefix("# First Light\n") && markdown.contains("Paragraph 1 of the story."))
    let last = try String(contentsOfFile: home.directory.path("last.md"), encoding: .utf8)
    #expect(last == markdown)
    let json = try String(contentsOfFile: home.directory.path("story.json"), encoding: .utf8)
    #expect(json.hasPrefix("{") && json.contains("\"title\""))
  }

  @Test(
    "a browser for the terminal has it until it ends, and then the article is archived",
    arguments: ["bin/w3m -x %s", "page"])
  func terminalBrowser(name: String) async throws {
    let (home, web) = try await library()
    let text = """
      test -t 0 && test -t 1 && echo >>"$HOME/runs" \\
        && echo "page of $* for $(wc -l <"$HOME/runs")" && read line && test "$line" = yes
      """
    _ = try script(home, "bin/w3m", text)
    _ = try script(home, "page", text)
    if name == "page" { try home.configure("set browser-in-terminal on\n") }
    try await TerminalWindow.open(home, columns: 140) { window in
      try await window.launch("", "BROWSER=\"/no/browser:\(home.path)/\(name)\"")
      try await window.wait(forText: "First Light")
      try await window.type("O")
      try await window.wait(forText: "page of \(name == "page" ? "" : "-x ")\(web.url("/one"))")
      try await window.type("no\n")
      try await window.wait(forText: "Press Enter to go back")
      try await window.press("Enter")
      try await window.wait(forText: "ended with status 1; check BROWSER")
      try await window.type("O")
      // Keys pressed before the program owns the terminal are dropped.
      try await window.wait(forText: "/one for 2")
      try await window.type("yes\n")
      try await window.wait(forText: "Archived “First Light”")
      try await window.type("Q")
      try await window.waitForEnd()
    }
    #expect(try await home.entries("in:archived").count == 1)
  }

  @Test(
    "O archives nothing when the browser fails, and says so; one that opens archives before the end"
  )
  func failingBrowser() async throws {
    let (home, _) = try await library()
    let browser = try script(home, "browser", "test -e \"$HOME/works\"")
    try await TerminalWindow.open(home, columns: 140) { window in
      try await window.launch("", "BROWSER=\(browser)")
      try await window.wait(forText: "First Light")
      try await window.type("O")
      try await window.wait(forText: "ended with status 1; check BROWSER")
      #expect(try await home.entries("in:archived").isEmpty)
      try home.directory.write("works", text: "")
      try await window.type("OQ")
      try await window.waitForEnd()
    }
    #expect(try await home.entries("in:archived").count == 1)
  }
}
