import Glibc

/// How a program is started: without a shell, with signals as programs have them at first.
package struct ProgramStart {
  /// The process group or session of a program.
  package enum Group { case ofThisProcess, own, ownSession }

  /// The program, which is looked up as a shell does, and its arguments.
  var words: [String]
  /// All of it; nil for that of this process.
  var environment: [String: String]?
  var group = Group.own
  /// The descriptors that replace its standard streams, by number; the others are inherited.
  var streams: [Int32: Int32] = [:]
  /// Standard streams that lead nowhere.
  var closed: [Int32] = []
  /// The signals that it does not ignore where this process does; nil for all.
  var signals: [Int32]?

  /// Starts it, and gives its number.
  func start() throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in streams {
      posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    }
    for number in closed {
      posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var set = sigset_t()
    sigemptyset(&set)
    posix_spawnattr_setsigmask(&attributes, &set)
    if let signals { for signal in signals { sigaddset(&set, signal) } } else { sigfillset(&set) }
    posix_spawnattr_setsigdefault(&attributes, &set)
    posix_spawnattr_setpgroup(&attributes, 0)
    var flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    switch group {
    case .ofThisProcess: break
    case .own: flags |= Int16(POSIX_SPAWN_SETPGROUP)
    // `POSIX_SPAWN_SETSID`, which is a macro that does not import; who leads a session leads a group as well.
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
    return process
  }
}

/// Where programs are.
package enum ProgramFile {
  /// The path of a program that can be run, looked up in a list of directories as `PATH` has it; relative ones are
  /// passed over.
  package static func find(_ name: String, in path: String?) -> String? {
    (path ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map { String($0) + "/" + name }
      .first { candidate in
        (try? FileStatus(candidate))?.isRegular == true && allows(.executing, candidate)
      }
  }
}

/// How another program ended.
package enum ProgramEnding: Equatable, Sendable {
  case status(Int32)
  case signal(Int32)
  case notStarted(SystemError)
  /// The interface was asked to end meanwhile.
  case interrupted

  /// Decodes a status of `waitpid`.
  init(waiting status: Int32) {
    self = status & 0x7f == 0 ? .status(status >> 8 & 0xff) : .signal(status & 0x7f)
  }

  /// The problem in one line; nil if there was none.
  package func problem(of name: String) -> String? {
    switch self {
    case .status(0), .interrupted: nil
    case .status(127), .notStarted(.notFound): "\(name) was not found"
    case .status(let status): "\(name) ended with status \(status)"
    case .signal(let number): "\(name) was ended by signal \(number)"
    case .notStarted(let error): "\(name) did not start: \(error.reason)"
    }
  }
}
