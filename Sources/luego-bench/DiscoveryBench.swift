import ReadingList
import TestSupport
import Web

/// Measures picking from a large pool, and a shuffle from its key to its frame.
struct DiscoveryBench {
  let directory: String

  /// The number of feeds in the pool, that of the small web.
  private static let feeds = 37_000

  private var memory: DiscoveryMemory { DiscoveryMemory(cache: directory, state: directory) }

  static func run(_ luego: String) throws {
    let directory = try TemporaryDirectory()
    let entries = (0..<feeds).compactMap { number in
      (try? WebAddress("https://blog\(number).example/index.xml")).map {
        FeedEntry(kind: .feed, address: $0, title: "The blog of number \(number)")
      }
    }
    let metadata = Pool.Metadata(address: "https://list.example/", fetchedAt: Timestamp(seconds: 0))
    guard
      Self(directory: directory.path).memory.keep(Pool(entries, metadata: metadata), named: "bench")
    else { throw Failed("the pool cannot be written") }
    // Each pick runs in its own process, so that its memory is measured alone.
    let runs = try (0..<11).map { _ in try Child.again("step", "discovery", "pick", directory.path)
    }
    print("Discovery, medians")
    func row(_ title: String, _ value: Double, _ unit: String = " ms") {
      Measure.row(title, value, width: 56, note: unit)
    }
    row("pick from \(feeds) feeds, pool read from the disk", Measure.median(runs.map { $0[0] }))
    row("  resident memory of the whole process then", Measure.median(runs.map { $0[1] }), " MB")
    let config = try directory.write("config", text: "set source samples\n")
    let sample = try FrameBench.start(
      [luego, "--library", directory.path("library"), "--config", config, "--seed", "1"],
      home: directory.path("home"), until: [" add"],
      steps: [.key("X")] + [FrameBench.Step](repeating: .key("x"), count: 60), pause: 150)
    let shuffles = Array(sample.steps.dropFirst())
    row("shuffle to what was picked ahead, key to frame, median", Measure.median(shuffles))
    row("  p99 of \(shuffles.count)", Measure.p99(shuffles))
  }

  /// Picks an entry; prints milliseconds and resident megabytes.
  func pick() throws {
    var notNow = NotNow()
    var picked = ""
    let time = Measure.once {
      guard let pool = memory.pool(named: "bench") else { return }
      notNow.insert([pool.keys[0]], .seen, at: Timestamp(seconds: 0))
      _ = notNow.areUsedUp(pool.keys, at: Timestamp(seconds: 0))
      let candidates = pool.keys.indices.filter { !notNow.isSeen(pool.keys[$0]) }
      picked = candidates.randomElement().flatMap { pool.entry(at: $0) }?.address.text ?? ""
    }
    guard !picked.isEmpty else { throw Failed("nothing was picked") }
    print("\(time) \(Measure.residentMegabytes)")
  }
}
