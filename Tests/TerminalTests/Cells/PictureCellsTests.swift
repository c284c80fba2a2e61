import Terminal
import Testing

@Suite("A picture in cells") struct PictureCellsTests {
  private func cells(_ text: String, columns: Int = 3, rows: Int = 2) -> PictureCells? {
    PictureCells(Array(text.utf8), columns: columns, rows: rows)
  }

  private func text(_ picture: PictureCells?) -> String? {
    picture.map { $0.cells.map(\.text).joined() }
  }

  @Test("has the colors that its sequences say, until they are taken back") func colors() throws {
    let picture = try #require(
      cells("\u{1b}[38;2;1;2;3;48;5;200m▄\u{1b}[0m \u{1b}[97;100m▖\n\u{1b}[39;49mx"))
    let paints = picture.cells.map(\.style.paint)
    #expect(paints[0] == Paint(foreground: .rgb(1, 2, 3), background: .indexed(200)))
    #expect(paints[1] == nil)
    #expect(paints[2] == Paint(foreground: .indexed(15), background: .indexed(8)))
    #expect(paints[3] == nil)
    #expect(text(picture) == "▄ ▖x  ")
  }

  @Test("has its colors changed where it is inverted, and is reversed where it has none")
  func inverted() throws {
    let picture = try #require(cells("\u{1b}[7;38;5;9m▀\u{1b}[39m▀\u{1b}[27m▀"))
    #expect(picture.cells[0].style.paint == Paint(foreground: .standard, background: .indexed(9)))
    #expect(picture.cells[1].style.attributes == .reverse)
    #expect(picture.cells[2].style.attributes == [])
  }

  @Test(
    "is no more than text and color, whatever it is read from",
    arguments: [
      ("\u{1b}[2J\u{1b}[?25la\u{1b}]0;title\u{7}b", "a0;"),
      ("a\u{7}\u{8}\r\tb\u{7f}\u{9b}c", "abc"), ("a\u{301}漢b", "ab "),
      ("\u{1b}[38;2;999999999999999999999;-1ma", "a  "), ("\u{1b}[", nil), ("a\u{1b}", "a  "),
      ("", nil), ("\n\n\n\na", nil),
    ] as [(String, String?)])
  func hostile(_ written: String, _ shown: String?) {
    let found = cells(written)
    #expect(text(found)?.prefix(3) == shown?.prefix(3))
    for cell in found?.cells ?? [] {
      #expect(cell.text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f })
    }
  }

  @Test("never has more cells than asked for") func bounds() throws {
    let line = String(repeating: "▄", count: 1000) + "\n"
    let picture = try #require(cells(String(repeating: line, count: 1000)))
    #expect(picture.cells.count == 6)
    #expect(cells("a", columns: 3, rows: 0) == nil)
  }

  @Test("is cut at the edges of its place and of the screen") func clipped() throws {
    let picture = try #require(cells("abc\ndef"))
    var screen = Screen(size: Size(columns: 4, rows: 3))
    let clip = Rect(column: 1, row: 1, columns: 2, rows: 2)
    screen.put(picture, at: Point(column: 0, row: 0), clip: clip)
    #expect(screen.textRows == ["", " ef", ""])
    screen.put(picture, at: Point(column: 3, row: -1), clip: screen.bounds)
    #expect(screen.textRows == ["   d", " ef", ""])
  }

  @Test("leaves its place empty behind an overlay") func dimmed() throws {
    let picture = try #require(cells("\u{1b}[38;2;250;10;10;48;2;10;10;250m▄"))
    var screen = Screen(size: Size(columns: 3, rows: 2))
    screen.put(picture, at: Point(column: 0, row: 0), clip: screen.bounds)
    screen.dim()
    #expect(screen.textRows == ["", ""] && screen[Point(column: 0, row: 0)]?.style.paint == nil)
  }
}
