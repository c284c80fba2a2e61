import Glibc

/// How another program ended.
enum ProgramEnding: Equatable {
  case status(Int32)
  case signal(Int32)
  /// The number of the system's error.
  case notStarted(Int32)
  /// The interface was told to end meanwhile.
  case interrupted

  /// What `waitpid` says of one that ended.
  init(waiting status: Int32) {
    self = status & 0x7f == 0 ? .status(status >> 8 & 0xff) : .signal(status & 0x7f)
  }

  /// What went wrong, in one line; nil where nothing did.
  func problem(of name: String) -> String? {
    switch self {
    case .status(0), .interrupted: nil
    case .status(127), .notStarted(ENOENT): "\(name) was not found"
    case .status(let status): "\(name) ended with status \(status)"
    case .signal(let number): "\(name) was ended by signal \(number)"
    case .notStarted(let code): "\(name) did not start: \(Output.reason(code))"
    }
  }
}
