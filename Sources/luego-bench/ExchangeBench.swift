import Platform
import TestSupport

/// Measures importing, changing and exporting very many articles; prints each step with its limits.
struct ExchangeBench {
  let program: String
  let count: Int

  private struct Step {
    var title: String
    var library: String
    var words: [String]
    var seconds: Double
    var megabytes: Double
  }

  /// Runs all steps; returns false if any exceeded its limits.
  func run() throws -> Bool {
    let directory = try TemporaryDirectory()
    let rows = (0..<count).map { number in
      let status = number % 3 == 0 ? "archive" : "unread"
      let tags = ["", "design", "design|slow web", "go"][number % 4]
      return "\"Article \(number), and what it says\",\(BulkBench.address(number)),"
        + "\(1_300_000_000 + number * 3600 % 400_000_000),\(tags),\(status)\n"
    }
    let text = "title,url,time_added,tags,status\n" + rows.joined()
    let table = try directory.write("pocket.csv", text: text)
    let addresses = try directory.write("addresses", text: BulkBench.addresses(count))
    for name in ["a", "b", "c", "e"] { mkdir(directory.path(name), 0o700) }
    try LibraryGenerator(directory: directory.path("e/library")).make(count: 200, seed: 1)
    print("\(count) articles".padded(to: 31) + "seconds, at most, processors, peak MB, at most")
    var isFine = true
    for step in steps(directory, table) {
      let home = directory.path(step.library)
      let cost = try Child.cost(of: program, step.words, input: addresses, home: home)
      // The limits are for 100,000 articles.
      let misses =
        count == 100_000 && (cost.seconds > step.seconds || cost.megabytes > step.megabytes)
      Measure.row(
        step.title, cost.seconds, step.seconds, cost.processor, cost.megabytes,
        step.megabytes.isFinite ? step.megabytes : 0, width: 31, note: misses ? "  MISSED" : "")
      if misses { isFine = false }
    }
    guard runShell("cd \"$1\" && cmp -s first.json second.json", directory.path) else {
      throw Failed("what was exported again differs")
    }
    return isFine
  }

  private func steps(_ directory: TemporaryDirectory, _ table: String) -> [Step] {
    let (first, second) = (directory.path("first.json"), directory.path("second.json"))
    let book = directory.path("book.epub")
    func step(
      _ title: String, _ library: String, _ words: [String], _ seconds: Double = 20,
      _ megabytes: Double = .infinity
    ) -> Step {
      Step(title: title, library: library, words: words, seconds: seconds, megabytes: megabytes)
    }
    let changes = [
      ["tag", "in:all", "+x"], ["archive", "in:all"], ["delete", "--yes", "in:all"],
    ]
    return [
      step("import of Pocket's table", "a", ["import", table], 20, 150),
      step("  the same again", "a", ["import", table], 5),
      step("add --no-fetch -", "b", ["add", "--no-fetch", "-"]),
    ]
      + changes.flatMap { words in
        [step(words.joined(separator: " "), "a", words), step("  undo", "a", ["undo"])]
      } + [
        step("export -o all.json", "a", ["export", "-o", first], 10, 100),
        step("import all.json", "c", ["import", first]),
        step("  export again", "c", ["export", "-o", second], 10, 100),
        step("export of 200 texts as EPUB", "e", ["export", "-o", book], 5),
      ]
  }
}
