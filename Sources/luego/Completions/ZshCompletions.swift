/// The completion script for zsh, made from the table of commands.
enum ZshCompletions {
  /// The script.
  static var script: String {
    let names = Subcommand.allCases.map(\.rawValue).joined(separator: "|")
    let alone = GlobalOptions.withoutCommand.map { spec($0) }.joined(separator: " ")
    var text = """
      #compdef luego
      # Completions of luego for zsh, made by: luego completions zsh

      _luego_ask() {
        local -a candidates
        candidates=(${${(f)"$(luego completions $1 2>/dev/null)"}//:/\\\\:})
        candidates=(${candidates/$'\\t'/:})
        _describe -V $1 candidates
      }

      _luego() {
        local curcontext=$curcontext state line
        local -a commands alone
        # Behind a command they would hide its own options of these names.
        (( ${words[2,CURRENT-1][(I)(\(names))]} )) || alone=(\(alone))
        _arguments -C $alone \\

      """
    for option in GlobalOptions.table { text += "    \(spec(option)) \\\n" }
    text += "    '--help[explain a command]' \\\n    '1: :->command' '*:: :->argument'\n"
    text += "  case $state in\n    command)\n      commands=(\n"
    for command in Subcommand.allCases {
      text += "        \(quoted("\(command.rawValue):\(command.summary)"))\n"
    }
    text += "      )\n      _describe command commands\n      ;;\n"
    text += "    argument)\n      case $words[1] in\n"
    for command in Subcommand.allCases {
      let row = command.row
      text += "        \(command.rawValue))\n          _arguments"
      for option in row.options { text += " \\\n            \(spec(option))" }
      if case .verbs(let verbs, let then) = row.completion {
        text += " \\\n            '1: :\(action(.words(verbs)))' '*: :\(action(then))'\n"
      } else {
        text += " \\\n            '*: :\(action(row.completion))'\n"
      }
      text += "          ;;\n"
    }
    return text + """
            esac
            ;;
        esac
      }

      if [[ $funcstack[1] == _luego ]]; then _luego "$@"; else compdef _luego luego; fi

      """
  }

  private static func spec(_ option: CommandOption) -> String {
    let value = option.takes.map { ":\($0):\(action(option.completion))" } ?? ""
    let text = option.summary.replacing("[", with: "\\[").replacing("]", with: "\\]")
    let repeats = option.repeats ? "*" : ""
    if option.names.count == 1 { return quoted("\(repeats)\(option.names[0])[\(text)]\(value)") }
    return quoted(repeats) + "{\(option.names.joined(separator: ","))}"
      + quoted("[\(text)]\(value)")
  }

  private static func action(_ completion: Subcommand.Completion) -> String {
    switch completion {
    case .nothing: " "
    case .files: "_files"
    case .articles: "{_luego_ask articles}"
    case .changes: "{_luego_ask changes}"
    case .tags: "{_luego_ask tags}"
    case .queries: "{_luego_ask queries}"
    case .sources: "{_luego_ask sources}"
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .verbs(_, let then): action(then)
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
