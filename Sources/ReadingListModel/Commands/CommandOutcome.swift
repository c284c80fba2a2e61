import ReadingList

/// The result of a command.
package enum CommandOutcome: Equatable, Sendable {
  /// It was done, or has begun; what there is to say of it.
  case done(Status?)
  /// Nothing was done; why.
  case refused(Status)
  /// Its argument is missing and must be typed or chosen.
  case needsArgument
  /// A yes is wanted first.
  case needsConfirmation(Confirmation)

  /// Done, and there is nothing to say of it.
  package static let done = CommandOutcome.done(nil)

  /// Done.
  package static func done(_ text: String) -> CommandOutcome { .done(.info(text)) }

  /// Nothing could be done just now.
  package static func refused(_ text: String) -> CommandOutcome { .refused(.info(text)) }

  /// Nothing was done since what was given is wrong.
  package static func invalid(_ text: String) -> CommandOutcome { .refused(.error(text)) }
}

/// A question, and the articles that a yes to it is about.
package struct Confirmation: Equatable, Sendable {
  /// The question, in a sentence.
  package let question: String
  let articles: [ArticleID]
  /// The word for yes, and the message after a no.
  package var yes = "delete"
  package var refusal = "Not deleted"
  /// The line to type again after a no; nil for none.
  package var typed: String?

  /// Whether a source is to be removed.
  package static func removingSource(_ title: String) -> Confirmation {
    Confirmation(
      question: "Remove the source “\(title)”?", articles: [], yes: "remove", refusal: "Not removed"
    )
  }

  /// Whether a file that is there already is to be overwritten.
  package static func overwriting(_ path: String, typed line: String) -> Confirmation {
    Confirmation(
      question: "\(path) exists. Overwrite it?", articles: [], yes: "overwrite", typed: line)
  }
}
