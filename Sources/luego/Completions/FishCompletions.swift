/// The completion script for fish, made from the table of commands.
enum FishCompletions {
  /// The script.
  static var script: String {
    var text = """
      # Completions of luego for fish, made by: luego completions fish

      # The command that was typed, past options and what they take.
      function __luego_command
        set -l words (commandline -opc)
        set -l skips 0
        for word in $words[2..]
          if test $skips = 1
            set skips 0
          else if contains -- $word \(takers)
            set skips 1
          else if not string match -q -- '-*' $word
            echo $word
            return 0
          end
        end
        return 1
      end

      function __luego_in
        contains -- (__luego_command) $argv
      end

      complete -c luego -f

      """
    for option in GlobalOptions.table { text += line("", option) }
    for option in GlobalOptions.withoutCommand {
      text += line(" -n 'not __luego_command > /dev/null'", option)
    }
    text += "complete -c luego -s h -l help -d 'explain a command'\n"
    for command in Subcommand.allCases {
      text += "\ncomplete -c luego -n 'not __luego_command > /dev/null' -a \(command.rawValue)"
      text += " -d \(quoted(command.summary))\n"
      let row = command.row
      let condition = " -n '__luego_in \(command.rawValue)'"
      for option in row.options { text += line(condition, option) }
      if case .verbs(let verbs, let then) = row.completion {
        text += "complete -c luego\(condition)\(arguments(.words(verbs)))\n"
        text += "complete -c luego\(condition)\(arguments(then))\n"
      } else if case .nothing = row.completion {
      } else {
        text += "complete -c luego\(condition)\(arguments(row.completion))\n"
      }
    }
    return text
  }

  /// The options before a command that are followed by something.
  private static var takers: String {
    GlobalOptions.valued.joined(separator: " ")
  }

  private static func line(_ condition: String, _ option: CommandOption) -> String {
    var text = "complete -c luego" + condition
    for name in option.names {
      text += name.hasPrefix("--") ? " -l \(name.dropFirst(2))" : " -s \(name.dropFirst())"
    }
    if option.takes != nil {
      let isFile = if case .files = option.completion { true } else { false }
      text += (isFile ? " -r" : " -x") + arguments(option.completion)
    }
    return text + " -d \(quoted(option.summary))\n"
  }

  private static func arguments(_ completion: Subcommand.Completion) -> String {
    switch completion {
    case .nothing: ""
    case .files: " -F"
    case .articles: " -k -a '(luego completions articles 2>/dev/null)'"
    case .changes: " -k -a '(luego completions changes 2>/dev/null)'"
    case .tags: " -a '(luego completions tags 2>/dev/null)'"
    case .queries: " -a '(luego completions queries 2>/dev/null)'"
    case .sources: " -a '(luego completions sources 2>/dev/null)'"
    case .words(let words): " -a \(quoted(words.joined(separator: " ")))"
    case .verbs(_, let then): arguments(then)
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
