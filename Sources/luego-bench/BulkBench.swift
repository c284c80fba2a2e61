import Library
import ReadingList
import TestSupport

/// Commands on very many articles: a row for each, with elapsed time, processor time
/// and memory, for each size.
struct BulkBench {
  let program: String

  private static let rows: [(title: String, words: [String])] = [
    ("add --no-fetch -", ["add", "--no-fetch", "-"]),
    ("  the same addresses again", ["add", "--no-fetch", "-"]),
    ("list --limit 40, next", ["list", "--limit", "40"]),
    ("tag is:unread +x", ["tag", "is:unread", "+x"]), ("archive tag:x", ["archive", "tag:x"]),
    ("unarchive tag:x", ["unarchive", "tag:x"]), ("delete tag:x", ["delete", "--yes", "tag:x"]),
    ("restore in:trash", ["restore", "in:trash"]),
    ("list --limit 40, next", ["list", "--limit", "40"]),
  ]

  /// Returns the address of an article by number.
  static func address(_ number: Int) -> String {
    "https://site\(number % 400).example/2026/an-article-about-\(number)"
  }

  static func addresses(_ count: Int) -> String { (0..<count).map { address($0) + "\n" }.joined() }

  func run(_ sizes: [Int]) throws {
    print("seconds, seconds of processors, peak MB".padded(to: 40) + "articles")
    for size in sizes.isEmpty ? [50_000, 100_000, 200_000] : sizes {
      let directory = try TemporaryDirectory()
      let addresses = try directory.write("addresses", text: Self.addresses(size))
      let before = "\(size)".padded(to: 9)
      for (title, words) in Self.rows {
        let cost = try Child.cost(of: program, words, input: addresses, home: directory.path)
        Measure.row(before + title, cost.seconds, cost.processor, cost.megabytes, width: 40)
      }
      for (title, step) in [
        ("archive, through the library", "archive"), ("  take it back (undo)", "undo"),
        ("merge 1000 with one", "merge"),
      ] {
        let numbers = try Child.again("step", "bulk", step, directory.path("library"))
        Measure.row(before + title, numbers[0], width: 40)
      }
    }
  }
}

/// A measurement through the library; prints a number.
struct BulkStep {
  let directory: String

  func run(_ step: String) throws {
    let library = try Library.open(directory, cache: directory + "/.cache")
    let snapshot = library.snapshot()
    let ids = snapshot.rows(in: .everything, order: .newest).map(snapshot.id)
    let moment = Timestamp(seconds: 1_797_000_000)
    func archive(_ on: Bool, _ second: Int64) throws -> ChangeReceipt {
      try library.apply(.archive(on), to: ids, at: moment.advanced(bySeconds: second))
    }
    let time: Double
    switch step {
    case "archive":
      time = try Measure.once { _ = try archive(true, 1) }
      _ = try archive(false, 2)
    case "undo":
      let receipt = try archive(true, 1)
      time = try Measure.once { _ = try library.revert(receipt, at: moment.advanced(bySeconds: 1)) }
    default:
      let others = Array(ids.dropFirst().prefix(1000))
      time = try Measure.once {
        _ = try library.mergeDuplicates(into: ids[0], from: others, at: moment)
      }
    }
    print(time / 1000)
  }
}
