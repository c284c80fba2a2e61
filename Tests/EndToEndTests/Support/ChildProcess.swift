import Foundation
import Glibc
import Platform
import Synchronization
import Testing

/// What a program left behind.
struct Outcome: Sendable {
  var output: [UInt8]
  var errors: [UInt8]
  /// The exit status; minus the signal's number when it died of one.
  var status: Int32

  var text: String { String(decoding: output, as: UTF8.self) }
  var lines: [String] { Self.lines(of: output) }
  var errorLines: [String] { Self.lines(of: errors) }

  private static func lines(of bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

/// Programs started with nothing of this process's environment.
enum ChildProcess {
  /// Where standard output goes.
  enum Destination: Sendable {
    case captured, closed
    case file(String)
  }

  /// A program that does not start.
  struct Failure: Error, CustomStringConvertible { var description: String }

  /// Between making a pipe and marking it close-on-exec, no other program may be started: it would
  /// inherit the pipe and keep it open.
  private static let starting = Mutex(())

  /// Runs a program to its end, away from the threads that tests run on; kills it when the task is
  /// cancelled.
  static func run(
    _ words: [String], environment: [String: String], directory: String, input: [UInt8] = [],
    output: Destination = .captured
  ) async throws -> Outcome {
    let running = try start(
      words, environment: environment, directory: directory, input: input, output: output)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: running.wait()) }
      }
    } onCancel: {
      running.kill()
    }
  }

  /// Starts a program that runs until it ends by itself, with standard input left open.
  ///
  /// - Returns: what hands over all that it prints, piece by piece, and then reaps it.
  static func listen(
    _ words: [String], environment: [String: String], directory: String
  ) throws -> @Sendable (_ take: (ArraySlice<UInt8>) -> Void) -> Void {
    let input = directory + "/input-" + UUID().uuidString
    try #require(mkfifo(input, 0o600) == 0)
    // Open for both, so that nobody waits for anybody, and the program never reads the end.
    let end = open(input, O_RDWR | O_CLOEXEC)
    let running = try start(
      words, environment: environment, directory: directory, source: input, output: .captured)
    return { take in
      running.read(take)
      _ = running.reap()
      close(end)
      unlink(input)
    }
  }

  private static func start(
    _ words: [String], environment: [String: String], directory: String, input: [UInt8],
    output: Destination
  ) throws -> Running {
    // A file instead of a pipe: nobody has to feed it.
    let source = directory + "/input-" + UUID().uuidString
    guard FileManager.default.createFile(atPath: source, contents: Data(input)) else {
      throw Failure(description: "\(source) cannot be made")
    }
    defer { unlink(source) }
    return try start(
      words, environment: environment, directory: directory, source: source, output: output)
  }

  private static func start(
    _ words: [String], environment: [String: String], directory: String, source: String,
    output: Destination
  ) throws -> Running {
    try starting.withLock { _ in
      let (out, err) = (try Ends(), try Ends())
      defer { for end in [out.writing, err.writing] { close(end) } }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 0, source, O_RDONLY, 0)
      switch output {
      case .captured: posix_spawn_file_actions_adddup2(&actions, out.writing, 1)
      case .closed: posix_spawn_file_actions_addclose(&actions, 1)
      case .file(let path): posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY, 0)
      }
      posix_spawn_file_actions_adddup2(&actions, err.writing, 2)
      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      // A thread of a test may block signals; the program must not.
      var signals = sigset_t()
      sigemptyset(&signals)
      posix_spawnattr_setsigmask(&attributes, &signals)
      sigfillset(&signals)
      posix_spawnattr_setsigdefault(&attributes, &signals)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
      var arguments = words.map { strdup($0) } + [nil]
      var variables = environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") }
      variables.append(nil)
      defer { for pointer in arguments + variables { free(pointer) } }
      var process = pid_t()
      let code = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, &variables)
      guard code == 0 else {
        for end in [out.reading, err.reading] { close(end) }
        throw Failure(
          description: "\(words[0]) cannot be started: \(String(cString: strerror(code)))")
      }
      return Running(process: process, output: out.reading, errors: err.reading)
    }
  }

  /// The ends of a pipe that programs do not inherit.
  private struct Ends {
    var reading: Int32
    var writing: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw Failure(description: "pipe: \(errno)") }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (reading, writing) = (ends[0], ends[1])
    }
  }

  private struct Running: Sendable {
    var process: pid_t
    var output: Int32
    var errors: Int32

    func kill() { _ = Glibc.kill(process, SIGKILL) }

    /// Reads all that it says until it has closed both, and gives the pipes back.
    ///
    /// - Parameters:
    ///   - take: gets each piece of standard output.
    ///   - takeErrors: gets each piece of standard error.
    func read(
      _ take: (ArraySlice<UInt8>) -> Void, errors takeErrors: (ArraySlice<UInt8>) -> Void = { _ in }
    ) {
      var open = [output, errors]
      defer { for descriptor in [output, errors] { close(descriptor) } }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while open.contains(where: { $0 >= 0 }) {
        var entries = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&entries, 2, -1) > 0 else { continue }
        for index in entries.indices where entries[index].revents != 0 {
          let count = Glibc.read(open[index], &buffer, buffer.count)
          guard count > 0 else {
            open[index] = -1
            continue
          }
          if index == 0 { take(buffer[..<count]) } else { takeErrors(buffer[..<count]) }
        }
      }
    }

    /// Waits for its end.
    ///
    /// - Returns: the exit status; minus the signal's number when it died of one.
    func reap() -> Int32 {
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7f
      return signal == 0 ? (status >> 8) & 0xff : -signal
    }

    /// Reads all it says and reaps it.
    func wait() -> Outcome {
      var (said, complained): ([UInt8], [UInt8]) = ([], [])
      read({ said += $0 }, errors: { complained += $0 })
      return Outcome(output: said, errors: complained, status: reap())
    }
  }
}
