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
    case "write":
      var language = LanguageGenerator()
      try LibraryGenerator(directory: path).make(count: count, seed: 1) {
        "<p>\(language.text(words: 600))</p>\n"
      }
    case "index": try index()
    default: try ask()
    }
  }

  private var path: String { directory + "/library" }

  private func open() throws -> (library: Library, index: SearchIndex) {
    let cache = directory + "/cache"
    let library = try Library.open(path, cache: cache)
    return (library, SearchIndex(of: library, in: cache))
  }

  /// Builds the index; prints its speed and memory.
  private func index() throws {
    let (library, index) = try open()
    let list = library.snapshot()
    let start = Measure.processor
    try LibraryIndexer(library: library, index: index).update(to: list)
    let busy = Measure.processor - start
    Measure.row("articles a second of processor time", Double(count) / busy * 1000)
    Measure.row("peak resident memory (MB)", Measure.status("self", "VmHWM:") / 1024)
  }

  /// Runs typical searches as the interface does: the whole list by rank, and excerpts of the first
  /// 50.
  private func ask() throws {
    let (library, index) = try open()
    let list = library.snapshot()
    var language = LanguageGenerator()
    var random = SeededNumbers(seed: 11)
    let samples = (0..<60).map { _ in language.text(words: 600).split { !$0.isLetter } }
    func words(_ count: Int) -> String {
      let parts = random.pick(samples)
      let start = Int.random(in: 0..<max(1, parts.count - count), using: &random)
      return parts[start...].prefix(count).joined(separator: " ")
    }
    let typed = (0..<30).map { _ in words(1) + " " + words(1) }.flatMap { text in
      (1...text.count).map { String(text.prefix($0)) }
    }
    print("by rank, 50 excerpts (ms)".padded(to: 44) + "       p50       p99       max")
    for (title, queries) in [
      ("each key of typed words", typed), ("a word", (0..<200).map { _ in words(1) }),
      ("phrases", (0..<200).map { _ in "\"\(words(3))\"" }),
      ("words that are everywhere", Array(language.words.prefix(40))),
    ] as [(String, [String])] {
      let times = try queries.map { text in try Measure.once { try ask(text, index, list) } }
      Measure.row("  " + title, Measure.median(times), Measure.p99(times), times.max() ?? 0)
    }
  }

  private func ask(_ text: String, _ index: SearchIndex, _ list: LibrarySnapshot) throws {
    let now = Timestamp(seconds: 1_795_000_000)
    let query = Query.reading(of: text, isTyping: true).query
    let answer = try SearchAnswer(
      of: index, to: query, in: .everything, of: list, now: now,
      reading: SearchAnswer.firstRead)
    let rows = list.rows(
      in: .everything, matching: query, order: .newest, texts: answer.matches, now: now,
      ranking: answer.ranking)
    if let terms = query.searchTerms {
      _ = try index.snippets(rows.prefix(50).map { list.id(of: $0) }, for: terms)
    }
  }
}
