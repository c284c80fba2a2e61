package import Glibc
import Synchronization

/// Held between creating a pipe and marking it close-on-exec: a program started then would inherit the
/// pipe and keep it open.
private let starting = Mutex(())

/// Creates a pipe that child processes do not inherit.
package func makePipe() throws(SystemFailure) -> (reading: CInt, writing: CInt) {
  try starting.withLock { _ throws(SystemFailure) in
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemFailure("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}

/// Starts a program, found by `PATH`, with the given files; the rest is inherited.
///
/// - Throws: `SystemFailure` if it cannot be started.
package func spawn(
  _ words: [String], environment: [String]? = nil, inOwnSession: Bool = false,
  _ setFiles: (inout posix_spawn_file_actions_t) -> Void = { _ in }
) throws(SystemFailure) -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  setFiles(&actions)
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  // A test's thread may block signals; the program must not.
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  sigfillset(&signals)
  posix_spawnattr_setsigdefault(&attributes, &signals)
  // `POSIX_SPAWN_SETSID`, a macro that is not imported.
  let session = inOwnSession ? 0x80 : 0
  posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | Int16(session))
  var arguments = words.map { strdup($0) } + [nil]
  var variables = (environment ?? []).map { strdup($0) } + [nil]
  defer { for pointer in arguments + variables { free(pointer) } }
  var child: pid_t = 0
  let status = starting.withLock { _ in
    environment == nil
      ? posix_spawnp(&child, words[0], &actions, &attributes, &arguments, environ)
      : posix_spawnp(&child, words[0], &actions, &attributes, &arguments, &variables)
  }
  guard status == 0 else { throw SystemFailure(words[0], code: status) }
  return child
}

/// Waits until a program has ended.
///
/// - Returns: the exit status; the negated signal number if a signal killed it.
@discardableResult package func waitForEnd(of process: pid_t) -> CInt {
  var status: CInt = 0
  while waitpid(process, &status, 0) < 0, errno == EINTR {}
  let signal = status & 0x7f
  return signal == 0 ? (status >> 8) & 0xff : -signal
}
