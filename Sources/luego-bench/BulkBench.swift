import Platform
import TestSupport

/// Measures changes of very many articles, each as a whole process.
enum BulkBench {
  /// The most seconds that each may take with 100,000 articles.
  private static let limit = 40.0

  /// Runs all of them; returns false if one with 100,000 articles took too long.
  static func run(_ program: String, _ counts: [Int]) throws -> Bool {
    print("seconds, of processors, peak MB")
    var isFine = true
    for count in counts.isEmpty ? [100_000] : counts {
      let directory = try TemporaryDirectory()
      let urls = (0..<count).map { "https://site\($0 % 400).example/2026/an-article-about-\($0)" }
      let addresses = try directory.write("addresses", text: urls.joined(separator: "\n"))
      let rows = urls.enumerated().map { "Article \($0),\($1),\(1_300_000_000 + $0),go,unread\n" }
      let table = try directory.write(
        "pocket.csv", text: "title,url,time_added,tags,status\n" + rows.joined())
      for name in ["added", "imported"] { mkdir(directory.path(name), 0o700) }
      for (home, words) in [
        ("added", ["add", "--no-fetch", "-"]), ("added", ["tag", "is:unread", "+x"]),
        ("imported", ["import", table]),
      ] {
        let cost = try Child.cost(of: program, words, input: addresses, home: directory.path(home))
        let isLate = count == 100_000 && cost.seconds > limit
        Measure.row(
          "\(count) \(words[0])", cost.seconds, cost.processor, cost.megabytes,
          note: isLate ? "  MISSED" : "")
        isFine = isFine && !isLate
      }
    }
    return isFine
  }
}
