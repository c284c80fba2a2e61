@_spi(_Unicode) import Swift
import ReadingList
import Testing

@Suite("Folding") struct FoldingTests {
  @Test(
    "makes words of every script comparable",
    arguments: [
      ("Việt", "viet"), ("Ελληνικά", "ελληνικα"), ("Ёлка", "елка"), ("Straße", "strasse"),
      ("Œuvre", "oeuvre"), ("GROẞEN", "grossen"), ("Łódź", "lodz"), ("Ærø", "aero"), ("Đà", "da"),
      ("ﬁne", "fine"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("İstanbul ısı", "istanbul isi"), ("مُحَمَّد", "محمد"),
      ("محـــمد", "محمد"), ("أحمد", "احمد"), ("שָׁלוֹם", "שלום"), ("ﾌﾞﾗｳｻﾞ", "ブラウザ"),
      ("Ｓｗｉｆｔ　６", "swift 6"), ("が", "が"), ("한국어", "한국어"), ("की", "की"),
      ("don’t “go” – now—here", "don't \"go\" - now-here"), ("so\u{ad}ft", "soft"), ("x²", "x2"),
      ("Swift™ 😀👍🏽", "swift™ 😀👍🏽"), ("ที่", "ที่"), ("", ""), ("\u{301}", ""),
    ])
  func examples(text: String, folded: String) {
    let composed = String(decoding: Array(folded.utf8), as: UTF8.self).composedText
    #expect(
      Query.folded(text).unicodeScalars.elementsEqual(composed.unicodeScalars),
      "\(Query.folded(text))")
    #expect(Query.folded(text.decomposedText) == Query.folded(text))
    #expect(Query.folded(folded) == Query.folded(text))
  }

  @Test("ends with any text") func hostile() {
    for text in [
      String(repeating: "\u{301}", count: 100_000), String(repeating: "\u{fdfa}", count: 10_000),
      String(repeating: "\u{1d160}", count: 1000), "\0a\u{10ffff}\u{fffe}",
    ] {
      let folded = Query.folded(text)
      #expect(Query.folded(folded) == folded)
    }
    #expect(Query.folded("a\0É") == "a\0e")
  }
}

extension String {
  fileprivate var decomposedText: String { text(_nfd) }
  fileprivate var composedText: String { text(_nfc) }

  private func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    for scalar in scalars { view.append(scalar) }
    return String(view)
  }
}
