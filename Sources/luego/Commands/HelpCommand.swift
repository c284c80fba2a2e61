import ReadingList
import Terminal

/// The texts of `luego help`, derived from the tables of commands and options.
enum HelpText {
  private static let groups: [(title: String, commands: [Subcommand])] = [
    ("Save", [.add, .import]), ("Find", [.list, .search]), ("Read", [.show, .open]),
    ("Sort out", [.archive, .favorite, .tag, .delete, .undo]), ("Other machines", [.sync]),
  ]

  static var overview: String {
    var text = "Luego is a reading list in the terminal; “luego” alone opens it.\n"
    for group in groups { text += "\n\(group.title)\n" + rows(group.commands) }
    return text + """

      luego help COMMAND explains a command, luego help all lists the other commands
      and the options.
      Topics: \(HelpTopic.names.joined(separator: ", ")).

      """
  }

  private static func rows(_ commands: [Subcommand]) -> String {
    commands.map { "  \($0.rawValue.padded(toWidth: 12)) \($0.summary)\n" }.joined()
  }

  static let allName = "all"

  static var all: String {
    "Commands:\n\n" + rows(Subcommand.allCases) + "\nOptions of all commands:\n\n"
      + list(GlobalOptions.table + GlobalOptions.withoutCommand)
      + "\nExit status: 0 done, 1 failed, 2 wrong usage, 3 not found, 4 read-only,\n"
      + "130 interrupted; of sync also 5 nobody answers, 6 another library.\n"
  }

  static func page(for command: Subcommand) -> String {
    var text = "luego \(command.synopsis)\n\n\(command.summary.capitalizedFirst).\n"
    let row = command.row
    if !row.options.isEmpty { text += "\n" + list(row.options) }
    if !row.details.isEmpty { text += "\n\(row.details)\n" }
    if command.takesTargets { text += "\n\(targets)\n" }
    return text + "\nMore: man luego\n"
  }

  private static let targets = """
    Each argument that is an id, the beginning of one (2 digits or more) or an
    address is that article; all others together are one query. Among words, fewer
    than 8 digits count as a word; quote a number that stands alone: '"2024"'.
    - reads arguments from standard input, one per line: what luego list prints,
    ids, addresses.
    A query that begins with - goes after --, unless it begins with a key, such as
    -is:read.
    The exit status is 3 if nothing is found.
    """

  private static func list(_ options: [CommandOption]) -> String {
    let width = max(18, options.map(\.heading.count).max() ?? 0)
    let below = "\n" + String(repeating: " ", count: width + 3)
    return options.map { option in
      let lines = option.summary.wrapped(toWidth: 80 - width - 3)
      return "  \(option.heading.padded(toWidth: width)) \(lines.joined(separator: below))\n"
    }.joined()
  }
}
