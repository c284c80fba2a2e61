import CNcurses
import Glibc
import Terminal
import Testing

/// Curses has one screen for each process: all suites that open one are nested in this one.
@Suite("The terminal through curses", .serialized) struct CursesTests {
  @Suite("Showing", .serialized) struct ShowingTests {
    private func frame(_ columns: Int, _ rows: Int) -> Screen {
      var screen = Screen(size: Size(columns: columns, rows: rows))
      screen.box(screen.bounds, borders: .ascii, style: Style(.border))
      for row in 1..<(rows - 1) {
        screen.put(
          "Row \(row) of the frame, with some words in it", at: Point(column: 2, row: row),
          style: Style(row == 2 ? .heading : .text, on: row == 3 ? .selection : .base),
          clip: screen.bounds.inset(columns: 1, rows: 1))
      }
      return screen
    }

    @Test(
      "2.14 a frame is shown as it is, on every kind of terminal and at every size",
      arguments: ["xterm-256color", "vt100", "xterm", "linux", "tmux-256color", "screen", "vt220"],
      [(140, 40), (80, 24), (20, 5)])
    func frames(name: String, size: (Int, Int)) throws {
      let pty = try PseudoTerminal(columns: size.0, rows: size.1)
      let terminal = try NcursesTerminal(pty, ["TERM": name])
      #expect(terminal.size == Size(columns: size.0, rows: size.1))
      let screen = frame(size.0, size.1)
      terminal.present(screen)
      var shown = VirtualScreen(columns: size.0, rows: size.1)
      shown.take(pty.takeOutput())
      #expect(shown.textRows == screen.textRows)
      #expect(shown.unknown == [])
      terminal.close()
    }

