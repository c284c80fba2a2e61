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
    for step in ["write", "index", "ask"] {
      let words = ["/proc/self/exe", "step", "search", step, directory.path, "\(count)"]
      print(try Child.output(of: words), terminator: "")
      flushOutput()
    }
  }

  func run(_ step: String) throws {
    switch step {
    case "write": try write()
    case "index": try index()
    default: try ask()
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

  /// Runs typical searches as the interface does: the whole list by rank, and excerpts of the first
  /// 50.
  private func ask() throws {
    let (library, index) = try open()
    let list = library.snapshot()
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
    func measure(_ title: String, _ texts: [String], isTyping: Bool = false) throws {
      let times = try texts.map { text in
        try Measure.once { _ = try ask(text, index, list, isTyping: isTyping) }
      }
      Measure.row("  \(title)", Measure.median(times), Measure.p99(times), times.max() ?? 0)
    }
    let first = word()
    Measure.row(
      "first search, with opening (ms)", try Measure.once { _ = try ask(first, index, list) })
    print("all by rank, 50 excerpts (ms)".padded(to: 44) + "       p50       p99       max")
    var keystrokes: [String] = []
    for _ in 0..<60 {
      let typed = random.chance(50) ? word() + " " + word() : word()
      keystrokes += (1...typed.count).map { String(typed.prefix($0)) }
    }
    try measure("each key of typed words", keystrokes, isTyping: true)
    try measure("two words", (0..<200).map { _ in word() + " " + word() })
    try measure("phrases of two or three words", (0..<200).map { "\"" + phrase(2 + $0 % 2) + "\"" })
    let (top, rest) = (words[0], words[1..<40])
    try measure("words that are everywhere", Array(words.prefix(40)))
    try measure("two of them", rest.map { "\(top) \($0)" })
    try measure("phrases of them", rest.prefix(8).map { "\"\(top) \($0)\"" })
    let frequent = Array(words.prefix(20))
    let mixed = (frequent + (0..<80).map { _ in word() }).enumerated().map { number, word in
      word + " " + Self.queries[number % Self.queries.count]
    }
    try measure("a word and metadata", mixed)
    let matching = try Measure.runs(21) { _ = try index.matches(.text(words[0])) }
    Measure.row("all that has \"\(words[0])\", by id (ms)", Measure.median(matching))
    Measure.row("  how many", Double(try index.matches(.text(words[0])).count))
    let suggesting = try Measure.once { _ = try index.suggestion(for: "machin") }
    Measure.row("suggestion for a misspelled word (ms)", suggesting)
    Measure.row("resident memory (MB)", Measure.residentMegabytes)
  }

  private static let queries = [
    "is:unread", "-is:archived minutes:5..", "tag:\(Vocabulary.tags[0])", "newer:2y sort:title",
    "words:..2000 (is:favorite or is:read)", "site:e -tag:\(Vocabulary.tags[1])",
  ]

  /// - Returns: the number of matches.
  private func ask(
    _ text: String, _ index: SearchIndex, _ list: LibrarySnapshot, isTyping: Bool = false
  ) throws -> Int {
    let now = Timestamp(seconds: 1_795_000_000)
    let (query, _) = Query.reading(of: text, isTyping: isTyping)
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
