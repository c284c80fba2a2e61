import Platform
import ReadingList

/// Cuts the piece out of a text that shows best what was looked for.
struct SnippetMaker {
  /// The words that are marked, by their hashes, each with the number of its condition.
  private var words: [UInt64: Int] = [:]
  /// Letters by which words are marked that have them.
  private var parts: [(bytes: [UInt8], condition: Int)] = []
  /// The phrases, which count more than their words.
  private var phrases: [Phrase] = []
  private var conditions = 0

  /// Words one after another; of an open one the last may go on.
  private struct Phrase {
    var words: [WordParser.Word]
    var isOpen: Bool
    var condition: Int

    /// Whether a word of a text is that of a place in the phrase.
    func isWord(_ place: Int, _ word: ParsedWord, _ bytes: UnsafeBufferPointer<UInt8>?) -> Bool {
      let wanted = words[place]
      guard isOpen, place == words.count - 1, let bytes else {
        return word.hash == wanted.word.hash
      }
      return bytes.starts(with: wanted.bytes)
    }
  }

  /// How much of a text is looked through; all of it where nothing is found there.
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
      }
    }
    conditions += 1
  }

  /// Looks for words one after another.
  mutating func add(phrase: [WordParser.Word], isOpen: Bool) {
    phrases.append(Phrase(words: phrase, isOpen: isOpen, condition: conditions))
    conditions += 1
  }

  /// Looks for words that have something in them.
  mutating func add(part: [UInt8]) {
    parts.append((part, conditions))
    conditions += 1
  }

  /// Whether a text has what was looked for.
  func isMatch(_ text: String) -> Bool {
    var text = text
    var parser = WordParser()
    return text.withUTF8 { !matches(in: $0, upTo: $0.count, most: 1, &parser).isEmpty }
  }

  /// The piece of an article's text, or of its note or a highlight if the words are only there.
  func snippet(of id: ArticleID, in texts: SearchTexts, length: Int) -> SearchSnippet {
    var parser = WordParser()
    let article = texts(id)
    let snippet = snippet(of: article?.body ?? "", length: length, parser: &parser)
    guard snippet.marks.isEmpty else { return snippet }
    for other in article.map({ [$0.note] + $0.highlights }) ?? [] {
      let found = self.snippet(of: other, length: length, parser: &parser)
      if !found.marks.isEmpty { return found }
    }
    return snippet
  }

  /// The piece of a text.
  private func snippet(of text: String, length: Int, parser: inout WordParser) -> SearchSnippet {
    var text = text
    return text.withUTF8 { text in
      var matches = matches(in: text, upTo: Self.range, most: Self.maxMatches, &parser)
      if matches.isEmpty, text.count > Self.range {
        matches = self.matches(in: text, upTo: text.count, most: Self.maxMatches, &parser)
      }
      let best = Self.best(matches, within: length * 3 / 4)
      let begin = best.first?.range.lowerBound ?? 0
      let end = best.map(\.range.upperBound).max() ?? 0
      return SnippetText(text, around: begin..<max(begin, end), length: length).snippet(
        marking: matches.map(\.range))
    }
  }

  private func matches(
    in whole: UnsafeBufferPointer<UInt8>, upTo end: Int, most: Int, _ parser: inout WordParser
  ) -> [Match] {
    guard conditions > 0 else { return [] }
    var matches: [Match] = []
    let longest = phrases.map(\.words.count).max() ?? 0
    var last: [ParsedWord] = []
    let inPhrases = Set(phrases.flatMap { $0.words.map(\.word.hash) })
    let endings = phrases.filter(\.isOpen).compactMap { $0.words.last?.bytes }
    let text = UnsafeBufferPointer(rebasing: whole.prefix(end))
    parser.parse(text) { bytes, word in
      // The last one may be a part of a word.
      guard word.range.upperBound < text.count || text.count == whole.count else { return false }
      if let condition = words[word.hash] {
        matches.append(Match(range: word.range, condition: condition, weight: 2))
      } else if let found = parts.first(where: { UnsafeRawBufferPointer(bytes).contains($0.bytes) })
      {
        matches.append(Match(range: word.range, condition: found.condition, weight: 2))
      }
      guard
        inPhrases.contains(word.hash)
          || endings.contains(where: { $0.first == bytes.first && bytes.starts(with: $0) })
      else {
        last.removeAll(keepingCapacity: true)
        return matches.count < most
      }
      last.append(word)
      if last.count > longest { last.removeFirst() }
      for phrase in phrases where last.count >= phrase.words.count {
        let tail = last.suffix(phrase.words.count)
        let isMatch = tail.enumerated().allSatisfy { index, word in
          phrase.isWord(index, word, index == phrase.words.count - 1 ? bytes : nil)
        }
        if isMatch, let first = tail.first {
          let range = first.range.lowerBound..<word.range.upperBound
          let weight = phrase.words.count > 1 ? 4 : 2
          matches.append(Match(range: range, condition: phrase.condition, weight: weight))
        }
      }
      return matches.count < most
    }
    return matches.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The matches within so many bytes that show most conditions.
  private static func best(_ matches: [Match], within length: Int) -> ArraySlice<Match> {
    var best = matches[0..<min(1, matches.count)]
    var bestWeight = 0
    var start = 0
    var counts: [Int: Int] = [:]
    var weight = 0
    // A condition that counts again adds little beside another one.
    func value(_ match: Match, _ count: Int) -> Int { count == 0 ? match.weight * 8 : 1 }
    for (index, match) in matches.enumerated() {
      weight += value(match, counts[match.condition, default: 0])
      counts[match.condition, default: 0] += 1
      while start < index, match.range.upperBound - matches[start].range.lowerBound > length {
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
