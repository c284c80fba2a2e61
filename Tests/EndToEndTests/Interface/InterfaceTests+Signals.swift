import Foundation
import Glibc
import Platform
import TestSupport
import Testing

/// Signals, crashes and terminals that disappear.
extension InterfaceTests {
  @Test(
    "0.14 a signal while reading saves the position and leaves the terminal sane",
    arguments: ["TERM", "HUP", "INT", "QUIT"])
  func signals(name: String) async throws {
    let numbers = ["TERM": SIGTERM, "HUP": SIGHUP, "INT": SIGINT, "QUIT": SIGQUIT]
    let (home, _) = try await library()
    try await TerminalWindow.open(home) { window in
      let place = try await readOn(in: window)
      kill(try await window.program(), try #require(numbers[name]))
      try await window.expectSaneShell()
      try await expectPlace(place, in: window, "Q")
    }
  }

  @Test(
    "1.30 a terminal that goes away leaves the position saved and no process behind",
    // A program in its own session is sent no signal.
    arguments: ["read-list", "setsid -w read-list"])
  func hangUp(command: String) async throws {
    let (home, _) = try await library()
    var place = ""
    // Closing the window waits until the program has ended.
    try await TerminalWindow.open(home) { place = try await readOn(in: $0, starting: command) }
    try await TerminalWindow.open(home) { try await expectPlace(place, in: $0, "Q") }
  }

  @Test("what is being typed when the terminal goes away is offered again")
  func hangUpWhileTyping() async throws {
    let (home, _) = try await library()
    try await TerminalWindow.open(home) { window in
      try await window.launch()
      try await window.wait(forText: "First Light")
      try await window.type("a")
      try await window.wait(forText: "Add an article")
      try await window.type("https://half.example/typed")
      try await window.wait(forText: "half.example/typed")
    }
    try await TerminalWindow.open(home) { window in
      try await window.launch()
      try await window.wait(forText: "First Light")
      try await window.type("a")
      try await window.wait(forText: "half.example/typed")
    }
  }

  @Test(
    "a terminal that takes nothing any more keeps no signal from ending the program",
    arguments: [SIGTERM, SIGHUP, SIGINT])
  func stuckTerminal(signal: Int32) async throws {
    let (home, _) = try await library()
    try await TerminalWindow.open(home) { window in
      try await window.launch()
      try await window.wait(forText: "First Light")
      let program = try await window.program()
      let terminal = open(try await window.pane("#{pane_tty}"), O_RDWR | O_NOCTTY | O_CLOEXEC)
      try #require(terminal >= 0)
      defer { close(terminal) }
      // From here on writes to the terminal block: the next frame, and restoring the terminal.
      try #require(tcflow(terminal, TCOOFF) == 0)
      kill(program, SIGCONT)
      kill(program, signal)
      try await window.waitForEnd()
      try #require(tcflow(terminal, TCOON) == 0)
    }
  }

  @Test("keys typed after quitting are the shell's and change no article")
  func typedAhead() async throws {
    let (home, _) = try await library()
    try await TerminalWindow.open(home) { window in
      try await window.launch()
      try await window.wait(forText: "First Light")
      try await window.type("mQeee")
      try await window.waitForShell()
    }
    #expect(try await home.entries("in:archived").isEmpty)
    #expect(try await home.entries().count == 3)
  }

  @Test(
    "0.16 Ctrl-Z gives the shell a sane terminal, fg brings the article back where it was, at any size",
    arguments: [(140, 40), (60, 24)])
  func suspending(columns: Int, rows: Int) async throws {
    let (home, _) = try await library()
    try await TerminalWindow.open(home, columns: 140, rows: 40) { window in
      let place = try await readOn(in: window)
      for _ in 0..<2 {
        try await window.press("C-z")
        try await window.expectSaneShell()
        try await window.resize(columns: columns, rows: rows)
        try await window.type("clear; fg\n")
        try await window.wait(for: "the article is back where it was") {
          $0.contains(place) && !$0.contains("sane-42") && !$0.contains("No Article")
            && $0.rows.count == rows
        }
      }
      try await window.type(" ")
      try await window.wait(for: "keys work") { !$0.contains(place) && $0.contains("Paragraph") }
      try await window.type("Q")
      try await window.expectSaneShell()
    }
  }

  @Test("after kill -9 of everything, all that was acknowledged is there")
  func killed() async throws {
    let (home, web) = try await library()
    try await TerminalWindow.open(home) { window in
      try await window.launch()
      try await window.wait(forText: "First Light")
      try await window.type("e")
      try await window.wait(for: "the change is written") {
        $0.bar.contains("Archived “First Light”") && !$0.bar.contains("saving")
      }
      try await window.type("a")
      try await window.wait(forText: "Add an article")
      try await window.type("\(web.url("/gone"))\n")
      try await window.wait(forText: "404")
      // Another process is killed as soon as it reports a saved link.
      let script = """
        : >"$HOME/said"
        luego add http://a.example/1 http://a.example/2 http://a.example/3 --no-fetch >"$HOME/said" &
        while [ "$(wc -l <"$HOME/said")" -lt 1 ]; do :; done; kill -9 $!; wait
        """
      _ = try await Programs.run(
        ["sh", "-c", script], environment: home.environment(), directory: home.path)
      kill(try await window.program(), SIGKILL)
      try await window.wait(forText: "Killed")
    }
    let said = String(decoding: try #require(try home.directory.read("said")), as: UTF8.self)
    let saved = said.split(separator: "\n").count
    let entries = try await home.everything()
    #expect(saved >= 1 && entries.filter { $0.url.hasPrefix("http://a.example/") }.count >= saved)
    #expect(entries.contains { $0.url == web.url("/gone") })
    #expect(try await home.entries("in:archived").map(\.title) == ["First Light"])
    let list = try await home.luego("list", "in:all")
    #expect(list.errors.isEmpty, "no record is broken")
    try await TerminalWindow.open(home) { window in
      try await window.launch()
      try await window.wait(forText: "Second Wind")
    }
  }

  @Test("a crash leaves the terminal sane", arguments: [SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL])
  func crashes(signal: Int32) async throws {
    let (home, _) = try await library()
    // Swift's own crash report would wait for a key.
    let shell = ["SWIFT_BACKTRACE": "enable=no"]
    try await TerminalWindow.open(home, shell: shell) { window in
      _ = try await readOn(in: window)
      kill(try await window.program(), signal)
      try await window.expectSaneShell()
    }
    #expect(try await home.luego("list").errors.isEmpty)
  }
}
