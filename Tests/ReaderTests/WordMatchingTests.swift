@_spi(_Unicode) import Swift
import Library
import PageExtraction
import Reader
import ReadingList
import TestSupport
import Testing

/// Words of many scripts in titles, tags, highlights and texts, asked for as a plain keyboard writes them.
@Suite("Words are found however they are written") struct WordMatchingTests {
  /// Words, and how each is typed; nothing here is folded by the program.
  private static let words: [(written: String, plain: String)] = [
    ("Việt", "viet"), ("Ελληνικά", "ελληνικα"), ("Ёлка", "елка"), ("Straße", "strasse"),
    ("Œuvre", "oeuvre"), ("Łódź", "lodz"), ("naïve", "naive"), ("مُحَمَّد", "محمد"), ("שָׁלוֹם", "שלום"),
    ("Ｓｗｉｆｔ", "swift"), ("Ærø", "aero"), ("plain", "plain"),
  ]

  /// One word in one of its forms.
  private static func form(_ word: String, _ random: inout SeededNumbers) -> String {
    func composed(_ scalars: some Sequence<Unicode.Scalar>) -> String {
      var view = String.UnicodeScalarView()
      for scalar in scalars { view.append(scalar) }
      return String(view)
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return composed(word._nfd)
    case 1: return composed(word._nfc)
    case 2: return word.uppercased()
    default: return word
    }
  }

  @Test("6 in titles, highlights, tags and texts alike: words, their beginnings, and parts after *")
  func words() async throws {
    var random = SeededNumbers(seed: 6)
    let texts = (0..<24).map { _ in
      (0..<3).map { _ in Self.words[Int.random(in: 0..<Self.words.count, using: &random)] }
    }
    let samples = texts.enumerated().map { number, words in
      let title = words.map { Self.form($0.written, &random) }.joined(separator: " ")
      return Sample(
        url: "https://numbers.example/\(number)", title: title, html: "<p>\(title)</p>",
        tags: [Self.form(words[0].written, &random)])
    }
    let driver = try Driver(articles: samples)
    let now = driver.time.now
    for sample in samples {
      let mark = Highlight(id: "1", quote: sample.title, createdAt: now, changedAt: now)
      _ = try driver.library.apply(.highlight(mark), to: [sample.id], at: now)
    }
    let list = driver.library.snapshot()
    var highlights = HighlightCollection()
    highlights.follow(list, in: driver.library)
    let all = list.rows(in: .everything, order: .newest)
    for _ in 0..<80 {
      let word = Self.words[Int.random(in: 0..<Self.words.count, using: &random)].plain
      let isPart = Bool.random(using: &random)
      let start = isPart ? Int.random(in: 0..<2, using: &random) : 0
      let part = String(word.dropFirst(start).prefix(Int.random(in: 2...6, using: &random)))
      func ids(_ holds: ([String]) -> Bool) -> Set<ArticleID> {
        Set(zip(samples, texts).filter { holds($1.map(\.plain)) }.map(\.0.id))
      }
      let expected = ids { words in
        words.contains { isPart ? $0.contains(part) : $0.hasPrefix(part) }
      }
      let query = try Query(parsing: isPart ? "*" + part : part)
      let titles = try Query(parsing: "title:" + (isPart ? "*" : "") + part)
      let inTitles = list.rows(in: .everything, matching: titles, order: .newest)
      #expect(Set(inTitles.map { list.id(of: $0) }) == expected, "\(part)")
      let inQuotes = list.highlights(highlights, of: all, matching: query, order: .newest)
      #expect(Set(inQuotes.map(\.highlight.article)) == expected, "\(part)")
      let tagged = list.rows(
        in: .everything, matching: try Query(parsing: "tag:" + word), order: .newest)
      #expect(Set(tagged.map { list.id(of: $0) }) == ids { $0[0] == word }, "\(word)")
      let found = samples.filter { !ArticleBody(fragment: $0.html).ranges(of: part).isEmpty }
      #expect(Set(found.map(\.id)) == ids { $0.contains { $0.contains(part) } }, "\(part)")
    }
  }
}
