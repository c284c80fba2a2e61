import Glibc

/// Times things and prints what it found.
enum Measure {
  /// Milliseconds on a clock that nobody sets.
  static var now: Double {
    var clock = timespec()
    clock_gettime(CLOCK_MONOTONIC, &clock)
    return Double(clock.tv_sec) * 1000 + Double(clock.tv_nsec) / 1_000_000
  }

  /// Milliseconds of each of several runs, sorted.
  static func runs(_ count: Int, _ body: () throws -> Void) rethrows -> [Double] {
    var times: [Double] = []
    for _ in 0..<count {
      let start = now
      try body()
      times.append(now - start)
    }
    return times.sorted()
  }

  static func median(_ sorted: [Double]) -> Double {
    sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  static func p99(_ sorted: [Double]) -> Double {
    sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
  }

  /// Resident memory of this process in megabytes.
  static var residentMegabytes: Double {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
    let text = String(
      decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
  }

  /// A number with one or two decimals, padded.
  static func cell(_ value: Double, width: Int = 10) -> String {
    let scaled = Int((value * 100 + 0.5))
    let text = "\(scaled / 100).\(scaled % 100 < 10 ? "0" : "")\(scaled % 100)"
    return String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

/// Runs this program again with other arguments; a clean process for each measurement.
enum Child {
  /// Starts it; the process id, or nil.
  static func start(_ arguments: [String], output: Int32? = nil) -> pid_t? {
    let path = "/proc/self/exe"
    var words: [UnsafeMutablePointer<CChar>?] = ([CommandLine.arguments[0]] + arguments).map {
      strdup($0)
    }
    words.append(nil)
    defer { for word in words { free(word) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let output { posix_spawn_file_actions_adddup2(&actions, output, 1) }
    var child: pid_t = 0
    return posix_spawn(&child, path, &actions, nil, words, environ) == 0 ? child : nil
  }

  /// Runs it and gives what it printed, or nil when it failed.
  static func output(_ arguments: [String]) -> String? {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0, let child = start(arguments, output: ends[1]) else { return nil }
    close(ends[1])
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(ends[0], &buffer, buffer.count), count > 0 {
      all += buffer[..<count]
    }
    close(ends[0])
    var status: Int32 = 0
    waitpid(child, &status, 0)
    return status == 0 ? String(decoding: all, as: UTF8.self) : nil
  }
}