    @Test(
      "what is shown after a change is the new frame, also where wide characters break",
      arguments: [
        ["日本語", "a本語", "日 語", " 日本", "日本語"], ["👨‍👩‍👧x", "ab", "👍🏽y", "1️⃣2", "🇩🇪z"],
        ["हिन्दी", "กำลัง", "e\u{301}a", "ab"], ["❤️x", "ab", "❤x", "中x"],
      ])
    func changes(texts: [String]) throws {
      let pty = try PseudoTerminal(columns: 30, rows: 6)
      let terminal = try NcursesTerminal(pty)
      var shown = VirtualScreen(columns: 30, rows: 6)
      for text in texts {
        for column in [3, 4] {
          var screen = Screen(size: Size(columns: 30, rows: 6))
          screen.put(
            text + "|", at: Point(column: column, row: 2), style: Style(), clip: screen.bounds)
          terminal.present(screen)
          shown.take(pty.takeOutput())
          let end = column + text.displayWidth
          #expect(shown.rows[2][end] == "|", "\(text)")
          #expect(shown.rows[2].joined().filter { $0 == "|" }.count == 1)
          #expect(shown.rows[2][(end + 1)...].allSatisfy { $0 == " " })
          for (place, cell) in screen.cells[60..<90].enumerated()
          where cell.text.unicodeScalars.count == 1 { #expect(shown.rows[2][place] == cell.text) }
        }
      }
      terminal.close()
    }

    @Test("2.13 where the locale has only ASCII, only ASCII is written") func ascii() throws {
      for environment in [
        ["LC_ALL": "C"], ["LANG": "C"], ["LC_CTYPE": "POSIX", "LANG": "C.UTF-8"],
      ] {
        let pty = try PseudoTerminal(columns: 40, rows: 5)
        let terminal = try NcursesTerminal(pty, environment)
        #expect(!terminal.isUnicode)
        var screen = Screen(size: terminal.size)
        screen.put(
          "“Café” 日本 — x", at: Point(column: 0, row: 1), style: Style(), clip: screen.bounds)
        terminal.present(screen)
        let bytes = pty.takeOutput()
        #expect(bytes.allSatisfy { $0 < 0x80 })
        var shown = VirtualScreen(columns: 40, rows: 5)
        shown.take(bytes)
        #expect(shown.textRows[1] == "\"Cafe\" ? ?  - x")
        terminal.close()
      }
    }

    @Test(
      "2.10 a selection is seen on every terminal, in every theme, with and without color",
      arguments: ["xterm-256color", "vt100", "xterm", "linux"], Theme.allCases.map(\.rawValue))
    func selection(name: String, theme: String) throws {
      for hasColor in [true, false] {
        let pty = try PseudoTerminal(columns: 40, rows: 6)
        let theme = try #require(Theme(rawValue: theme))
        let terminal = try NcursesTerminal(pty, ["TERM": name], theme: .mono, hasColor: hasColor)
        terminal.setTheme(theme)
        var screen = Screen(size: terminal.size)
        // In a pane without the focus, only the bar before its row shows the cursor.
        let surfaces: [Surface] = [.base, .selection, .marked, .highlight]
        for (row, surface) in surfaces.enumerated() {
          screen.put(
            "text", at: Point(column: 0, row: row), style: Style(.text, on: surface),
            clip: screen.bounds)
        }
        terminal.present(screen)
        var shown = VirtualScreen(columns: 40, rows: 6)
        let bytes = pty.takeOutput()
        shown.take(bytes)
        for row in 1..<surfaces.count {
          #expect(shown.looks[row][0] != shown.looks[0][0], "\(surfaces[row])")
        }
        let hasColors = shown.looks.joined().contains(where: \.hasColor)
        if !hasColor || name == "vt100" || theme == .mono { #expect(!hasColors) }
        terminal.close()
      }
    }

    @Test(
      "24-bit colors are written where the environment says so, and never where there is no color",
      arguments: [
        ("xterm", "truecolor", ColorDepth.full), ("tmux-256color", "24bit", .full),
        ("xterm-256color", "", .cube), ("xterm", "", .eight), ("linux", "no", .eight),
        ("vt100", "truecolor", .none),
      ])
    func depth(name: String, claim: String, depth: ColorDepth) throws {
      let pty = try PseudoTerminal(columns: 40, rows: 6)
      let terminal = try NcursesTerminal(pty, ["TERM": name, "COLORTERM": claim], theme: .night)
      #expect(terminal.colors == depth)
      terminal.present(frame(40, 6))
      let bytes = pty.takeOutput()
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("38;2;228;226;232;") == (depth == .full))
      var shown = VirtualScreen(columns: 40, rows: 6)
      shown.take(bytes)
      #expect(shown.textRows == frame(40, 6).textRows)
      #expect(shown.unknown == [])
      terminal.close()
    }

    @Test("links lead where they should, also when only that changes, and go when they go")
    func hyperlinks() throws {
      let pty = try PseudoTerminal(columns: 30, rows: 6)
      let terminal = try NcursesTerminal(pty)
      var shown = VirtualScreen(columns: 30, rows: 6)
      func present(_ text: String, _ url: String?) -> VirtualScreen {
        var screen = Screen(size: terminal.size)
        let style = Style(.link, [.underline])
        screen.put("see ", at: Point(column: 1, row: 2), style: Style(), clip: screen.bounds)
        screen.put(
          text, at: Point(column: 5, row: 2), style: style, clip: screen.bounds,
          link: url.map { .address($0) })
        screen.put(" there", at: Point(column: 9, row: 2), style: Style(), clip: screen.bounds)
        screen.cursor = Point(column: 3, row: 4)
        terminal.present(screen)
        shown.take(pty.takeOutput())
        #expect(shown.textRows == screen.textRows)
        return shown
      }
      for (text, url) in [
        ("日本", "https://example.org/a"), ("日本", "https://example.org/b"), ("日本", nil),
        ("here", "https://example.org/b"), ("hare", "https://example.org/b"), ("hare", nil),
      ] {
        let links = present(text, url).links[2]
        #expect(links[5] == url ?? "" && links[7] == url ?? "", "\(text)")
        #expect(links[4].isEmpty && links[9].isEmpty)
      }
      for url in ["https://e.org/\u{1b}]0;x", "javascript:alert(1)", "#note", "https://e.org/ü"] {
        let links = present("here", url).links[2]
        #expect(links.filter { !$0.isEmpty } == [])
      }
      terminal.close()
    }

    @Test("the cursor is hidden unless the frame shows it, and stands where the frame says")
    func cursor() throws {
      let pty = try PseudoTerminal(columns: 40, rows: 10)
      let terminal = try NcursesTerminal(pty)
      var screen = Screen(size: terminal.size)
      terminal.present(screen)
      #expect(String(decoding: pty.takeOutput(), as: UTF8.self).contains("\u{1b}[?25l"))
      screen.cursor = Point(column: 7, row: 3)
      screen.isCursorVisible = true
      terminal.present(screen)
      let shown = String(decoding: pty.takeOutput(), as: UTF8.self)
      #expect(
        shown.contains("\u{1b}[4;8H") && shown.contains("\u{1b}[?"), "\(shown.debugDescription)")
      screen.cursor = Point(column: 700, row: 300)
      terminal.present(screen)
      terminal.close()
    }

    @Test("a window of absurd size is taken for a large one, one of no size for the description's")
    func absurd() throws {
      let pty = try PseudoTerminal(columns: 65535, rows: 65535)
      let terminal = try NcursesTerminal(pty)
      let large = terminal.refreshSize()
      #expect(large.columns <= 1000 && large.rows <= 500)
      terminal.close()
      let none = try NcursesTerminal(try PseudoTerminal(columns: 0, rows: 0))
      #expect(none.size == Size(columns: 80, rows: 24))
      none.close()
    }

    @Test("a frame of another size than the window is shown as far as it goes")
    func otherSize() throws {
      let pty = try PseudoTerminal(columns: 30, rows: 8)
      let terminal = try NcursesTerminal(pty)
      for size in [(60, 20), (10, 3), (0, 0), (30, 8)] {
        terminal.present(Screen(size: Size(columns: size.0, rows: size.1)))
      }
      let screen = frame(30, 8)
      terminal.present(screen)
      var shown = VirtualScreen(columns: 30, rows: 8)
      shown.take(pty.takeOutput())
      #expect(shown.textRows == screen.textRows)
      terminal.close()
    }
  }
}
