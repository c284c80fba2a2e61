import Reader
import ReadingList
import Terminal
import Testing

private func lines(_ blocks: [ArticleBody.Block], width: Int = 40, ascii: Bool = false) -> [String]
{
  typeset(
    ArticleBody(blocks: blocks), header: nil, width: width, options: TypesetOptions(ascii: ascii)
  ).lines.map { line in
    var text = line.plainText
    while text.last == " " { text.removeLast() }
    return text
  }
}

private func paragraph(_ text: String) -> ArticleBody.Block { .paragraph([.text(text)]) }

private func table(
  _ header: [String], _ rows: [[String]]
) -> ArticleBody.Block {
  func cells(_ texts: [String]) -> [[ArticleBody.Inline]] { texts.map { [.text($0)] } }
  return .table(.init(header: cells(header), rows: rows.map(cells)))
}

/// Cases that the golden typesettings do not cover.
@Suite("Blocks") struct BlockTests {
  private struct Case {
    var blocks: [ArticleBody.Block]
    var width = 40
    var isASCII = false
    var lines: [String]
  }

  private static let code = ArticleBody.Block.code(
    "if x {\n\treturn 12345678\n}", language: nil)
  private static let birds = table(
    ["Characteristic", "Text"], [["Thermoregulation", "it warms its feet by turns"]])
  private static let tools = table(
    ["Name", "What it is"], [["tig", "a text interface for git"], ["mutt", "mail"]])
  private static let bare = ArticleBody.Block.figure([.init(url: "v")], caption: [])

  private static let cases = [
    // A page's rule before its notes is not followed by another one.
    Case(
      blocks: [
        paragraph("x"), .rule,
        .footnotes([.init(label: "1", anchor: "n", blocks: [paragraph("y")])]),
      ], isASCII: true, lines: ["x", "", String(repeating: "-", count: 20), "[1] y"]),
    // An item without text still shows its bullet.
    Case(blocks: [.list(.init(items: [[], [paragraph("x")]]))], lines: ["•", "• x"]),
    Case(
      blocks: [
        .list(.init(items: [[paragraph("a"), .list(.init(items: [[paragraph("b")]]))]])),
        .quote([paragraph("said"), .quote([paragraph("who said")])]),
        .code("abcdefghijkl", language: nil),
      ], width: 12, isASCII: true,
      lines: ["* a", "  - b", "", "| said", "|", "| | who said", "", " abcdefghij", "\\kl"]),
    // Code keeps its lines and spaces; long lines continue after a mark.
    Case(blocks: [code], width: 22, lines: [" if x {", "     return 12345678", " }"]),
    Case(blocks: [code], width: 12, lines: [" if x {", "     return", "↪ 12345678", " }"]),
    // Cells wrap when space is short.
    Case(
      blocks: [tools], width: 20, isASCII: true,
      lines: [
        "Name | What it is", "-----+--------------", "tig  | a text", "     | interface for",
        "     | git", "mutt | mail",
      ]),
    // No column is narrower than its longest word; otherwise the table is set row by row.
    Case(
      blocks: [birds], width: 32,
      lines: [
        "Characteristic   │ Text", "─────────────────┼──────────────",
        "Thermoregulation │ it warms its", "                 │ feet by turns",
      ]),
    Case(
      blocks: [birds], width: 18,
      lines: ["Characteristic:", "Thermoregulation", "Text: it warms its", "feet by turns"]),
    // A row with one long cell spans all columns.
    Case(
      blocks: [
        table(
          [],
          [
            ["The head of a section of the table", ""], ["Total", "10"],
            ["Bird", "it waits in shallow water"], ["Fish", ""],
          ])
      ], width: 22,
      lines: [
        "The head of a section", "of the table", "Total │ 10", "Bird  │ it waits in",
        "      │ shallow water", "Fish  │",
      ]),
    // Continuation lines of a long value are indented below its name.
    Case(
      blocks: [
        table(
          ["One", "Other"],
          [["incomprehensibility", "incomprehensibility is hard to understand"]])
      ], width: 30,
      lines: [
        "One: incomprehensibility", "Other: incomprehensibility", "  is hard to understand",
      ]),
    // A picture without words is mentioned only if there is nothing else to show.
    Case(blocks: [bare, paragraph("Cats")], lines: ["Cats"]),
    Case(blocks: [bare], lines: ["[picture]"]),
    // Right-to-left text keeps its order and is aligned right.
    Case(blocks: [paragraph("שלום עולם")], width: 12, lines: ["   שלום עולם"]),
    Case(blocks: [.list(.init(items: [[paragraph("אבג")]]))], width: 12, lines: ["       • אבג"]),
  ]

