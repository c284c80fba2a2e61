import Glibc

/// A pseudo terminal running a program, for measurements.
package final class ProgramTerminal {
  private let descriptor: CInt
  private let name: String
  private var process: pid_t?

  package init(columns: UInt16, rows: UInt16) throws(SystemFailure) {
    descriptor = Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var lock: CInt = 0
    var number: UInt32 = 0
    // `TIOCSPTLCK` and `TIOCGPTN`, macros that do not import.
    guard descriptor >= 0, ioctl(descriptor, 0x4004_5431, &lock) == 0,
      ioctl(descriptor, 0x8004_5430, &number) == 0
    else { throw SystemFailure("/dev/ptmx") }
    name = "/dev/pts/\(number)"
    resize(columns: columns, rows: rows)
  }

  deinit {
    end()
    close(descriptor)
  }

  /// Starts a program in the terminal and returns its process id.
  ///
  /// - Throws: `SystemFailure` if it cannot be started.
  package func start(_ words: [String], environment: [String]) throws(SystemFailure) -> Int32 {
    let started = try spawn(words, environment: environment, inOwnSession: true) {
      posix_spawn_file_actions_addopen(&$0, 0, name, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&$0, 0, 1)
      posix_spawn_file_actions_adddup2(&$0, 0, 2)
    }
    process = started
    return started
  }

  /// Kills the program.
  package func end() {
    guard let process else { return }
    kill(process, SIGKILL)
    waitForEnd(of: process)
    self.process = nil
  }

  package func type(_ text: String) { _ = write(descriptor, text, text.utf8.count) }

  /// The next output; nil if none arrives within this many milliseconds.
  package func received(within milliseconds: Int) -> ArraySlice<UInt8>? {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    guard poll(&entry, 1, CInt(milliseconds)) > 0 else { return nil }
    let count = read(descriptor, &buffer, buffer.count)
    return count > 0 ? buffer[..<count] : nil
  }

  package func resize(columns: UInt16, rows: UInt16) {
    var window = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &window)
  }
}

extension [UInt8] {
  /// Whether bytes without a zero contain a text.
  ///
  /// Searches with the C library: `contains` is generic code at a hundred nanoseconds a byte, which
  /// would distort the measurement.
  package func contains(text: String) -> Bool {
    (map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer {
      $0.baseAddress.map { strstr($0, text) != nil } ?? false
    }
  }
}

/// Runs a program to completion.
///
/// - Parameters:
///   - words: its name and arguments.
///   - environment: all of it; nil for this process's own.
///   - input: the file that it reads; nil for this process's own input.
///   - collectsOutput: whether what it writes is kept; else it goes nowhere.
/// - Returns: its status as `waitpid` gives it, what it wrote, and what it cost at most of memory.
/// - Throws: `SystemFailure` where it cannot be started.
package func run(
  _ words: [String], environment: [String]? = nil, input: String? = nil,
  collectsOutput: Bool = false
) throws(SystemFailure) -> (
  status: Int32, output: [UInt8], processorSeconds: Double, megabytes: Double
) {
  let ends = try makePipe()
  let child = try spawn(words, environment: environment) {
    if let input { posix_spawn_file_actions_addopen(&$0, 0, input, O_RDONLY, 0) }
    if collectsOutput {
      posix_spawn_file_actions_adddup2(&$0, ends.writing, 1)
    } else {
      posix_spawn_file_actions_addopen(&$0, 1, "/dev/null", O_WRONLY, 0)
    }
  }
  close(ends.writing)
  var output: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while case let count = read(ends.reading, &buffer, buffer.count), count > 0 {
    output += buffer[..<count]
  }
  close(ends.reading)
  var status: CInt = 0
  var usage = rusage()
  wait4(child, &status, 0, &usage)
  func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
  return (
    status, output, seconds(usage.ru_utime) + seconds(usage.ru_stime),
    Double(usage.ru_maxrss) / 1024
  )
}

/// Flushes buffered `print` output.
package func flushOutput() { fflush(nil) }
