import ReadingList
import Segmentation
import TerminalKit
import TestSupport
import Testing
import Typesetting

/// Patterns that part words after each vowel before a consonant, and some more than should be.
private let patterns = HyphenationPatterns(
  file: Array(
    ("UTF-8\n"
      + "aeiouäöü".flatMap { vowel in
        "bcdfghklmnprstvwz".map { "\(vowel)1\($0)\n" }
      }.joined()).utf8
  )
)

@Suite("Paragraphs as one likes them")
struct ParagraphTests {
  private func hyphenation(_ language: String = "en") throws -> Hyphenation {
    Hyphenation(try #require(patterns), language: language)
  }

  private func options(
    justifies: Bool = false,
    language: String? = nil,
    leading: Int = 1
  ) throws -> TypesetOptions {
    TypesetOptions(
      marksHeadings: false,
      justifies: justifies,
      hyphenation: try language.map { try hyphenation($0) },
      leading: leading
    )
  }

  private func lines(
    _ blocks: [ArticleBody.Block],
    width: Int,
    _ options: TypesetOptions
  ) -> [String] {
    typeset(ArticleBody(blocks: blocks), header: nil, width: width, options: options).lines
      .map(\.plainText)
  }

  private func lines(_ text: String, width: Int, _ options: TypesetOptions) -> [String] {
    lines([.paragraph([.text(text)])], width: width, options)
  }

  @Test("a word that does not fit is parted, with two letters before the hyphen and three after it")
  func parted() throws {
    let english = try options(language: "en")
    #expect(lines("one canalisation", width: 10, english) == ["one cana-", "lisation"])
    #expect(lines("one canalisation", width: 9, english) == ["one cana-", "lisation"])
    #expect(lines("one canalisation", width: 8, english) == ["one ca-", "nalisa-", "tion"])
    #expect(lines("three among", width: 9, english) == ["three", "among"])
    #expect(lines("some melody", width: 10, english) == ["some me-", "lody"])
    #expect(
      lines("and (canalisation), too", width: 12, english) == ["and (canali-", "sation), too"]
    )
    #expect(lines("l’canalisation l'canalisation", width: 10, english)[0] == "l’canali-")
  }

