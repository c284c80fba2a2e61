import ReadingList

package enum CommandOutcome: Equatable, Sendable {
  /// Performed or begun; carries a message.
  case done(Status?)
  /// Carries the reason.
  case refused(Status)
  case needsArgument
  case needsConfirmation(Confirmation)

  package static let done = CommandOutcome.done(nil)

  package static func done(_ text: String) -> CommandOutcome { .done(.info(text)) }

  /// For a reason that is not an error.
  package static func refused(_ text: String) -> CommandOutcome { .refused(.info(text)) }

  package static func invalid(_ text: String) -> CommandOutcome { .refused(.error(text)) }

  /// The text lists the valid words after a semicolon; if they do not fit, it names a command that
  /// lists them.
  static func invalid(_ text: String, listedBy command: Command) -> CommandOutcome {
    guard let end = text.ranges(of: "; ").last?.lowerBound else { return .invalid(text) }
    let problem = String(text[..<end])
    let shorter = ["\(problem); :\(command.name) lists them", problem]
    return .refused(Status(text: text, kind: .error, shorter: shorter))
  }
}

package struct Confirmation: Equatable, Sendable {
  package let question: String
  let articles: [ArticleID]
  /// The label for yes, and the message after a no.
  package var yes = "delete"
  package var refusal = "Not deleted"
  /// Restored in the input after a no.
  package var typed: String?

  package static func overwriting(_ path: String, typed line: String) -> Confirmation {
    Confirmation(
      question: "\(path) exists. Overwrite it?", articles: [], yes: "overwrite", typed: line)
  }
}
