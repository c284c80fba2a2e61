import ArticleStore
import Glibc
import ReadingList

/// Measures what is done to very many articles at once: `bulk LUEGO [COUNT...]`, or one step in a clean
/// process: `bulk --step NAME DIR`.
func benchmarkBulk(_ arguments: [String]) -> Int32 {
  do {
    if arguments.first == "--step", arguments.count == 3 {
      return try BulkStep(directory: arguments[2]).run(arguments[1])
    }
    guard let program = arguments.first else { return usage() }
    let sizes = arguments.dropFirst().compactMap { Int($0) }
    return try BulkBench(program: program).run(sizes.isEmpty ? [50_000, 100_000, 200_000] : sizes)
  } catch {
    complain("luego-bench: \(error)\n")
    return 1
  }
}

/// The table: a row for each command, with its time, the processors' time and its memory, for each size.
struct BulkBench {
  let program: String

  /// What a whole process cost.
  struct Cost {
    var seconds: Double
    var processor: Double
    var megabytes: Double
  }

  private static let rows: [(title: String, arguments: [String])] = [
    ("add --no-fetch -", ["add", "--no-fetch", "-"]),
    ("  the same addresses again", ["add", "--no-fetch", "-"]),
    ("list --limit 40, next", ["list", "--limit", "40"]),
    ("tag is:unread +x", ["tag", "is:unread", "+x"]),
    ("archive tag:x", ["archive", "tag:x"]),
    ("unarchive tag:x", ["unarchive", "tag:x"]),
    ("delete tag:x", ["delete", "tag:x"]),
    ("restore in:trash", ["restore", "in:trash"]),
    ("list --limit 40, next", ["list", "--limit", "40"]),
  ]

  private static let steps: [(title: String, step: String)] = [
    ("archive, through the library", "archive"), ("  take it back (undo)", "undo"),
    ("merge 1000 with one", "merge"),
  ]

  func run(_ sizes: [Int]) throws -> Int32 {
    try withTemporaryDirectory { try run(sizes, in: $0) }
  }

  private func run(_ sizes: [Int], in root: String) throws -> Int32 {
    print("seconds, seconds of processors, peak MB".padded(to: 40) + "articles")
    for size in sizes {
      let directory = "\(root)/\(size)"
      mkdir(directory, 0o700)
      let addresses = "\(directory)/addresses"
      guard let file = fopen(addresses, "w") else { return 1 }
      for number in 0..<size {
        fputs("https://site\(number % 400).example/2026/an-article-about-\(number)\n", file)
      }
      fclose(file)
      for (title, arguments) in Self.rows {
        guard let cost = cost(of: arguments, input: addresses, in: directory) else {
          complain("luego-bench: \(arguments.joined(separator: " ")) failed\n")
          return 1
        }
        show(title, [cost.seconds, cost.processor, cost.megabytes], size)
      }
      for (title, step) in Self.steps {
        guard let output = Child.output(["bulk", "--step", step, directory + "/library"]),
          let number = Double(output.split(separator: "\n").last ?? "")
        else { return 1 }
        show(title, [number], size)
      }
      _ = Child.run("rm", ["-rf", directory])
    }
    return 0
  }

  private func show(_ title: String, _ numbers: [Double], _ size: Int) {
    let cells = numbers.map { Measure.cell($0, width: 9) }.joined()
    print("\(size)".padded(to: 9) + title.padded(to: 31) + cells)
    fflush(nil)
  }

  /// Runs the program and tells what it cost; nil when it failed.
  func cost(of arguments: [String], input: String, in directory: String) -> Cost? {
    let start = Measure.now
    guard let child = self.start(arguments, input: input, in: directory) else { return nil }
    var status: Int32 = 0
    var usage = rusage()
    wait4(child, &status, 0, &usage)
    guard status == 0 else { return nil }
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return Cost(
      seconds: (Measure.now - start) / 1000,
      processor: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      megabytes: Double(usage.ru_maxrss) / 1024
    )
  }

  private func start(_ arguments: [String], input: String, in directory: String) -> pid_t? {
    let words = [program, "--library", directory + "/library"] + arguments
    let variables = [
      "HOME=\(directory)", "XDG_CACHE_HOME=\(directory)/cache", "LANG=C.UTF-8",
      "PATH=/usr/bin:/bin",
    ]
    var texts = words.map { strdup($0) } + [nil]
    var environment = variables.map { strdup($0) } + [nil]
    defer { for text in texts + environment { free(text) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var child: pid_t = 0
    return posix_spawn(&child, program, &actions, nil, &texts, &environment) == 0 ? child : nil
  }
}

/// One measurement through the library itself; prints its number.
struct BulkStep {
  let directory: String

  func run(_ step: String) throws -> Int32 {
    let library = try Library.open(directory, cache: directory + "/.cache")
    let snapshot = library.snapshot()
    let ids = snapshot.rows(in: .everything, order: .newest)
      .map(snapshot.id)
    var moment = Timestamp(seconds: 1_797_000_000)
    func apply(_ change: ArticleChange) throws -> ChangeReceipt {
      moment = moment.advanced(bySeconds: 1)
      return try library.apply(change, to: ids, at: moment)
    }
    let start = Measure.now
    var result = 0.0
    switch step {
    case "archive":
      _ = try apply(.archive(true))
      result = (Measure.now - start) / 1000
      _ = try apply(.archive(false))
    case "undo":
      let receipt = try apply(.archive(true))
      let start = Measure.now
      _ = try library.revert(receipt, at: moment)
      result = (Measure.now - start) / 1000
    case "merge":
      guard ids.count > 1000 else { break }
      _ = try library.mergeDuplicates(into: ids[0], from: Array(ids[1...1000]), at: moment)
      result = (Measure.now - start) / 1000
    default: return 2
    }
    print(result)
    return 0
  }
}
