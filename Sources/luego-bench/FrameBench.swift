import Platform
import TestSupport

/// Measures time and memory from program start to first complete frame, in a pseudo terminal.
enum FrameBench {
  /// The cost of a start.
  struct Sample {
    /// The time from before `posix_spawn` to the frame's last row.
    var milliseconds: Double
    /// Resident memory at that moment, or after all steps, in MiB; anonymous memory at that moment alone
    /// as well.
    var resident: Double
    /// Anonymous memory in MiB, at the first frame.
    var anonymous: Double
    /// The time from each step to its frame.
    var steps: [Double] = []
    /// The number of times a thread went to sleep, having been awake, in five idle seconds.
    var wakeUps = 0
  }

  /// Steps of a running program.
  enum Step {
    case key(String)
    /// A key whose frame is the first one with a given text.
    case keyUntil(String, mark: String)
    /// A change of the window's width.
    case resize(columns: UInt16)
  }

  static let columns: UInt16 = 120
  static let rows: UInt16 = 40

  /// Starts a program in a pseudo terminal and waits until any of several texts appears.
  ///
  /// - Throws: `Failed` if the program ends or shows none of them within ten seconds.
  static func start(
    _ words: [String], home: String, until marks: [String], steps: [Step] = [], pause: Int = 15,
    countsWakeUps: Bool = false
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
    if !steps.isEmpty {
      // After the first frame the list is compared with the files; no key is to pay for that.
      while terminal.received(within: 1000) != nil {}
      sample.steps = steps.compactMap { take($0, on: terminal, pause: pause) }
      guard sample.steps.count == steps.count else { throw silence }
      sample.resident = Measure.status("\(process)", "VmRSS:") / 1024
    }
    if countsWakeUps {
      while terminal.received(within: 3000) != nil {}
      let before = try sleeps(of: process)
      while terminal.received(within: 5000) != nil {}
      sample.wakeUps = try sleeps(of: process) - before
    }
    return sample
  }

  /// Returns the milliseconds from a step to its frame, or nil if none comes within a second (ten
  /// seconds if a text is expected).
  ///
  /// After a key its first bytes count. A change of the window's size causes other output as well, so that
  /// the last bytes count then that come before nothing does for as long as `pause`.
  private static func take(_ step: Step, on terminal: ProgramTerminal, pause: Int) -> Double? {
    let begun = Measure.now
    var mark = ""
    var countsLast = false
    switch step {
    case .key(let key): terminal.type(key)
    case .keyUntil(let key, let text):
      mark = text
      terminal.type(key)
    case .resize(let columns):
      terminal.resize(columns: columns, rows: rows)
      countsLast = true
    }
    var seen: [UInt8] = []
    var spent: Double?
    var isComplete = mark.isEmpty
    while let bytes = terminal.received(within: spent == nil ? 1000 : isComplete ? pause : 10_000) {
      if spent == nil || countsLast || !isComplete { spent = Measure.now - begun }
      if isComplete { continue }
      seen += bytes
      isComplete = seen.contains(text: mark)
    }
    return isComplete ? spent : nil
  }

  private static func sleeps(of process: Int32) throws -> Int {
    let sum = "awk '/^voluntary/ { n += $2 } END { print n }' /proc/\(process)/task/*/status"
    return Int(try Child.output(of: ["sh", "-c", sum]).filter(\.isNumber)) ?? 0
  }
}

extension FrameBench {
  /// Prints the medians of eleven starts as a row of the table, after a warm-up start.
  static func show(_ name: String, marks: [String], _ words: [String], home: String) throws {
    let samples = try (0..<12).map { _ in try start(words, home: home, until: marks) }.dropFirst()
    let cells = [\Sample.milliseconds, \.resident, \.anonymous].map { key in
      Measure.cell(Measure.median(samples.map { $0[keyPath: key] }), width: 0).padded(to: 22)
    }
    print(name.padded(to: 22) + cells.joined())
    flushOutput()
  }

  /// Measures the first frame for generated libraries of several sizes.
  static func run(_ luego: String, _ counts: [Int]) throws {
    let directory = try TemporaryDirectory()
    print("First frame at \(columns)x\(rows), medians, warm caches")
    print("                      ms                    resident MiB          of it anonymous")
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
        steps: (0..<30).flatMap { _ in keys }.map { .key($0) }, countsWakeUps: true)
      let p99 = Measure.cell(Measure.p99(sample.steps), width: 0)
      print(
        "  a key to its frame, p99 of \(sample.steps.count): \(p99) ms; "
          + "wake-ups in 5 idle seconds: \(sample.wakeUps)")
    }
  }
}
