import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

@Suite("Paragraphs as one likes them") struct ParagraphTests {
  private let options = TypesetOptions(marksHeadings: false)

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
    ]
    let blocks = body.textBlocks.map { Array($0) }
    for width in [7, 20, 41, 72] {
      let text = typeset(body, header: nil, width: width, options: options)
      for (place, line) in text.lines.enumerated() {
        #expect(line.plainText.displayWidth <= width)
        #expect(place == 0 || text.lines[place - 1].start <= line.start)
      }
      for (index, block) in blocks.enumerated() {
        var next = 0
        for run in text.lines.flatMap(\.runs).compactMap(\.source).filter({ Int($0.block) == index }
        ).sorted(by: { $0.lower < $1.lower }) {
          #expect(block[next..<Int(run.lower)].allSatisfy { $0 == "\t" })
          next = Int(run.upper)
        }
        #expect(block[next...].allSatisfy { $0 == "\t" })
      }
      // What a match covers reads as the match does, but for hyphens and white space.
      for range in body.ranges(of: "canalisation of the melody") {
        let seen = text.lines.flatMap { line in
          line.columns(of: range.start..<range.end).map { columns in
            var column = 0
            return String(
              line.plainText.filter { character in
                defer { column += character.displayWidth }
                return columns.contains(column)
              })
          }
        }.joined()
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
        body, header: nil, width: Int.random(in: 4...120, using: &random), options: options)
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
            line.runs.contains { $0.source.map { $0.start <= place && place < $0.end } ?? false })
        }
      }
    }
  }
}
