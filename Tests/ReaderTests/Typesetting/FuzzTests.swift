import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

@Suite("Typesetting anything") struct FuzzTests {
  private let header = ArticleHeader(
    title: "日本語 and a long title with Donaudampfschifffahrtsgesellschaft",
    metadata: ["example.org", "12 min"], notes: ["#tag"])

  @Test("2.3 no line exceeds the width, at any from 1 to 120", arguments: 0..<12)
  func width(seed: UInt64) {
    var maker = BodyMaker(seed: seed)
    let body = maker.body()
    for width in 1...120 {
      let options = TypesetOptions(ascii: seed % 4 == 0)
      let text = typeset(body, header: header, width: width, options: options)
      let wide = text.lines.map(\.plainText).filter { $0.displayWidth > width }
      #expect(wide.isEmpty, "\(width)")
    }
  }

  @Test("no line holds a control character or a direction override", arguments: 0..<40)
  func clean(seed: UInt64) {
    var maker = BodyMaker(seed: seed)
    let text = typeset(maker.body(), header: header, width: 60, options: TypesetOptions())
    let scalars = text.lines.flatMap { $0.plainText.unicodeScalars }
    let bad = scalars.filter { Character($0).printable != Character($0) }
    #expect(bad.isEmpty)
  }
}
