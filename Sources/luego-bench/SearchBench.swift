import Library
import ReadingList
import ReadingServices
import TestSupport

/// Measures full-text search, each step in a clean process.
struct SearchBench {
  let directory: String
  let count: Int

  static func run(_ count: Int) throws {
    let directory = try TemporaryDirectory()
    print("Full-text search, \(count) articles")
    for step in ["write", "index", "ask", "mixed"] {
      let words = ["/proc/self/exe", "step", "search", step, directory.path, "\(count)"]
      print(try Child.output(of: words), terminator: "")
      flushOutput()
    }
  }

  func run(_ step: String) throws {
    switch step {
    case "write": try write()
    case "index": try index()
    case "ask": try ask()
    default: try mixed()
    }
  }

  private var path: String { directory + "/library" }
  private var cache: String { directory + "/cache" }

  /// Writes a library of texts that resemble natural language.
  private func write() throws {
    var texts = GeneratedTexts()
    try LibraryGenerator(directory: path).make(count: count, seed: GeneratedTexts.seed) {
      "<p>\(texts.next().body)</p>\n"
    }
  }

  private func open() throws -> (library: Library, index: SearchIndex) {
    let library = try Library.open(path, cache: cache)
    return (library, SearchIndex(of: library, in: cache))
  }

  private func size(of directory: String) throws -> Double {
    let listing = try Child.output(of: ["du", "-sb", directory])
    return listing.split(whereSeparator: \.isWhitespace).first.flatMap { Double($0) } ?? 0
  }

  /// Builds the index; prints its speed, size and memory.
  private func index() throws {
    let (library, index) = try open()
    let list = library.snapshot()
    let start = Measure.processor
    try LibraryIndexer(library: library, index: index).update(to: list)
    let busy = Measure.processor - start
    let (text, size) = (try size(of: path + "/texts"), try size(of: index.directory))
    Measure.row("articles a second of processor time", Double(count) / busy * 1000)
    Measure.row("text (MB)", text / 1e6)
    Measure.row("index (MB)", size / 1e6)
    Measure.row("index / text", size / text)
    Measure.row("peak resident memory (MB)", Measure.status("self", "VmHWM:") / 1024)
  }

  /// Runs typical searches.
  private func ask() throws {
    let index = try open().index
    var documents = GeneratedTexts()
    let words = documents.words
    var random = SeededNumbers(seed: 11)
    let samples = (0..<60).map { _ in documents.next() }
    func word() -> String {
      let parts = random.pick(samples).body.split { !$0.isLetter }
      return String(random.pick(Array(parts)))
    }
    func phrase(_ count: Int) -> String {
      let parts = random.pick(samples).body.split { !$0.isLetter }
      let start = Int.random(in: 0..<max(1, parts.count - count), using: &random)
      return parts[start...].prefix(count).joined(separator: " ")
    }
    let first = word()
    let opening = try Measure.once { _ = try search(index, .test(.text(first))) }
    Measure.row("first search, with opening (ms)", opening)
    print("top 50 with excerpts (ms)".padded(to: 44) + "       p50       p99       max")
    var keystrokes: [SearchTerms] = []
    for _ in 0..<60 {
      let typed = random.chance(50) ? [word(), word()] : [word()]
      for (number, word) in typed.enumerated() {
        for length in 1...word.count {
          let before = typed[..<number].map { SearchTerms.test(.text($0)) }
          keystrokes.append(.all(before + [.test(.prefix(String(word.prefix(length))))]))
        }
      }
    }
    try measure("each key of typed words", index, keystrokes)
    let pairs = (0..<200).map { _ in [word(), word()] }
    try measure("two words", index, pairs.map { .all($0.map { .test(.text($0)) }) })
    let phrases = (0..<200).map { SearchTerms.test(.text(phrase(2 + $0 % 2))) }
    try measure("phrases of two or three words", index, phrases)
    let (top, rest) = (words[0], words[1..<40])
    try measure("words that are everywhere", index, words.prefix(40).map { .test(.text($0)) })
    try measure("two of them", index, rest.map { .all([.test(.text(top)), .test(.text($0))]) })
    try measure("phrases of them", index, rest.map { .test(.text("\(top) \($0)")) })
    let matching = try Measure.runs(21) { _ = try index.matches(.text(words[0])) }
    Measure.row("all that has \"\(words[0])\", by id (ms)", Measure.median(matching))
    Measure.row("  how many", Double(try index.matches(.text(words[0])).count))
    let suggesting = try Measure.once { _ = try index.suggestion(for: "machin") }
    Measure.row("suggestion for a misspelled word (ms)", suggesting)
    Measure.row("resident memory (MB)", Measure.residentMegabytes)
  }

  private func search(_ index: SearchIndex, _ terms: SearchTerms) throws -> Int {
    let ids = try index.ranked(terms, limit: 50)
    return try index.snippets(ids, for: terms).count
  }

  private func measure(_ title: String, _ index: SearchIndex, _ all: [SearchTerms]) throws {
    let times = try all.map { terms in try Measure.once { _ = try search(index, terms) } }
    Measure.row("  \(title)", Measure.median(times), Measure.p99(times), times.max() ?? 0)
  }

  private static let queries = [
    "is:unread", "-is:archived minutes:5..", "tag:\(Vocabulary.tags[0])", "newer:2y sort:title",
    "words:..2000 (is:favorite or is:read)", "site:e -tag:\(Vocabulary.tags[1])",
  ]

  /// Searches texts and metadata together as the interface does: the full list by rank, and
  /// excerpts of the first 50.
  private func mixed() throws {
    let (library, index) = try open()
    let list = library.snapshot()
    var documents = GeneratedTexts()
    let frequent = documents.words.prefix(20)
    let others = (0..<80).compactMap { _ in
      documents.next().body.split { !$0.isLetter }.dropFirst(40).first.map(String.init)
    }
    let now = Timestamp(seconds: 1_795_000_000)
    // Opening is measured separately.
    _ = try ask("first", index, list, now)
    var times: [Double] = []
    var found = 0
    for (number, word) in (frequent + others).enumerated() {
      let text = Query.Test.quoted(word) + " " + Self.queries[number % Self.queries.count]
      times += try Measure.runs(1) { found += try ask(text, index, list, now) }
    }
    Measure.row(
      "a word and metadata, list and excerpts (ms)", Measure.median(times), Measure.p99(times),
      times.max() ?? 0)
    Measure.row("  found by each", Double(found) / Double(times.count))
  }

  /// - Returns: the number of matches.
  private func ask(
    _ text: String, _ index: SearchIndex, _ list: LibrarySnapshot, _ now: Timestamp
  ) throws -> Int {
    let query = try Query(parsing: text)
    let answer = try SearchAnswer(of: index, to: query, in: .everything, of: list, now: now)
    let rows = list.rows(
      in: .everything, matching: query, order: .newest, texts: answer.matches, now: now,
      ranking: query.order == nil ? answer.ranking : [])
    if let terms = query.searchTerms {
      _ = try index.snippets(rows.prefix(50).map { list.id(of: $0) }, for: terms)
    }
    return rows.count
  }
}
