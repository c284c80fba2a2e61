import Foundation
import Glibc
import Platform
import TestSupport
import Testing

extension InterfaceTests {
  @Test(
    "2.14 without a terminal that moves its cursor, or one to read, there is one line and exit status 1",
    arguments: [
      "env -u TERM luego", "env TERM= luego", "env TERM=dumb luego",
      "env TERM=no-such-terminal luego", "env TERM=vt52 luego", "luego </dev/null",
    ])
  func noTerminal(command: String) async throws {
    let (home, _) = try await library()
    try await TerminalWindow.open(home) { window in
      try await window.type("clear; \(command); echo status-$?\n")
      let screen = try await window.wait(forText: "status-1\n")
      #expect(screen.rows.filter { $0.hasPrefix("luego: ") }.count == 1)
      try await window.expectSaneShell()
    }
  }

  @Test("on a terminal whose locale has only ASCII a list is ASCII, in a pipe it is UTF-8")
  func locale() async throws {
    let home = try Home()
    let title = "Ärger über “Naïve” 漢字 — 😀"
    try await home.luego("add", "--no-fetch", "--favorite", "--title", title, "https://a.example/")
    try await TerminalWindow.open(home, shell: ["LC_ALL": "C"]) { window in
      try await window.type("clear; luego list is:favorite; luego nosuch; echo end-$?\n")
      let screen = try await window.wait(forText: "end-2\n")
      #expect(screen.isASCII, "\(screen.text)")
      #expect(screen.contains("+o") && screen.contains("Arger uber \"Naive\" ???? - ??"))
      try await window.type("clear; luego list is:favorite | cat >~/piped; echo done-$?\n")
      try await window.wait(forText: "done-0\n")
    }
    let piped = String(decoding: try #require(try home.directory.read("piped")), as: UTF8.self)
    #expect(piped.contains("♥◌") && piped.contains(title))
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
}
