import Platform
import TestSupport

/// Measures time and memory from program start to first complete frame, in a pseudo terminal.
enum FrameBench {
  struct Sample {
    /// The time from before `posix_spawn` to the frame's last row.
    var milliseconds: Double
    /// Resident memory at that moment, and anonymous memory of it, in MiB.
    var resident: Double, anonymous: Double
    /// The time from each key to its frame.
    var keys: [Double] = []
    /// The number of times a thread went to sleep, having been awake, in five idle seconds.
    var wakeUps = 0
  }

  private static let columns: UInt16 = 120
  private static let rows: UInt16 = 40

  /// Starts a program in a pseudo terminal and waits until any of several texts appears; then types keys, and counts
  /// how often it wakes up.
  ///
  /// - Throws: `Failed` if the program ends or shows none of them within ten seconds.
  private static func start(
    _ words: [String], home: String, until marks: [String], keys: [String] = []
  ) throws -> Sample {
    let silence = Failed("\(words[0]) showed no frame")
    let terminal = try ProgramTerminal(columns: columns, rows: rows)
    let begun = Measure.now
    let process = try terminal.start(words, environment: Child.environment(home: home))
    defer { terminal.end() }
    var seen: [UInt8] = []
    repeat {
      guard let bytes = terminal.received(within: 10_000), Measure.now - begun < 10_000 else {
        throw silence
      }
      seen += bytes
    } while !marks.contains { seen.contains(text: $0) }
    var sample = Sample(
      milliseconds: Measure.now - begun, resident: Measure.status("\(process)", "VmRSS:") / 1024,
      anonymous: Measure.status("\(process)", "RssAnon:") / 1024)
    guard !keys.isEmpty else { return sample }
    // After the first frame the list is compared with the files; no key is to pay for that.
    while terminal.received(within: 1000) != nil {}
    for key in keys {
      let begun = Measure.now
      terminal.type(key)
      guard terminal.received(within: 1000) != nil else { throw silence }
      sample.keys.append(Measure.now - begun)
      while terminal.received(within: 15) != nil {}
    }
    while terminal.received(within: 3000) != nil {}
    let before = try sleeps(of: process)
    while terminal.received(within: 5000) != nil {}
    sample.wakeUps = try sleeps(of: process) - before
    return sample
  }

  private static func sleeps(of process: Int32) throws -> Int {
    let sum = "awk '/^voluntary/ { n += $2 } END { print n }' /proc/\(process)/task/*/status"
    return Int(try Child.output(of: ["sh", "-c", sum]).filter(\.isNumber)) ?? 0
  }

  /// Prints the medians of eleven starts as a row of the table, after a warm-up start.
  static func show(_ name: String, marks: [String], _ words: [String], home: String) throws {
    let samples = try (0..<12).map { _ in try start(words, home: home, until: marks) }.dropFirst()
    let medians = [\Sample.milliseconds, \.resident, \.anonymous].map { key in
      Measure.median(samples.map { $0[keyPath: key] })
    }
    Measure.row(name, medians[0], medians[1], medians[2])
  }

  /// Measures the first frame for generated libraries of several sizes.
  static func run(_ luego: String, _ counts: [Int]) throws {
    let directory = try TemporaryDirectory()
    print("First frame at \(columns)x\(rows), medians: ms, resident MiB, of it anonymous")
    for count in counts.isEmpty ? [10, 1000, 10_000, 100_000] : counts {
      let (library, home) = (directory.path("\(count)"), directory.path("home"))
      try LibraryGenerator(directory: library).make(count: count, seed: 1)
      // Files are checked again until they are old enough for their times to be trusted.
      SystemThread.sleep(milliseconds: 3000)
      // Reads the whole list once; the interface would be ended after its first frame, before that.
      // The mark never appears, so the command runs to its end.
      let list = [luego, "--library", library, "list", "--limit", "1"]
      _ = try? start(list, home: home, until: ["\u{1}"])
      // The last row shows hints, or the offer to continue.
      let marks = ["archive", "% read"]
      try show("\(count) articles", marks: marks, [luego, "--library", library], home: home)
      // In a short list many keys change nothing and draw no frame. A read-only library is not
      // indexed in the background.
      guard count >= 100 else { continue }
      let keys = ["j", "k", "G", "k", "\u{15}", "\u{4}", "2", "1", "3", "1"]
      let sample = try start(
        [luego, "--read-only", "--library", library], home: home, until: ["read-only"],
        keys: (0..<30).flatMap { _ in keys })
      Measure.row("  a key to its frame, p99 (ms)", Measure.p99(sample.keys))
      Measure.row("  wake-ups in 5 idle seconds", Double(sample.wakeUps))
    }
  }
}
