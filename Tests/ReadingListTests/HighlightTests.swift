import ReadingList
import Testing

@Suite("Highlights") struct HighlightTests {
  private static let letters: [Character] = [
    "a", "b", "c", " ", " ", "é", "e\u{301}", "日", "本", "👍🏽", "🇩🇪", "\u{ad}", "\t", "ß", "م", ".",
  ]

  private static func blocks(using random: inout SeededNumbers) -> [String] {
    (0..<Int.random(in: 1...12, using: &random)).map { _ in
      String(
        (0..<Int.random(in: 0...60, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? "a"
        })
    }
  }

  private static func place(
    in blocks: [String], using random: inout SeededNumbers
  ) -> Range<ReadingPosition> {
    let ends = (0..<2).map { _ in
      let block = Int.random(in: 0..<blocks.count, using: &random)
      return ReadingPosition(
        block: block, offset: Int.random(in: 0...blocks[block].count, using: &random))
    }
    return min(ends[0], ends[1])..<max(ends[0], ends[1])
  }

  private func mark(
    _ quote: String, prefix: String = "", suffix: String = "", start: ReadingPosition? = nil,
    end: ReadingPosition? = nil
  ) -> Highlight {
    Highlight(
      id: "h", quote: quote, prefix: prefix, suffix: suffix, start: start, end: end,
      createdAt: Timestamp(seconds: 0), changedAt: Timestamp(seconds: 0))
  }

  /// What is found, as text of its block.
  private func found(_ highlight: Highlight, in blocks: [String]) -> String? {
    let text = JoinedText(blocks)
    return HighlightPlaces.find([highlight], in: text)[0].flatMap { text.bytes(of: $0) }.map {
      text.text($0)
    }
  }

  @Test("are found where they were made, in any text", arguments: 0..<40)
  func unmoved(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let blocks = Self.blocks(using: &random)
    let text = JoinedText(blocks)
    let made = (0..<30).compactMap { _ in
      Highlight(
        Self.place(in: blocks, using: &random), in: text, color: .green, at: Timestamp(seconds: 1))
    }
    #expect(HighlightPlaces.find(made, in: text) == made.map(\.place))
    for highlight in made {
      #expect(highlight.prefix.count <= Highlight.contextLength)
      #expect(highlight.suffix.count <= Highlight.contextLength)
    }
  }

  @Test("are found again in a text that has more before, behind and between", arguments: 0..<40)
  func moved(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let blocks = Self.blocks(using: &random) + ["the one sentence that was marked", "an end"]
    let text = JoinedText(blocks)
    let block = blocks.count - 2
    let place = ReadingPosition(block: block, offset: 4)..<ReadingPosition(block: block, offset: 16)
    let made = try #require(Highlight(place, in: text, color: .blue, at: Timestamp(seconds: 1)))
    #expect(made.quote == "one sentence")
    let more = Self.blocks(using: &random)
    let changed = more + blocks[..<block] + ["What one sentence?"] + blocks[block...] + more
    let now = HighlightPlaces.find([made], in: JoinedText(changed))[0]
    let moved = more.count + block + 1
    #expect(
      now == ReadingPosition(block: moved, offset: 4)..<ReadingPosition(block: moved, offset: 16))
  }

  @Test("of words that stand there several times are told apart by what is around them")
  func context() {
    let blocks = ["The day was long. The night was long. The year was long."]
    #expect(found(mark("was long", prefix: "The night "), in: blocks) == "was long")
    let text = JoinedText(blocks)
    func start(_ highlight: Highlight) -> Int? {
      HighlightPlaces.find([highlight], in: text)[0]?.lowerBound.offset
    }
    #expect(start(mark("was long", prefix: "night ")) == 28)
    #expect(start(mark("was long", suffix: ". The year")) == 28)
    #expect(start(mark("was long")) == 8)
    // Without anything around it, the one nearest to the old place.
    let old = ReadingPosition(block: 0, offset: 44)
    #expect(start(mark("was long", start: old, end: .init(block: 0, offset: 52))) == 47)
    // At the old place stand the same words by chance.
    let chance = mark(
      "was long", prefix: "The year ", suffix: ".", start: .init(block: 0, offset: 8),
      end: .init(block: 0, offset: 16))
    #expect(start(chance) == 47)
  }

