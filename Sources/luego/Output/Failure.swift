import Library
import Reader
import ReadingList
import Terminal

enum ExitCode: Int32, Error {
  case done = 0
  case failed = 1
  case wrongUsage = 2
  case notFound = 3
  case readOnly = 4
  /// The other machine does not answer.
  case unreachable = 5
  /// The other machine has another library, or a newer format.
  case otherLibrary = 6
  /// Ended by the interrupt key: 128 plus the signal, as in shells.
  case interrupted = 130
}

extension ExitCode {
  init(_ kind: StoreError.Kind) {
    switch kind {
    case .readOnly, .newerFormat: self = .readOnly
    case .notFound: self = .notFound
    case .unreachable: self = .unreachable
    case .otherLibrary: self = .otherLibrary
    default: self = .failed
    }
  }
}

struct Failure: Error {
  /// Says what failed, on what, and what to do.
  var message: String
  var code: ExitCode

  init(_ message: String, _ code: ExitCode = .failed) {
    self.message = message
    self.code = code
  }

  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as StoreError: self.init(error.message, ExitCode(error.kind))
    case let error as CommandError: self = .usage(error.message)
    case let error as TagProblem: self.init(error.message)
    case let error as TerminalError: self.init(error.message)
    default: self.init("\(error)")
    }
  }

  static func noArticle(_ kind: String = "saved article", matches words: String) -> Failure {
    Failure("No \(kind) matches “\(words.bounded(.words))”", .notFound)
  }

  /// Wrong usage; refers to the help of a command or topic.
  static func usage(
    _ message: String, of command: Subcommand? = nil, about topic: HelpTopic? = nil
  ) -> Failure {
    let page = command?.rawValue ?? topic?.rawValue
    let help = page.map { "luego help \($0)" } ?? "luego help"
    return Failure("\(shorteningQuotes(in: message)); see “\(help)”", .wrongUsage)
  }

  /// Shortens quotes from the command line.
  private static func shorteningQuotes(in message: String) -> String {
    let parts = message.split(separator: "“", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      guard index > 0, let end = part.firstIndex(of: "”") else { return String(part) }
      return String(part[..<end]).bounded(.line) + part[end...]
    }.joined(separator: "“")
  }
}
