import Glibc
import Synchronization

/// A program connected by its standard input and output, started without a shell.
package final class PipeProgram: Sendable {
  /// Writes to its standard input and reads its standard output.
  package let descriptor: Int32
  let process: Subprocess
  private let errors: ErrorLines?
  private let isEnded = Atomic(false)

  /// The exit status of a program that used up its processor time.
  package static let outOfTime = 128 + SIGXCPU

  /// Starts a program by its path, its arguments and its whole environment.
  ///
  /// `input` replaces its standard input. By default it stays in this process's group, so that it
  /// may ask at the terminal and is interrupted with it. `report` gets each line of its standard
  /// error, on another thread; nil discards them.
  package init(
    _ words: [String], environment: [String: String], input: Int32? = nil,
    group: Subprocess.Group = .ofThisProcess, errors report: (@Sendable (String) -> Void)?
  ) throws(SystemError) {
    let lines: ErrorLines?
    if let report { lines = try ErrorLines(report) } else { lines = nil }
    errors = lines
    defer { lines?.closeWriting() }
    let ends = try Descriptor.pair()
    defer { close(ends.1) }
    do throws(SystemError) {
      process = try Subprocess(
        words, environment: environment, group: group,
        streams: [
          STDIN_FILENO: input ?? ends.1, STDOUT_FILENO: ends.1,
          STDERR_FILENO: lines?.writing ?? -1,
        ])
    } catch {
      close(ends.0)
      lines?.end()
      throw error
    }
    descriptor = ends.0
  }

  deinit { if !isEnded.load(ordering: .relaxed) { _ = end(milliseconds: 2) } }

  /// Closes its standard input; its output can still be read.
  package func endInput() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// Closes the connection and waits for the program, killing it when the time is up.
  ///
  /// - Returns: its exit status, or 128 and the number of the signal; 255 if unknown.
  package func end(milliseconds: Int = 10_000) -> Int32 {
    isEnded.store(true, ordering: .relaxed)
    close(descriptor)
    defer { errors?.end() }
    var ending = process.wait(milliseconds: milliseconds)
    if ending == nil {
      process.signal(SIGTERM)
      ending = process.wait(milliseconds: 2000)
    }
    if ending == nil {
      process.signal(SIGKILL)
      ending = process.wait(milliseconds: nil)
    }
    return switch ending {
    case .status(let status): status
    case .signal(let number): 128 + number
    case .notStarted, .interrupted, nil: 255
    }
  }
}

/// The lines of a program's standard error.
///
/// They never reach the terminal unfiltered: a program may quote what others sent.
private final class ErrorLines: Sendable {
  /// The program's end.
  let writing: Int32
  private let reading: Int32
  private let thread: SystemThread

  /// In bytes; longer lines are cut.
  private static let maxLength = 4096

  init(_ report: @escaping @Sendable (String) -> Void) throws(SystemError) {
    let ends = try Descriptor.pair()
    do throws(SystemError) { thread = try SystemThread.start { Self.read(ends.0, report) } } catch {
      close(ends.0)
      close(ends.1)
      throw error
    }
    (reading, writing) = ends
  }

  /// Closes this process's copy of the program's end.
  func closeWriting() { close(writing) }

  /// Reports what is left, without waiting for descendants of the program.
  func end() {
    shutdown(reading, CInt(SHUT_RD))
    thread.join()
    close(reading)
  }

  private static func read(_ descriptor: Int32, _ report: (String) -> Void) {
    var line: [UInt8] = []
    func finish() {
      if !line.isEmpty { report(String(decoding: line, as: UTF8.self)) }
      line = []
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    while let count = try? Descriptor.read(descriptor, into: &buffer), count > 0 {
      for byte in buffer[..<count] {
        if byte == 10 || byte == 13 {
          finish()
        } else if line.count < maxLength {
          line.append(byte)
        }
      }
    }
    finish()
  }
}
