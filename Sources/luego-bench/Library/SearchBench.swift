import ArticleSearch
import Glibc
import ReadingList

/// Measures full-text search: `search [COUNT]`, or one step in a clean process: `search --step NAME DIR COUNT`.
func benchmarkSearch(_ arguments: [String]) -> Int32 {
  do {
    if arguments.first == "--step", arguments.count == 4, let count = Int(arguments[3]) {
      let bench = SearchBench(directory: arguments[2], count: count)
      switch arguments[1] {
      case "index": return try bench.index()
      case "mixed": return try MixedBench(directory: arguments[2], count: count).run()
      default: return try bench.ask()
      }
    }
    let count = arguments.first.flatMap { Int($0) } ?? 100_000
    return withTemporaryDirectory { directory in
      print("Full-text search, \(count) articles")
      for step in ["index", "ask", "mixed"] {
        guard let output = Child.output(["search", "--step", step, directory, "\(count)"]) else {
          complain("luego-bench: step \(step) failed\n")
          return 1
        }
        print(output, terminator: "")
        fflush(nil)
      }
      SearchPeers(directory: directory, count: count).run()
      return 0
    }
  } catch {
    complain("luego-bench: \(error)\n")
    return 1
  }
}

/// The articles of the bench, one after another, the same each time.
struct SearchDocuments {
  private var language = LanguageGenerator(seed: 7)
  /// The articles of the library that `MixedBench` makes, for their ids.
  private var articles = ArticleGenerator(seed: MixedBench.seed)
  private var number = 0

  /// The words, the most frequent ones first.
  var words: [String] { language.words }

  mutating func next() -> SearchDocument {
    defer { number += 1 }
    let body = language.text(words: 600)
    return SearchDocument(
      id: articles.article(number: number)?.id
        ?? ArticleID(canonicalURL: "https://example.com/\(number)"),
      stamp: UInt64(number + 1),
      title: language.title(),
      author: Vocabulary.givenNames[number % Vocabulary.givenNames.count],
      site: Vocabulary.nouns[number % 97],
      url: "https://example.com/\(number)",
      tags: [Vocabulary.tags[language.number(below: Vocabulary.tags.count)]],
      language: "en",
      body: body
    )
  }
}

private struct SearchBench {
  let directory: String
  let count: Int

  private var path: String { directory + "/index" }

  /// Makes the index, and says what that took.
  func index() throws -> Int32 {
    var documents = SearchDocuments()
    let before = Measure.residentMegabytes
    let writer = try SearchIndex(directory: path).writer()
    var busy = 0.0
    var text = 0
    var left = count
    while left > 0 {
      // What makes the texts is not measured.
      let some = (0..<min(left, 500)).map { _ in documents.next() }
      left -= some.count
      text += some.reduce(0) { $0 + $1.body.utf8.count + $1.title.utf8.count }
      let start = Self.processor
      for document in some { try writer.put(document) }
      busy += Self.processor - start
    }
    let start = Self.processor
    try writer.commit()
    busy += Self.processor - start
    let size = fileSizes(path)
    row("articles a second on one core", Double(count) / busy * 1000)
    row("text (MB)", Double(text) / 1e6)
    row("index (MB)", Double(size) / 1e6)
    row("index / text", Double(size) / Double(text))
    row("peak resident memory (MB)", Self.peakMegabytes)
    row("  of that, words to make texts of (MB)", before + 12)
    return 0
  }

  /// Asks what people ask.
  func ask() throws -> Int32 {
    let index = SearchIndex(directory: path)
    var documents = SearchDocuments()
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
    let start = Measure.now
    _ = try search(index, .test(.text(word())))
    row("first search, with opening (ms)", Measure.now - start)
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
    try measure(
      "phrases of two or three words",
      index,
      (0..<200).map { .test(.text(phrase(2 + $0 % 2))) }
    )
    let common = words.prefix(40)
    try measure("words that are everywhere", index, common.map { .test(.text($0)) })
    try measure(
      "two of them",
      index,
      common.dropFirst().map { .all([.test(.text(common[0])), .test(.text($0))]) }
    )
    try measure(
      "phrases of them",
      index,
      common.dropFirst().map { .test(.text("\(common[0]) \($0)")) }
    )
    let matching = try Measure.runs(21) { _ = try index.matches(.text(words[0])) }
    row("all that has \"\(words[0])\", by id (ms)", Measure.median(matching))
    row("  how many", Double(try index.matches(.text(words[0])).count))
    row(
      "suggestion for a misspelled word (ms)",
      try Measure.runs(1) {
        _ = try index.suggestion(for: "machin")
      }[0]
    )
    row("resident memory (MB)", Measure.residentMegabytes)
    return 0
  }

  private func search(_ index: SearchIndex, _ terms: SearchTerms) throws -> Int {
    let ids = try index.ranked(terms, limit: 50)
    return try index.snippets(ids, for: terms).count
  }

  private func measure(_ title: String, _ index: SearchIndex, _ all: [SearchTerms]) throws {
    var times: [Double] = []
    var worst: (time: Double, terms: SearchTerms)?
    for terms in all {
      let time = try Measure.runs(1) { _ = try search(index, terms) }[0]
      times.append(time)
      if time > worst?.time ?? 0 { worst = (time, terms) }
    }
    times.sort()
    print(
      "  \(title)".padded(to: 44) + Measure.cell(Measure.median(times))
        + Measure.cell(Measure.p99(times)) + Measure.cell(times.last ?? 0)
    )
    if getenv("LUEGO_WORST") != nil, let worst { complain("\(worst.time) ms: \(worst.terms)\n") }
  }

  private func row(_ title: String, _ value: Double) {
    print(title.padded(to: 44) + Measure.cell(value))
  }

  /// Milliseconds that the process was running.
  private static var processor: Double {
    var clock = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &clock)
    return Double(clock.tv_sec) * 1000 + Double(clock.tv_nsec) / 1_000_000
  }

  private static var peakMegabytes: Double {
    var usage = rusage()
    getrusage(0, &usage)
    return Double(usage.ru_maxrss) / 1024
  }
}

/// The bytes of all files in a directory.
func fileSizes(_ directory: String) -> Int {
  guard let listing = opendir(directory) else { return 0 }
  defer { closedir(listing) }
  var size = 0
  while let entry = readdir(listing) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    var status = stat()
    if name != ".", name != "..", stat(directory + "/" + name, &status) == 0 {
      size += Int(status.st_size)
    }
  }
  return size
}
