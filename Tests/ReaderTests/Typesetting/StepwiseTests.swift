import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

@Suite("Typesetting step by step") struct StepwiseTests {
  private static let options = TypesetOptions(codeWidth: 50, ordersText: true, marksHeadings: false)
  private static let header = ArticleHeader(
    title: "A title", metadata: ["example.org", "12 min"], notes: ["#tag"])

  /// Lines with the addresses of their links instead of numbers.
  private struct Shown: Equatable {
    var runs: [TypesetLine.Run]
    var links: [String]

    init(_ line: TypesetLine, of text: TypesetText) {
      links = line.runs.map { $0.link.map { text.links[$0].url } ?? "" }
      runs = line.runs.map {
        var run = $0
        run.link = nil
        return run
      }
    }
  }

  private static func body(_ seed: UInt64) -> ArticleBody {
    var maker = BodyMaker(seed: seed, hasMonsters: false)
    return ArticleBody(blocks: (0..<3).flatMap { _ in maker.blocks(depth: 1) })
  }

  @Test("a text that is set in steps is the one that is set at once", arguments: 0..<12)
  func steps(seed: UInt64) {
    let body = Self.body(seed)
    let whole = typeset(body, header: Self.header, width: 40, options: Self.options)
    for lines in [1, 7, 100] {
      var typesetting = StepwiseTypesetting(
        body, header: Self.header, width: 40, options: Self.options)
      for _ in body.blocks {
        #expect(typesetting.text.lines[...] == whole.lines.prefix(typesetting.text.lines.count))
        typesetting.set(lines: lines)
      }
      #expect(typesetting.isWhole && typesetting.text == whole)
    }
  }

  @Test("the leaves of blocks are counted as they are set", arguments: 0..<40)
  func leaves(seed: UInt64) {
    let body = Self.body(seed)
    for (index, first) in body.firstLeaves.enumerated() {
      let before = ArticleBody(blocks: Array(body.blocks.prefix(index)))
      #expect(first == before.textBlocks.count)
    }
  }

  @Test("a window on an excerpt shows what it shows on the whole text", arguments: 0..<12)
  func excerpts(seed: UInt64) {
    let body = Self.body(seed)
    var random = SeededNumbers(seed: seed)
    for width in [9, 40] {
      let whole = typeset(body, header: Self.header, width: width, options: Self.options)
      let typesetting = StepwiseTypesetting(
        body, header: Self.header, width: width, options: Self.options)
      func window(_ text: TypesetText, _ position: ReadingPosition, rows: Int) -> [Shown] {
        let last = max(0, text.lines.count - rows)
        let top = min(position == .start ? 0 : text.line(at: position), last)
        return text.lines[top...].prefix(rows).map { Shown($0, of: text) }
      }
      let places = [0, .max].map { ReadingPosition(block: $0, offset: $0) }
      for position in whole.lines.map(\.start).shuffled(using: &random).prefix(20) + places {
        for rows in [1, 30] {
          let part = typesetting.excerpt(around: position, rows: rows)
          #expect(window(part, position, rows: rows) == window(whole, position, rows: rows))
          let isTop = part.line(at: position) == 0
          #expect(!isTop || whole.line(at: position) == 0)
        }
      }
    }
  }
}
