import ReadingList
import Terminal
import Testing

@Suite("Screen") struct ScreenTests {
  private func screen(_ columns: Int, _ rows: Int) -> Screen {
    Screen(size: Size(columns: columns, rows: rows))
  }

  private func origin(_ column: Int = 0, _ row: Int = 0) -> Point {
    Point(column: column, row: row)
  }

  /// Whether every wide character is followed by its empty half, and no half is alone.
  private func isWhole(_ screen: Screen) -> Bool {
    for row in 0..<screen.size.rows {
      var column = 0
      while column < screen.size.columns {
        let text = screen.cells[row * screen.size.columns + column].text
        let width = text.displayWidth
        guard width == 1 || width == 2, column + width <= screen.size.columns else { return false }
        if width == 2, !screen.cells[row * screen.size.columns + column + 1].text.isEmpty {
          return false
        }
        column += width
      }
    }
    return true
  }

  @Test("2.8 a wide character is never cut: what would hang over an edge is blank") func edges() {
    var screen = screen(6, 1)
    screen.put("xxxxxx", at: origin(), style: Style(), clip: screen.bounds)
    let clip = Rect(column: 1, row: 0, columns: 4, rows: 1)
    #expect(screen.put("日本語", at: origin(0), style: Style(), clip: clip) == 5)
    #expect(screen.textRows == ["x 本 x"])
  }

  @Test("drawing over half a wide character blanks the other half") func overwriting() {
    for (column, text) in [(0, "a 本"), (1, " a本"), (2, "日a"), (3, "日 a")] {
      var screen = screen(4, 1)
      screen.put("日本", at: origin(), style: Style(), clip: screen.bounds)
      screen.put("a", at: origin(column), style: Style(), clip: screen.bounds)
      #expect(screen.textRows == [text])
      #expect(isWhole(screen))
    }
    var screen = screen(6, 1)
    screen.put("日本語", at: origin(), style: Style(), clip: screen.bounds)
    screen.put("中", at: origin(1), style: Style(), clip: screen.bounds)
    #expect(screen.textRows == [" 中 語"])
    #expect(isWhole(screen))
  }

  @Test(
    "no byte of content is ever a control sequence",
    arguments: awkwardTexts + [
      "\u{1b}]0;title\u{7}", "\u{1b}P\u{1b}\\", "a\u{8}\u{8}b", "\u{90}\u{9d}\u{9c}",
      String((0..<0xa0).compactMap { Unicode.Scalar($0).map { Character($0) } }),
      String((0x2000..<0x2070).compactMap { Unicode.Scalar($0).map { Character($0) } }),
    ])
  func injection(text: String) {
    var screen = screen(400, 1)
    screen.put(text, at: origin(), style: Style(), clip: screen.bounds)
    for cell in screen.cells {
      for scalar in cell.text.unicodeScalars {
        let v = scalar.value
        #expect(v >= 0x20 && !(0x7f..<0xa0).contains(v) && !(0x202a...0x202e).contains(v))
        #expect(!(0x2066...0x2069).contains(v) && v != 0x200e && v != 0x200f)
      }
    }
    #expect(isWhole(screen))
  }

  @Test("every text takes the columns of what is printable in it", arguments: awkwardTexts)
  func widthsAgree(text: String) {
    var screen = screen(100, 1)
    let used = screen.put(text, at: origin(), style: Style(), clip: screen.bounds)
    #expect(used == text.compactMap(\.printable).reduce(0) { $0 + $1.displayWidth })
  }

  @Test("2.3 nothing drawn at random leaves the screen or half a character", arguments: 0..<40)
  func fuzz(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    var screen = screen(
      Int.random(in: 0...12, using: &numbers), Int.random(in: 0...5, using: &numbers))
    for _ in 0..<200 {
      func small() -> Int { Int.random(in: -5...14, using: &numbers) }
      let clip = Rect(column: small(), row: small(), columns: small(), rows: small())
      let text = try #require(awkwardTexts.randomElement(using: &numbers))
      let point = Point(column: small(), row: small())
      let used = screen.put(text, at: point, style: Style(), clip: clip)
      let room = clip.intersection(screen.bounds).endColumn - point.column
      #expect((0...max(0, room)).contains(used))
      if Bool.random(using: &numbers) { screen.fill(clip, style: Style(.text, on: .bar)) }
      screen.restyle(clip, surface: .panel)
      screen.box(clip, borders: .unicode, style: Style())
      #expect(isWhole(screen))
      #expect(screen.cells.count == screen.size.columns * screen.size.rows)
    }
  }

  @Test("a cluster that is cut off does not join the next", arguments: ["👩\u{200d}", "क\u{94d}"])
  func cutClusters(piece: String) throws {
    let cluster = try #require(String(repeating: piece, count: 300).first?.printable)
    #expect((String(cluster) + piece).count == 2)
  }

  @Test("a cluster of a thousand marks becomes a cell of bounded size") func monstrous() {
    var screen = screen(3, 1)
    let text = "a" + String(repeating: "\u{301}", count: 1000) + "b"
    screen.put(text, at: origin(), style: Style(), clip: screen.bounds)
    #expect(screen.cells.allSatisfy { $0.text.unicodeScalars.count <= 32 })
    #expect(screen[Point(column: 1, row: 0)]?.text == "b")
  }
}
