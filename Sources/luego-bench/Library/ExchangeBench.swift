import Glibc

/// Measures importing: `exchange LUEGO [COUNT]`.
func benchmarkExchange(_ arguments: [String]) -> Int32 {
  guard let program = arguments.first else { return usage() }
  let count = arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
  do {
    return try withTemporaryDirectory {
      try ExchangeBench(program: program, count: count).run(in: $0)
    }
  } catch {
    complain("luego-bench: \(error)\n")
    return 1
  }
}

/// Moves in with very many articles, changes all of them and moves out; a row for each step, with what it may take.
private struct ExchangeBench {
  let program: String
  let count: Int

  private struct Step {
    var title: String
    var library: String
    var arguments: [String]
    var seconds: Double
    var megabytes: Double?
    /// Files that must have the same bytes afterwards.
    var result: (String, String)?
  }

  func run(in directory: String) throws -> Int32 {
    let table = directory + "/pocket.csv"
    let addresses = directory + "/addresses"
    try write(table, header: "title,url,time_added,tags,status\n") { number in
      let status = number % 3 == 0 ? "archive" : "unread"
      let tags = ["", "design", "design|slow web", "go"][number % 4]
      return "\"Article \(number), and what it says\",\(Self.address(number)),"
        + "\(1_300_000_000 + number * 3600 % 400_000_000),\(tags),\(status)\n"
    }
    try write(addresses, header: "") { Self.address($0) + "\n" }
    let steps =
      [
        Step(
          title: "import of Pocket's table",
          library: "a",
          arguments: ["import", table],
          seconds: 20,
          megabytes: 150
        ),
        Step(title: "  the same again", library: "a", arguments: ["import", table], seconds: 5),
        Step(
          title: "add --no-fetch -",
          library: "b",
          arguments: ["add", "--no-fetch", "-"],
          seconds: 20
        ),
      ] + changes + exports(in: directory)
    mkdir(directory + "/e", 0o700)
    try LibraryGenerator(directory: directory + "/e/library").make(count: 200, seed: 1)
    print("\(count) articles".padded(to: 31) + "seconds, at most, processors, peak MB, at most")
    var status: Int32 = 0
    for step in steps {
      let home = directory + "/" + step.library
      mkdir(home, 0o700)
      let bench = BulkBench(program: program)
      guard let cost = bench.cost(of: step.arguments, input: addresses, in: home) else {
        complain("luego-bench: \(step.arguments.joined(separator: " ")) failed\n")
        return 1
      }
      // The bars are for 100,000.
      let isFine =
        count != 100_000
        || cost.seconds <= step.seconds && cost.megabytes <= step.megabytes ?? .infinity
      if !isFine { status = 1 }
      if let (first, second) = step.result, Child.run("cmp", ["-s", first, second]) != 0 {
        complain("luego-bench: \(second) differs from \(first)\n")
        status = 1
      }
      let cells = [
        cost.seconds, step.seconds, cost.processor, cost.megabytes, step.megabytes ?? 0,
      ]
      print(
        step.title.padded(to: 31) + cells.map { Measure.cell($0, width: 9) }.joined()
          + (isFine ? "" : "  MISSED")
      )
      fflush(nil)
    }
    return status
  }

  /// What is done to all articles at once, and undone.
  private var changes: [Step] {
    [["tag", "in:all", "+x"], ["archive", "in:all"], ["delete", "in:all"]].flatMap { words in
      [
        Step(title: words.joined(separator: " "), library: "a", arguments: words, seconds: 20),
        Step(title: "  undo", library: "a", arguments: ["undo"], seconds: 20),
      ]
    }
  }

  private func exports(in directory: String) -> [Step] {
    let (first, second) = (directory + "/first.json", directory + "/second.json")
    return [
      Step(
        title: "export -o all.json",
        library: "a",
        arguments: ["export", "-o", first],
        seconds: 10,
        megabytes: 100
      ),
      Step(title: "import all.json", library: "c", arguments: ["import", first], seconds: 20),
      Step(
        title: "  export again",
        library: "c",
        arguments: ["export", "-o", second],
        seconds: 10,
        megabytes: 100,
        result: (first, second)
      ),
      Step(
        title: "export of 200 texts as EPUB",
        library: "e",
        arguments: ["export", "-o", directory + "/book.epub"],
        seconds: 5
      ),
    ]
  }

  private static func address(_ number: Int) -> String {
    "https://site\(number % 400).example/2026/an-article-about-\(number)"
  }

  private func write(_ path: String, header: String, _ line: (Int) -> String) throws {
    guard let file = fopen(path, "w") else { throw WritingFailed(path: path) }
    defer { fclose(file) }
    fputs(header, file)
    for number in 0..<count { fputs(line(number), file) }
  }

  private struct WritingFailed: Error { var path: String }
}
