import ReadingList
import Terminal
import Testing

extension CursesTests {
  @Suite("Writing frames", .serialized) struct FrameTests {
    /// A frame of two panes side by side, whose texts start at the given rows.
    private func frame(_ size: Size, left: Int, right: Int, cursor: Int) -> Screen {
      var screen = Screen(size: size)
      let middle = size.columns / 2
      let panes = [
        (Rect(column: 0, row: 1, columns: middle, rows: size.rows - 2), left),
        (
          Rect(column: middle + 1, row: 1, columns: size.columns - middle - 1, rows: size.rows - 2),
          right
        ),
      ]
      for (pane, top) in panes {
        for row in 0..<pane.rows where (top + row) % 3 != 2 {
          let isCursor = row == cursor && pane.column == 0
          let line = Rect(column: pane.column, row: pane.row + row, columns: pane.columns, rows: 1)
          if isCursor { screen.fill(line, style: Style(.text, on: .selection)) }
          screen.put(
            (top + row) % 5 == 0
              ? "第\(top + row)行 e\u{301} words" : "Line \(top + row) of \(pane.column)",
            at: Point(column: pane.column + 1, row: pane.row + row),
            style: Style(
              (top + row) % 3 == 0 ? .text : .secondary, on: isCursor ? .selection : .base,
              (top + row) % 3 == 0 ? [.bold] : []), clip: pane,
            link: (top + row) % 7 == 0 ? .address("https://example.org/\(top + row)") : nil)
        }
      }
      screen.verticalLine(
        column: middle, rows: 0..<size.rows, borders: .unicode, style: Style(.border))
      screen.put(
        "Title \(left)", at: Point(column: 1, row: 0), style: Style(.heading), clip: screen.bounds)
      return screen
    }

    @Test(
      "whatever scrolls beside what else, the terminal shows the new frame",
      arguments: ["xterm-256color", "xterm", "tmux-256color", "screen", "linux", "vt100"])
    func scrolling(name: String) throws {
      var random = SeededNumbers(seed: 7)
      let size = Size(columns: 61, rows: 19)
      let pty = try PseudoTerminal(columns: size.columns, rows: size.rows)
      let terminal = try NcursesTerminal(pty, ["TERM": name])
      var shown = VirtualScreen(columns: size.columns, rows: size.rows)
      var (left, right) = (0, 0)
      for step in 0..<60 {
        left = max(0, left + Int.random(in: -9...9, using: &random))
        if Bool.random(using: &random) {
          right = max(0, right + Int.random(in: -3...3, using: &random))
        }
        let screen = frame(
          size, left: left, right: right, cursor: Int.random(in: 0..<17, using: &random))
        terminal.present(screen)
        shown.take(pty.takeOutput())
        #expect(shown.textRows == screen.textRows)
        #expect(shown.unknown == [])
        for row in 0..<size.rows where !["linux", "vt100"].contains(name) {
          for column in 0..<size.columns {
            guard let cell = screen[Point(column: column, row: row)], cell.text > " " else {
              continue
            }
            let url = shown.links[row][column]
            #expect(cell.link == (url.isEmpty ? nil : Screen.Link.address(url)))
          }
        }
        guard step % 5 == 0 else { continue }
        // Drawn on an empty screen it looks the same.
        let looks = shown.looks
        terminal.redraw()
        terminal.present(screen)
        shown.take(pty.takeOutput())
        for row in 0..<size.rows {
          for column in 0..<size.columns
          where screen[Point(column: column, row: row)].map({ $0.text > " " }) == true {
            #expect(shown.looks[row][column] == looks[row][column], "\(column), \(row)")
          }
        }
      }
      terminal.close()
    }

    @Test("a row that changes costs little more than its text, and one that does not costs nothing")
    func bytes() throws {
      let size = Size(columns: 140, rows: 40)
      let pty = try PseudoTerminal(columns: size.columns, rows: size.rows)
      let terminal = try NcursesTerminal(pty, ["COLORTERM": "truecolor"])
      let first = frame(size, left: 0, right: 0, cursor: 9)
      terminal.present(first)
      _ = pty.takeOutput()
      terminal.present(first)
      #expect(pty.takeOutput().isEmpty)
      var next = first
      next.put("Another", at: Point(column: 90, row: 7), style: Style(.heading), clip: next.bounds)
      terminal.present(next)
      let bytes = pty.takeOutput().count
      #expect((7...90).contains(bytes), "\(bytes)")
      terminal.close()
    }
  }
}
