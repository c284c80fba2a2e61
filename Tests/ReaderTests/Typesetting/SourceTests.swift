import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

/// Clusters that cross run boundaries, and text that is displayed differently from its source.
private let partedTexts: [[ArticleBody.Inline]] = [
  [.text("caf"), .strong([.text("e")]), .text("\u{301} au lait")],
  [.text("क"), .emphasis([.text("्ष")]), .text("ा")],
  [.strike([.text("🇩")]), .text("🇪🇫"), .inserted([.text("🇷")])],
  [
    .text("x"), .sup([.text("2")]), .text("\u{301}"), .sup([.text("n+q")]),
    .sub([.text("\u{301}1")]),
  ],
  [.text("a\r"), .code("\nb")], [.text("👩\u{200d}"), .code("💻 x")],
  [.text("\u{600}"), .strong([.text("12")])],
  [.text("  "), .lineBreak, .text(" ")],
  [
    .link([.text("Donau\u{ad}"), .emphasis([.text("\u{ad}dampf\u{200b}schiff")])], url: "u"),
    .text("\u{7}!"),
  ],
  [.image(.init(url: "u", alternative: "a heron")), .footnoteReference(label: "1", anchor: "n")],
]

/// The typeset text of each block, in order, with the runs that show it.
private struct SetText {
  /// By block: each range with the run that shows it.
  private(set) var runs: [Int: [(range: Range<ReadingPosition>, run: TypesetLine.Run)]] =
    [:]

  init(_ text: TypesetText) {
    for run in text.lines.flatMap(\.runs) {
      if let range = run.source { runs[range.block, default: []].append((range, run)) }
    }
    for block in runs.keys { runs[block]?.sort { $0.range.lowerBound < $1.range.lowerBound } }
  }

  /// The typeset text of a block, joined in order, with the tabs between cells.
  ///
  /// - Returns: nil if a character is set twice, or one other than such a tab is missing.
  func text(of block: Int, in source: [Character]) -> String? {
    var out = ""
    var next = 0
    for (range, _) in runs[block] ?? [] {
      let (lower, upper) = (range.lowerBound.offset, range.upperBound.offset)
      guard lower >= next, upper <= source.count else { return nil }
      let gap = source[next..<lower]
      guard gap.allSatisfy({ $0 == "\t" }) else { return nil }
      out += String(gap) + String(source[lower..<upper])
      next = upper
    }
    guard source[next...].allSatisfy({ $0 == "\t" }) else { return nil }
    return out + String(source[next...])
  }
}

