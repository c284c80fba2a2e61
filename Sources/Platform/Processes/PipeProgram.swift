import Glibc

/// A program that this one talks with: what is written to its descriptor is the program's standard input, and what
/// the program writes to standard output is read there.
///
/// Started without a shell, in this process's group, so that it may ask at the terminal and the interrupt key ends
/// it as well.
package final class PipeProgram {
  /// This end of the connection.
  package let descriptor: Int32
  private let process: pid_t
  private var isEnded = false

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: its path and its arguments.
  ///   - environment: all of it.
  ///   - hidesErrors: whether what it writes to standard error goes nowhere.
  /// - Throws: what the system says.
  package init(
    _ words: [String],
    environment: [String: String],
    hidesErrors: Bool
  ) throws(SystemError) {
    let ends = try Descriptor.pair()
    var start = ProgramStart(words: words, environment: environment)
    start.group = .ofThisProcess
    start.streams = [STDIN_FILENO: ends.1, STDOUT_FILENO: ends.1]
    if hidesErrors { start.closed = [STDERR_FILENO] }
    start.signals = [SIGPIPE, SIGXFSZ]
    defer { close(ends.1) }
    do throws(SystemError) { process = try start.start() } catch {
      close(ends.0)
      throw error
    }
    descriptor = ends.0
  }

  deinit { if !isEnded { _ = end(milliseconds: 2) } }

  /// Says that nothing more will be written; what the program writes can still be read.
  package func endInput() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// Closes the connection and waits for the end of the program, which is brought about when the time is up.
  ///
  /// - Parameter milliseconds: how long to wait.
  /// - Returns: its exit status, or 128 and the number of the signal that ended it; 255 where that cannot be told.
  package func end(milliseconds: Int = 10_000) -> Int32 {
    isEnded = true
    close(descriptor)
    var status: CInt = 0
    var left = milliseconds
    while true {
      let answer = waitpid(process, &status, WNOHANG)
      if answer == process { break }
      if answer < 0, errno != EINTR { return 255 }
      if answer == 0 {
        poll(nil, 0, 2)
        left -= 2
        if left <= 0 { kill(process, left > -2000 ? SIGTERM : SIGKILL) }
      }
    }
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
  }
}
