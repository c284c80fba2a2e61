import ReadingList
import Testing

@Suite("The text of a body") struct BodyTextTests {
  private func body(_ inlines: ArticleBody.Inline...) -> ArticleBody {
    ArticleBody(blocks: [.paragraph(inlines)])
  }

  private func found(_ needle: String, in body: ArticleBody) -> [String] {
    let blocks = body.textBlocks.map { Array($0) }
    return body.ranges(of: needle).map {
      String(blocks[$0.block][$0.lowerBound.offset..<$0.upperBound.offset])
    }
  }

  @Test("inline text is the same for positions, output and counting, but for pictures and marks")
  func oneText() {
    let runs: [ArticleBody.Inline] = [
      .text("H"), .sub([.text("2")]), .strike([.text("O")]),
      .footnoteReference(label: "1", anchor: "n"), .lineBreak,
      .image(.init(url: "u", alternative: "a heron")), .image(.init(url: "u")),
    ]
    #expect(runs.text == "H2O[1]\n[a heron]")
    #expect(runs.plainText == "H2O[1]\n")
    #expect(ArticleBody(blocks: [.paragraph(runs)]).plainText == "H2~~O~~[1]\n")
    #expect(ArticleBody(blocks: [.paragraph(runs)]).textBlocks == [runs.text])
  }

  @Test("text is found across styles, line breaks, spaces of other kinds and what is not seen")
  func across() {
    #expect(
      found("a b c", in: body(.text("A "), .strong([.text("b")]), .lineBreak, .text("c"))) == [
        "A b\nc"
      ])
    #expect(found("donaudampf", in: body(.text("Donau\u{ad}dampf"))) == ["Donau\u{ad}dampf"])
    #expect(found("Donau\u{ad}dampf", in: body(.text("donaudampf"))) == ["donaudampf"])
    #expect(
      found("10 km", in: body(.text("10\u{a0}km, 10\u{202f}km"))) == ["10\u{a0}km", "10\u{202f}km"])
    #expect(found("h2o", in: body(.text("H"), .sub([.text("2")]), .text("O"))) == ["H2O"])
  }

  @Test("letters are found without their case and diacritics, whole characters at a time")
  func folded() {
    #expect(found("ete", in: body(.text("l'e\u{301}te\u{301}"))) == ["e\u{301}te\u{301}"])
    #expect(found("ÉTÉ", in: body(.text("été"))) == ["été"])
    #expect(found("москва", in: body(.text("Москва"))) == ["Москва"])
    #expect(found("👍", in: body(.text("so 👍🏽!"))) == ["👍🏽"])
  }

  @Test("matches do not overlap, and none reaches over a block's end") func ends() {
    #expect(found("aa", in: body(.text("aaaaa"))).count == 2)
    let two = ArticleBody(blocks: [.paragraph([.text("ab")]), .paragraph([.text("cd ab")])])
    #expect(two.ranges(of: "bc").isEmpty)
    #expect(two.ranges(of: "ab") == [Range(block: 0, 0..<2), Range(block: 1, 3..<5)])
    #expect(two.ranges(of: "").isEmpty)
    #expect(two.ranges(of: "\u{ad}").isEmpty)
  }
}
