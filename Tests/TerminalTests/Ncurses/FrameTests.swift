import ReadingList
import Terminal
import Testing

extension CursesTests {
  @Suite("Writing frames", .serialized) struct FrameTests {
    /// Draws some texts over a frame at random, one of them a link.
    private func draw(on screen: inout Screen, _ random: inout SeededNumbers) {
      let styles = [Style(), Style(.secondary), Style(.heading, on: .selection, [.bold])]
      for (number, text) in ["words of a line", "第7行", "e\u{301}", "        "].enumerated() {
        let point = Point(
          column: Int.random(in: 0..<screen.size.columns, using: &random),
          row: Int.random(in: 0..<screen.size.rows, using: &random))
        screen.put(
          text, at: point, style: styles[Int.random(in: 0...2, using: &random)],
          clip: screen.bounds, link: number == 0 ? .address("https://a.example/\(point.row)") : nil)
      }
    }

    @Test(
      "whatever changes where, the terminal shows the new frame",
      arguments: ["xterm-256color", "xterm", "tmux-256color", "screen", "linux", "vt100"])
    func changing(name: String) throws {
      var random = SeededNumbers(seed: 7)
      let size = Size(columns: 61, rows: 19)
      let pty = try PseudoTerminal(columns: size.columns, rows: size.rows)
      let terminal = try NcursesTerminal(pty, ["TERM": name])
      var shown = VirtualScreen(columns: size.columns, rows: size.rows)
      var screen = Screen(size: size)
      for step in 0..<100 {
        draw(on: &screen, &random)
        terminal.present(screen)
        shown.take(pty.takeOutput())
        #expect(shown.textRows == screen.textRows)
        #expect(shown.unknown == [])
        let places = (0..<size.rows).flatMap { row in
          (0..<size.columns).map { Point(column: $0, row: row) }
        }.filter { (screen[$0]?.text ?? "") > " " }
        for place in places where !["linux", "vt100"].contains(name) {
          let url = shown.links[place.row][place.column]
          #expect(screen[place]?.link == (url.isEmpty ? nil : Screen.Link.address(url)))
        }
        guard step % 5 == 0 else { continue }
        // Drawn on an empty screen it looks the same.
        let looks = shown.looks
        terminal.redraw()
        terminal.present(screen)
        shown.take(pty.takeOutput())
        for place in places {
          #expect(
            shown.looks[place.row][place.column] == looks[place.row][place.column], "\(place)")
        }
      }
      terminal.close()
    }

    @Test("a row that changes costs little more than its text, and one that does not costs nothing")
    func bytes() throws {
      let size = Size(columns: 140, rows: 40)
      let pty = try PseudoTerminal(columns: size.columns, rows: size.rows)
      let terminal = try NcursesTerminal(pty, ["COLORTERM": "truecolor"])
      var screen = Screen(size: size)
      screen.put("Words", at: Point(column: 3, row: 7), style: Style(), clip: screen.bounds)
      terminal.present(screen)
      _ = pty.takeOutput()
      terminal.present(screen)
      #expect(pty.takeOutput().isEmpty)
      screen.put(
        "Another", at: Point(column: 90, row: 7), style: Style(.heading), clip: screen.bounds)
      terminal.present(screen)
      let bytes = pty.takeOutput().count
      #expect((7...90).contains(bytes), "\(bytes)")
      terminal.close()
    }
  }
}
