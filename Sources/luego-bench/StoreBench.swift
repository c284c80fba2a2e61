import Library
import Platform
import ReadingList
import TestSupport

/// Measures the library: a row for each step, a column for each size of library.
enum StoreBench {
  private static let rows: [(step: String, runs: Int, title: String)] = [
    ("rebuild", 3, "rebuild the index from the records"),
    ("open", 11, "open, counts, first 40 rows"), ("open-memory", 3, "  resident memory then (MB)"),
    ("open-bare", 5, "  of that without a library (MB)"), ("recheck", 5, "compare every file"),
    ("apply", 11, "archive one"), ("bulk", 3, "tag 1000 at once"),
    ("refresh", 11, "refresh after one change elsewhere"),
    ("refresh-1000", 3, "refresh after 1000 changes elsewhere"),
    ("switch", 11, "switch list, newest, p99"), ("sort", 11, "sort another way, worst order, p99"),
    ("filter", 5, "filter by a word while typing, p99"),
    ("query", 5, "filter by metadata, slowest of ten queries"),
    ("query-median", 5, "  median of ten queries"),
    ("stamps", 5, "stamps of what full text depends on"),
    ("matches", 5, "a word that full text found everywhere"),
    ("filter-cold", 5, "  its first key, text not read yet"),
    ("filter-memory", 3, "  resident memory then (MB)"),
    ("compact", 1, "write the list table again"),
  ]

  static func run(_ counts: [Int]) throws {
    let sizes = counts.isEmpty ? [10, 1000, 10_000, 100_000] : counts
    var columns: [[Double]] = []
    for size in sizes {
      let directory = try TemporaryDirectory()
      let library = directory.path("library")
      try LibraryGenerator(directory: library).make(count: size, seed: 1)
      // Files are checked again until they are old enough for their times to be trusted.
      SystemThread.sleep(milliseconds: 3000)
      _ = try Child.again("step", "store", "rebuild", library)
      columns.append(
        try rows.map { row in
          let values = try (0..<row.runs).map { _ in
            try Child.again("step", "store", row.step, library).first ?? 0
          }
          return Measure.median(values)
        })
    }
    let head = sizes.map { String(repeating: " ", count: max(0, 10 - "\($0)".count)) + "\($0)" }
    print("milliseconds, medians".padded(to: 40) + head.joined())
    for (index, row) in rows.enumerated() {
      print(row.title.padded(to: 40) + columns.map { Measure.cell($0[index]) }.joined())
    }
  }
}

/// A measurement in a process of its own; prints a number.
struct StoreStep {
  let directory: String

  private func open() throws -> Library {
    try Library.open(directory, cache: directory + "/.cache")
  }

  private func first(_ snapshot: LibrarySnapshot) -> Int {
    let rows = snapshot.rows(in: .list(.readingList), matching: nil, order: .newest)
    return rows.prefix(40).reduce(snapshot.count(of: .everything)) {
      $0 + snapshot[$1].title.utf8.count
    }
  }

  func run(_ step: String) throws {
    var result = 0.0
    switch step {
    case "open-bare": result = Measure.residentMegabytes
    case "rebuild":
      _ = runShell("rm -rf \"$1/.cache\"", directory)
      result = try Measure.once { _ = try open().snapshot() }
    case "open": result = try Measure.once { _ = first(try open().snapshot()) }
    case "open-memory":
      let snapshot = try open().snapshot()
      _ = first(snapshot)
      result = Measure.residentMegabytes
    case "recheck":
      let library = try open()
      _ = library.snapshot()
      result = Measure.once { _ = library.recheck() }
    case "apply", "bulk": result = try change(step)
    case "refresh", "refresh-1000": result = try refresh(step == "refresh" ? 1 : 1000)
    case "switch", "sort": result = try lists(step)
    case "filter", "filter-cold", "filter-memory": result = try filter(step)
    case "query", "query-median": result = try query(step)
    case "matches":
      // A word that full-text search found in every article.
      let snapshot = try open().snapshot()
      let query = try Query(parsing: "zzzzzz")
      let texts = TextMatches([.text("zzzzzz"): snapshot.searchStamps().map(\.id)])
      result = Measure.median(
        Measure.runs(11) {
          _ = snapshot.rows(in: .everything, matching: query, order: .newest, texts: texts)
        })
    case "stamps":
      let snapshot = try open().snapshot()
      result = Measure.median(Measure.runs(11) { _ = snapshot.searchStamps().count })
    case "compact":
      // Enough changes that the list table is written again.
      let (library, ids) = try some(6000)
      let now = Timestamp(seconds: 1_796_000_000)
      _ = try library.apply(.tag(add: ["bulk"], remove: []), to: ids, at: now)
      result = Measure.once { _ = library.snapshot() }
    default: throw WrongUsage()
    }
    print(result)
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
    return try Measure.once {
      _ = try library.apply(.tag(add: [tag], remove: []), to: ids, at: now)
    }
  }

  private func refresh(_ count: Int) throws -> Double {
    let (library, ids) = try some(count)
    let other = try open()
    _ = other.snapshot()
    let now = Timestamp(seconds: 1_795_500_000)
    let note = ArticleChange.note("n\(UInt32.random(in: 0...UInt32.max))")
    _ = try library.apply(note, to: ids, at: now)
    return Measure.once { _ = first(other.snapshot()) }
  }

  /// Computes a list and reads the rows of its first screen.
  private func show(
    _ snapshot: LibrarySnapshot, _ view: SavedView, _ query: Query?, _ order: Order = .newest,
    now: Timestamp = Timestamp(seconds: 1_795_000_000)
  ) {
    let rows = snapshot.rows(in: view, matching: query, order: order, now: now)
    for row in rows.prefix(40) { _ = snapshot[row] }
  }

  private func lists(_ step: String) throws -> Double {
    let snapshot = try open().snapshot()
    var times: [Double] = []
    for round in 0..<40 {
      let filter: Filter = [.readingList, .favorites, .archived][round % 3]
      for order in step == "switch" ? [Order.newest] : Order.allCases {
        times += Measure.runs(1) { show(snapshot, .list(filter), nil, order) }
      }
    }
    return Measure.p99(times)
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
      times += Measure.runs(1) { show(snapshot, .list(.readingList), query) }
    }
    if step == "filter-memory" { return Measure.residentMegabytes }
    return step == "filter-cold" ? times[0] : Measure.p99(Array(times.dropFirst()))
  }

  /// Measures ten metadata queries, each by its median; returns the slowest or the median of them.
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
    let medians = try questions.map { text in
      let query = try Query(parsing: text)
      return Measure.median(Measure.runs(11) { show(snapshot, .everything, query, now: now) })
    }
    return step == "query" ? medians.max() ?? 0 : Measure.median(medians)
  }
}
