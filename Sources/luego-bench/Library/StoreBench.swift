import ArticleStore
import Glibc
import ReadingList

/// Measures the library: `store [COUNT...]`, or one step in a clean process: `store --step NAME DIR`.
func benchmarkStore(_ arguments: [String]) -> Int32 {
  do {
    if arguments.first == "--step", arguments.count == 3 {
      return try StoreStep(directory: arguments[2]).run(arguments[1])
    }
    let sizes = arguments.isEmpty ? [10, 1000, 10_000, 100_000] : arguments.compactMap { Int($0) }
    return try StoreBench(sizes: sizes).run()
  } catch {
    complain("luego-bench: \(error)\n")
    return 1
  }
}

/// The table: a row for each thing measured, a column for each size of library.
struct StoreBench {
  let sizes: [Int]

  private static let rows: [(step: String, runs: Int, title: String)] = [
    ("rebuild", 3, "rebuild the index from the records"),
    ("open", 11, "open, counts, first 40 rows"),
    ("open-memory", 3, "  resident memory then (MB)"),
    ("open-bare", 5, "  of that without a library (MB)"),
    ("recheck", 5, "compare every file"),
    ("add", 11, "add one (whole process, from exec)"),
    ("nothing", 11, "  an empty process"),
    ("apply", 11, "archive one"),
    ("bulk", 3, "tag 1000 at once"),
    ("refresh", 11, "refresh after one change elsewhere"),
    ("refresh-1000", 3, "refresh after 1000 changes elsewhere"),
    ("switch", 11, "switch list, newest, p99"),
    ("sort", 11, "sort another way, worst order, p99"),
    ("filter", 5, "filter by a word while typing, p99"),
    ("query", 5, "filter by metadata, slowest of ten queries"),
    ("query-median", 5, "  median of ten queries"),
    ("stamps", 5, "stamps of what full text depends on"),
    ("matches", 5, "a word that full text found everywhere"),
    ("filter-cold", 5, "  its first key, text not read yet"),
    ("filter-memory", 3, "  resident memory then (MB)"),
    ("compact", 1, "merge changes into the index"),
  ]

  func run() throws -> Int32 { try withTemporaryDirectory(run(in:)) }

  private func run(in root: String) throws -> Int32 {
    var columns: [[String: Double]] = []
    for size in sizes {
      let directory = "\(root)/\(size)"
      let start = Measure.now
      try LibraryGenerator(directory: directory).make(count: size, seed: 1)
      complain("generated \(size) articles in \(Int(Measure.now - start)) ms\n")
      // Fresh files are looked at again until their times are beyond doubt.
      usleep(3_000_000)
      var column: [String: Double] = [:]
      for row in Self.rows {
        var values: [Double] = []
        for _ in 0..<row.runs {
          let start = Measure.now
          guard let output = Child.output(["store", "--step", row.step, directory]) else {
            complain("luego-bench: step \(row.step) failed\n")
            return 1
          }
          let elapsed = Measure.now - start
          let own = Double(output.split(separator: "\n").last ?? "")
          values.append(row.step == "add" || row.step == "nothing" ? elapsed : own ?? 0)
        }
        column[row.step] = Measure.median(values.sorted())
      }
      columns.append(column)
    }
    let head = sizes.map {
      String(repeating: " ", count: max(0, 10 - String($0).count)) + String($0)
    }
    print("milliseconds, medians".padded(to: 40) + head.joined())
    for row in Self.rows {
      print(row.title.padded(to: 40) + columns.map { Measure.cell($0[row.step] ?? 0) }.joined())
    }
    return 0
  }
}

/// One measurement, in a process of its own; prints its number.
struct StoreStep {
  let directory: String

  private var cache: String { directory + "/.cache" }

  private func open() throws -> Library { try Library.open(directory, cache: cache) }

  private func first(_ snapshot: LibrarySnapshot) -> Int {
    let rows = snapshot.rows(
      in: .list(.readingList),
      matching: nil,
      order: .newest
    )
    return rows.prefix(40).reduce(snapshot.count(of: .everything)) {
      $0 + snapshot[$1].title.utf8.count
    }
  }

  func run(_ step: String) throws -> Int32 {
    var result = 0.0
    switch step {
    case "nothing": return 0
    case "open-bare": result = Measure.residentMegabytes
    case "rebuild":
      _ = Child.run("rm", ["-rf", cache])
      result = try Measure.runs(1) { _ = try open().snapshot() }[0]
    case "open": result = try Measure.runs(1) { _ = first(try open().snapshot()) }[0]
    case "open-memory":
      let snapshot = try open().snapshot()
      _ = first(snapshot)
      result = Measure.residentMegabytes
    case "recheck":
      let library = try open()
      _ = library.snapshot()
      result = Measure.runs(1) { _ = library.recheck() }[0]
    case "add":
      let number = UInt64.random(in: 0...UInt64.max)
      let new = Article(
        address: try WebAddress("https://added.example/\(number)"),
        savedAt: Timestamp(seconds: 1_795_000_000)
      )
      _ = try open().add([new], at: new.savedAt)
      return 0
    case "apply", "bulk": result = try change(step)
    case "refresh", "refresh-1000": result = try refresh(step == "refresh" ? 1 : 1000)
    case "switch", "sort": result = try lists(step)
    case "filter", "filter-cold", "filter-memory": result = try filter(step)
    case "query", "query-median": result = try query(step)
    case "matches": result = try matches()
    case "stamps": result = try stamps()
    case "compact":
      // More changes than may lie beside the index.
      let (library, ids) = try some(6000)
      let now = Timestamp(seconds: 1_796_000_000)
      _ = try library.apply(.tag(add: ["bulk"], remove: []), to: ids, at: now)
      result = Measure.runs(1) { _ = library.snapshot() }[0]
    default: return 2
    }
    print(result)
    return 0
  }

