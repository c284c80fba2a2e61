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

@Suite("Blocks") struct BlockTests {
  @Test("headings keep their weight and stand apart") func headings() throws {
    let body = ArticleBody(blocks: [
      paragraph("before"), .heading(level: 2, [.text("A heading")], anchor: nil),
      paragraph("after"),
    ])
    let text = typeset(body, header: nil, width: 40, options: TypesetOptions())
    #expect(text.lines.map(\.plainText) == ["before", "", "## A heading", "", "after"])
    let heading = try #require(text.headings.first)
    #expect(heading.line == 2 && heading.level == 2 && heading.title == "A heading")
    let run = try #require(text.lines[2].runs.last)
    #expect(run.style.role == .heading && run.style.attributes.contains(.bold))
  }

  @Test("lists hang behind their bullets and numbers, which are aligned, and nest") func lists() {
    let items = (9...10).map { [paragraph("item \($0) goes on for more than a line")] }
    #expect(
      lines([.list(.init(start: 9, items: items))], width: 20) == [
        " 9. item 9 goes on", "    for more than a", "    line", "10. item 10 goes on",
        "    for more than a", "    line",
      ])
    let nested = ArticleBody.Block.list(
      .init(items: [[paragraph("a"), .list(.init(items: [[paragraph("b")]]))], [paragraph("c")]]))
    #expect(lines([nested]) == ["• a", "  ◦ b", "• c"])
    #expect(lines([nested], ascii: true) == ["* a", "  - b", "* c"])
  }

  @Test("an empty item still shows its bullet") func emptyItem() {
    #expect(lines([.list(.init(items: [[], [paragraph("x")]]))]) == ["•", "• x"])
  }

  @Test("quotes have a quiet bar, also around what is in them") func quotes() {
    let quote = ArticleBody.Block.quote([paragraph("said"), .quote([paragraph("who said")])])
    #expect(lines([quote]) == ["│ said", "│", "│ │ who said"])
    #expect(lines([quote], ascii: true) == ["| said", "|", "| | who said"])
  }

  @Test("code keeps its lines and its spaces; long lines go on behind a mark") func code() {
    let code = ArticleBody.Block.code("if x {\n\treturn 12345678\n}", language: nil)
    #expect(lines([code], width: 22) == [" if x {", "     return 12345678", " }"])
    #expect(lines([code], width: 12) == [" if x {", "     return", "↪ 12345678", " }"])
    #expect(
      lines([.code("abcdefgh", language: nil)], width: 8, ascii: true) == [" abcdef", "\\gh"])
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

  @Test("tables are aligned; cells wrap when space is short") func tables() {
    let table = ArticleBody.Table(
      header: [[.text("Name")], [.text("What it is")]],
      rows: [
        [[.text("tig")], [.text("a text interface for git")]], [[.text("mutt")], [.text("mail")]],
      ])
    #expect(
      lines([.table(table)]) == [
        "Name │ What it is", "─────┼─────────────────────────", "tig  │ a text interface for git",
        "mutt │ mail",
      ])
    #expect(
      lines([.table(table)], width: 20, ascii: true) == [
        "Name | What it is", "-----+--------------", "tig  | a text", "     | interface for",
        "     | git", "mutt | mail",
      ])
  }

  @Test("a table that is too wide is set row by row, its links counted once") func stacked() {
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

  @Test("a picture is said in words, its caption beneath") func figures() {
    let figure = ArticleBody.Figure(
      images: [.init(url: "u", alternative: "a cat"), .init(url: "v")], caption: [.text("Cats")])
    #expect(lines([.figure(figure)]) == ["[picture: a cat]", "Cats"])
    let bare = ArticleBody.Block.figure(ArticleBody.Figure(images: [.init(url: "v")]))
    #expect(lines([bare, .paragraph([.text("Cats")])]) == ["Cats"])
    #expect(lines([bare]) == ["[picture]"])
  }

  @Test("no column of a table is narrower than its longest word; else it is set row by row")
  func wholeWords() {
    let table = ArticleBody.Table(
      header: [[.text("Characteristic")], [.text("Text")]],
      rows: [[[.text("Thermoregulation")], [.text("it warms its feet by turns")]]])
    #expect(
      lines([.table(table)], width: 32) == [
        "Characteristic   │ Text", "─────────────────┼──────────────",
        "Thermoregulation │ it warms its", "                 │ feet by turns",
      ])
    #expect(
      lines([.table(table)], width: 18) == [
        "Characteristic:", "Thermoregulation", "Text: it warms its", "feet by turns",
      ])
  }

  @Test("no rule stands between rows; a row of one long cell runs over all columns") func rows() {
    let table = ArticleBody.Table(
      header: [],
      rows: [
        [[.text("The head of a section of the table")], []], [[.text("Total")], [.text("10")]],
        [[.text("Bird")], [.text("it waits in shallow water")]], [[.text("Fish")], []],
        [[.text("Frog")], [.text("it leaps")]],
      ])
    #expect(
      lines([.table(table)], width: 22) == [
        "The head of a section", "of the table", "Total │ 10", "Bird  │ it waits in",
        "      │ shallow water", "Fish  │", "Frog  │ it leaps",
      ])
    #expect(lines([.table(table)], width: 100).first?.contains("table │") == true)
  }

  @Test("the lines of a long value in a record hang behind its name") func records() {
    let word = "incomprehensibility"
    let table = ArticleBody.Table(
      header: [[.text("One")], [.text("Other")]],
      rows: [[[.text(word)], [.text(word + " is hard to understand")]]])
    #expect(
      lines([.table(table)], width: 30) == [
        "One: incomprehensibility", "Other: incomprehensibility", "  is hard to understand",
      ])
  }

  @Test("what stands over the text is broken between two metadata") func header() {
    let header = ArticleHeader(title: "T", metadata: ["a.example", "Ada Heron", "3 May 2020"])
    let text = typeset(
      ArticleBody(blocks: []), header: header, width: 30, options: TypesetOptions())
    #expect(text.lines.map(\.plainText).prefix(3) == ["T", "a.example · Ada Heron", "3 May 2020"])
  }

  @Test("columns of numbers stand at the right") func numbers() {
    let table = ArticleBody.Table(
      header: [[.text("Year")], [.text("Herons")]],
      rows: [[[.text("1999")], [.text("7")]], [[.text("2000")], [.text("1,204")]]])
    #expect(
      lines([.table(table)]) == [
        "Year │ Herons", "─────┼───────", "1999 │      7", "2000 │  1,204",
      ])
  }

  @Test("code may be wider than text, as wide as it is told, and is marked beyond that")
  func wideCode() {
    let body = ArticleBody(blocks: [
      paragraph("one two three"), .code("abcdefghijkl", language: nil),
    ])
    func lines(_ codeWidth: Int) -> [String] {
      typeset(body, header: nil, width: 8, options: TypesetOptions(codeWidth: codeWidth)).lines.map(
        \.plainText)
    }
    #expect(lines(20) == ["one two", "three", "", " abcdefghijkl "])
    #expect(lines(12) == ["one two", "three", "", " abcdefghij ", "↪kl         "])
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
    #expect(lines(paragraph("abc")) == ["abc"])
  }

  @Test("without styles, what was struck and inserted has marks; links have numbers when asked")
  func plain() {
    let body = ArticleBody(blocks: [
      .paragraph([
        .strike([.text("ten")]), .text(" "), .inserted([.text("nine")]), .text(" "),
        .link([.text("fishes")], url: "https://example.org/"),
        .footnoteReference(label: "1", anchor: "n"),
      ])
    ])
    let options = TypesetOptions(marksEdits: true, numbersLinks: true)
    let text = typeset(body, header: nil, width: 40, options: options)
    #expect(text.lines.map(\.plainText) == ["~~ten~~ +nine+ [1]fishes^[1]"])
  }

  @Test("details, definitions, footnotes and rules have their forms") func others() {
    #expect(
      lines([.details(summary: [.text("More")], [paragraph("text")])]) == ["▸ More", "", "  text"])
    #expect(
      lines([.definitions([.init(terms: [[.text("term")]], details: [[paragraph("meaning")]])])])
        == ["term", "    meaning"])
    #expect(
      lines([.footnotes([.init(label: "1", anchor: "n", blocks: [paragraph("note")])])], width: 10)
        == ["──────────", "[1] note"])
    #expect(
      lines([paragraph("a"), .rule, paragraph("b")], width: 5) == ["a", "", "─────", "", "b"])
  }

  @Test("runs have the styles that they mean, and links their numbers") func styles() throws {
    let body = ArticleBody(blocks: [
      .paragraph([
        .text("a "), .emphasis([.text("b")]), .strong([.text("c")]), .strike([.text("d")]),
        .link([.text("e")], url: "https://example.org/"), .code("f"), .mark([.text("g")]),
        .sup([.text("2")]), .sub([.text("2")]),
      ])
    ])
    let text = typeset(body, header: nil, width: 40, options: TypesetOptions())
    let runs = try #require(text.lines.first).runs
    #expect(
      runs.map(\.style) == [
        Style(), Style(.text, [.italic]), Style(.text, [.bold]), Style(.text, [.strike]),
        Style(.link, [.underline]), Style(.code, on: .code), Style(.text, on: .highlight), Style(),
      ])
    #expect(runs.compactMap(\.link) == [0])
    #expect(text.links.map(\.url) == ["https://example.org/"])
    #expect(text.lines[0].plainText == "a bcdefg²₂")
  }

  @Test("text from right to left stays in its order and stands at the right") func rightToLeft() {
    #expect(lines([paragraph("שלום עולם")], width: 12) == ["   שלום עולם"])
    #expect(lines([.list(.init(items: [[paragraph("אבג")]]))], width: 12) == ["       • אבג"])
  }

  @Test("what is known of an article stands at the right where its title does")
  func headerRightToLeft() {
    let header = ArticleHeader(title: "שלום עולם", metadata: ["a.example", "3 min"])
    let text = typeset(
      ArticleBody(blocks: [paragraph("שלום")]), header: header, width: 20, options: TypesetOptions()
    )
    #expect(text.lines[0].plainText == "           שלום עולם")
    #expect(text.lines[1].plainText == "   a.example · 3 min")
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

  @Test("no line begins with closing or ends with opening punctuation where there is another way")
  func kinsoku() {
    let text = "これは「長い」文章です。改行（かいぎょう）の、テストを、します。「はい」、そうです。"
    for width in 6...30 {
      for line in lines([paragraph(text)], width: width) {
        #expect(!"、。」）".contains(line.first ?? " "), "\(width): \(line)")
        #expect(!"「（".contains(line.last ?? " "), "\(width): \(line)")
      }
    }
  }
}

