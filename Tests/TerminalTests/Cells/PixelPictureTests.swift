import Terminal
import Testing

@Suite("A picture in pixels") struct PixelPictureTests {
  private func picture(_ text: String) -> PixelPicture? { PixelPicture(Array(text.utf8)) }

  @Test("is read from one sequence or several, with what stands around them passed over")
  func whole() throws {
    let one = try #require(picture("\u{1b}[?25l\u{1b}_Ga=T,f=24,s=2,v=1,m=0;AAECAwQF\u{1b}\\\n"))
    #expect([one.bits, one.width, one.height] == [24, 2, 1])
    #expect(one.pieces == [Array("AAECAwQF".utf8)])
    let parts =
      "\u{1b}_Ga=T,f=24,s=2,v=1,m=1\u{1b}\\\u{1b}_Gm=1;AAEC\u{1b}\\\u{1b}_Gm=0;AwQF\u{1b}\\"
    let two = try #require(picture(parts))
    #expect(two.pieces == [Array("AAEC".utf8), Array("AwQF".utf8)])
    let padded = picture(
      "\u{1b}_Gf=24,s=1,v=1,m=1;AA==\u{1b}\\\u{1b}_Gm=1;AAA=\u{1b}\\\u{1b}_Gm=0\u{1b}\\")
    #expect(padded?.pieces.count == 2)
  }

  @Test(
    "is refused where it is not whole or could be taken for anything else",
    arguments: [
      "", "\u{1b}_G", "\u{1b}_Ga=T,f=24,s=2,v=1,m=1;AAEC\u{1b}\\",
      "\u{1b}_Gf=24,s=2,v=1;AAEC\u{1b}\\", "\u{1b}_Gf=24,s=2,v=1;AAEC\u{7}wQF\u{1b}\\",
      "\u{1b}_Gf=100,s=2,v=1;AAECAwQF\u{1b}\\", "\u{1b}_Gf=24,s=0,v=1;\u{1b}\\",
      "\u{1b}_Gf=24,s=99999999999,v=99999999999;AAAA\u{1b}\\",
      "\u{1b}_Gf=24,s=1,v=1;AAAAAA==\u{1b}\\", "\u{1b}_Gf=24,s=1,v=1;=AAA\u{1b}\\",
    ])
  func refused(_ text: String) { #expect(picture(text) == nil) }

  @Test("has placeholders of one column each that say its number, row and column")
  func placeholders() throws {
    let cells = try #require(PictureCells(placeholdersFor: 0x12_3456, columns: 200, rows: 3))
    #expect(cells.cells.count == 600)
    #expect(Set(cells.cells.map(\.text)).count == 600)
    #expect(cells.cells.allSatisfy { Character($0.text).displayWidth == 1 })
    #expect(cells.cells.allSatisfy { $0.style.paint?.foreground == .rgb(0x12, 0x34, 0x56) })
    #expect(cells.cells[201].text == "\u{10eeee}\u{30d}\u{30d}")
    #expect(PictureCells(placeholdersFor: 0, columns: 1, rows: 1) == nil)
    #expect(PictureCells(placeholdersFor: 1, columns: 201, rows: 1) == nil)
  }
}
