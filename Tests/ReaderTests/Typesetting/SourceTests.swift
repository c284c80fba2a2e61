import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

/// Clusters that lie across the borders of runs, and text that is shown otherwise than it is written.
private let partedTexts: [[ArticleBody.Inline]] = [
  [.text("caf"), .strong([.text("e")]), .text("\u{301} au lait")],
  [.text("क"), .emphasis([.text("्ष")]), .text("ा")],
  [.strike([.text("🇩")]), .text("🇪🇫"), .inserted([.text("🇷")])],
  [
    .text("x"), .sup([.text("2")]), .text("\u{301}"), .sup([.text("n+q")]),
    .sub([.text("\u{301}1")]),
  ],
  [.text("a\r"), .code("\nb")], [.text("👩\u{200d}"), .code("💻 x")],
  [.text("  "), .lineBreak, .text(" ")],
  [
    .link([.text("Donau\u{ad}"), .emphasis([.text("\u{ad}dampf\u{200b}schiff")])], url: "u"),
    .text("\u{7}!"),
  ],
  [.image(.init(url: "u", alternative: "a heron")), .footnoteReference(label: "1", anchor: "n")],
]

/// What of each block's text is set, in order, and by what.
private struct SetText {
  /// By block, each range with the text that shows it.
  private(set) var runs: [Int32: [(range: TextRange, run: TypesetLine.Run)]] = [:]

  init(_ text: TypesetText) {
    for run in text.lines.flatMap(\.runs) {
      if let range = run.source { runs[range.block, default: []].append((range, run)) }
    }
    for block in runs.keys { runs[block]?.sort { $0.range.lower < $1.range.lower } }
  }

  /// The text of a block that is set, joined in order, with the tabs between cells; nil where a character is
  /// set twice, or one is missing that is no such tab.
  func text(of block: Int, in source: [Character]) -> String? {
    var out = ""
    var next = 0
    for (range, _) in runs[Int32(block)] ?? [] {
      guard range.lower >= next, range.upper <= source.count else { return nil }
      let gap = source[next..<Int(range.lower)]
      guard gap.allSatisfy({ $0 == "\t" }) else { return nil }
      out += String(gap) + String(source[Int(range.lower)..<Int(range.upper)])
      next = Int(range.upper)
    }
    guard source[next...].allSatisfy({ $0 == "\t" }) else { return nil }
    return out + String(source[next...])
  }
}

@Suite("Where typeset text comes from") struct SourceTests {
  private static let options = [
    TypesetOptions(), TypesetOptions(ascii: true, codeWidth: 90, ordersText: true),
    TypesetOptions(marksEdits: true, numbersLinks: true),
  ]

  @Test("letters, marks and joiners beside each other are the clusters that Swift makes of them")
  func clusters() {
    let marks = [
      "a", "\r", "\n", "\u{301}", "\u{200d}", "\u{ad}", "é", "ж", "”", "\u{483}", "\u{1f3fd}",
    ]
    let scalars = [0x0...0x5ff, 0x1fff...0x206f].joined().compactMap { Unicode.Scalar($0) }
    let blocks = scalars.flatMap { scalar in
      marks.map { ArticleBody.Block.paragraph([.text($0 + String(scalar) + $0 + "b")]) }
    }
    let body = ArticleBody(blocks: blocks)
    let set = SetText(typeset(body, header: nil, width: 40, options: TypesetOptions()))
    let texts = body.textBlocks
    let wrong = texts.indices.filter {
      set.text(of: $0, in: Array(texts[$0])) != texts[$0]
        || (set.runs[Int32($0)] ?? []).last.map { Int($0.range.upper) } != texts[$0].count
    }
    #expect(wrong.isEmpty)
  }

