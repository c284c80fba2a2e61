import Foundation
import Glibc
import Platform
import TestSupport
import Testing

/// Small, poor and missing terminals.
extension InterfaceTests {
  @Test("0.22 2.25 a window of 10x3 says that it is too small, and recovers") func tooSmall()
    async throws
  {
    let (home, _) = try await library()
    try await TerminalWindow.open(home) { window in
      let place = try await readOn(in: window)
      for (columns, rows) in [(19, 4), (10, 3), (20, 4), (19, 24), (1, 1)] {
        try await window.resize(columns: columns, rows: rows)
        try await window.wait(for: "it says so as far as it fits at \(columns)x\(rows)") { screen in
          !screen.contains("Paragraph") && (columns < 8 || screen.contains("Term"))
        }
        try await window.resize(columns: 45, rows: 20)
        try await window.wait(forText: place)
      }
      try await window.resize(columns: 10, rows: 3)
      try await window.wait(forText: "Term")
      try await window.type("q")
      try await window.waitForShell()
      try await window.resize(columns: 80, rows: 24)
      try await window.expectSaneShell()
    }
  }

  @Test(
    "2.10 without color, all that color says is said by signs or weight",
    arguments: ["NO_COLOR=1", "TERM=vt100", "TERM=vt100 NO_COLOR=1", "TERM=linux", "TERM=xterm"])
  func poorTerminals(assignments: String) async throws {
    let (home, web) = try await library()
    try await home.luego("add", web.url("/gone"))
    try await TerminalWindow.open(home) { window in
      try await window.launch("", assignments)
      let list = try await window.wait(forFirstFrameWith: "First Light")
      #expect(list.rows.contains { $0.contains("▌") || $0.contains("> ") || $0.hasPrefix(">") })
      #expect(list.contains("✗") || list.rows.contains { $0.contains("/gone") && $0.contains("x") })
      if assignments.contains("NO_COLOR") || assignments.contains("vt100") {
        let styled = try await window.styledScreen()
        #expect(styled.firstMatch(of: /\u{1b}\[[\d;]*(3[0-8]|4[0-8]|9[0-7])[;m]/) == nil)
        #expect(styled.contains("\u{1b}["), "weight is left")
      }
      try await window.type("j")
      try await window.press("Enter")
      try await window.wait(forText: "Paragraph 1 of the story.")
      try await window.type("hs")
      try await window.wait(forText: "Favorited")
      try await window.type("Q")
      try await window.expectSaneShell()
    }
  }

  @Test(
    "2.14 TERM unset, dumb, unknown or without ANSI sequences is one line and exit status 1",
    arguments: [
      "env -u TERM", "env TERM=", "env TERM=dumb", "env TERM=no-such-terminal", "env TERM=vt52",
    ])
  func noTerminal(prefix: String) async throws {
    let (home, _) = try await library()
    try await TerminalWindow.open(home) { window in
      try await window.type("clear; \(prefix) luego; echo status-$?\n")
      let screen = try await window.wait(forText: "status-1\n")
      #expect(screen.rows.filter { $0.hasPrefix("luego: ") }.count == 1)
      try await window.expectSaneShell()
    }
  }

  @Test(
    "2.13 in a locale that has only ASCII, the screen is ASCII",
    arguments: [["LC_ALL": "C"], ["LANG": "POSIX"], ["LC_CTYPE": "C", "LANG": "C.UTF-8"]]
      as [[String: String?]])
  func ascii(shell: [String: String?]) async throws {
    let (home, web) = try await library()
    try await home.luego("add", web.url("/pdf"), "--title", "Ärger über “Naïve” 漢字 — 😀")
    try await TerminalWindow.open(home, columns: 140, rows: 40, shell: shell) { window in
      try await window.launch()
      let list = try await window.wait(forFirstFrameWith: "First Light")
      #expect(list.isASCII, "\(list.text)")
      #expect(list.contains("rger"))
      try await window.type("j")
      try await window.press("Enter")
      let reading = try await window.wait(forText: "Paragraph 1 of the story.")
      #expect(reading.isASCII, "\(reading.text)")
      try await window.type("?")
      let help = try await window.wait(for: "help is open") { $0.text != reading.text }
      #expect(help.isASCII, "\(help.text)")
    }
  }

  @Test(
    "without a locale, or with one that is not there, the screen can be read",
    arguments: [["LANG": nil], ["LANG": ""], ["LANG": "no_SUCH.locale"]] as [[String: String?]])
  func noLocale(shell: [String: String?]) async throws {
    let (home, _) = try await library()
    try await TerminalWindow.open(home, shell: shell) { window in
      try await window.launch()
      try await window.wait(forText: "First Light")
      try await window.press("Enter")
      let reading = try await window.wait(forText: "Paragraph 1 of the story.")
      #expect(!reading.contains("\u{fffd}") && !reading.contains("â"))
      try await window.type("Q")
      try await window.expectSaneShell()
    }
  }

  @Test("escape sequences in a page do nothing to the terminal") func escapes() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    try await home.luego("add", web.url("/escapes"))
    try await TerminalWindow.open(home, columns: 140, rows: 30) { window in
      try await window.launch()
      try await window.wait(forText: "Evil")
      #expect(try await window.pane("#{pane_title}") != "owned")
      try await window.press("Enter")
      let reading = try await window.wait(forText: "Paragraph 1 of the story.")
      #expect(reading.contains("Evil") && reading.contains("All Articles"))
      #expect(
        reading.text.unicodeScalars.allSatisfy {
          $0 == "\n" || ($0.value >= 0x20 && !(0x7f..<0xa0).contains($0.value))
        })
      #expect(try await window.pane("#{pane_title}") != "owned")
    }
  }

  @Test("where the terminal has no clipboard nothing is said to be copied")
  func noClipboard() async throws {
    let (home, _) = try await library()
    try await TerminalWindow.open(home) { window in
      try await window.launch("", "TERM=vt220")
      try await window.wait(forFirstFrameWith: "First Light")
      try await window.type("y")
      let screen = try await window.wait(forText: "This terminal has no clipboard")
      #expect(screen.contains("Not copied") && !screen.contains("Copied"))
      try await window.type("Q")
      try await window.expectSaneShell()
    }
  }

  @Test("without a terminal on standard input the interface says so in one line")
  func inputElsewhere() async throws {
    let (home, _) = try await library()
    try await TerminalWindow.open(home) { window in
      try await window.type("clear; luego </dev/null; echo status-$?\n")
      let screen = try await window.wait(forText: "status-1\n")
      #expect(screen.rows.filter { $0.hasPrefix("luego: ") }.count == 1)
      try await window.expectSaneShell()
    }
  }
}
