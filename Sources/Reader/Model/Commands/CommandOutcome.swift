import ReadingList

package enum CommandOutcome: Equatable, Sendable {
  /// The command was performed or has begun; carries a message.
  case done(Status?)
  /// Nothing was done; carries the reason.
  case refused(Status)
  case needsArgument
  case needsConfirmation(Confirmation)

  package static let done = CommandOutcome.done(nil)

  package static func done(_ text: String) -> CommandOutcome { .done(.info(text)) }

  /// Nothing can be done now, for a reason that is not an error.
  package static func refused(_ text: String) -> CommandOutcome { .refused(.info(text)) }

  /// Nothing was done because of invalid input.
  package static func invalid(_ text: String) -> CommandOutcome { .refused(.error(text)) }

  /// Nothing was done because of a word that is none of those after the semicolon; where they do not
  /// fit, a command is named that lists them.
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
  /// The line to restore in the input after a no; nil for none.
  package var typed: String?

  package static func overwriting(_ path: String, typed line: String) -> Confirmation {
    Confirmation(
      question: "\(path) exists. Overwrite it?", articles: [], yes: "overwrite", typed: line)
  }
}
