import Platform
import TestSupport

/// Measures commands as whole processes, on a library that only the generator wrote.
enum CommandBench {
  private static let runs = 11

  /// Returns the commands, and whether each runs once only, as a second run would differ.
  private static func rows(_ id: String, in home: String) -> [(words: [String], isOnce: Bool)] {
    [
      (["--version"], false), (["list", "--limit", "5"], false),
      (["search", "--limit", "50", "--json", "river"], false), (["show", id], false),
      (["random"], false), (["add", "--no-fetch", "https://added.example/"], false),
      (["tag", id, "+bench"], false), (["tag", id, "-bench"], false),
      (["export", "-o", home + "/export.json"], true), (["import", home + "/export.json"], true),
    ]
  }

  static func run(_ program: String, _ counts: [Int]) throws {
    print("milliseconds, medians: wall, processors, MB".padded(to: 52) + "and of the loop in C")
    for count in counts.isEmpty ? [10, 10_000, 100_000] : counts {
      let directory = try TemporaryDirectory()
      let library = directory.path("library")
      try LibraryGenerator(directory: library).make(count: count, seed: 1)
      let null = "/dev/null"
      func cost(_ words: [String]) throws -> Child.Cost {
        try Child.cost(of: program, words, input: null, home: directory.path)
      }
      // Waits until the files' times are old enough to be trusted, then builds the indexes.
      SystemThread.sleep(milliseconds: 3000)
      for _ in 0...count / 5000 { _ = try cost(["search", "--limit", "1", "river"]) }
      let names = "ls '\(library)'/articles/* | grep -o -m 1 '[0-9a-f]\\{20\\}'"
      let id = String(try Child.output(of: ["sh", "-c", names]).prefix(20))
      let loop = try loop(over: library + "/articles", in: directory)
      if let loop { Measure.row("\(count) the same files looked at in C", loop, width: 52) }
      var bare = 0.0
      for (words, isOnce) in rows(id, in: directory.path) {
        let costs = try (0..<(isOnce ? 1 : runs)).map { _ in try cost(words) }
        let wall = Measure.median(costs.map { $0.seconds * 1000 })
        if bare == 0 { bare = wall }
        let title = "\(count) " + words.prefix { !$0.hasPrefix("/") }.joined(separator: " ")
        Measure.row(
          title, wall, Measure.median(costs.map { $0.processor * 1000 }),
          Measure.median(costs.map(\.megabytes)), loop.map { (wall - bare) / $0 } ?? 0, width: 52)
      }
    }
  }

  /// The cost of a `stat` of each file by `Tests/Peers/compare.c`; nil without a compiler.
  private static func loop(
    over articles: String, in directory: TemporaryDirectory
  ) throws -> Double? {
    let program = directory.path("compare")
    guard runShell("cc -O2 -pthread -o \"$1\" Tests/Peers/compare.c 2>/dev/null", program) else {
      return nil
    }
    return Measure.median(try Measure.runs(runs) { _ = try Child.output(of: [program, articles]) })
  }
}
