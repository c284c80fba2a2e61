import Glibc

/// A program that was started without a terminal, and goes on when this one ends.
package struct BackgroundProgram {
  private let process: pid_t

  /// The time after which a program that still runs counts as started.
  package static let timeout = Duration.seconds(3)
  /// Milliseconds between two looks at one that runs.
  package static let interval = 50

  /// Starts a program.
  ///
  /// - Throws: how that ended.
  package init(_ words: [String]) throws(Problem) {
    var start = ProgramStart(words: words)
    start.group = .ownSession
    start.closed = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    start.signals = []
    do throws(SystemError) { process = try start.start() } catch {
      throw Problem(ending: .notStarted(error))
    }
  }

  /// That a program did not start.
  package struct Problem: Error { package let ending: ProgramEnding }

  /// How it ended; nil while it runs.
  package func ending() -> ProgramEnding? {
    var status: Int32 = 0
    let answer = waitpid(process, &status, WNOHANG)
    if answer == 0 || answer < 0 && errno == EINTR { return nil }
    return answer == process ? ProgramEnding(waiting: status) : .status(0)
  }

  /// Starts a program and waits until it has ended, or runs for so long that nothing seems wrong.
  package static func run(_ words: [String]) -> ProgramEnding {
    do throws(Problem) {
      let program = try BackgroundProgram(words)
      let deadline = ContinuousClock.now + timeout
      while ContinuousClock.now < deadline {
        if let ending = program.ending() { return ending }
        SystemThread.sleep(milliseconds: interval)
      }
      // Its end is awaited, so that no zombie is left. The thread takes no signals.
      _ = SystemThread.detach { _ = waitpid(program.process, nil, 0) }
      return .status(0)
    } catch { return error.ending }
  }
}
