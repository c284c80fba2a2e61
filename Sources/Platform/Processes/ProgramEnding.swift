/// How another program ended.
package enum ProgramEnding: Equatable {
  case status(Int32)
  case signal(Int32)
  case notStarted(SystemError)
  /// The interface was told to end meanwhile.
  case interrupted

  /// What `waitpid` says of one that ended.
  init(waiting status: Int32) {
    self = status & 0x7f == 0 ? .status(status >> 8 & 0xff) : .signal(status & 0x7f)
  }

  /// What went wrong, in one line; nil where nothing did.
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