@Suite("Where typeset text comes from") struct SourceTests {
  private static let reading = TypesetOptions(marksHeadings: false)
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
        || (set.runs[$0] ?? []).last.map { $0.range.upperBound.offset } != texts[$0].count
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
        let source = blocks[range.block][range.lowerBound.offset..<range.upperBound.offset]
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
        text.lines.flatMap { $0.text(of: range) }.joined()
      }
    }
    #expect(shown("donaudampfschiffer").map { $0.filter { $0 != "-" } } == ["Donaudampfschiffer"])
    if width == 14 { #expect(shown("donaudampfschiffer") == ["Donau-dampf-schiffer"]) }
    #expect(shown("SCHIFFER RUFT").map { $0.filter { $0 != " " } } == ["schifferruft"])
    #expect(shown("a heron").map { $0.filter { $0 != " " } } == ["Aheron"])
    #expect(shown("本") == ["本"])
    #expect(shown("bird") == ["Bird"])
    for needle in ["a heron", "本", "bird"] {
      let range = body.ranges(of: needle)[0]
      let line = text.lines[text.line(setting: range.lowerBound)]
      #expect(!line.columns(of: range).isEmpty, "\(needle)")
    }
  }

  @Test(
    "each match in cells of thousands of lines is found without a look at all of them",
    .timeLimit(.minutes(5)))
  func tallCells() {
    let cells = ["x", "b"].map { word in
      (0..<80_000).map { $0 % 2 == 0 ? ArticleBody.Inline.text(word) : .lineBreak }
    }
    let body = ArticleBody(blocks: [.table(.init(header: [], rows: [cells]))])
    let text = typeset(body, header: nil, width: 40, options: TypesetOptions())
    let found = body.ranges(of: "b").map { text.line(setting: $0.lowerBound) }
    #expect(Set(found).count == 40_000)
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
    /// The characters that lines show for a range.
    func shown(_ place: Range<ReadingPosition>, in text: TypesetText) -> Set<Character> {
      var letters: Set<Character> = []
      for line in text.lines {
        for run in line.runs {
          guard let seen = run.source?.clamped(to: place), !seen.isEmpty else { continue }
          var piece = line
          piece.runs = [run]
          let columns = piece.columns(of: seen)
          #expect(columns.allSatisfy { $0.upperBound <= run.text.displayWidth })
          if !columns.isEmpty { letters.formUnion(run.text.filter { $0.isLetter && $0.isASCII }) }
        }
      }
      return letters
    }
    for _ in 0..<20 {
      // A selection made by hand: from the source of one run to that of another.
      let sources = texts[0].lines.flatMap(\.runs).compactMap(\.source).filter { !$0.isEmpty }
      guard let one = sources.randomElement(using: &random),
        let other = sources.randomElement(using: &random)
      else { return }
      let place = min(one.lowerBound, other.lowerBound)..<max(one.upperBound, other.upperBound)
      guard let made = Highlight(place, in: joined, color: .blue, at: Timestamp(seconds: 1)) else {
        continue
      }
      #expect(HighlightPlaces.find([made], in: joined) == [place])
      #expect(shown(place, in: texts[0]).isSubset(of: Set(made.quote)))
      #expect(shown(place, in: texts[0]).isEmpty || !shown(place, in: texts[1]).isEmpty)
    }
  }

  @Test(
    "the text of lines is found where it is, once and in order", arguments: 0..<12)
  func sources(seed: UInt64) throws {
    var maker = BodyMaker(seed: seed)
    var body = maker.body()
    let long = "canalisation of the melody for many hours in the water, and a fish comes near it"
    body.blocks += [
      .paragraph([
        .text(long), .strong([.text(long)]), .text("Donau\u{ad}dampf\u{ad}schiff " + long),
      ]),
      .quote([.list(.init(items: [[.paragraph([.link([.text(long)], url: "u"), .text(long)])]]))]),
      // A header without rows is typeset as well.
      .table(.init(header: [[.text("Hummingbird")], [.text("Bittern")]], rows: [])),
    ]
    for width in [7, 20, 41, 72] {
      let text = typeset(body, header: nil, width: width, options: Self.reading)
      for (place, line) in text.lines.enumerated() {
        #expect(line.plainText.displayWidth <= width)
        #expect(place == 0 || text.lines[place - 1].start <= line.start)
      }
      let set = SetText(text)
      for (index, block) in body.textBlocks.enumerated() {
        #expect(set.text(of: index, in: Array(block)) == block)
      }
      // A match covers the text of the match, except for hyphens and white space.
      for range in body.ranges(of: "canalisation of the melody") {
        let seen = text.lines.flatMap { $0.text(of: range) }.joined()
        #expect(seen.filter { $0.isLetter } == "canalisationofthemelody")
        #expect(seen.last != " ")
      }
    }
  }

  @Test(
    "0.16 a place that was saved is found again at any two widths, whatever the text is set like",
    arguments: 0..<20)
  func places(seed: UInt64) throws {
    var maker = BodyMaker(seed: seed)
    var random = SeededNumbers(seed: seed)
    let body = ArticleBody(blocks: (0..<3).flatMap { _ in maker.blocks(depth: 1) })
    let texts = (0..<2).map { _ in
      typeset(
        body, header: nil, width: Int.random(in: 4...120, using: &random), options: Self.reading)
    }
    for (one, other) in [(texts[0], texts[1]), (texts[1], texts[0])] {
      for line in one.lines {
        let place = line.start
        #expect(one.position(ofLine: one.line(at: place)) == place)
        let found = other.line(at: place)
        guard other.lines.indices.contains(found) else { continue }
        // The line shows the position: it starts at or before it, and the next line after it.
        #expect(other.lines[found].start <= place)
        let next = other.lines[found...].first { $0.start > other.lines[found].start }
        #expect(next.map { $0.start > place } ?? true)
        // Going there and back ends at the same place.
        let back = other.position(ofLine: found)
        #expect(other.position(ofLine: other.line(at: back)) == back)
      }
    }
    // Each character of the text is on the line that claims to show it.
    for (block, text) in body.textBlocks.enumerated() {
      for (offset, character) in text.enumerated() where offset % 5 == 0 && character != "\t" {
        let place = ReadingPosition(block: block, offset: offset)
        for set in texts {
          let line = set.lines[set.line(setting: place)]
          #expect(
            line.runs.contains { $0.source?.contains(place) ?? false })
        }
      }
    }
  }
}

extension TypesetLine {
  /// The displayed text of a range of the body.
  fileprivate func text(of range: Range<ReadingPosition>) -> [String] {
    columns(of: range).map { columns in
      var column = 0
      return String(
        plainText.filter { character in
          defer { column += character.displayWidth }
          return columns.contains(column)
        })
    }
  }
}