  @Test("blocks have their forms") func forms() {
    for block in Self.cases {
      #expect(lines(block.blocks, width: block.width, ascii: block.isASCII) == block.lines)
    }
  }

  @Test("the links of a table that is set row by row count once") func stacked() {
    let link = ArticleBody.Inline.link([.text("site")], url: "https://example.org")
    let table = ArticleBody.Table(
      header: [[.text("Name")], [.text("Home")]],
      rows: [[[.text("tig")], [link]], [[.text("mutt")], [link]]])
    let body = ArticleBody(blocks: [.table(table)])
    let text = typeset(body, header: nil, width: 10, options: TypesetOptions())
    #expect(
      text.lines.map(\.plainText) == ["Name: tig", "Home: site", "", "Name: mutt", "Home: site"])
    #expect(text.links.count == 2)
  }

  @Test("code lies on its surface over the whole width") func codeSurface() {
    let body = ArticleBody(blocks: [.code("a\n\nb", language: nil)])
    let text = typeset(body, header: nil, width: 10, options: TypesetOptions())
    #expect(text.lines.count == 3)
    for line in text.lines {
      #expect(line.plainText.displayWidth == 10)
      #expect(line.runs.allSatisfy { $0.style.surface == .code })
    }
  }

  @Test("a header is broken between two metadata, and stands at the right where its title does")
  func header() {
    func lines(_ title: String, _ metadata: [String]) -> [String] {
      typeset(
        ArticleBody(blocks: []), header: ArticleHeader(title: title, metadata: metadata), width: 30,
        options: TypesetOptions()
      ).lines.map(\.plainText)
    }
    let left = lines("T", ["a.example", "Ada Heron", "3 May 2020"])
    #expect(left.prefix(3) == ["T", "a.example · Ada Heron", "3 May 2020"])
    let right = lines("שלום עולם", ["a.example", "3 min"])
    #expect(right.prefix(2).map(\.displayWidth) == [30, 30] && right[1].hasSuffix(" · 3 min"))
  }

  @Test("with order, text from right to left is as it is seen, its bullets and bars at the right")
  func ordered() {
    func lines(_ block: ArticleBody.Block) -> [String] {
      typeset(
        ArticleBody(blocks: [block]), header: nil, width: 16,
        options: TypesetOptions(ordersText: true)
      ).lines.map(\.plainText)
    }
    #expect(lines(paragraph("אב (12) abc גד")) == ["  דג abc (12) בא"])
    #expect(lines(.list(.init(items: [[paragraph("אבג")]]))) == ["           גבא •"])
    #expect(lines(.quote([paragraph("אבג")])) == ["           גבא │"])
    #expect(lines(table([], [["אב", "1"]])) == ["בא │ 1"])
    #expect(lines(.code("x = \"אב\"", language: nil)) == [" x = \"בא\"       "])
    #expect(lines(paragraph("abc")) == ["abc"])
  }

  @Test("without styles, what was struck and inserted has marks; links have numbers when asked")
  func plain() {
    let body = ArticleBody(blocks: [
      .paragraph([
        .strike([.text("ten")]), .text(" "), .inserted([.text("nine")]), .text(" "),
        .link([.text("and ")], url: "#below"),
        .link([.text("fishes")], url: "https://example.org/"),
        .footnoteReference(label: "1", anchor: "n"),
      ])
    ])
    let options = TypesetOptions(marksEdits: true, numbersLinks: true)
    let text = typeset(body, header: nil, width: 40, options: options)
    #expect(text.lines.map(\.plainText) == ["~~ten~~ +nine+ and [1]fishes^[1]"])
    #expect(text.links == ["https://example.org/"])
  }

  @Test("links above the line can be followed") func raisedLinks() {
    let links: [ArticleBody.Inline] = ["1", "2"].map { .link([.text($0)], url: "https://\($0)/") }
    let both: [ArticleBody.Inline] = [links[0], .text(","), links[1]]
    let body = ArticleBody(blocks: [
      .paragraph([.text("x"), .sup([links[0]]), .text("y"), .sup(both)])
    ])
    let text = typeset(body, header: nil, width: 40, options: TypesetOptions())
    #expect(text.lines.map(\.plainText) == ["x¹y^(1,2)"])
    #expect(text.lines[0].runs.filter { $0.link != nil }.map(\.text) == ["¹", "1", "2"])
  }

  @Test("an article without text has no lines and nothing of it is read") func empty() {
    let text = typeset(ArticleBody(blocks: []), header: nil, width: 40, options: TypesetOptions())
    #expect(text.lines.isEmpty && text.line(at: .start) == 0 && text.position(ofLine: 3) == .start)
    #expect(text.progress(ofViewportEndingAt: 0) == .none)
  }
}

