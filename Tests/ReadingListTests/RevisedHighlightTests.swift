import ReadingList
import Testing

/// Texts with highlights, and later versions of them in which it is known where each passage went.
private struct Revision {
  /// What becomes of the words of a passage.
  enum Fate: CaseIterable { case kept, edited, moved, deleted }

  private struct Word {
    var text: String
    /// Which highlight has it.
    var passage: Int?
  }

  /// Sentences of words.
  private typealias Block = [[Word]]

  private(set) var highlights: [Highlight] = []
  private(set) var fates: [Fate] = []
  private(set) var text = JoinedText([])
  /// The bytes of each passage in the later version; nil where it is gone.
  private(set) var places: [Range<Int>?] = []

  private static let syllables = [
    "ba", "ri", "ston", "en", "lu", "gre", "ta", "mo", "ver", "is", "kal", "di",
  ]

  init(using random: inout SeededNumbers) {
    var blocks: [Block] = []
    func word() -> String {
      // The shortest words are the most frequent ones, as in any language.
      let count = [1, 1, 1, 2, 2, 3].randomElement(using: &random) ?? 1
      return (0..<count).map { _ in Self.syllables.randomElement(using: &random) ?? "" }.joined()
    }
    func sentence() -> [Word] {
      var words = (0..<Int.random(in: 6...18, using: &random)).map { _ in Word(text: word()) }
      words[0].text = words[0].text.capitalizedFirst
      words[words.count - 1].text += "."
      return words
    }
    for _ in 0..<24 {
      blocks.append((0..<Int.random(in: 2...5, using: &random)).map { _ in sentence() })
    }
    for block in blocks.indices where block % 2 == 1 {
      let sentence = Int.random(in: 0..<blocks[block].count, using: &random)
      let count = blocks[block][sentence].count
      let first = Int.random(in: 0...(count - 6), using: &random)
      let length = Int.random(in: 6...(count - first), using: &random)
      for place in first..<(first + length) { blocks[block][sentence][place].passage = fates.count }
      fates.append(Fate.allCases.randomElement(using: &random) ?? .kept)
    }
    let (old, places) = Self.joined(blocks)
    highlights = places.enumerated().compactMap { index, place in
      place.flatMap { place in
        Highlight(
          old.places(of: [place])[0], in: old, color: .yellow, at: Timestamp(seconds: Int64(index)))
      }
    }
    // The later version: other words and sentences here and there, and what became of the passages.
    for block in blocks.indices {
      for sentence in blocks[block].indices.reversed() {
        let passage = blocks[block][sentence].compactMap(\.passage).first
        let fate = passage.map { fates[$0] }
        var words: [Word] = []
        for old in blocks[block][sentence] {
          let isEdited =
            Int.random(in: 0..<100, using: &random)
            < (old.passage == nil ? 5 : fate == .edited ? 40 : 0)
          if old.passage != nil, fate == .deleted { continue }
          guard isEdited else {
            words.append(old)
            continue
          }
          switch Int.random(in: 0..<(old.passage == nil ? 3 : 2), using: &random) {
          case 0: break
          case 1: words.append(Word(text: word(), passage: old.passage))
          default: words += [old, Word(text: word(), passage: old.passage)]
          }
        }
        blocks[block][sentence] = words
        let chance = Int.random(in: 0..<10, using: &random)
        if passage == nil, chance == 0 { blocks[block].remove(at: sentence) }
        if chance == 1 {
          let new = (0..<8).map { _ in Word(text: word()) }
          blocks[block].insert(new, at: sentence)
        }
      }
    }
    for (passage, fate) in fates.enumerated() where fate == .moved {
      guard
        let from = blocks.firstIndex(where: {
          $0.contains { $0.contains { $0.passage == passage } }
        })
      else { continue }
      let block = blocks.remove(at: from)
      blocks.insert(block, at: Int.random(in: 0...blocks.count, using: &random))
    }
    // Typography changes as well.
    for block in blocks.indices {
      for sentence in blocks[block].indices where Int.random(in: 0..<4, using: &random) == 0 {
        for place in blocks[block][sentence].indices {
          let text = blocks[block][sentence][place].text
          blocks[block][sentence][place].text =
            place == 0 ? text.uppercased() : text.replacing("is", with: "i\u{ad}s")
        }
      }
    }
    (text, self.places) = Self.joined(blocks)
    self.places += Array(repeating: nil, count: fates.count - self.places.count)
  }

