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
      --library | --config | --theme | --log | --snapshot | --keys | --seed | --format) ((i++)) ;;
      -*) ;;
      *)
        command=${words[i]}
        break
        ;;
    esac
  done
  case $command in
    '')
      kind='words add list search random show open share highlights archive unarchive favorite unfavorite delete restore tag tags edit undo import export fetch discover sources rules extract stats doctor welcome completions help version'
      options='--format'
      ;;
    add)
      options='-t --tag --title --html --favorite --archive --no-fetch'
      kind=''
      case $prev in -t | --tag) kind='tags' options= ;; esac
      case $prev in --title) kind='' options= ;; esac
      case $prev in --html) kind='files' options= ;; esac
      ;;
    list)
      options='--sort --limit --format'
      kind='queries'
      case $prev in --sort) kind='words newest oldest published title site length progress recent' options= ;; esac
      case $prev in --limit) kind='' options= ;; esac
      case $prev in --format) kind='' options= ;; esac
      ;;
    search)
      options='--sort --limit --format'
      kind='queries'
      case $prev in --sort) kind='words newest oldest published title site length progress recent' options= ;; esac
      case $prev in --limit) kind='' options= ;; esac
      case $prev in --format) kind='' options= ;; esac
      ;;
    random)
      options='--minutes --format'
      kind='queries'
      case $prev in --minutes) kind='' options= ;; esac
      case $prev in --format) kind='' options= ;; esac
      ;;
    show)
      options='--format --width --links --info'
      kind='articles'
      case $prev in --format) kind='words text markdown html json' options= ;; esac
      case $prev in --width) kind='' options= ;; esac
      ;;
    open)
      options=''
      kind='articles'
      ;;
    share)
      options='--as'
      kind='articles'
      case $prev in --as) kind='words link markdown text mail command' options= ;; esac
      ;;
    highlights)
      options=''
      kind='queries'
      ;;
    archive)
      options=''
      kind='articles'
      ;;
    unarchive)
      options=''
      kind='articles'
      ;;
    favorite)
      options=''
      kind='articles'
      ;;
    unfavorite)
      options=''
      kind='articles'
      ;;
    delete)
      options='--yes'
      kind='articles'
      ;;
    restore)
      options=''
      kind='articles'
      ;;
    tag)
      options=''
      kind='changes'
      ;;
    tags)
      options=''
      kind='tags'
      [[ $prev != tags ]] || kind='words list rename remove'
      ;;
    edit)
      options='--title --url --note --add-tag --remove-tag'
      kind='articles'
      case $prev in --title) kind='' options= ;; esac
      case $prev in --url) kind='' options= ;; esac
      case $prev in --note) kind='' options= ;; esac
      case $prev in --add-tag) kind='tags' options= ;; esac
      case $prev in --remove-tag) kind='tags' options= ;; esac
      ;;
    undo)
      options=''
      kind=''
      ;;
    import)
      options='--format --dry-run'
      kind='files'
      case $prev in --format) kind='words pocket pocket-annotations pocket-html instapaper omnivore wallabag readeck raindrop readwise matter karakeep safari bookmarks opml newsboat json csv text' options= ;; esac
      ;;
    export)
      options='--format -o --output --force --partial'
      kind='queries'
      case $prev in --format) kind='words json csv html markdown text epub opml' options= ;; esac
      case $prev in -o | --output) kind='files' options= ;; esac
      ;;
    fetch)
      options='--quiet'
      kind='articles'
      ;;
    discover)
      options='--source --category --save --width'
      kind=''
      case $prev in --source) kind='sources' options= ;; esac
      case $prev in --category) kind='' options= ;; esac
      case $prev in --width) kind='' options= ;; esac
      ;;
    sources)
      options='--no-check'
      kind='sources'
      [[ $prev != sources ]] || kind='words list add remove on off block unblock refresh'
      ;;
    rules)
      options='--replace'
      kind='files'
      [[ $prev != rules ]] || kind='words add'
      ;;
    extract)
      options='--url --format --explain'
      kind='files'
      case $prev in --url) kind='' options= ;; esac
      case $prev in --format) kind='words text markdown html json' options= ;; esac
      ;;
    stats)
      options='--days --all'
      kind=''
      case $prev in --days) kind='words 7 30 365' options= ;; esac
      ;;
    doctor)
      options='--repair'
      kind=''
      ;;
    welcome)
      options=''
      kind=''
      ;;
    completions)
      options=''
      kind='words bash zsh fish'
      ;;
    help)
      options=''
      kind='words add list search random show open share highlights archive unarchive favorite unfavorite delete restore tag tags edit undo import export fetch discover sources rules extract stats doctor welcome completions help version'
      ;;
    version)
      options=''
      kind=''
      ;;
  esac
  case $prev in
    --format) [[ -n $command ]] || kind='words text ansi' ;;
    --library) kind='files' ;;
    --config) kind='files' ;;
    --theme) kind='words auto paper night contrast mono terminal' ;;
    --log) kind='files' ;;
    --snapshot) kind='' ;;
    --keys) kind='' ;;
    --seed) kind='' ;;
  esac
  COMPREPLY=()
  if [[ $cur == -* && ($kind != changes || $cur == --*) ]]; then
    COMPREPLY=($(compgen -W "$options --library --config --read-only --no-color --theme --no-mouse --no-animation --plain --json --log --snapshot --keys --seed --help" -- "$cur"))
    return
  fi
  case $kind in
    files)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -f -- "$cur")
      ;;
    words\ *) COMPREPLY=($(compgen -W "${kind#words }" -- "$cur")) ;;
    articles | changes | tags | queries | sources)
      local -a titles
      while IFS=$'\t' read -r word i; do
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
