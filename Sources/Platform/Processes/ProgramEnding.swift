package enum ProgramFile {
  /// Finds an executable in a `PATH` list; relative directories are skipped.
  package static func find(_ name: String, in path: String?) -> String? {
    (path ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map { String($0) + "/" + name }
      .first { candidate in
        (try? FileStatus(candidate))?.isRegular == true && allows(.executing, candidate)
      }
  }
}

package enum ProgramEnding: Equatable, Sendable {
  case status(Int32)
  case signal(Int32)
  case notStarted(SystemError)
  /// The interface was asked to end meanwhile.
  case interrupted

  /// Decodes a `waitpid` status.
  init(waiting status: Int32) {
    self = status & 0x7f == 0 ? .status(status >> 8 & 0xff) : .signal(status & 0x7f)
  }

  /// A line for the user; nil if the program succeeded.
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