  @Test("names, abbreviations, numbers, addresses, code and headings are not parted")
  func whole() throws {
    let english = try options(language: "en")
    let tail = "nalisation"
    for word in ["Canalisation", "CANALISATION", "canaLisation", "canalisation2", "2canalisation"]
      + ["www.canalisation.org", "a@canalisation", "canalisation/canalisation"]
    {
      let set = lines("one \(word)", width: 12, english)
      #expect(!set.contains { $0.hasSuffix("ca-") || $0.hasSuffix("cana-") }, "\(set)")
    }
    #expect(
      !lines([.paragraph([.text("one "), .code("canalisation")])], width: 12, english)[0].contains(
        "-"
      )
    )
    #expect(
      !lines([.heading(level: 2, [.text("one canalisation")], anchor: nil)], width: 12, english)[0]
        .contains("-")
    )
    #expect(lines("a \(tail)", width: 8, try options()) == ["a", "nalisati", "on"])
    let german = try options(language: "de-CH")
    #expect(lines("ein Kanalisation", width: 10, german) == ["ein Kana-", "lisation"])
    #expect(lines("ein KANALISATION", width: 12, german) == ["ein", "KANALISATION"])
  }

  @Test("no three lines on end are parted, and none that lacks little")
  func spared() throws {
    let english = try options(language: "en")
    let text = Array(repeating: "canalisation", count: 30).joined(separator: " ")
    for width in 8...30 {
      var run = 0
      for line in lines(text, width: width, english) {
        run = line.hasSuffix("-") ? run + 1 : 0
        #expect(run < 3)
      }
    }
    let nearlyFull = String(repeating: "x", count: 57) + " melody"
    #expect(lines(nearlyFull, width: 60, english)[0].hasSuffix("x"))
  }

  @Test("lines are widened to the same column; the last ones, and those with holes, stay short")
  func justified() throws {
    let justified = try options(justifies: true)
    let text =
      "the heron stands in the shallow water for hours and waits until a fish comes near it; the "
      + "water is cold in the morning, and nobody who walks along the bank sees more than its back"
    let set = lines(text, width: 60, justified)
    let ragged = lines(text, width: 60, try options())
    #expect(set.count == ragged.count && set.last == ragged.last)
    for (line, short) in zip(set.dropLast(), ragged) {
      #expect(line.count == 60)
      #expect(line.split(separator: " ") == short.split(separator: " "))
      #expect(!line.contains("    "))
    }
    // Of two lines, one has its wider spaces further left.
    let wide = set.dropLast().map { line in
      line.ranges(of: "  ").first?.lowerBound.utf16Offset(in: line)
    }
    #expect(Set(wide).count > 1)
    let holes = String(repeating: "b", count: 40) + " " + String(repeating: "c", count: 60)
    #expect(lines("a " + holes, width: 60, justified)[0] == "a " + holes.prefix(40))
    #expect(
      lines([.paragraph([.text("one two"), .lineBreak, .text("three")])], width: 60, justified)
        == ["one two", "three"]
    )
    for block in [
      ArticleBody.Block.heading(level: 2, [.text(text)], anchor: nil), .code(text, language: nil),
      .paragraph([.text("שלום עולם, זה טקסט מימין לשמאל וגם עוד ועוד מילים כאן")]),
    ] {
      #expect(lines([block], width: 60, justified) == lines([block], width: 60, try options()))
    }
  }

  @Test("below 60 columns lines are widened only where words are parted")
  func narrow() throws {
    let text =
      "the heron stands in the shallow water for hours and waits until a fish comes near it"
    for width in [20, 40, 59] {
      #expect(
        lines(text, width: width, try options(justifies: true))
          == lines(text, width: width, try options())
      )
      let parted = lines(text, width: width, try options(justifies: true, language: "en"))
      #expect(parted.dropLast().contains { $0.count == width && $0.contains("  ") })
    }
  }

  @Test("lines apart have a blank one between them, and blocks more")
  func apart() throws {
    let apart = try options(leading: 2)
    let blocks: [ArticleBody.Block] = [
      .paragraph([.text("one two three four")]),
      .list(
        .init(items: [[.paragraph([.text("five six seven")])], [.paragraph([.text("eight")])]])
      ),
    ]
    #expect(
      lines(blocks, width: 11, apart)
        == ["one two", "", "three four", "", "", "• five six", "  ", "  seven", "", "", "• eight"]
    )
  }

  @Test(
    "the text of justified and hyphenated lines is found where it is, once and in order",
    arguments: 0..<12
  )
  func sources(seed: UInt64) throws {
    var maker = BodyMaker(seed: seed)
    var body = maker.body()
    let long = "canalisation of the melody for many hours in the water, and a fish comes near it"
    body.blocks += [
      .paragraph([
        .text(long), .strong([.text(long)]), .text("Donau\u{ad}dampf\u{ad}schiff " + long),
      ]),
      .quote([.list(.init(items: [[.paragraph([.link([.text(long)], url: "u"), .text(long)])]]))]),
    ]
    let blocks = body.textBlocks.map { Array($0) }
    for width in [7, 20, 41, 72] {
      let text = typeset(
        body,
        header: nil,
        width: width,
        options: try options(justifies: true, language: "en", leading: 2)
      )
      for (place, line) in text.lines.enumerated() {
        #expect(line.plainText.displayWidth <= width)
        #expect(place == 0 || text.lines[place - 1].start <= line.start)
      }
      for (index, block) in blocks.enumerated() {
        var next = 0
        for run in text.lines.flatMap(\.runs).compactMap(\.source)
          .filter({ Int($0.block) == index }).sorted(by: { $0.lower < $1.lower })
        {
          #expect(block[next..<Int(run.lower)].allSatisfy { $0 == "\t" })
          next = Int(run.upper)
        }
        #expect(block[next...].allSatisfy { $0 == "\t" })
      }
      // What a match covers reads as the match does, but for hyphens and white space.
      for range in body.ranges(of: "canalisation of the melody") {
        let seen = text.lines.flatMap { line in
          line.columns(of: range).map { columns in
            var column = 0
            return String(
              line.plainText.filter { character in
                defer { column += character.displayWidth }
                return columns.contains(column)
              }
            )
          }
        }.joined()
        #expect(seen.filter { $0.isLetter } == "canalisationofthemelody")
        #expect(seen.last != " ")
      }
    }
  }

  @Test(
    "0.16 a place that was saved is found again at any two widths, whatever the text is set like",
    arguments: 0..<20
  )
  func places(seed: UInt64) throws {
    var maker = BodyMaker(seed: seed)
    var random = SeededNumbers(seed: seed)
    let body = ArticleBody(blocks: (0..<3).flatMap { _ in maker.blocks(depth: 1) })
    let settings = [
      try options(), try options(justifies: true, language: "en"), try options(leading: 2),
    ]
    let texts = try (0..<2).map { _ in
      typeset(
        body,
        header: nil,
        width: Int.random(in: 4...120, using: &random),
        options: try #require(settings.randomElement(using: &random))
      )
    }
    for (one, other) in [(texts[0], texts[1]), (texts[1], texts[0])] {
      for line in one.lines {
        let place = line.start
        #expect(one.position(ofLine: one.line(at: place)) == place)
        let found = other.line(at: place)
        guard other.lines.indices.contains(found) else { continue }
        // The line shows the place: it begins at it or before it, and the next one after it.
        #expect(other.lines[found].start <= place)
        let next = other.lines[found...].first { $0.start > other.lines[found].start }
        #expect(next.map { $0.start > place } ?? true)
        // Going there and back is going nowhere.
        let back = other.position(ofLine: found)
        #expect(other.position(ofLine: other.line(at: back)) == back)
      }
    }
    // Each character of the text is on the line that is said to set it.
    for (block, text) in body.textBlocks.enumerated() {
      for (offset, character) in text.enumerated() where offset % 5 == 0 && character != "\t" {
        let place = ReadingPosition(block: block, offset: offset)
        for set in texts {
          let line = set.lines[set.line(setting: place)]
          #expect(
            line.runs.contains {
              $0.source.map { $0.start <= place && place < $0.end } ?? false
            }
          )
        }
      }
    }
  }
}
