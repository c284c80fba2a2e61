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
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends.1, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends.1, STDOUT_FILENO)
    if hidesErrors {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    sigaddset(&signals, SIGXFSZ)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    )
    var arguments = words.map { strdup($0.fileName) } + [nil]
    var variables =
      environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)".fileName) } + [
        nil
      ]
    defer { for pointer in arguments + variables { free(pointer) } }
    var started = pid_t()
    let code = posix_spawn(
      &started,
      words[0].fileName,
      &actions,
      &attributes,
      &arguments,
      &variables
    )
    close(ends.1)
    guard code == 0 else {
      close(ends.0)
      throw SystemError(code: code)
    }
    descriptor = ends.0
    process = started
  }

  deinit { if !isEnded { _ = end(milliseconds: 2) } }

  /// Says that nothing more will be written; what the program writes can still be read.
  package func endInput() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// Closes the connection and waits for the end of the program, which is brought about when the time is up.
  ///
  /// - Parameter milliseconds: how long to wait.
  /// - Returns: its exit status, or 128 and the number of the signal that ended it.
  package func end(milliseconds: Int = 10_000) -> Int32 {
    isEnded = true
    close(descriptor)
    var status: CInt = 0
    var left = milliseconds
    while true {
      let answer = waitpid(process, &status, WNOHANG)
      if answer == process { break }
      if answer < 0, errno != EINTR { return 0 }
      if answer == 0 {
        poll(nil, 0, 2)
        left -= 2
        if left <= 0 { kill(process, left > -2000 ? SIGTERM : SIGKILL) }
      }
    }
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
  }
}
