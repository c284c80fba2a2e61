import Discovery
import Glibc
import ReadingList

/// Measures picking from a large pool, and a shuffle from its key to its frame: `discovery LUEGO`.
func benchmarkDiscovery(_ arguments: [String]) -> Int32 {
  if arguments.first == "--pick", arguments.count == 2 {
    return DiscoveryBench(directory: arguments[1]).pick()
  }
  guard let luego = arguments.first else { return usage() }
  return withTemporaryDirectory { DiscoveryBench(directory: $0).run(luego) }
}

/// The measurements, in a directory of their own.
struct DiscoveryBench {
  let directory: String

  /// Feeds in the pool, as many as the small web has.
  private static let feeds = 37_000

  private var memory: DiscoveryMemory { DiscoveryMemory(cache: directory, state: directory) }

  func run(_ luego: String) -> Int32 {
    let entries = (0..<Self.feeds).compactMap { number in
      (try? WebAddress("https://blog\(number).example/index.xml")).map {
        PoolEntry(kind: .feed, address: $0, title: "The blog of number \(number)")
      }
    }
    let metadata = Pool.Metadata(address: "https://list.example/", fetchedAt: Timestamp(seconds: 0))
    guard memory.keep(Pool(entries, metadata: metadata), named: "bench") else { return 1 }
    // A process each, so that memory is that of the pick alone.
    let runs = (0..<11).compactMap { _ in
      Child.output(["discovery", "--pick", directory])?.split(whereSeparator: \.isWhitespace)
        .compactMap {
          Double($0)
        }
    }.filter { $0.count == 2 }
    guard runs.count == 11 else { return 1 }
    print("Discovery, medians")
    print(
      "pick from \(Self.feeds) feeds, pool read from the disk".padded(to: 56)
        + Measure.cell(Measure.median(runs.map { $0[0] }.sorted())) + " ms"
    )
    print(
      "  resident memory of the whole process then".padded(to: 56)
        + Measure.cell(Measure.median(runs.map { $0[1] }.sorted())) + " MB"
    )
    return shuffle(luego)
  }

  /// Picks something and prints milliseconds and megabytes.
  func pick() -> Int32 {
    var seen = SeenItems()
    var picked = ""
    let times = Measure.runs(1) {
      guard let pool = memory.pool(named: "bench") else { return }
      seen.insert([pool.keys[0]])
      _ = seen.areUsedUp(pool.keys) { _ in false }
      let candidates = pool.keys.indices.filter { !seen.contains(pool.keys[$0]) }
      picked = candidates.randomElement().flatMap { pool.entry(at: $0) }?.address.text ?? ""
    }
    guard !picked.isEmpty else { return 1 }
    print("\(times[0]) \(Measure.residentMegabytes)")
    return 0
  }

  private func shuffle(_ luego: String) -> Int32 {
    let config = "\(directory)/config"
    guard let file = fopen(config, "w") else { return 1 }
    fputs("set source samples\n", file)
    fclose(file)
    let environment = [
      "HOME=\(directory)/home", "TERM=xterm-256color", "LANG=C.UTF-8", "PATH=/usr/bin:/bin",
      "COLORFGBG=15;0",
    ]
    let sample = FrameBench.start(
      [luego, "--library", "\(directory)/library", "--config", config, "--seed", "1"],
      environment: environment,
      until: [" add"],
      steps: [.key("X")] + [FrameBench.Step](repeating: .key("x"), count: 60),
      pause: 150
    )
    guard let keys = sample?.steps, keys.count > 1 else { return 1 }
    let shuffles = keys.dropFirst().sorted()
    print(
      "shuffle to what was picked ahead, key to frame, median".padded(to: 56)
        + Measure.cell(Measure.median(shuffles)) + " ms"
    )
    print("  p99 of \(shuffles.count)".padded(to: 56) + Measure.cell(Measure.p99(shuffles)) + " ms")
    return 0
  }
}
