import Glibc
import Synchronization

/// A program that this one talks with: what is written to its descriptor is the program's standard input, and what
/// the program writes to standard output is read there.
///
/// Started without a shell.
package final class PipeProgram: Sendable {
  /// This end of the connection.
  package let descriptor: Int32
  let process: Subprocess
  private let errors: ErrorLines?
  private let isEnded = Atomic(false)

  /// The status of a program that used up its processor time.
  package static let outOfTime = 128 + SIGXCPU

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: its path and its arguments.
  ///   - environment: all of it.
  ///   - input: a file to be its standard input instead.
  ///   - group: by default this process's, so that the program may ask at the terminal and is interrupted with it.
  ///   - report: gets each line that it writes to standard error, on another thread; nil where they go nowhere.
  /// - Throws: what the system says.
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

  /// Says that nothing more will be written; what the program writes can still be read.
  package func endInput() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// Closes the connection and waits for the end of the program, which is brought about when the time is up.
  ///
  /// - Parameter milliseconds: how long to wait.
  /// - Returns: its exit status, or 128 and the number of the signal that ended it; 255 if that is unknown.
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

/// The lines that a program writes to standard error.
///
/// They never reach the terminal as they are: what a program says may quote what others sent.
private final class ErrorLines: Sendable {
  /// The end that the program gets.
  let writing: Int32
  private let reading: Int32
  private let thread: SystemThread

  /// The longest line that is reported whole, in bytes.
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

  /// Reports what there is; a program that outlives the one that was started is not waited for.
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
