import Glibc

/// Time and memory from starting the program to its first complete frame, through a pseudo terminal.
enum FrameBench {
  /// What one start cost.
  struct Sample {
    /// From before `posix_spawn` to the arrival of the frame's last row.
    var milliseconds: Double
    /// Resident memory at that moment, or after all steps, in MiB; anonymous memory at that moment alone
    /// beside it.
    var resident: Double
    var anonymous: Double
    /// From each step to the arrival of its frame.
    var steps: [Double] = []
    /// How often any of its threads was put to sleep, and so had been awake, in five idle seconds.
    var wakeUps = 0
  }

  /// What is done to a running program.
  enum Step {
    case key(String)
    /// A key whose frame is the first that shows a text.
    case keyUntil(String, mark: String)
    /// The window gets so many columns.
    case resize(columns: UInt16)
  }

  static let columns: UInt16 = 120
  static let rows: UInt16 = 40

  /// Starts a program in a pseudo terminal and waits for one of some texts.
  ///
  /// - Returns: the cost, or nil when the program ended or showed none of them in ten seconds.
  static func start(
    _ words: [String],
    environment: [String],
    until marks: [String],
    steps: [Step] = [],
    pause: Int32 = 15,
    countsWakeUps: Bool = false
  ) -> Sample? {
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
    let begun = Measure.now
    guard posix_spawn(&process, words[0], &actions, &attributes, &arguments, &variables) == 0
    else { return nil }
    defer {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    var seen: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let needles = marks.map { Array($0.utf8) }
    while Measure.now - begun < 10_000 {
      var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 10_000) > 0 else { return nil }
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else { return nil }
      seen += buffer[..<count]
      if needles.contains(where: { contains(seen, $0) }) {
        let spent = Measure.now - begun
        var sample = Sample(
          milliseconds: spent,
          resident: memory(of: process, "VmRSS:"),
          anonymous: memory(of: process, "RssAnon:")
        )
        if !steps.isEmpty {
          // The list is compared with the files after the first frame; that is not a key's doing.
          drain(master, quietFor: 1000)
          sample.steps = steps.compactMap { take($0, on: master, pause: pause) }
          guard sample.steps.count == steps.count else { return nil }
          sample.resident = memory(of: process, "VmRSS:")
        }
        if countsWakeUps {
          drain(master, quietFor: 3000)
          let before = sleeps(of: process)
          drain(master, quietFor: 5000)
          sample.wakeUps = sleeps(of: process) - before
        }
        return sample
      }
    }
    return nil
  }

  /// Milliseconds from a step to its frame, which is written in one go; nil when none came within a second,
  /// or ten where a text is awaited.
  ///
  /// After a key its first bytes count. The terminal is told other things when the window changes, so that
  /// the last bytes count then that come before nothing does for as long as `pause`.
  private static func take(_ step: Step, on master: Int32, pause: Int32) -> Double? {
    let begun = Measure.now
    var mark: [UInt8] = []
    var countsLast = false
    switch step {
    case .key(let key): guard send(key, to: master) else { return nil }
    case .keyUntil(let key, let text):
      mark = Array(text.utf8)
      guard send(key, to: master) else { return nil }
    case .resize(let columns):
      var window = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(master, UInt(TIOCSWINSZ), &window)
      countsLast = true
    }
    var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    var seen: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var spent: Double?
    var isComplete = mark.isEmpty
    while poll(&entry, 1, spent == nil ? 1000 : isComplete ? pause : 10_000) > 0 {
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else { return nil }
      if spent == nil || countsLast || !isComplete { spent = Measure.now - begun }
      if isComplete { continue }
      seen += buffer[..<count]
      isComplete = contains(seen, mark)
    }
    return isComplete ? spent : nil
  }

  private static func send(_ key: String, to master: Int32) -> Bool {
    write(master, key, key.utf8.count) == key.utf8.count
  }

  /// Reads what comes until nothing does for some milliseconds.
  private static func drain(_ master: Int32, quietFor milliseconds: Int32) {
    var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while poll(&entry, 1, milliseconds) > 0, read(master, &buffer, buffer.count) > 0 {}
  }

  /// `POSIX_SPAWN_SETSID`, a macro that does not import: the pseudo terminal becomes the program's own.
  private static let inOwnSession: Int16 = 0x80

