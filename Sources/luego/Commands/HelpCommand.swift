import TerminalKit

/// The texts of `luego help`, made from the tables of commands and options.
enum HelpText {
  /// What the program is, its commands and its options.
  static var overview: String {
    var text = """
      Luego is a reading list in the terminal.

        luego                     open the reading list
        luego COMMAND ...         do one thing; “luego help COMMAND” explains it

      Commands:

      """
    for command in Subcommand.allCases {
      text += "  \(command.rawValue.padded(toWidth: 12)) \(command.summary)\n"
    }
    text += "\nOptions of all commands:\n\n"
    for option in GlobalOptions.table {
      let name = option.name + (option.takes.map { " " + $0 } ?? "")
      text += "  \(name.padded(toWidth: 18)) \(option.summary)\n"
    }
    return text + "\nExit status: 0 done, 1 failed, 2 wrong usage, 3 not found, 4 read-only.\n"
  }

  /// One command explained.
  static func page(for command: Subcommand) -> String {
    var text = "luego \(command.synopsis)\n\n\(command.summary.capitalizedFirst).\n"
    if !command.details.isEmpty { text += "\n\(command.details)\n" }
    return text
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
