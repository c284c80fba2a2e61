import ReadingList

/// A command with what was given to it.
package struct Invocation: Hashable, Sendable {
  /// The command.
  package var command: Command
  /// The rest of the line; empty when nothing.
  package var argument: String

  /// Makes an invocation.
  package init(_ command: Command, _ argument: String = "") {
    self.command = command
    self.argument = argument
  }

  /// Reads a `:` line or the right side of a binding: a command's name and the rest.
  ///
  /// A name may be shortened as long as it is unambiguous.
  /// - Throws: `CommandError` naming what is not known.
  package init(parsing line: String) throws(CommandError) {
    let words = line.trimmed
    let name = words.prefix { !$0.isWhitespace }
    let rest = words[name.endIndex...].drop { $0.isWhitespace }
    guard !name.isEmpty else { throw CommandError(message: "No command given") }
    if let command = Command(rawValue: String(name)) {
      self.init(command, String(rest))
      return
    }
    let candidates = Command.allCases.filter { $0.name.hasPrefix(name) }
    guard let command = candidates.first else {
      throw CommandError(message: "Unknown command “\(name)”; ? lists commands")
    }
    guard candidates.count == 1 else {
      let names = candidates.map(\.name).joined(separator: ", ")
      throw CommandError(message: "“\(name)” is ambiguous: \(names)")
    }
    self.init(command, String(rest))
  }

  /// The same with more after it.
  package func appending(_ text: String) -> Invocation {
    Invocation(command, argument.isEmpty ? text : argument + " " + text)
  }
}

/// An error in a line of the command language.
package struct CommandError: Error, Equatable, Sendable {
  /// The message, in a line.
  package var message: String

  /// Makes an error.
  package init(message: String) { self.message = message }
}