  /// `TIOCSPTLCK` and `TIOCGPTN`, macros that do not import either.
  private static let unlockTerminal: UInt = 0x4004_5431
  private static let numberOfTerminal: UInt = 0x8004_5430

  private static func contains(_ bytes: [UInt8], _ needle: [UInt8]) -> Bool {
    guard bytes.count >= needle.count else { return false }
    return (0...(bytes.count - needle.count)).contains { start in
      bytes[start] == needle[0] && bytes[start..<(start + needle.count)].elementsEqual(needle)
    }
  }

  private static func sleeps(of process: pid_t) -> Int {
    guard let tasks = opendir("/proc/\(process)/task") else { return 0 }
    defer { closedir(tasks) }
    var sum = 0
    while let entry = readdir(tasks) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      guard let task = pid_t(name) else { continue }
      sum += Int(status("\(process)/task/\(task)", "voluntary_ctxt_switches:"))
    }
    return sum
  }

  private static func memory(of process: pid_t, _ key: String) -> Double {
    status("\(process)", key) / 1024
  }

  /// A number from a process's or a task's `status`.
  private static func status(_ place: String, _ key: String) -> Double {
    guard let file = fopen("/proc/\(place)/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
        as: UTF8.self
      )
      if text.hasPrefix(key) {
        let value = text.split(whereSeparator: \.isWhitespace).dropFirst().first
        return value.flatMap { Double($0) } ?? 0
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

/// What keys cost that move and that go to another list, and whether the program sleeps afterwards.
private func keyLine(_ words: [String], _ environment: [String]) -> String {
  let moves = ["j", "k", "G", "k", "\u{15}", "\u{4}"]
  let lists = ["2", "1", "3", "1"]
  let sample = FrameBench.start(
    words,
    environment: environment,
    until: ["read-only"],
    steps: (0..<30).flatMap { _ in moves + lists }.map { .key($0) },
    countsWakeUps: true
  )
  guard let sample else { return "  keys: no answer" }
  let p99 = Measure.cell(Measure.p99(sample.steps.sorted()), width: 0)
  return "  a key to its frame, p99 of \(sample.steps.count): \(p99) ms; "
    + "wake-ups in 5 idle seconds: \(sample.wakeUps)"
}

/// Prints the rows of the first frame for libraries of several sizes, made for the purpose, beside
/// newsboat's where it is installed.
func benchmarkFrames(_ arguments: [String]) -> Int32 {
  guard let luego = arguments.first else { return usage() }
  let counts = arguments.dropFirst().compactMap { Int($0) }
  return withTemporaryDirectory { measureFrames(luego, counts, in: $0) }
}

private func measureFrames(_ luego: String, _ counts: [Int], in directory: String) -> Int32 {
  print("First frame at \(FrameBench.columns)x\(FrameBench.rows), medians, warm caches")
  print("                      ms                    resident MiB          of it anonymous")
  for count in counts.isEmpty ? [10, 1000, 10_000, 100_000] : counts {
    let library = "\(directory)/\(count)"
    guard generate([library, String(count), "1"]) == 0 else { return 1 }
    // Fresh files are looked at again until their times are beyond doubt.
    usleep(3_000_000)
    let environment = [
      "HOME=\(directory)/home", "TERM=xterm-256color", "LANG=C.UTF-8", "PATH=/usr/bin:/bin",
      "COLORFGBG=15;0",
    ]
    // The list is read once to its end: the interface would draw its first frame before that, and be
    // killed. No mark stands for that end.
    let list = [luego, "--library", library, "list", "--limit", "1"]
    _ = FrameBench.start(list, environment: environment, until: ["\u{1}"])
    // The hints, or the offer to continue, stand in the last row.
    let samples = FrameBench.samples(
      of: [luego, "--library", library],
      environment: environment,
      until: ["archive", "% read"],
      count: 11
    )
    guard let samples else {
      complain("luego-bench: \(luego) showed no frame with \(count) articles\n")
      return 1
    }
    print(FrameBench.row("\(count) articles", samples))
    // In a short list many keys change nothing, and no frame comes. What may only be read is not indexed beside.
    if count >= 100 {
      print(keyLine([luego, "--read-only", "--library", library], environment))
    }
    if let peer = measureNewsboat(items: count, in: directory) {
      print(FrameBench.row("  newsboat", peer))
    }
    _ = Child.run("rm", ["-rf", library, "\(directory)/newsboat-\(count)"])
  }
  return 0
}
