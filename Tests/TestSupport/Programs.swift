import Glibc
import Platform
import Synchronization

/// The result of a program.
package struct Outcome: Sendable {
  package var output: [UInt8]
  package var errors: [UInt8]
  /// The exit status; the negated signal number if a signal killed it.
  package var status: Int32

  package var text: String { String(decoding: output, as: UTF8.self) }
  package var lines: [String] { Self.lines(of: output) }
  package var errorLines: [String] { Self.lines(of: errors) }

  private static func lines(of bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

/// Runs programs without this process's environment.
package enum Programs {
  /// The destination of standard output.
  package enum Destination: Sendable {
    case captured, closed
    case file(String)
  }

  private static let files = Atomic<Int>(0)

  /// Runs a program to completion, off the threads that tests run on; kills it if the task is cancelled.
  package static func run(
    _ words: [String], environment: [String: String], directory: String, input: [UInt8] = [],
    output: Destination = .captured
  ) async throws -> Outcome {
    // A file instead of a pipe needs no writer.
    let source = name(in: directory)
    try TemporaryDirectory.put(input, into: source, mode: 0o600)
    defer { unlink(source) }
    let running = try start(words, environment: environment, source: source, output: output)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let code = SystemThread.detach { continuation.resume(returning: running.wait()) }
        precondition(code == 0, "no thread: \(code)")
      }
    } onCancel: {
      kill(running.process, SIGKILL)
    }
  }

  /// Starts a program that runs until it ends by itself, with standard input left open.
  ///
  /// - Returns: a closure that delivers its output piece by piece and then reaps it.
  package static func listen(
    _ words: [String], environment: [String: String], directory: String
  ) throws -> @Sendable (_ take: (ArraySlice<UInt8>) -> Void) -> Void {
    let input = name(in: directory)
    guard mkfifo(input, 0o600) == 0 else { throw SystemFailure(input) }
    // Open for reading and writing, so that opening does not block and the program never reaches the
    // end.
    let end = open(input, O_RDWR | O_CLOEXEC)
    let running = try start(words, environment: environment, source: input, output: .captured)
    return { take in
      running.read(take)
      waitForEnd(of: running.process)
      close(end)
      unlink(input)
    }
  }

  private static func name(in directory: String) -> String {
    "\(directory)/input-\(files.wrappingAdd(1, ordering: .relaxed).newValue)"
  }

  private static func start(
    _ words: [String], environment: [String: String], source: String, output: Destination
  ) throws(SystemFailure) -> Running {
    let (out, err) = (try makePipe(), try makePipe())
    defer { for end in [out.writing, err.writing] { close(end) } }
    do throws(SystemFailure) {
      let variables = environment.map { "\($0.key)=\($0.value)" }
      let process = try spawn(words, environment: variables) {
        posix_spawn_file_actions_addopen(&$0, 0, source, O_RDONLY, 0)
        switch output {
        case .captured: posix_spawn_file_actions_adddup2(&$0, out.writing, 1)
        case .closed: posix_spawn_file_actions_addclose(&$0, 1)
        case .file(let path): posix_spawn_file_actions_addopen(&$0, 1, path, O_WRONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&$0, err.writing, 2)
      }
      return Running(process: process, output: out.reading, errors: err.reading)
    } catch {
      for end in [out.reading, err.reading] { close(end) }
      throw error
    }
  }

  private struct Running: Sendable {
    var process: pid_t
    var output: Int32
    var errors: Int32

    /// Reads all output until the program has closed both pipes, then closes them.
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

    /// Reads all output and reaps the program.
    func wait() -> Outcome {
      var (said, complained): ([UInt8], [UInt8]) = ([], [])
      read({ said += $0 }, errors: { complained += $0 })
      return Outcome(output: said, errors: complained, status: waitForEnd(of: process))
    }
  }
}
