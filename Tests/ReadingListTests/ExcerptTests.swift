import ReadingList
import Testing

@Suite("A part of a text") struct ExcerptTests {
  private static let body = ArticleBody(blocks: [
    .heading(level: 2, [.text("On walking")], anchor: nil),
    .paragraph([
      .text("See "), .link([.text("this "), .strong([.text("page")])], url: "https://a.example/"),
      .text(" first."),
    ]),
    .list(
      ArticleBody.List(
        start: 3,
        items: [
          [.paragraph([.text("one")])],
          [.paragraph([.text("two")]), .quote([.paragraph([.text("said")])])],
          [.paragraph([.text("three")])],
        ])),
    .rule,
    .table(
      ArticleBody.Table(
        caption: [.text("Sizes")], header: [[.text("a")], [.text("b")]],
        rows: [[[.text("11")], [.text("12")]], [[.text("21")], [.text("22")]]])),
    .figure(
      ArticleBody.Figure(
        images: [ArticleBody.Image(url: "https://a.example/p.png", alternative: "a lamp")],
        caption: [.text("The lamp")])), .code("let a = 1\nlet b = 2", language: "swift"),
  ])

  private func excerpt(_ from: (Int, Int), _ to: (Int, Int)) -> String {
    Self.body.excerpt(
      of: ReadingPosition(
        block: from.0, offset: from.1)..<ReadingPosition(block: to.0, offset: to.1)
    ).markdown
  }

  @Test("that is all of it is the same") func whole() {
    let end = ReadingPosition(block: Self.body.textBlocks.count, offset: 0)
    #expect(Self.body.excerpt(of: .start..<end) == Self.body)
  }

  @Test("keeps links, weights and levels, and is cut where it begins and ends") func runs() {
    #expect(excerpt((1, 6), (1, 15)) == "[is **page**](https://a.example/) f")
    #expect(excerpt((0, 3), (1, 3)) == "## walking\n\nSee")
  }

  @Test("keeps items in their list, with their numbers and what is nested in them") func lists() {
    let part = Self.body.excerpt(
      of: ReadingPosition(block: 3, offset: 1)..<ReadingPosition(block: 5, offset: 2))
    #expect(part.textBlocks == ["wo", "said", "th"])
    guard case .list(let list)? = part.blocks.first else {
      Issue.record("\(part.blocks)")
      return
    }
    #expect(list.itemNumbers == [4, 5])
  }

  @Test("keeps cells in their columns, empty where they are outside") func tables() {
    let part = Self.body.excerpt(
      of: ReadingPosition(block: 8, offset: 3)..<ReadingPosition(block: 9, offset: 2))
    #expect(part.textBlocks == ["\t12", "21\t"])
  }

  @Test("has pictures that begin in it, code with its lines, and a rule between what it parts")
  func others() {
    #expect(excerpt((10, 0), (11, 3)).contains("a lamp"))
    #expect(!excerpt((11, 0), (11, 3)).contains("a lamp"))
    #expect(excerpt((12, 4), (12, 13)) == "```swift\na = 1\nlet\n```")
    let part = Self.body.excerpt(
      of: ReadingPosition(block: 5, offset: 0)..<ReadingPosition(block: 6, offset: 2))
    #expect(part.blocks.contains(.rule))
  }

  private static let notes = ArticleBody(blocks: [
    .heading(level: 2, [.text("First")], anchor: "one"),
    .paragraph([
      .text("A claim"), .footnoteReference(label: "1", anchor: "n1"), .text(", see "),
      .strong([.link([.text("above")], url: "#one")]), .text("."),
    ]),
    .definitions([
      ArticleBody.Definition(
        terms: [[.text("Term")]],
        details: [
          [.paragraph([.text("detail")])], [.quote([.quote([.paragraph([.text("deep")])])])],
        ])
    ]),
    .footnotes([
      ArticleBody.Footnote(label: "1", anchor: "n1", blocks: [.paragraph([.text("The source.")])])
    ]),
  ])

  private func part(_ from: (Int, Int), _ to: (Int, Int)) -> ArticleBody {
    Self.notes.excerpt(
      of: ReadingPosition(
        block: from.0, offset: from.1)..<ReadingPosition(block: to.0, offset: to.1))
  }

  @Test("has no links to places that are not in it, and keeps those to places that are")
  func deadLinks() {
    let alone = part((1, 0), (2, 0))
    #expect(alone.textBlocks == ["A claim[1], see above."])
    #expect(alone.markdown == "A claim\\[1\\], see **above**.")
    #expect(part((0, 0), (2, 0)).markdown.contains("](#one)"))
    #expect(part((1, 0), (6, 0)).markdown.contains("[^1]:"))
    #expect(part((0, 0), (6, 0)) == Self.notes)
  }

  @Test("keeps terms with their details, and how deep a quote is nested") func nested() {
    #expect(
      part((2, 1), (4, 2)).blocks == [
        .definitions([
          ArticleBody.Definition(
            terms: [[.text("erm")]],
            details: [
              [.paragraph([.text("detail")])], [.quote([.quote([.paragraph([.text("de")])])])],
            ])
        ])
      ])
    #expect(
      part((5, 4), (5, 10)).blocks == [
        .footnotes([
          ArticleBody.Footnote(label: "1", anchor: "n1", blocks: [.paragraph([.text("source")])])
        ])
      ])
  }

  @Test("counts characters as the text does where one is parted between runs") func clusters() {
    let body = ArticleBody(blocks: [
      .paragraph([
        .text("cafe"), .emphasis([.text("\u{301} is"), .code(" open")]), .text(" now, \u{1f1e9}"),
        .strong([.text("\u{1f1ea} too")]),
      ]),
      .table(
        ArticleBody.Table(rows: [
          [[.text("e"), .emphasis([.text("\u{301}x")])], [.text("second")]]
        ])),
    ])
    func excerpt(_ block: Int, _ range: Range<Int>) -> String {
      body.excerpt(
        of: ReadingPosition(
          block: block, offset: range.lowerBound)..<ReadingPosition(
            block: block, offset: range.upperBound)
      ).textBlocks.joined()
    }
    for (block, text) in body.textBlocks.enumerated() where block == 0 {
      for start in 0..<text.count {
        for end in start + 1...text.count {
          let expected = String(text.prefix(end).dropFirst(start))
          #expect(excerpt(block, start..<end) == expected)
        }
      }
    }
    #expect(excerpt(1, 1..<6) == "x\tsec")
  }

  @Test("keeps numbers that do not follow on from one another") func numbers() {
    let body = ArticleBody(blocks: [
      .list(
        ArticleBody.List(
          start: 1, items: ["a", "b", "c", "d"].map { [.paragraph([.text($0)])] }, numbers: [2: 10])
      )
    ])
    let part = body.excerpt(
      of: ReadingPosition(block: 1, offset: 0)..<ReadingPosition(block: 3, offset: 1))
    guard case .list(let list)? = part.blocks.first else {
      Issue.record("\(part.blocks)")
      return
    }
    #expect(list.itemNumbers == [2, 10, 11])
  }

  @Test("that is empty has nothing in it") func nothing() {
    let place = ReadingPosition(block: 1, offset: 2)
    #expect(Self.body.excerpt(of: place..<place).isEmpty)
  }
}
