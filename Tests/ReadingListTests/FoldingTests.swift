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
      TextFolding.folded(text).unicodeScalars.elementsEqual(composed.unicodeScalars),
      "\(TextFolding.folded(text))")
    #expect(TextFolding.folded(text.decomposedText) == TextFolding.folded(text))
    #expect(TextFolding.folded(folded) == TextFolding.folded(text))
  }

  /// The same by the standard library alone, for scripts whose marks are all left out.
  private func oracle(_ text: String) -> String {
    var out = String.UnicodeScalarView()
    for scalar in text.decomposedText.unicodeScalars {
      switch scalar {
      case "ß", "ẞ": out.append(contentsOf: "ss".unicodeScalars)
      case "ς": out.append("σ")
      default:
        if scalar.properties.generalCategory == .nonspacingMark { continue }
        out.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    return String(out).composedText
  }

  @Test("is what another way to it finds, however letters are composed", arguments: 0..<20)
  func oracle(seed: Int) {
    var numbers = SeededNumbers(seed: UInt64(seed))
    func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7e, 0xc0...0xd6, 0xe0...0xef, 0x100...0x10f, 0x386...0x3ce, 0x400...0x45f,
      0x1ea0...0x1ef9, 0x300...0x304, 0x5b0...0x5bc, 0x5d0...0x5ea, 0x621...0x63a, 0x64b...0x652,
      0x4e00...0x4e20, 0xac00...0xac40,
    ]
    // Letters that no mark takes apart are not the standard library's.
    let whole: Set<UInt32> = [0xc6, 0xe6, 0xf0, 0xd0, 0x110, 0x111, 0x10f, 0x387]
    for _ in 0..<200 {
      var text = String.UnicodeScalarView()
      for _ in 0..<random(12) {
        let range = ranges[random(ranges.count)]
        let value = range.lowerBound + UInt32(random(range.count))
        guard let scalar = Unicode.Scalar(value), !whole.contains(value),
          scalar.properties.generalCategory != .unassigned
        else { continue }
        text.append(scalar)
      }
      let string = String(text)
      let folded = TextFolding.folded(string)
      #expect(
        folded.unicodeScalars.elementsEqual(oracle(string).unicodeScalars),
        "\(string.debugDescription)")
      #expect(TextFolding.folded(string.composedText) == folded)
      #expect(TextFolding.folded(folded) == folded)
    }
  }

  @Test("ends with any text") func hostile() {
    for text in [
      String(repeating: "\u{301}", count: 100_000), String(repeating: "\u{fdfa}", count: 10_000),
      String(repeating: "\u{1d160}", count: 1000), "\0a\u{10ffff}\u{fffe}",
    ] {
      let folded = TextFolding.folded(text)
      #expect(TextFolding.folded(folded) == folded)
    }
    #expect(TextFolding.folded("a\0É") == "a\0e")
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
