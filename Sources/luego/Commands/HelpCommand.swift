import ReadingList
import TerminalKit

/// The texts of `luego help`, made from the tables of commands and options.
enum HelpText {
  /// What the program is, its commands and its options.
  static var overview: String {
    var text = """
      Luego is a reading list in the terminal.

        luego                     open the reading list
        luego COMMAND ...         run one command; see “luego help COMMAND”

      “luego help TOPIC” explains a topic: \(HelpTopic.names.joined(separator: ", ")).

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
    if command.takesTargets { text += "\n\(targets)\n" }
    return text
  }

  /// What every command makes of its arguments.
  private static let targets = """
    Each argument that is an id, the beginning of one (2 digits or more) or an address is that article; all
    others together are one query. Beside words, fewer than 8 digits are a word; alone it is quoted: '"2024"'.
    - reads arguments from standard input, one per line: what luego list prints, ids, addresses.
    A query that begins with - goes after --, unless it begins with a key, such as -is:read.
    The exit status is 3 if nothing is found.
    """

  private static func list(_ options: [CommandOption]) -> String {
    let width = max(18, options.map(\.heading.count).max() ?? 0)
    return options.map { "  \($0.heading.padded(toWidth: width)) \($0.summary)\n" }.joined()
  }
}