  private static func joined(_ blocks: [Block]) -> (JoinedText, [Range<Int>?]) {
    var texts: [String] = []
    var places: [Range<Int>?] = []
    var start = 0
    for block in blocks {
      var text = ""
      for word in block.joined() {
        if !text.isEmpty { text += " " }
        let first = start + text.utf8.count
        text += word.text
        guard let passage = word.passage else { continue }
        while places.count <= passage { places.append(nil) }
        places[passage] = (places[passage]?.lowerBound ?? first)..<(start + text.utf8.count)
      }
      texts.append(text)
      start += text.utf8.count + 1
    }
    return (JoinedText(texts), places)
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

@Suite("Highlights of revised texts") struct RevisedHighlightTests {
  @Test("are where their words went: kept 99 %, edited 75 %, and hardly ever elsewhere")
  func rates() {
    var random = SeededNumbers(seed: 11)
    var right: [Revision.Fate: Int] = [:], all: [Revision.Fate: Int] = [:]
    var wrong = 0
    for _ in 0..<40 {
      let revision = Revision(using: &random)
      let found = HighlightPlaces.find(revision.highlights, in: revision.text)
      for (index, fate) in revision.fates.enumerated() {
        all[fate, default: 0] += 1
        let place = found[index].flatMap { revision.text.bytes(of: $0) }
        guard let wanted = revision.places[index] else {
          if place == nil { right[fate, default: 0] += 1 } else { wrong += 1 }
          continue
        }
        guard let place else { continue }
        let both = max(
          0, min(place.upperBound, wanted.upperBound) - max(place.lowerBound, wanted.lowerBound))
        let either = place.count + wanted.count - both
        if both * 10 >= either * 7 { right[fate, default: 0] += 1 }
        if both * 2 < either { wrong += 1 }
      }
    }
    func rate(_ fate: Revision.Fate) -> Double { Double(right[fate] ?? 0) / Double(all[fate] ?? 1) }
    let rates =
      "\(Revision.Fate.allCases.map { "\($0) \(right[$0] ?? 0)/\(all[$0] ?? 0)" }), wrong \(wrong)"
    #expect(rate(.kept) >= 0.99, "\(rates)")
    #expect(rate(.moved) >= 0.99, "\(rates)")
    #expect(rate(.edited) >= 0.75, "\(rates)")
    #expect(rate(.deleted) >= 0.98, "\(rates)")
    #expect(Double(wrong) <= 0.01 * Double(all.values.reduce(0, +)), "\(rates)")
  }

  @Test(
    "of which several are near have no place, and those between what stood around them have one")
  func near() {
    func place(_ quote: String, _ prefix: String, _ suffix: String, in text: String) -> String? {
      let highlight = Highlight(
        id: "h", quote: quote, prefix: prefix, suffix: suffix, createdAt: Timestamp(seconds: 0),
        changedAt: Timestamp(seconds: 0))
      let joined = JoinedText([text])
      return HighlightPlaces.find([highlight], in: joined)[0].flatMap { joined.bytes(of: $0) }.map {
        joined.text($0)
      }
    }
    let quote = "the quick brown fox jumps over the lazy dog"
    let near = "the quick red fox jumped over a lazy dog"
    #expect(place(quote, "", "", in: "It is said that \(near) at times.") == near)
    #expect(place(quote, "", "", in: "First \(near); then \(near).") == nil)
    #expect(
      place(
        quote, "in the morning ", ", and then it slept",
        in: "First \(near); in the morning \(near), and then it slept.") == near)
    #expect(
      place(
        quote, "in the morning ", ", and then it slept",
        in: "Early in the morning one swift brown fox leaps over dogs, and then it slept well.")
        == "one swift brown fox leaps over dogs")
    #expect(
      place(
        quote, "in the morning ", ", and then it slept",
        in: "Early in the morning, and then it slept.") == nil)
    #expect(place("lazy dog", "", "", in: "hazy fog") == nil)
    #expect(
      place("“Don’t” — she said", "", "", in: "\"don't\" - she said") == "\"don't\" - she said")
  }
}
