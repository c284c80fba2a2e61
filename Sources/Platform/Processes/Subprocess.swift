import CFileSystem
import Glibc
import Synchronization

/// A child process, started without a shell.
package final class Subprocess: Sendable {
  package enum Group: Sendable { case ofThisProcess, own, ownSession }

  /// Valid while it runs.
  let id: pid_t
  private let group: Group
  private let hasEnded = Mutex(false)

  /// Starts a program, looked up in `PATH`; a nil environment is this process's.
  ///
  /// In its own group it has default signals; in another, those that this process inherited as
  /// ignored stay so. `streams` replaces standard streams by number, -1 by the null device; the
  /// others are inherited.
  package init(
    _ words: [String], environment: [String: String]? = nil, group: Group = .own,
    streams: [Int32: Int32] = [:]
  ) throws(SystemError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in streams {
      if descriptor < 0 {
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      } else {
        posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var set = sigset_t()
    sigemptyset(&set)
    posix_spawnattr_setsigmask(&attributes, &set)
    for number in [SIGPIPE, SIGXFSZ] { sigaddset(&set, number) }
    if group == .own { sigfillset(&set) }
    posix_spawnattr_setsigdefault(&attributes, &set)
    posix_spawnattr_setpgroup(&attributes, 0)
    var flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    switch group {
    case .ofThisProcess: break
    case .own: flags |= Int16(POSIX_SPAWN_SETPGROUP)
    // `POSIX_SPAWN_SETSID`, a macro that does not import; a session leader leads a group as well.
    case .ownSession: flags |= 0x80
    }
    posix_spawnattr_setflags(&attributes, flags)
    var arguments = words.map { strdup($0.fileName) } + [nil]
    let settings = (environment ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    var variables = settings.map { strdup($0.fileName) } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var process = pid_t()
    let name = words[0].fileName
    let code =
      environment == nil
      ? posix_spawnp(&process, name, &actions, &attributes, &arguments, environ)
      : posix_spawnp(&process, name, &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw SystemError(code: code) }
    (id, self.group) = (process, group)
  }

  /// Starts a program without a terminal that outlives this one.
  package static func inBackground(_ words: [String]) throws(SystemError) -> Subprocess {
    try Subprocess(
      words, group: .ownSession, streams: [STDIN_FILENO: -1, STDOUT_FILENO: -1, STDERR_FILENO: -1])
  }

  /// Starts a program without a terminal and waits until it ends, or has run long enough to seem
  /// fine.
  package static func runInBackground(_ words: [String]) -> ProgramEnding {
    do throws(SystemError) {
      let process = try inBackground(words)
      if let ending = process.wait(milliseconds: 3000) { return ending }
      // Reaps it whenever it ends.
      _ = SystemThread.detach {
        var end = siginfo_t()
        while process.status() == nil { waitid(P_PID, id_t(process.id), &end, WEXITED | WNOWAIT) }
      }
      return .status(0)
    } catch { return .notStarted(error) }
  }

  /// Its status by `waitpid` with these options; nil if there is none yet.
  func status(_ options: Int32 = 0) -> Int32? {
    // Locked, so that no other process that got the same number is signaled.
    hasEnded.withLock { hasEnded in
      guard !hasEnded else { return 0 }
      var status: Int32 = 0
      let answer = waitpid(id, &status, WNOHANG | options)
      if answer == 0 || answer < 0 && errno == EINTR { return nil }
      hasEnded = status & 0xff != 0x7f
      return status
    }
  }

  /// Nil if it still runs when the time is up; no limit if that is nil.
  package func wait(milliseconds: Int?) -> ProgramEnding? {
    let deadline = milliseconds.map { MonotonicClock.milliseconds() + Int64($0) } ?? .max
    while true {
      if let status = status() { return ProgramEnding(waiting: status) }
      if MonotonicClock.milliseconds() >= deadline { return nil }
      SystemThread.sleep(milliseconds: 2)
    }
  }

  /// Signals the process, or its whole group if it has its own.
  func signal(_ number: Int32) {
    hasEnded.withLock { hasEnded in
      if !hasEnded { kill(group == .ofThisProcess ? id : -id, number) }
    }
  }

  /// Limits its address space in bytes, and its processor time in seconds; possible only after the
  /// start.
  func limit(memory: Int, seconds: Int) { luego_limit(id, UInt64(memory), UInt64(seconds)) }
}
