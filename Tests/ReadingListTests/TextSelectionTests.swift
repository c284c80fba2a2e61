import ReadingList
import Testing

@Suite("Selecting text") struct TextSelectionTests {
  private static let blocks = [
    "One evening, about a month ago. I noticed (so to say) Mr. Smith! “Was he well?” Yes.", "",
    "日本語の文章です。改行も。", "👍🏽 🇩🇪", "The last — one",
  ]

  private func text(_ range: Range<ReadingPosition>?) -> String? {
    range.flatMap { JoinedText(Self.blocks).bytes(of: $0) }.map { JoinedText(Self.blocks).text($0) }
  }

  private func at(_ block: Int, _ offset: Int) -> ReadingPosition {
    ReadingPosition(block: block, offset: offset)
  }

  /// All words of a block, in order.
  private func words(of block: Int) -> [String] {
    let units = TextUnits([Self.blocks[block]])
    var found: [String] = []
    var place = ReadingPosition.start
    while let next = units.next(.word, after: place) {
      found.append(
        String(Array(Self.blocks[block])[next.lowerBound.offset..<next.upperBound.offset]))
      place = next.upperBound
    }
    return found
  }

  @Test("words are told without their punctuation, in every writing") func words() {
    #expect(words(of: 0).prefix(4) == ["One", "evening", "about", "a"])
    #expect(words(of: 0).contains("Smith"))
    #expect(words(of: 2).joined().contains("日本語"))
    #expect(words(of: 2).count > 3)
    #expect(words(of: 3) == ["👍🏽", "🇩🇪"])
    #expect(words(of: 1) == [])
  }

  @Test("where nothing was extended yet there is no other end; the word stays selected")
  func swappedAtOnce() throws {
    for steps in [-1, 1] {
      var selection = try #require(TextSelection(at: at(0, 4), in: Self.blocks))
      selection.swapEnds()
      selection.go(.word, by: steps)
      #expect(text(selection.extent) == (steps < 0 ? "One evening" : "evening, about"))
    }
  }

  @Test(
    "it never leaves the text, is never empty and never fails", arguments: 0..<20 as Range<UInt64>)
  func random(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let blocks = Self.blocks.shuffled(using: &random)
    let joined = JoinedText(blocks)
    let start = at(.random(in: 0..<5, using: &random), .random(in: 0..<90, using: &random))
    guard var selection = TextSelection(at: start, in: blocks) else { return }
    let units: [TextUnit] = [.character, .word, .paragraph]
    for _ in 0..<200 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: selection.swapEnds()
      case 2:
        selection.go(
          to: at(.random(in: 0..<7, using: &random), .random(in: 0..<90, using: &random)))
      default:
        let unit = units.randomElement(using: &random) ?? .word
        selection.go(unit, by: .random(in: -3...3, using: &random))
      }
      #expect(joined.bytes(of: selection.extent) != nil)
      #expect(selection.extent.lowerBound <= selection.end)
      #expect(selection.end < selection.extent.upperBound)
    }
  }

  @Test("code is dragged over by characters") func code() throws {
    let code = ["f(x) => y"]
    var drag = try #require(TextSelection(dragFrom: at(0, 0), in: code))
    drag.drag(to: at(0, 3))
    #expect(JoinedText(code).bytes(of: drag.extent).map { JoinedText(code).text($0) } == "f(x)")
  }

  @Test("text without words has nothing to select") func nothing() {
    #expect(TextSelection(at: .start, in: []) == nil)
    #expect(TextSelection(at: .start, in: ["", " \t"]) == nil)
    #expect(TextSelection(dragFrom: at(3, 1), in: ["a"]) == nil)
  }
}