  @Test("of words that stand there very many times are looked for near the old place")
  func frequent() {
    let text = JoinedText(["x" + String(repeating: "e ", count: 3000)])
    let made = mark(
      "e", start: .init(block: 0, offset: 4000), end: .init(block: 0, offset: 4001))
    #expect(HighlightPlaces.find([made], in: text)[0]?.lowerBound.offset == 3999)
  }

  @Test("are found where white space, case, accents and soft hyphens differ, and across blocks")
  func tolerant() {
    let blocks = ["One  Ca\u{ad}fé\tis", "Enough — 日本\u{3000}語 here."]
    #expect(found(mark("cafe is enough"), in: blocks) == "Ca\u{ad}fé\tis\nEnough")
    #expect(found(mark("CAFÉ is\n\nENOUGH"), in: blocks) == "Ca\u{ad}fé\tis\nEnough")
    #expect(found(mark("日本語"), in: blocks) == "日本\u{3000}語")
    #expect(found(mark(" — "), in: blocks) == " — ")
    // Of several places, none is chosen where the context fits none; without context, the first.
    let fish = ["a fish, and a fish", "two fish swim"]
    #expect(found(mark("fish", prefix: "seven ", suffix: " fly"), in: fish) == nil)
    #expect(found(mark("fish", prefix: "two ", suffix: " fly"), in: fish) == "fish")
    #expect(found(mark("fish"), in: fish) == "fish")
    #expect(found(mark("swim", prefix: "seven ", suffix: " fly"), in: fish) == "swim")
    // An exact match beats an approximate one.
    #expect(found(mark("is"), in: ["Is it? It is."]) == "is")
  }

  @Test("that the text does not have any more, or never had, have no place") func orphaned() {
    #expect(found(mark("gone"), in: ["here"]) == nil)
    #expect(found(mark("a quick brown fox"), in: ["a quick red fox"]) == nil)
    #expect(found(mark("“Don’t” — so"), in: ["\"don't\" - so"]) == "\"don't\" - so")
    #expect(found(mark("gone"), in: []) == nil)
    #expect(found(mark(""), in: ["here"]) == nil)
    #expect(found(mark("\u{ad} "), in: ["here"]) == nil)
    #expect(found(mark("here and more"), in: ["here"]) == nil)
    let far = ReadingPosition(block: .max, offset: .max)
    #expect(found(mark("here", start: .start, end: far), in: ["here"]) == "here")
    #expect(found(mark("here", start: far, end: .start), in: ["here"]) == "here")
    #expect(found(mark("e", start: far, end: far), in: ["here"]) == "e")
  }

  @Test("of text that repeats itself are looked for in bounded time") func repeating() {
    // Each of 500 quotations begins at each of 50,000 places: to compare them all would be 10^11 steps.
    let blocks = [String(repeating: "a", count: 50_000)]
    let quotes = (0..<500).map { String(repeating: "a", count: 5000) + String($0) }
    let text = JoinedText(blocks)
    let marks = quotes.map { mark($0) }
    #expect(HighlightPlaces.find(marks, in: text).allSatisfy { $0 == nil })
    let same = Array(repeating: mark("a", prefix: String(repeating: "a", count: 32)), count: 500)
    #expect(HighlightPlaces.find(same, in: text).allSatisfy { $0 != nil })
    let marks2 = [mark("a\u{301}" + String(repeating: "\u{302}", count: 100_000))]
    #expect(HighlightPlaces.find(marks2, in: text).count == 1)
  }

  @Test("are made of text alone, with what stands around it") func made() throws {
    let text = JoinedText(["One two", " \t", "three four"])
    func made(_ start: (Int, Int), _ end: (Int, Int)) -> Highlight? {
      Highlight(
        ReadingPosition(
          block: start.0, offset: start.1)..<ReadingPosition(block: end.0, offset: end.1), in: text,
        color: .pink, at: Timestamp(seconds: 1))
    }
    let across = try #require(made((0, 4), (2, 5)))
    #expect(across.quote == "two\n \t\nthree")
    #expect(across.prefix == "One " && across.suffix == " four")
    #expect(made((1, 0), (1, 2)) == nil)
    #expect(made((0, 3), (0, 3)) == nil)
    #expect(made((0, 3), (0, 99)) == nil)
    #expect(made((0, 3), (7, 0)) == nil)
    #expect(made((0, 4), (2, 5))?.id == across.id)
    #expect(made((0, 4), (2, 4))?.id != across.id)
  }
}