  private func some(_ count: Int) throws -> (Library, [ArticleID]) {
    let library = try open()
    let snapshot = library.snapshot()
    var rows = snapshot.rows(in: .everything, order: .newest)
    rows.shuffle()
    return (library, rows.prefix(count).map(snapshot.id))
  }

  private func change(_ step: String) throws -> Double {
    let (library, ids) = try some(step == "apply" ? 1 : 1000)
    let now = Timestamp(seconds: 1_795_000_000)
    let tag = "t\(UInt8.random(in: 0...UInt8.max))"
    return try Measure.runs(1) {
      _ = try library.apply(
        .tag(add: [tag], remove: []),
        to: ids,
        at: now
      )
    }[0]
  }

  private func refresh(_ count: Int) throws -> Double {
    let (library, ids) = try some(count)
    let other = try open()
    _ = other.snapshot()
    let now = Timestamp(seconds: 1_795_500_000)
    _ = try library.apply(
      .note("n\(UInt32.random(in: 0...UInt32.max))"),
      to: ids,
      at: now
    )
    return Measure.runs(1) { _ = first(other.snapshot()) }[0]
  }

  private func lists(_ step: String) throws -> Double {
    let snapshot = try open().snapshot()
    var times: [Double] = []
    for round in 0..<40 {
      let orders = step == "switch" ? [Order.newest] : Order.allCases
      for order in orders {
        let filter: Filter = [.readingList, .favorites, .archived][round % 3]
        times += Measure.runs(1) {
          let rows = snapshot.rows(
            in: .list(filter),
            matching: nil,
            order: order
          )
          for row in rows.prefix(40) { _ = snapshot[row] }
        }
      }
    }
    return Measure.p99(times.sorted())
  }

  private func filter(_ step: String) throws -> Double {
    let snapshot = try open().snapshot()
    _ = first(snapshot)
    var times: [Double] = []
    let words = [
      "t", "te", "ter", "term", "termi", "the quiet river", "garden", "zz", "en", "tag:linux river",
    ]
    for word in words + words {
      let query = try Query(parsing: word)
      times += Measure.runs(1) {
        let rows = snapshot.rows(
          in: .list(.readingList),
          matching: query,
          order: .newest
        )
        for row in rows.prefix(40) { _ = snapshot[row] }
      }
    }
    if step == "filter-memory" { return Measure.residentMegabytes }
    return step == "filter-cold" ? times[0] : Measure.p99(times.dropFirst().sorted())
  }
}

extension StoreStep {
  /// Questions about everything but text: the worst or the middle one of ten, each by its median.
  private func query(_ step: String) throws -> Double {
    let snapshot = try open().snapshot()
    _ = first(snapshot)
    let now = Timestamp(seconds: 1_795_000_000)
    let questions = [
      "is:unread minutes:..5", "minutes:20.. -is:read", "saved:2026 or published:2025",
      "older:30d is:unread", "tag:linux or tag:design", "lang:en words:1000..",
      "(is:favorite or has:highlight) -tag:linux", "site:example is:unread",
      "title:river or author:an", "not (is:read or is:archived) newer:1y sort:length",
    ]
    var medians: [Double] = []
    for text in questions {
      let query = try Query(parsing: text)
      let times = Measure.runs(11) {
        let rows = snapshot.rows(in: .everything, matching: query, order: .newest, now: now)
        for row in rows.prefix(40) { _ = snapshot[row] }
      }
      medians.append(Measure.median(times))
      if getenv("LUEGO_WORST") != nil { complain("\(Measure.median(times)) ms: \(text)\n") }
    }
    medians.sort()
    return step == "query" ? medians[medians.count - 1] : Measure.median(medians)
  }

  /// A word that full text found in every article.
  private func matches() throws -> Double {
    let snapshot = try open().snapshot()
    let query = try Query(parsing: "zzzzzz")
    let texts = TextMatches([.text("zzzzzz"): snapshot.searchStamps().map(\.id)])
    let times = Measure.runs(11) {
      _ = snapshot.rows(in: .everything, matching: query, order: .newest, texts: texts)
    }
    return Measure.median(times.sorted())
  }

  private func stamps() throws -> Double {
    let snapshot = try open().snapshot()
    let times = Measure.runs(11) { _ = snapshot.searchStamps().count }
    return Measure.median(times)
  }
}

extension Child {
  /// Runs another program and waits for it.
  static func run(_ program: String, _ arguments: [String]) -> Int32 {
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    guard posix_spawnp(&child, program, nil, nil, words, environ) == 0 else { return -1 }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    return status
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
