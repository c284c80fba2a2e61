import Platform
import TestSupport

/// Measures commands as whole processes, on a library that only the generator wrote.
enum CommandBench {
  private static let runs = 11

  static func run(_ program: String, _ counts: [Int]) throws {
    print("milliseconds, medians: wall, processors, MB")
    for count in counts.isEmpty ? [10, 10_000, 100_000] : counts {
      let directory = try TemporaryDirectory()
      let library = directory.path("library")
      try LibraryGenerator(directory: library).make(count: count, seed: 1)
      func cost(_ words: [String]) throws -> Child.Cost {
        try Child.cost(of: program, words, input: "/dev/null", home: directory.path)
      }
      // Waits until the files' times are old enough to be trusted, then builds the indexes.
      SystemThread.sleep(milliseconds: 3000)
      for _ in 0...count / 5000 { _ = try cost(["search", "--limit", "1", "river"]) }
      let names = "ls '\(library)'/articles/* | grep -o -m 1 '[0-9a-f]\\{20\\}'"
      let id = String(try Child.output(of: ["sh", "-c", names]).prefix(20))
      for words in [
        ["--version"], ["list", "--limit", "5"], ["show", id], ["random"],
        ["add", "--no-fetch", "https://added.example/"],
        ["search", "--limit", "50", "--json", "river"],
      ] {
        let costs = try (0..<runs).map { _ in try cost(words) }
        Measure.row(
          "\(count) " + words.joined(separator: " "), Measure.median(costs.map(\.seconds)) * 1000,
          Measure.median(costs.map(\.processor)) * 1000, Measure.median(costs.map(\.megabytes)))
      }
    }
  }
}
