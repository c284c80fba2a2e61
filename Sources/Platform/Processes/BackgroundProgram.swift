import Glibc

/// `POSIX_SPAWN_SETSID`, which is a macro that does not import.
let spawnInOwnSession: Int16 = 0x80

/// A program that was started without a terminal, and goes on when this one ends.
package struct BackgroundProgram {
  private let process: pid_t

  /// What is still running by then has done what it was started for.
  package static let timeout = Duration.seconds(3)
  /// Milliseconds between two looks at one that runs.
  package static let interval = 50

  /// Starts a program.
  ///
  /// - Throws: how that ended.
  package init(_ words: [String]) throws(Problem) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, spawnInOwnSession)
    var pointers = words.map { strdup($0.fileName) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    let name = words[0].fileName
    let code = posix_spawnp(&process, name, &actions, &attributes, &pointers, environ)
    guard code == 0 else { throw Problem(ending: .notStarted(SystemError(code: code))) }
    self.process = process
  }

  /// That a program did not start.
  package struct Problem: Error {
    package let ending: ProgramEnding
  }

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
      return .status(0)
    } catch { return error.ending }
  }
}