@Suite("Line breaking") struct LineBreakingTests {
  @Test(
    "lines end where they may",
    arguments: [
      ("one two three", 8, ["one two", "three"]), ("one  two", 3, ["one", "two"]),
      ("well-known thing", 6, ["well-", "known", "thing"]), ("a 1-2", 4, ["a", "1-2"]),
      ("and/or else", 5, ["and/", "or", "else"]), ("1/2 cup", 2, ["1/", "2", "cu", "p"]),
      ("say—well", 5, ["say—", "well"]), ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
      ("Donau\u{ad}dampfer", 8, ["Donau-", "dampfer"]),
      ("Donau\u{ad}dampfer", 14, ["Donaudampfer"]), ("日本語。", 6, ["日本", "語。"]),
      ("日本「語」", 6, ["日本", "「語」"]), ("日本語", 4, ["日本", "語"]), ("中文, abc", 5, ["中文,", "abc"]),
      ("Oui ! Non ?", 8, ["Oui !", "Non ?"]), ("« mot » x", 7, ["« mot »", "x"]),
      ("a\u{a0}b c", 3, ["a\u{a0}b", "c"]), ("a\u{2003}b", 1, ["a", "b"]), ("中文。", 4, ["中", "文。"]),
      ("日", 1, ["?"]), ("ab日", 2, ["ab", "日"]), ("좋은 글은 천천히", 8, ["좋은 글", "은 천천", "히"]),
      ("iPhone은 전화", 9, ["iPhone은", "전화"]), ("Москва — столица", 8, ["Москва —", "столица"]),
      ("„Wort“ und", 7, ["„Wort“", "und"]), ("das »Wort« und", 10, ["das »Wort«", "und"]),
      ("กำลังใจและ", 5, ["กำลัง", "ใจและ"]),
      ("https://a.example/b?c=d&e#f", 20, ["https://a.example/b?", "c=d&e#f"]),
      ("https://a.example/bcd/efg", 20, ["https://a.example/", "bcd/efg"]),
    ])
  func breaking(text: String, width: Int, expected: [String]) {
    #expect(lines([paragraph(text)], width: width) == expected)
  }

  @Test("line breaks in the text are kept") func hard() {
    #expect(lines([.paragraph([.text("a"), .lineBreak, .text("b")])]) == ["a", "b"])
    #expect(
      lines([.paragraph([.text("a"), .lineBreak, .lineBreak, .text("b")])]) == ["a", "", "b"])
  }
}

@Suite("Progress") struct ProgressTests {
  @Test(
    "the last line is exactly everything; progress never falls while reading on, and is rounded",
    arguments: [1, 2, 1000])
  func steps(count: Int) {
    let code = (0..<count).map { "\($0)" }.joined(separator: "\n")
    let body = ArticleBody(blocks: [.code(code, language: nil)])
    let text = typeset(body, header: nil, width: 20, options: TypesetOptions())
    let steps = (0...count + 50).map { text.progress(ofViewportEndingAt: $0) }
    #expect(steps == steps.sorted())
    #expect(steps[count...].allSatisfy { $0 == Progress(percent: 100) })
    guard count == 1000 else { return }
    #expect([290, 575, 949].map { steps[$0].percent } == [29, 58, 95] && steps[950].isFinished)
  }
}