  @Test("what is seen of a text is what its run shows, character for character", arguments: 0..<8)
  func seen(seed: UInt64) {
    var maker = BodyMaker(seed: seed)
    var body = maker.body()
    body.blocks += partedTexts.map { .paragraph($0) }
    let blocks = body.textBlocks.map { Array($0) }
    for options in Self.options {
      let text = typeset(body, header: nil, width: 30, options: options)
      for run in text.lines.flatMap(\.runs) {
        guard let range = run.source else { continue }
        let shown = run.isReversed ? Array(run.text.reversed()) : Array(run.text)
        let source = Array(blocks[Int(range.block)][Int(range.lower)..<Int(range.upper)])
        for (sign, character) in zip(shown, source) where character.isASCII && character.isLetter {
          #expect(sign == character || sign.unicodeScalars.allSatisfy { $0.value >= 0x80 })
        }
        for hidden in source.dropFirst(shown.count) {
          #expect(
            hidden.printable == nil || hidden.isWhitespace || hidden.displayWidth == 0
              || hidden == "\u{ad}")
        }
      }
    }
  }

  @Test("the columns of a match hold the match", arguments: [9, 14, 30, 72])
  func columns(width: Int) {
    let body = ArticleBody(blocks: [
      .quote([
        .list(
          .init(items: [
            [.paragraph([.text("Der Donau\u{ad}dampf\u{ad}schiffer "), .strong([.text("ruft")])])]
          ]))
      ]),
      .table(
        .init(
          header: [[.text("日本")], [.text("Bird")]], rows: [[[.text("語の")], [.text("A heron")]]])),
    ])
    let text = typeset(body, header: nil, width: width, options: TypesetOptions())
    func shown(_ needle: String) -> [String] {
      body.ranges(of: needle).map { range in
        text.lines.flatMap { line in
          line.columns(of: range.start..<range.end).map { columns in
            var column = 0
            return String(
              line.plainText.filter { character in
                defer { column += character.displayWidth }
                return columns.contains(column)
              })
          }
        }.joined()
      }
    }
    #expect(shown("donaudampfschiffer").map { $0.filter { $0 != "-" } } == ["Donaudampfschiffer"])
    if width == 14 { #expect(shown("donaudampfschiffer") == ["Donau-dampf-schiffer"]) }
    #expect(shown("SCHIFFER RUFT").map { $0.filter { $0 != " " } } == ["schifferruft"])
    #expect(shown("a heron").map { $0.filter { $0 != " " } } == ["Aheron"])
    #expect(shown("本") == ["本"])
    #expect(shown("bird") == ["Bird"])
  }

  @Test("the line of a position is the one that sets it, in a table's cells too") func lines() {
    let body = ArticleBody(blocks: [
      .table(
        .init(
          header: [[.text("Bird")], [.text("What it does")]],
          rows: [
            [
              [.text("Heron")],
              [.text("Stands in the water for hours and waits until a fish comes near")],
            ]
          ]))
    ])
    for width in [12, 40] {
      let text = typeset(body, header: nil, width: width, options: TypesetOptions())
      for needle in ["bird", "what", "heron", "water", "fish", "near"] {
        let range = body.ranges(of: needle)[0]
        let line = text.lines[text.line(setting: range.start)]
        #expect(!line.columns(of: range.start..<range.end).isEmpty, "\(needle) at \(width)")
      }
    }
  }

  @Test("a table's header is shown where there is nothing under it", arguments: [5, 60])
  func headers(width: Int) {
    let body = ArticleBody(blocks: [
      .table(.init(header: [[.text("Hummingbird")], [.text("Bittern")]], rows: [])),
      .table(
        .init(header: [[.text("Ibises")], [.text("Storks")]], rows: [[[.text("Heronries")]]])),
    ])
    let text = typeset(body, header: nil, width: width, options: TypesetOptions())
    let letters = text.lines.map(\.plainText).joined().filter(\.isLetter)
    for word in ["Hummingbird", "Bittern", "Ibises", "Storks", "Heronries"] {
      #expect(letters.contains(word))
    }
  }

  @Test(
    "a highlight is the same stretch of the text at any width, saved and found again",
    arguments: 0..<8)
  func highlights(seed: UInt64) {
    var maker = BodyMaker(seed: seed)
    let body = maker.body()
    let joined = JoinedText(body.textBlocks)
    var random = SeededNumbers(seed: seed)
    let texts = [31, 72].map { typeset(body, header: nil, width: $0, options: TypesetOptions()) }
    /// The letters that lines show of a stretch.
    func shown(_ place: Range<ReadingPosition>, in text: TypesetText) -> Set<Character> {
      var letters: Set<Character> = []
      for line in text.lines {
        for run in line.runs {
          guard let seen = run.source?.part(of: place) else { continue }
          let columns = TypesetLine(runs: [run], start: line.start).columns(
            of: seen.start..<seen.end)
          #expect(columns.allSatisfy { $0.upperBound <= run.text.displayWidth })
          if !columns.isEmpty { letters.formUnion(run.text.filter { $0.isLetter && $0.isASCII }) }
        }
      }
      return letters
    }
    for _ in 0..<20 {
      // As a person selects it: from the source of one run to that of another.
      let sources = texts[0].lines.flatMap(\.runs).compactMap(\.source).filter { $0.count > 0 }
      guard let one = sources.randomElement(using: &random),
        let other = sources.randomElement(using: &random)
      else { return }
      let place = min(one.start, other.start)..<max(one.end, other.end)
      guard let made = Highlight(place, in: joined, color: .blue, at: Timestamp(seconds: 1)) else {
        continue
      }
      #expect(HighlightPlaces.find([made], in: joined) == [place])
      #expect(shown(place, in: texts[0]).isSubset(of: Set(made.quote)))
      #expect(shown(place, in: texts[0]).isEmpty || !shown(place, in: texts[1]).isEmpty)
    }
  }
}
