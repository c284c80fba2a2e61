import Glibc

/// Time and memory from starting the program to its first complete frame, through a pseudo terminal.
enum FrameBench {
  /// What one start cost.
  struct Sample {
    /// From before `posix_spawn` to the arrival of the frame's last row.
    var milliseconds: Double
    /// Resident memory at that moment, in MiB; anonymous memory alone beside it.
    var resident: Double
    var anonymous: Double
  }

  static let columns: UInt16 = 120
  static let rows: UInt16 = 40

  /// Starts a program in a pseudo terminal and waits for one of some texts.
  ///
  /// - Returns: the cost, or nil when the program ended or showed none of them in ten seconds.
  static func start(_ words: [String], environment: [String], until marks: [String]) -> Sample? {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard master >= 0 else { return nil }
    defer { close(master) }
    var lock: Int32 = 0
    var number: UInt32 = 0
    guard ioctl(master, unlockTerminal, &lock) == 0, ioctl(master, numberOfTerminal, &number) == 0
    else { return nil }
    let name = "/dev/pts/\(number)"
    var window = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &window)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, inOwnSession)
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var process: pid_t = 0
    let begun = now()
    guard posix_spawn(&process, words[0], &actions, &attributes, &arguments, &variables) == 0
    else { return nil }
    defer {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    var seen: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let needles = marks.map { Array($0.utf8) }
    while now() - begun < 10_000 {
      var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 10_000) > 0 else { return nil }
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else { return nil }
      seen += buffer[..<count]
      if needles.contains(where: { contains(seen, $0) }) {
        let spent = now() - begun
        return Sample(
          milliseconds: spent,
          resident: memory(of: process, "VmRSS:"),
          anonymous: memory(of: process, "RssAnon:")
        )
      }
    }
    return nil
  }

  /// `POSIX_SPAWN_SETSID`, a macro that does not import: the pseudo terminal becomes the program's own.
  private static let inOwnSession: Int16 = 0x80

  /// `TIOCSPTLCK` and `TIOCGPTN`, macros that do not import either.
  private static let unlockTerminal: UInt = 0x4004_5431
  private static let numberOfTerminal: UInt = 0x8004_5430

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }

  private static func contains(_ bytes: [UInt8], _ needle: [UInt8]) -> Bool {
    guard bytes.count >= needle.count else { return false }
    return (0...(bytes.count - needle.count)).contains { start in
      bytes[start] == needle[0] && bytes[start..<(start + needle.count)].elementsEqual(needle)
    }
  }

  private static func memory(of process: pid_t, _ key: String) -> Double {
    guard let file = fopen("/proc/\(process)/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
        as: UTF8.self
      )
      if text.hasPrefix(key) {
        let kilobytes = text.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap {
          Double($0)
        }
        return (kilobytes ?? 0) / 1024
      }
    }
    return 0
  }
}

extension FrameBench {
  /// Several starts after one that does not count; nil when one of them showed no frame.
  static func samples(
    of words: [String],
    environment: [String],
    until marks: [String],
    count: Int
  ) -> [Sample]? {
    guard start(words, environment: environment, until: marks) != nil else { return nil }
    let samples = (0..<count).compactMap { _ in
      start(words, environment: environment, until: marks)
    }
    return samples.count == count ? samples : nil
  }

  /// Medians as a row of the table.
  static func row(_ name: String, _ samples: [Sample]) -> String {
    func median(_ value: (Sample) -> Double) -> String {
      let middle = samples.map(value).sorted()[samples.count / 2]
      let tenths = Int(middle * 10)
      return "\(tenths / 10).\(tenths % 10)"
    }
    let cells = [median(\.milliseconds), median(\.resident), median(\.anonymous)]
    return ([name] + cells).map { $0 + String(repeating: " ", count: max(1, 22 - $0.count)) }
      .joined()
  }
}

/// Prints the rows of the first frame for libraries of several sizes, made for the purpose, beside
/// newsboat's where it is installed.
func benchmarkFrames(_ arguments: [String]) -> Int32 {
  guard let luego = arguments.first else { return usage() }
  let counts = arguments.dropFirst().compactMap { Int($0) }
  let directory = "/tmp/luego-bench-\(getpid())"
  defer { _ = system("rm -rf '\(directory)'") }
  print("First frame at \(FrameBench.columns)x\(FrameBench.rows), medians, warm caches")
  print("                      ms                    resident MiB          of it anonymous")
  for count in counts.isEmpty ? [10, 1000, 10_000, 100_000] : counts {
    let library = "\(directory)/\(count)"
    guard generate([library, String(count), "1"]) == 0 else { return 1 }
    let environment = [
      "HOME=\(directory)/home", "TERM=xterm-256color", "LANG=C.UTF-8", "PATH=/usr/bin:/bin",
      "COLORFGBG=15;0",
    ]
    // The hints, or the offer to continue, stand in the last row, which curses writes last.
    let samples = FrameBench.samples(
      of: [luego, "--library", library],
      environment: environment,
      until: [" archive", "then Enter"],
      count: 11
    )
    guard let samples else {
      complain("luego-bench: \(luego) showed no frame with \(count) articles\n")
      return 1
    }
    print(FrameBench.row("\(count) articles", samples))
    if let peer = measureNewsboat(items: count, in: directory) {
      print(FrameBench.row("  newsboat", peer))
    }
    _ = system("rm -rf '\(library)' '\(directory)/newsboat-\(count)'")
  }
  return 0
}
