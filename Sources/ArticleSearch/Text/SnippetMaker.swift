/// Cuts the piece out of a text that shows best what was looked for.
struct SnippetMaker {
  /// The words that are marked, by their hashes, each with the number of its condition.
  private var words: [UInt64: Int] = [:]
  /// A bit for the last six of each hash, which passes over nearly all other words.
  private var filter: UInt64 = 0
  /// The beginnings of words that are marked.
  private var beginnings: [(bytes: [UInt8], condition: Int)] = []
  /// The phrases, as far as they are looked at, which count more than their words.
  private var phrases: [(hashes: [UInt64], condition: Int)] = []
  private var conditions = 0

  /// The most words of a phrase that are looked at.
  private static let maxPhraseLength = 16
  /// How much of a text is looked through.
  private static let range = 512 << 10
  /// The most places of a text that are compared.
  private static let maxMatches = 2000

  private struct Match {
    var range: Range<Int>
    var condition: Int
    var weight: Int
  }

  init() {}

  /// Looks for a word in all its forms.
  mutating func add(words forms: [[UInt8]]) {
    for form in forms {
      for word in WordParser.words(of: String(decoding: form, as: UTF8.self), limit: 1) {
        words[word.word.hash] = conditions
        filter |= 1 << (word.word.hash & 63)
      }
    }
    conditions += 1
  }

  /// Looks for words one after another.
  mutating func add(phrase: [ParsedWord]) {
    let hashes = phrase.prefix(Self.maxPhraseLength).map(\.hash)
    phrases.append((hashes, conditions))
    conditions += 1
  }

  /// Looks for words that begin so.
  mutating func add(beginning: [UInt8]) {
    beginnings.append((beginning, conditions))
    conditions += 1
  }

  /// The piece of a text, of about so many characters.
  func snippet(of text: ArraySlice<UInt8>, length: Int, parser: inout WordParser) -> SearchSnippet {
    text.withUnsafeBufferPointer { text in
      let matches = matches(in: text, &parser)
      let best = Self.best(matches, within: length * 3 / 4)
      let begin = best.first?.range.lowerBound ?? 0
      let end = best.last?.range.upperBound ?? 0
      return SnippetText(text, around: begin..<max(begin, end), length: length)
        .snippet(marking: matches.map(\.range))
    }
  }

  private func matches(
    in text: UnsafeBufferPointer<UInt8>,
    _ parser: inout WordParser
  ) -> [Match] {
    guard conditions > 0 else { return [] }
    var matches: [Match] = []
    let longest = phrases.map(\.hashes.count).max() ?? 0
    var last: [(hash: UInt64, range: Range<Int>)] = []
    let inPhrases = Set(phrases.flatMap(\.hashes))
    let text = UnsafeBufferPointer(rebasing: text.prefix(Self.range))
    parser.parse(text) { bytes, word in
      if filter >> (word.hash & 63) & 1 != 0, let condition = words[word.hash] {
        matches.append(Match(range: word.range, condition: condition, weight: 2))
      } else if let found = beginnings.first(where: { Self.begins(bytes, $0.bytes) }) {
        matches.append(Match(range: word.range, condition: found.condition, weight: 2))
      }
      if longest > 0 {
        if inPhrases.contains(word.hash) {
          last.append((word.hash, word.range))
          if last.count > longest { last.removeFirst() }
          for phrase in phrases where last.count >= phrase.hashes.count {
            let tail = last.suffix(phrase.hashes.count)
            if tail.map(\.hash) == phrase.hashes, let first = tail.first {
              let range = first.range.lowerBound..<word.range.upperBound
              matches.append(Match(range: range, condition: phrase.condition, weight: 4))
            }
          }
        } else {
          last.removeAll(keepingCapacity: true)
        }
      }
      return matches.count < Self.maxMatches
    }
    return matches.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private static func begins(_ word: UnsafeBufferPointer<UInt8>, _ beginning: [UInt8]) -> Bool {
    word.count >= beginning.count && word.prefix(beginning.count).elementsEqual(beginning)
  }

  /// The matches within so many bytes that show most conditions.
  private static func best(_ matches: [Match], within length: Int) -> ArraySlice<Match> {
    var best = matches[0..<min(1, matches.count)]
    var bestWeight = 0
    var start = 0
    var counts: [Int: Int] = [:]
    var weight = 0
    // What a condition counts again is little beside what another adds.
    func value(_ match: Match, _ count: Int) -> Int { count == 0 ? match.weight * 8 : 1 }
    for (index, match) in matches.enumerated() {
      weight += value(match, counts[match.condition, default: 0])
      counts[match.condition, default: 0] += 1
      while start < index,
        match.range.upperBound - matches[start].range.lowerBound > length
      {
        let old = matches[start]
        counts[old.condition, default: 1] -= 1
        weight -= value(old, counts[old.condition, default: 0])
        start += 1
      }
      if weight > bestWeight {
        bestWeight = weight
        best = matches[start...index]
      }
    }
    return best
  }
}
