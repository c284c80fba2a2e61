import ArticleStore
import Glibc
import ReadingList
import ReadingListModel

extension Program {
  /// `luego fetch`: everything that waits or failed, or what a query finds.
  func fetch(_ words: [String]) async throws(Failure) {
    var reader = OptionReader(words, of: .fetch)
    var query: [String] = []
    while let word = reader.next() {
      switch word {
      case .word(let text): query.append(text)
      case .option(let option):
        guard !option.hasPrefix("--") else { throw reader.unknown(option) }
        query.append(option)
      }
    }
    let library = try openWritableLibrary()
    let snapshot = try snapshot(of: library)
    let finder = Targets(snapshot: snapshot, clock: clock)
    let text = query.joined(separator: " ")
    var rows = try finder.rows(matching: text, in: .everything, order: .oldest)
    if text.isEmpty {
      rows = rows.filter { !snapshot[$0].fetch.isReadable }
    } else if rows.isEmpty {
      throw Failure("Nothing is saved that “\(text)” finds", .notFound)
    }
    var articles: [Article] = []
    for row in rows {
      do throws(StoreError) {
        if let article = try library.article(snapshot.id(of: row)) { articles.append(article) }
      } catch { Output.complain(error.message) }
    }
    var failures = 0
    let fetch = fetching(into: library)
    for start in stride(from: 0, to: articles.count, by: Self.fetchBatch) {
      let batch = Array(articles[start..<min(start + Self.fetchBatch, articles.count)])
      for (article, outcome) in await results(of: batch, with: fetch) {
        if case .failed = outcome { failures += 1 }
        try say(outcome, of: article)
      }
    }
    if failures > 0 {
      throw Failure("\(failures) of \(articles.count) could not be fetched")
    }
  }

  /// How many fetches are started before their results are printed.
  private static let fetchBatch = 16
}
