import CNcurses
import Glibc
import Terminal
import Testing

extension CursesTests {
  @Suite("Session", .serialized) struct SessionTests {
    @Test("the terminal is left as it was found: line discipline, screen, mouse and paste reports")
    func restores() throws {
      let pty = try PseudoTerminal()
      let before = pty.lineDiscipline
      let terminal = try NcursesTerminal(pty)
      #expect(pty.lineDiscipline.c_lflag != before.c_lflag)
      // A frame hides the cursor; it is visible again for the next program.
      terminal.present(Screen(size: terminal.size))
      let opening = String(decoding: pty.takeOutput(), as: UTF8.self)
      for sequence in ["[?1049h", "[?2004h", "[?1006h"] {
        #expect(opening.contains("\u{1b}" + sequence))
      }
      terminal.close()
      let closing = String(decoding: pty.takeOutput(), as: UTF8.self)
      for sequence in ["[?1049l", "[?2004l", "[?1006l", "[?1000l", "[?25h"] {
        #expect(closing.contains("\u{1b}" + sequence))
      }
      let after = pty.lineDiscipline
      #expect(after.c_lflag == before.c_lflag && after.c_iflag == before.c_iflag)
      #expect(after.c_oflag == before.c_oflag)
      terminal.close()
      terminal.present(Screen(size: terminal.size))
      #expect(terminal.readInput().isEmpty)
      #expect(pty.takeOutput().isEmpty)
    }

    @Test("what is typed ahead goes to nobody when the terminal is given back")
    func typedAhead() throws {
      let pty = try PseudoTerminal()
      let terminal = try NcursesTerminal(pty)
      func typeAhead() {
        pty.type("rm -rf x\r\u{9b}31m\r")
        // The input is there and unread.
        _ = Poller(descriptors: [terminal.inputDescriptor]).wait(milliseconds: nil)
      }
      typeAhead()
      terminal.lend { #expect(pty.waitingBytes == 0) }
      #expect(terminal.readInput().isEmpty)
      _ = pty.takeOutput()
      typeAhead()
      terminal.close()
      #expect(pty.waitingBytes == 0)
      let closing = pty.takeOutput()
      #expect(!String(decoding: closing, as: UTF8.self).unicodeScalars.contains("\u{9b}"))
      // Later input belongs to the terminal's next program.
      pty.type("next\r")
      _ = Poller(descriptors: [pty.programEnd]).wait(milliseconds: nil)
      #expect(pty.waitingBytes == 5)
    }

    @Test("without the mouse nothing is said of it") func noMouse() throws {
      let pty = try PseudoTerminal()
      let terminal = try NcursesTerminal(pty, hasMouse: false)
      terminal.present(Screen(size: terminal.size))
      terminal.close()
      let all = String(decoding: pty.takeOutput(), as: UTF8.self)
      #expect(!all.contains("?1000") && !all.contains("?1006"))
      #expect(!terminal.reportsMouse)
    }

    @Test(
      "the mouse is turned on and off while the program runs, and stays so after others had the terminal"
    )
    func mouseSetting() throws {
      let pty = try PseudoTerminal()
      let terminal = try NcursesTerminal(pty)
      func said() -> String { String(decoding: pty.takeOutput(), as: UTF8.self) }
      #expect(said().contains("\u{1b}[?1006h"))
      terminal.setMouse(false)
      #expect(said() == "\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?1000l")
      terminal.setMouse(false)
      terminal.lend {}
      #expect(!said().contains("?1006"))
      terminal.setMouse(true)
      #expect(said() == "\u{1b}[?1000h\u{1b}[?1002h\u{1b}[?1006h")
      terminal.close()
      #expect(said().contains("\u{1b}[?1006l"))
    }

    @Test("a frame that a blocked terminal cut off is shown again, whole") func blocked() throws {
      let pty = try PseudoTerminal()
      var line = pty.line()
      line.patience = 10
      let terminal = try NcursesTerminal(
        on: line, theme: .night, hasColor: true, hasMouse: false)
      _ = pty.takeOutput()
      var screen = Screen(size: terminal.size)
      screen.put("Some words", at: Point(column: 3, row: 3), style: Style(), clip: screen.bounds)
      let flags = fcntl(pty.programEnd, F_GETFL)
      try #require(fcntl(pty.programEnd, F_SETFL, flags | O_NONBLOCK) == 0)
      try #require(tcflow(pty.programEnd, TCOOFF) == 0)
      terminal.present(screen)
      #expect(terminal.isBehind)
      try #require(tcflow(pty.programEnd, TCOON) == 0)
      terminal.present(screen)
      #expect(!terminal.isBehind)
      var shown = VirtualScreen(columns: terminal.size.columns, rows: terminal.size.rows)
      shown.take(pty.takeOutput())
      #expect(shown.textRows == screen.textRows)
      terminal.close()
    }

    @Test("signals come as values") func signals() throws {
      let pty = try PseudoTerminal()
      let terminal = try NcursesTerminal(pty)
      for (number, meaning) in [
        (SIGWINCH, TerminalSignal.resize), (SIGTERM, .terminate), (SIGHUP, .terminate),
        (SIGINT, .terminate), (SIGQUIT, .terminate), (SIGCONT, .continue), (SIGTSTP, .suspend),
      ] {
        // Sent to the process, because test threads may have signals blocked.
        kill(getpid(), number)
        let ready = Poller(descriptors: [terminal.signalDescriptor]).wait(milliseconds: nil)
        #expect(ready == [terminal.signalDescriptor])
        #expect(terminal.takeSignals() == [meaning])
      }
      #expect(terminal.takeSignals().isEmpty)
      terminal.close()
    }

    @Test(
      "copied text goes out as OSC 52, in base 64; not to terminals without windows, nor without bounds"
    )
    func copy() throws {
      let pty = try PseudoTerminal()
      let terminal = try NcursesTerminal(pty)
      _ = pty.takeOutput()
      for (text, encoded) in [
        ("https://example.org/ü", "aHR0cHM6Ly9leGFtcGxlLm9yZy/DvA=="), ("", ""), ("f", "Zg=="),
        ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy"),
      ] {
        #expect(terminal.copy(toClipboard: text) == nil)
        let said = String(decoding: pty.takeOutput(), as: UTF8.self)
        #expect(said == "\u{1b}]52;c;\(encoded)\u{7}")
      }
      let long = String(repeating: "x", count: 1 << 20)
      #expect(terminal.copy(toClipboard: long) == "Terminals take no more than 64 kB")
      #expect(pty.takeOutput().isEmpty)
      terminal.close()
      let old = try PseudoTerminal()
      let vt100 = try NcursesTerminal(old, ["TERM": "vt100"])
      #expect(vt100.copy(toClipboard: "x") == "This terminal has no clipboard")
      vt100.close()
    }
  }

