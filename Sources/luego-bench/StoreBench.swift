import Library
import Platform
import ReadingList
import TestSupport

/// Measures the list table, each step in a process of its own.
enum StoreBench {
  static func run(_ counts: [Int]) throws {
    print("milliseconds")
    for count in counts.isEmpty ? [10_000, 100_000] : counts {
      let directory = try TemporaryDirectory()
      let library = directory.path("library")
      try LibraryGenerator(directory: library).make(count: count, seed: 1)
      // Files are checked again until they are old enough for their times to be trusted.
      SystemThread.sleep(milliseconds: 3000)
      for (step, title) in [("rebuild", "rebuild"), ("filter", "filter while typing, p99")] {
        let times = try Child.again("step", "store", step, library)
        Measure.row("\(count) \(title)", times.first ?? 0)
      }
    }
  }

  /// Measures a step; prints a number.
  static func run(_ step: String, in directory: String) throws {
    func open() throws -> LibrarySnapshot {
      try Library.open(directory, cache: directory + "/.cache").snapshot()
    }
    if step == "rebuild" {
      print(try Measure.once { _ = try open() })
      return
    }
    let snapshot = try open()
    let times = try [
      "t", "te", "ter", "term", "termi", "the quiet river", "garden", "zz", "tag:linux river",
    ].flatMap { word -> [Double] in
      let query = try Query(parsing: word, isTyping: true)
      return Measure.runs(3) {
        let rows = snapshot.rows(in: .list(.readingList), matching: query, order: .newest)
        for row in rows.prefix(40) { _ = snapshot[row] }
      }
    }
    print(Measure.p99(times))
  }
}
