/// The completion script for bash, made from the table of commands.
enum BashCompletions {
  /// The script.
  static var script: String {
    let valued = GlobalOptions.valued
    var text = """
      # Completions of luego for bash, made by: luego completions bash

      _luego() {
        local line=${COMP_LINE:0:COMP_POINT} command= cur prev options kind i word
        local -a words
        read -ra words <<<"$line"
        cur=${line##* }
        [[ -n $cur ]] || words+=("")
        prev=${words[${#words[@]} - 2]}
        for ((i = 1; i < ${#words[@]} - 1; i++)); do
          case ${words[i]} in
            \(valued.joined(separator: " | "))) ((i++)) ;;
            -*) ;;
            *)
              command=${words[i]}
              break
              ;;
          esac
        done
        case $command in
          '')
            kind='words \(Subcommand.allCases.map(\.rawValue).joined(separator: " "))'
            options='\(names(GlobalOptions.withoutCommand))'
            ;;

      """
    for command in Subcommand.allCases {
      let row = command.row
      text += "    \(command.rawValue))\n"
      text += "      options='\(names(row.options))'\n"
      if case .verbs(let verbs, let then) = row.completion {
        text += "      kind='\(kind(then))'\n"
        text +=
          "      [[ $prev != \(command.rawValue) ]] || kind='words \(verbs.joined(separator: " "))'\n"
      } else {
        text += "      kind='\(kind(row.completion))'\n"
      }
      for option in row.options where option.takes != nil {
        text += "      case $prev in \(option.names.joined(separator: " | "))) "
        text += "kind='\(kind(option.completion))' options= ;; esac\n"
      }
      text += "      ;;\n"
    }
    text += "  esac\n  case $prev in\n"
    for option in GlobalOptions.withoutCommand {
      text += "    \(option.names.joined(separator: " | "))) "
      text += "[[ -n $command ]] || kind='\(kind(option.completion))' ;;\n"
    }
    for option in GlobalOptions.table where option.takes != nil {
      text += "    \(option.names.joined(separator: " | "))) kind='\(kind(option.completion))' ;;\n"
    }
    return text + """
        esac
        COMPREPLY=()
        if [[ $cur == -* && ($kind != changes || $cur == --*) ]]; then
          COMPREPLY=($(compgen -W "$options \(names(GlobalOptions.table)) --help" -- "$cur"))
          return
        fi
        case $kind in
          files)
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$cur")
            ;;
          words\\ *) COMPREPLY=($(compgen -W "${kind#words }" -- "$cur")) ;;
          articles | changes | tags | queries | sources)
            local -a titles
            while IFS=$'\\t' read -r word i; do
              [[ $word == "$cur"* ]] && COMPREPLY+=("$(printf %q "$word")") titles+=("$word  $i")
            done < <(luego completions "$kind" 2>/dev/null)
            # Where they are only listed, titles say what they are.
            [[ ${#titles[@]} -lt 2 || $COMP_TYPE != 63 ]] || COMPREPLY=("${titles[@]}")
            ;;
        esac
        # A colon ends a word of bash: what stands before it is there already.
        [[ $cur != *:* || $COMP_WORDBREAKS != *:* ]] ||
          COMPREPLY=("${COMPREPLY[@]#"${cur%"${cur##*:}"}"}")
      }

      complete -o nosort -F _luego luego 2>/dev/null || complete -F _luego luego

      """
  }

  private static func names(_ options: [CommandOption]) -> String {
    options.flatMap(\.names).joined(separator: " ")
  }

  private static func kind(_ completion: Subcommand.Completion) -> String {
    switch completion {
    case .nothing: ""
    case .files: "files"
    case .articles: "articles"
    case .changes: "changes"
    case .tags: "tags"
    case .queries: "queries"
    case .sources: "sources"
    case .words(let words): "words " + words.joined(separator: " ")
    case .verbs(_, let then): kind(then)
    }
  }
}
