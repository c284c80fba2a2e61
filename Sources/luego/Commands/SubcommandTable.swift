import Exchange
import ReadingList
import ReadingServices
import Terminal

extension Subcommand {
  /// For each command `NAME OPERANDS · SUMMARY · COMPLETION`, then its options as `CommandOption`
  /// parses them, then the details for help.
  static let table = """
    add URL...|FILE...|- · save addresses and fetch their pages
        -t, --tag TAG... · add a tag · tags
        --title TITLE · use this title
        --html FILE · take the page from FILE (-: standard input) · files
        --mail FILE · save the mail in FILE as an article (-: standard input) · files
        --highlight QUOTE · highlight this passage
        --favorite · save into Favorites
        --archive · save into Archived
        --no-fetch · do not fetch the page now
      FILE is a page, text, PDF, mail or book that becomes an article. - reads a mail
      or lines of text from standard input, and saves every address in it. --html,
      --title and --highlight go with one address.
    list [QUERY] · list all articles, or those that match a query · queries
    \(listing)
    \(formatHelp)
    search WORDS · search texts, titles, sites, authors, tags, notes and addresses · queries
    \(listing)
    \(formatHelp)
    random [QUERY] · choose a random article from all, or from those that match a query · queries
        --minutes N · only articles that take at most N minutes
    \(format)
    show TARGET · print an article · articles
        --format FORMAT · \(TextFormat.alternatives) · \(TextFormat.alternatives)
        --width N · wrap lines at N columns
        --links · number links and list them at the end
        --info · print information about the article instead
        --no-pager · print a long text at once
    open [TARGET|luego://article?url=URL] · open an article in the browser · articles
      Uses the browsers in BROWSER, separated by colons, or xdg-open. Without a
      target, in a terminal, it opens the reading list.
    share TARGET · print an article's address for sharing · articles
        --as FORM · \(names(ShareFormat.self)) · \(names(ShareFormat.self))
      link (the default) is the address, markdown a Markdown link, text the title and
      the address, mail a mailto: address, command a shell command that saves the
      article.
    archive TARGET... · move to Archived · articles
    \(all)
    unarchive TARGET... · move from Archived to All Articles · articles
    \(all)
    favorite TARGET... · move to Favorites · articles
    \(all)
    unfavorite TARGET... · move from Favorites to All Articles · articles
    \(all)
    delete TARGET... · move to Trash · articles
    \(all)
        --yes · do not ask, however many articles match a query
    restore TARGET... · move back from Trash · articles
    \(all)
    tag TARGET... +TAG... -TAG... · add and remove tags · changes
    \(all)
      Example: luego tag 3f9c +design -later
    highlights [QUERY] · print highlights and notes as Markdown · queries
    tags [list|rename TAG NAME|remove TAG] · list tags with their counts, rename one, or remove one everywhere · list|rename|remove then tags
      Renaming a tag to the name of another merges them. A tag such as design/web is
      below design: it is counted, renamed and removed with it.
    views · list saved views with their queries
      The reading list saves and changes them, as do “view” lines of the config file.
    edit TARGET · change an article's title, address, note and tags · articles
        --title TITLE · set the title; an empty one restores the page's
        --url URL · set the address
        --note TEXT · set the note; an empty one removes it
        --add-tag TAG... · add a tag · tags
        --remove-tag TAG... · remove a tag · tags
    undo · undo the last change
    import FILE...|- · import articles from other services and programs · files
        --format FORMAT · what the files are, if it cannot be told · \(names(ExchangeFormat.self))
        --dry-run · change nothing; say what would happen
      FILE is what they export, unpacked or as a ZIP archive; FORMAT is one of
      \(names(ExchangeFormat.self, separator: " ").wrapped(toWidth: 79).joined(separator: "\n  ")).
    export [QUERY] · export all articles, or those that match a query · queries
        --format FORMAT · \(exports) · \(exports)
        -o, --output FILE · write to FILE, whose name can tell the format · files
        --force · replace files that are there
        --partial · write FILE even if some articles cannot be read
      json has everything but pictures; a copy of the library's directory has these
      too. csv is a table, html bookmarks for a browser, text the addresses, opml the
      sources of discovery, epub one book of all articles. markdown is a document for
      each article, with highlights and text; into a directory it writes a file each.
    fetch [TARGET...|QUERY] · fetch pages that failed or are not fetched yet · articles
        --quiet · print nothing
        --from-archive · fetch the newest copy in an archive instead
        --replace · replace texts that a browser, a file or a mail brought
      Without arguments: what is in the inbox, what failed, and what is due to be
      tried again; with arguments these articles, whether due or not.
    inbox · save what is in the inbox folder as articles
      The inbox is the directory inbox of the library, or the one that “set inbox”
      names; a folder's name becomes a tag.
    browser [status|install [BROWSER...]|uninstall|manifest BROWSER PATH] · connect browsers, so that a button saves the page as you see it · status|install|uninstall|\(browsers("|"))
        --system · for all users of this computer
      BROWSER is \(browsers(" ")), or the directory of a Chromium's profile.
    sync [NAME|HOST|USER@HOST:PATH|DIRECTORY|git URL] · synchronize with a library elsewhere, so both have every change · files
        --dry-run · change nothing; say what would happen
        --join · make one of two libraries that were created apart
        --yes · allow permanent deletions from the other side, however many
        --quiet · print problems only, and none if nobody answers
        --stdio · be the other side, on standard input and output
      HOST is reached by ssh and needs luego as well. DIRECTORY, written with a slash,
      is another library or an empty place for one, as on a USB stick. git URL is a
      repository. NAME is one of the config file's “sync” lines; without arguments all
      of these are synced.
    discover · pick an article from the web and print it
        --source NAME · pick from this source · sources
        --save · save the article
        --width N · wrap lines at N columns
    sources [list|add URL|FILE [NAME]|remove NAME|on NAME|off NAME|block SITE|unblock SITE|refresh [NAME]...] · list or change the sources of discovery · list|add|remove|on|off|block|unblock|refresh then sources
        --no-check · add without asking the address what it has
      A source is a feed, an OPML file, a web page that names its feed, or a list of
      addresses, one per line, such as newsboat's file urls.
    extract [FILE|-] · print the readable text of a page, from a file or a pipe · files
        --url URL · the address of the page
        --format FORMAT · \(TextFormat.alternatives) · \(TextFormat.alternatives)
    stats · show how much you saved and read
        --days N · the last N days (default: 30) · 7|30|365
        --all · all time
    doctor · check the library, and repair it
        --repair · repair what was found
        --retire MACHINE · adopt the changes of a machine no longer in use, and remove its files
    welcome · add the welcome articles again, a tour of the program
    completions bash|zsh|fish · print a completion script for a shell · bash|zsh|fish
      make install has them installed. Elsewhere:
      bash: luego completions bash > ~/.local/share/bash-completion/completions/luego
      zsh:  luego completions zsh > DIRECTORY/_luego, in a directory of fpath
      fish: luego completions fish > ~/.config/fish/completions/luego.fish
    help [COMMAND|\(topics)] · explain a command or a topic · \(names(Self.self))|\(topics)
    version · print the version, and the commit it was built from, if known
    """

  private static let all = "    --all · change all articles that words match"

  private static let format =
    "    --format FORMAT · print each article as FORMAT, such as '{title}\\t{url}'"

  private static let listing = """
        --sort ORDER · \(names(Order.self, separator: ", ")) · \(names(Order.self))
        --limit N · print at most N articles
    \(format)
    """

  private static let formatHelp = """
      Fields of --format, in braces, are the keys of --json:
      \(EntryFormat.fields.joined(separator: " ").wrapped(toWidth: 79).joined(separator: "\n  ")).
      \\t is a tab, \\n a new line, {{ a brace.
    """

  private static let exports = names(ExportFormat.self) + "|" + Program.sourceFormat
  private static let topics = HelpText.allName + "|" + HelpTopic.names.joined(separator: "|")

  private static func names<Value: RawRepresentable<String> & CaseIterable>(
    _ type: Value.Type, separator: String = "|"
  ) -> String { type.allCases.map(\.rawValue).joined(separator: separator) }

  private static func browsers(_ separator: String) -> String {
    Browsers.all.map(\.name).joined(separator: separator)
  }
}
