import Reader
import ReadingList
import Terminal

/// Topics of `luego help` besides commands, each derived from a table.
enum HelpTopic: String, CaseIterable {
  case queries, keys, config

  static let names = allCases.map(\.rawValue)

  func text(_ options: GlobalOptions) throws -> String {
    if self == .queries { return HelpText.queries }
    let program = try Program(options)
    for problem in program.configProblems { Output.complain(problem) }
    return self == .keys ? HelpText.keys(program.config.keymap) : HelpText.config(program)
  }
}

extension HelpText {
  fileprivate static var queries: String {
    let keys = Query.keys.map { ("\($0.name):\($0.takes)", $0.explanation) }
    return "A query is one or more of these. In a shell, quote what has spaces or parentheses.\n"
      + "Commands but search look for words in title, site, author and address only; in them\n"
      + "text:WORDS looks everywhere.\n\n"
      + rows(Query.forms.map { ($0.example, $0.meaning) } + keys)
  }

  fileprivate static func keys(_ keymap: Keymap) -> String {
    var text =
      "Keys in effect, the commands that they run, and the panes where they do, else all.\n"
      + "In a bind line Enter is <enter> and Ctrl-T is <C-t>.\n"
    for section in Command.Section.allCases {
      text += "\n\(section.rawValue)\n\n"
      for command in Command.allCases where command.row.section == section {
        let lines = keymap.lines(of: command)
        text += rows(lines.map { ($0.keys.joined(separator: " "), "\(command.name): \($0.words)") })
        if lines.isEmpty {
          let argument = command.row.form.map { " " + $0 } ?? ""
          text += rows([(":\(command.name)\(argument)", command.row.summary)])
        }
      }
    }
    return text
  }

  fileprivate static func config(_ program: Program) -> String {
    let commands = Config.commands.map { command in
      // In the reading list `sync` takes only a name.
      command == .sync
        ? ("sync NAME TARGET", "name a machine, directory or git repository to sync with")
        : (command.name + " " + (command.row.form ?? ""), command.row.summary)
    }
    let settings = Settings.Name.allCases.map { name in
      ("set \(name.rawValue) \(program.config.settings.value(of: name))", name.explanation)
    }
    return
      "\(Output.printable(program.places.configFile)) has one command per line; "
      + "# begins a comment.\n\n"
      + rows(commands)
      + "\nPanes: \(Keymap.Context.allCases.map(\.rawValue).joined(separator: " "))\n"
      + "Keys and their commands: luego help keys\n\nSettings, as they are in effect:\n\n"
      + rows(settings)
  }

  /// Two columns, 80 wide in all if possible; a wider first entry gets a line of its own.
  private static func rows(_ rows: [(String, String)]) -> String {
    let indent = String(repeating: " ", count: 26)
    return rows.map { written, meaning in
      let first = "  " + Output.printable(written)
      let lines = Output.printable(meaning).wrapped(toWidth: 80 - indent.count)
      let fits = first.displayWidth < indent.count
      return (fits ? first.padded(toWidth: indent.count) : first + "\n" + indent)
        + lines.joined(separator: "\n" + indent) + "\n"
    }.joined()
  }
}