  @Suite("Background", .serialized) struct BackgroundTests {
    @Test(
      "4.9 the background's color is asked for and understood",
      arguments: [
        ("rgb:1414/1515/1919", true), ("rgb:fcfc/fcfc/fdfd", false), ("rgb:0/0/0", true),
        ("rgb:ff/ff/ff", false), ("rgba:0000/0000/0000/ffff", true),
      ])
    func answered(color: String, isDark: Bool) throws {
      for end in ["\u{7}", "\u{1b}\\"] {
        let pty = try PseudoTerminal()
        pty.type("\u{1b}]11;\(color)\(end)\u{1b}[?64;1;2c")
        let terminal = try NcursesTerminal(pty, backgroundDelay: NcursesTerminal.timeout)
        #expect(terminal.isBackgroundDark == isDark)
        #expect(terminal.readInput().isEmpty)
        let asked = String(decoding: pty.takeOutput(), as: UTF8.self)
        #expect(asked.contains(ControlSequence.backgroundQuestion))
        terminal.close()
      }
    }

    @Test("4.9 a terminal that cannot tell, or says nothing, leaves no stray keys")
    func unanswered() throws {
      for answer in ["\u{1b}[?1;2c", ""] {
        let pty = try PseudoTerminal()
        pty.type(answer)
        let terminal = try NcursesTerminal(
          pty, backgroundDelay: answer.isEmpty ? 100 : NcursesTerminal.timeout)
        #expect(terminal.isBackgroundDark == nil)
        #expect(terminal.readInput().isEmpty)
        terminal.close()
      }
    }

    @Test("4.9 an answer that is late is no keys either, and keys typed meanwhile are kept")
    func late() throws {
      let pty = try PseudoTerminal()
      pty.type("jk\u{1b}[?1;2c")
      let terminal = try NcursesTerminal(pty, backgroundDelay: NcursesTerminal.timeout)
      #expect(terminal.readInput() == [.key(Key(.character("j"))), .key(Key(.character("k")))])
      pty.type("\u{1b}]11;rgb:0000/0000/0000\u{1b}\\\u{1b}[?1;2cx")
      #expect(terminal.read(atLeast: 1) == [.key(Key(.character("x")))])
      #expect(terminal.isBackgroundDark == true)
      terminal.close()
    }

    @Test("the environment says which theme is meant where the terminal does not") func choice() {
      func theme(
        _ environment: [String: String], _ name: String = "auto", color: Bool = true
      ) -> String {
        Capabilities(environment: environment, noColor: !color, isTerminal: true)
          .theme(named: name).rawValue
      }
      #expect(theme([:]) == "night")
      #expect(theme(["COLORFGBG": "0;15"]) == "paper")
      #expect(theme(["COLORFGBG": "15;0"]) == "night")
      #expect(theme(["COLORFGBG": "15;default;0"]) == "night")
      #expect(theme(["COLORFGBG": "nonsense"]) == "night")
      #expect(theme([:], "paper") == "paper")
      #expect(theme([:], "no such theme") == "night")
      #expect(theme(["NO_COLOR": "1"], "paper") == "mono")
      #expect(theme(["NO_COLOR": ""], "paper") == "paper")
      #expect(theme([:], "paper", color: false) == "mono")
      let light = Capabilities(environment: ["COLORFGBG": "0;15"], isTerminal: true)
      #expect(light.theme(named: "auto", isDark: true).rawValue == "night")
    }
  }
}
