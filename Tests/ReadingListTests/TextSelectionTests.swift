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

  /// All units of a kind, one after the other.
  private func all(_ unit: TextUnit, in block: Int) -> [String] {
    var units = TextUnits([Self.blocks[block]])
    var found: [String] = []
    var place = ReadingPosition.start
    while let next = units.next(unit, after: place) {
      found.append(
        String(Array(Self.blocks[block])[next.lowerBound.offset..<next.upperBound.offset]))
      place = next.upperBound
    }
    return found
  }

  @Test("words are told without their punctuation, in every writing") func words() {
    #expect(all(.word, in: 0).prefix(4) == ["One", "evening", "about", "a"])
    #expect(all(.word, in: 0).contains("Smith"))
    #expect(all(.word, in: 2).joined().contains("日本語"))
    #expect(all(.word, in: 2).count > 3)
    #expect(all(.word, in: 3) == ["👍🏽", "🇩🇪"])
    #expect(all(.word, in: 1) == [])
  }

  @Test("a paragraph is a block without the space around it") func paragraphs() {
    #expect(all(.paragraph, in: 3) == ["👍🏽 🇩🇪"])
    #expect(all(.paragraph, in: 4) == ["The last — one"])
  }

  @Test("movements extend what is selected at once, and the other end once the ends are swapped")
  func moving() throws {
    var selection = try #require(TextSelection(at: at(0, 4), in: Self.blocks))
    func selected() -> String? { text(selection.extent) }
    #expect(selected() == "evening")
    selection.go(.word, by: 3)
    #expect(selected() == "evening, about a month")
    selection.go(.word, by: -1)
    #expect(selected() == "evening, about a")
    selection.go(.character, by: 2)
    #expect(selected() == "evening, about a m")
    selection.go(.character, by: -2)
    selection.go(.word, by: -9)
    #expect(selected() == "One evening")
    #expect(selection.end == .start)
    selection.go(.word, by: 2)
    #expect(selected() == "evening, about")
    selection.swapEnds()
    selection.go(.word, by: 1)
    #expect(selected() == "about")
    selection.go(.word, by: -2)
    #expect(selected() == "One evening, about")
    selection.swapEnds()
    selection.go(.word, by: 1)
    #expect(selected() == "One evening, about a")
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

  @Test("it goes to the end of the paragraph that it lies in, then to the next one's")
  func around() throws {
    var selection = try #require(TextSelection(at: at(0, 38), in: Self.blocks))
    #expect(text(selection.extent) == "noticed")
    selection.go(.paragraph, by: 1)
    #expect(text(selection.extent)?.hasSuffix("Yes.") == true)
    selection.go(.paragraph, by: 1)
    #expect(text(selection.extent)?.hasSuffix(Self.blocks[2]) == true)
    selection.go(.paragraph, by: 99)
    #expect(text(selection.extent)?.hasPrefix("noticed (so") == true)
    #expect(text(selection.extent)?.hasSuffix(Self.blocks[4]) == true)
  }

  @Test("it reaches from block to block, and from where the button was pressed to the pointer")
  func places() throws {
    var selection = try #require(TextSelection(at: at(0, 4), in: Self.blocks))
    selection.go(to: at(4, 4))
    #expect(text(selection.extent)?.hasPrefix("evening, about") == true)
    #expect(text(selection.extent)?.hasSuffix("The last") == true)
    #expect(selection.end == at(4, 7))
    selection.go(to: .start)
    #expect(text(selection.extent) == "One evening")
  }

  @Test("dragged, it takes whole words, and characters where there are no words")
  func drags() throws {
    var drag = try #require(TextSelection(dragFrom: at(0, 6), in: Self.blocks))
    #expect(text(drag.extent) == "evening")
    drag.drag(to: at(0, 1))
    #expect(text(drag.extent) == "One evening")
    let code = ["f(x) => y"]
    drag = try #require(TextSelection(dragFrom: at(0, 0), in: code))
    drag.drag(to: at(0, 3))
    #expect(JoinedText(code).bytes(of: drag.extent).map { JoinedText(code).text($0) } == "f(x)")
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

  @Test("text without words has nothing to select") func nothing() {
    #expect(TextSelection(at: .start, in: []) == nil)
    #expect(TextSelection(at: .start, in: ["", " \t"]) == nil)
    #expect(TextSelection(dragFrom: at(3, 1), in: ["a"]) == nil)
  }
}
