import ReadingList

package struct Invocation: Hashable, Sendable {
  package var command: Command
  /// The rest of the line; may be empty.
  package var argument: String

  package init(_ command: Command, _ argument: String = "") {
    self.command = command
    self.argument = argument
  }

  /// Parses a `:` line or the right side of a binding: a command's name, or an unambiguous prefix
  /// of it, and its argument.
  ///
  /// - Throws: `CommandError` if there is no name, or it is unknown or ambiguous.
  package init(parsing line: String) throws(CommandError) {
    let words = line.trimmed
    let name = words.prefix { !$0.isWhitespace }
    let rest = words[name.endIndex...].drop { $0.isWhitespace }
    guard !name.isEmpty else { throw CommandError(message: "No command given") }
    // An older name, used in config files.
    if let command = name == "refetch" ? Command.refetch : Command(rawValue: String(name)) {
      self.init(command, String(rest))
      return
    }
    let candidates = Command.allCases.filter { $0.name.hasPrefix(name) }
    guard let command = candidates.first else {
      throw CommandError(message: "Unknown command “\(name)”")
    }
    guard candidates.count == 1 else {
      let names = candidates.map(\.name).joined(separator: ", ")
      throw CommandError(message: "“\(name)” is ambiguous: \(names)")
    }
    self.init(command, String(rest))
  }

  package func appending(_ text: String) -> Invocation {
    Invocation(command, argument.isEmpty ? text : argument + " " + text)
  }
}

package struct CommandError: Error, Equatable, Sendable {
  package var message: String

  package init(message: String) { self.message = message }
}