@Suite("Progress") struct ProgressTests {
  private func text(lines: Int) -> TypesetText {
    let body = ArticleBody(blocks: [
      .code((0..<lines).map { "\($0)" }.joined(separator: "\n"), language: nil)
    ])
    return typeset(body, header: nil, width: 20, options: TypesetOptions())
  }

  @Test(
    "the last line is exactly everything, of one line and of ten thousand",
    arguments: [1, 2, 10, 10_000])
  func end(count: Int) {
    let text = text(lines: count)
    #expect(text.lines.count == count)
    #expect(text.progress(ofViewportEndingAt: count) == Progress(percent: 100))
    #expect(text.progress(ofViewportEndingAt: count + 50) == Progress(percent: 100))
  }

  @Test("progress never falls while reading on, and is rounded") func steps() {
    let text = text(lines: 1000)
    var last = Progress.none
    for line in 0...1000 {
      let progress = text.progress(ofViewportEndingAt: line)
      #expect(progress >= last)
      last = progress
    }
    #expect(text.progress(ofViewportEndingAt: 290).percent == 29)
    #expect(text.progress(ofViewportEndingAt: 575).percent == 58)
    #expect(text.progress(ofViewportEndingAt: 949).percent == 95)
    #expect(text.progress(ofViewportEndingAt: 950).isFinished)
  }
}
