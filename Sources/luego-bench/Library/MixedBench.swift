import ArticleSearch
import ArticleStore
import Glibc
import ReadingList
import ReadingServices

/// Asks about texts and metadata at once, as the interface does: what matches, the whole list, the best first,
/// and the excerpts of the first 50.
struct MixedBench {
  let directory: String
  let count: Int

  /// What the articles are made from; the index has texts under their ids.
  static let seed: UInt64 = 1

  private static let queries = [
    "is:unread", "-is:archived minutes:5..", "tag:\(Vocabulary.tags[0])", "newer:2y sort:title",
    "words:..2000 (is:favorite or is:read)", "site:e -tag:\(Vocabulary.tags[1])",
  ]

  func run() throws -> Int32 {
    let library = directory + "/library"
    try LibraryGenerator(directory: library).make(count: count, seed: Self.seed, bodies: false)
    let list = try Library.open(library, cache: library + "/.cache").snapshot()
    let index = SearchIndex(directory: directory + "/index")
    var documents = SearchDocuments()
    let frequent = documents.words.prefix(20)
    let others = (0..<80).compactMap { _ in
      documents.next().body.split { !$0.isLetter }.dropFirst(40).first.map(String.init)
    }
    let now = Timestamp(seconds: 1_795_000_000)
    // What is opened once is measured by itself.
    _ = try ask("first", index, list, now)
    var times: [Double] = []
    var found = 0
    for (number, word) in (frequent + others).enumerated() {
      let text = Query.Test.quoted(word) + " " + Self.queries[number % Self.queries.count]
      let time = try Measure.runs(1) { found += try ask(text, index, list, now) }
      times += time
      if getenv("LUEGO_WORST") != nil { complain("\(time[0]) ms: \(text)\n") }
    }
    times.sort()
    print(
      "a word and metadata, list and excerpts (ms)".padded(to: 44)
        + Measure.cell(Measure.median(times)) + Measure.cell(Measure.p99(times))
        + Measure.cell(times.last ?? 0)
    )
    print("  found by each".padded(to: 44) + Measure.cell(Double(found) / Double(times.count)))
    return 0
  }

  /// - Returns: how many it finds.
  private func ask(
    _ text: String,
    _ index: SearchIndex,
    _ list: LibrarySnapshot,
    _ now: Timestamp
  ) throws -> Int {
    let query = try Query(parsing: text)
    let answer = try SearchAnswer(of: index, to: query, in: .everything, of: list, now: now)
    let rows = list.rows(
      in: .everything,
      matching: query,
      order: .newest,
      texts: answer.matches,
      now: now,
      ranking: query.order == nil ? answer.ranking : []
    )
    if let terms = query.searchTerms {
      _ = try index.snippets(rows.prefix(50).map { list.id(of: $0) }, for: terms)
    }
    return rows.count
  }
}
