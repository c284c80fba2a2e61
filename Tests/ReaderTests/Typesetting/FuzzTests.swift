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

  @Test("0.17 the line at a line's position is the first one that begins there", arguments: 0..<60)
  func restoring(seed: UInt64) {
    var maker = BodyMaker(seed: seed)
    let body = maker.body()
    for width in [1, 2, 7, 20, 40, 72, 120] {
      let text = typeset(body, header: header, width: width, options: TypesetOptions())
      var last = ReadingPosition.start
      var first = 0
      for (index, line) in text.lines.enumerated() {
        let position = text.position(ofLine: index)
        #expect(position >= last, "positions never go back")
        if position != last { first = index }
        last = position
        let found = text.line(at: position)
        #expect(text.lines[found].start == position)
        #expect(position == line.start && found == first)
      }
    }
  }

  @Test(
    "0.16 a position saved at one width shows the same character at any other", arguments: 0..<12)
  func reflow(seed: UInt64) {
    var maker = BodyMaker(seed: seed)
    let body = maker.body()
    let widths = [3, 20, 40, 72, 119]
    let texts = widths.map { typeset(body, header: nil, width: $0, options: TypesetOptions()) }
    for text in texts {
      for line in text.lines {
        for other in texts {
          let found = other.line(at: line.start)
          #expect(other.lines.isEmpty || other.lines[found].start <= line.start)
          let next = other.lines[(found + 1)...].first { $0.start > other.lines[found].start }
          if let next { #expect(next.start > line.start) }
        }
        #expect(text.position(ofLine: text.line(at: line.start)) == line.start)
      }
    }
  }

  @Test("positions point into the body's text blocks", arguments: 0..<60) func blocks(seed: UInt64)
  {
    var maker = BodyMaker(seed: seed)
    let body = maker.body()
    let blocks = body.textBlocks
    let text = typeset(body, header: nil, width: 30, options: TypesetOptions())
    for line in text.lines { #expect(line.start.block < max(1, blocks.count)) }
    let lastBlock = text.lines.map(\.start.block).max() ?? 0
    #expect(lastBlock <= max(0, blocks.count - 1))
  }

  @Test("a line's position is where its text stands in its block", arguments: 0..<60)
  func offsets(seed: UInt64) throws {
    var maker = BodyMaker(seed: seed)
    let body = ArticleBody(blocks: (0..<6).map { _ in .paragraph(maker.inlines(depth: 0)) })
    let blocks = body.textBlocks.map { Array($0) }
    let text = typeset(body, header: nil, width: 17, options: TypesetOptions())
    for line in text.lines {
      guard !line.plainText.contains("\u{fffd}"),
        let first = line.plainText.first(where: { $0.isLetter })
      else { continue }
      let rest = blocks[line.start.block].dropFirst(line.start.offset)
      #expect(rest.lazy.compactMap(\.printable).first { $0.isLetter } == first, "\(line.plainText)")
    }
  }

  @Test("whatever styles a text has, it is broken in the same places", arguments: trickyTexts)
  func stylesDoNotMatter(text: String) {
    let plain = ArticleBody(blocks: [.paragraph([.text(text)])])
    let strong = ArticleBody(blocks: [.paragraph([.strong([.text(text)])])])
    for width in [5, 12, 30] {
      let lines = [plain, strong].map {
        typeset($0, header: nil, width: width, options: TypesetOptions()).lines.map(\.plainText)
      }
      #expect(lines[0] == lines[1])
    }
  }
}
