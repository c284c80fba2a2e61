import Platform
import TestSupport

enum Measure {
  /// Milliseconds on the monotonic clock.
  static var now: Double { Double(MonotonicClock.nanoseconds()) / 1_000_000 }

  /// Milliseconds of processor time of this process.
  static var processor: Double { Double(SystemClock.processorNanoseconds()) / 1_000_000 }

  /// Returns the milliseconds of several runs, sorted.
  static func runs(_ count: Int, _ body: () throws -> Void) rethrows -> [Double] {
    var times: [Double] = []
    for _ in 0..<count {
      let start = now
      try body()
      times.append(now - start)
    }
    return times.sorted()
  }

  /// Returns the milliseconds of one run.
  static func once(_ body: () throws -> Void) rethrows -> Double { try runs(1, body)[0] }

  static func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
  }

  static func p99(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[min(values.count - 1, values.count * 99 / 100)]
  }

  /// Reads a number from the `status` file of a process or a task.
  static func status(_ place: String, _ key: String) -> Double {
    guard let file = try? Descriptor.open("/proc/\(place)/status") else { return 0 }
    defer { Descriptor.close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    let count = (try? Descriptor.read(file, into: &bytes)) ?? 0
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").first {
      $0.hasPrefix(key)
    }?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? 0
  }

  /// Formats a number with two decimals, right-aligned.
  static func cell(_ value: Double, width: Int = 10) -> String {
    let scaled = Int((value * 100 + 0.5))
    let text = "\(scaled / 100).\(scaled % 100 < 10 ? "0" : "")\(scaled % 100)"
    return String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// Prints a title and numbers in columns.
  static func row(_ title: String, _ values: Double..., width: Int = 44, note: String = "") {
    print(title.padded(to: width) + values.map { cell($0) }.joined() + note)
    flushOutput()
  }
}

enum Child {
  struct Cost {
    var seconds: Double
    var processor: Double
    var megabytes: Double
  }

  /// Runs this program again, for a clean process; returns the numbers in its last line of output.
  static func again(_ words: String...) throws -> [Double] {
    try output(of: ["/proc/self/exe"] + words).split(separator: "\n").last?.split(separator: " ")
      .compactMap { Double($0) } ?? []
  }

  static func output(of words: [String]) throws -> String {
    let ran = try run(words, collectsOutput: true)
    guard ran.status == 0 else { throw Failed("\(words.joined(separator: " ")) failed") }
    return String(decoding: ran.output, as: UTF8.self)
  }

  /// Runs the program on a home's library, with input from a file, and returns its cost.
  static func cost(
    of program: String, _ words: [String], input: String, home: String
  ) throws -> Cost {
    let start = Measure.now
    let ran = try run(
      [program, "--library", home + "/library"] + words,
      environment: environment(home: home) + ["XDG_CACHE_HOME=\(home)/cache"], input: input)
    guard ran.status == 0 else { throw Failed("\(words.joined(separator: " ")) failed") }
    return Cost(
      seconds: (Measure.now - start) / 1000, processor: ran.processorSeconds,
      megabytes: ran.megabytes)
  }

  /// The environment of measured programs.
  static func environment(home: String) -> [String] {
    ["HOME=\(home)", "TERM=xterm-256color", "LANG=C.UTF-8", "PATH=/usr/bin:/bin", "COLORFGBG=15;0"]
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
