import TerminalKit

/// The texts of `luego help`, made from the tables of commands and options.
enum HelpText {
  /// What the program is, its commands and its options.
  static var overview: String {
    var text = """
      Luego is a reading list in the terminal.

        luego                     open the reading list
        luego COMMAND ...         run one command; see “luego help COMMAND”

      Commands:

      """
    for command in Subcommand.allCases {
      text += "  \(command.rawValue.padded(toWidth: 12)) \(command.summary)\n"
    }
    text += "\nOptions of all commands:\n\n"
    return text + list(GlobalOptions.table + GlobalOptions.withoutCommand)
      + "\nExit status: 0 done, 1 failed, 2 wrong usage, 3 not found, 4 read-only.\n"
  }

  /// One command explained.
  static func page(for command: Subcommand) -> String {
    var text = "luego \(command.synopsis)\n\n\(command.summary.capitalizedFirst).\n"
    let row = command.row
    if !row.options.isEmpty { text += "\n" + list(row.options) }
    if !row.details.isEmpty { text += "\n\(row.details)\n" }
    return text
  }

  private static func list(_ options: [CommandOption]) -> String {
    let width = max(18, options.map(\.heading.count).max() ?? 0)
    return options.map { "  \($0.heading.padded(toWidth: width)) \($0.summary)\n" }.joined()
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
