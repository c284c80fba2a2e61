import Exchange
import Library
import ReadingList
import ReadingServices
import Terminal

extension Subcommand {
  /// The table of commands: a line `NAME OPERANDS · SUMMARY · COMPLETION` for each, then its options
  /// as `CommandOption` parses them, then the details for help.
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
      Each address is stored first, then its page is fetched; without a network it is fetched later.
      A word that names a file here is that file: a page, text, PDF, mail or book becomes an article.
      The last address given is the newest in the list.
      - reads standard input: a mail, whose text and HTML parts are searched, or lines of text; every
      address in it is saved.
      --html takes HTML or MHTML and never uses the network; without URL, the address is the one that the
      page names. --html, --title and --highlight go with one address.
      Prints one line for each address. For an address that is already saved, it says where it is.
      The exit status is 1 if one cannot be saved or its page has no text. A page that may be a login or a
      notice, or has less than a third of the words, does not replace a good text.
    list [QUERY] · list all articles, or those that match a query · queries
    \(listing)
      A query lists everything that matches and is not in Trash.
      Words match title, site, author and address; text:WORD and luego search look in the texts.
      Queries: words, tag:x, site:x, is:unread, minutes:..10, older:1y, in:trash, -tag:y
    \(formatHelp)
    search WORDS · search the texts, titles, sites, authors, tags, notes and addresses of all articles · queries
    \(listing)
      Takes the same words as / in the reading list, and searches everything that is not in Trash. The
      best matches come first, unless --sort says otherwise; below each stands the text around the words.
    \(formatHelp)
    random [QUERY] · choose a random article from all, or from those that match a query · queries
        --minutes N · only articles that take at most N minutes
    \(format)
      Prints the article as list does and opens nothing.
      With --seed N the same list gives the same article.
      Example: luego show "$(luego random --minutes 15 --format '{id}')"
    show TARGET · print an article · articles
        --format FORMAT · \(TextFormat.alternatives) · \(TextFormat.alternatives)
        --width N · wrap lines at N columns
        --links · number links and list them at the end
        --info · print information about the article instead
        --no-pager · print a long text at once
      A query must match one article.
      On a terminal, text has colors and links and is shown in PAGER, or less; elsewhere links are numbered
      and listed at the end.
    open [TARGET|luego://article?url=URL] · open an article in the browser · articles
      Uses the browsers in BROWSER, separated by colons, or xdg-open. Without a target, in a terminal, it opens \
    the reading list.
    share TARGET · print an article's address for sharing · articles
        --as FORM · \(names(ShareFormat.self)) · \(names(ShareFormat.self))
      link (the default) is the address, markdown a Markdown link, text the title and the address,
      mail a mailto: address, command a shell command that saves the article.
      Example: xdg-open "$(luego share 3f9c --as mail)"
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
      Asks before a query moves more than 50 articles; where nobody can be asked, --yes is needed.
    restore TARGET... · move back from Trash · articles
    \(all)
    tag TARGET... +TAG... -TAG... · add and remove tags · changes
    \(all)
      Example: luego tag 3f9c +design -later
    highlights [QUERY] · print highlights and notes as Markdown · queries
        --random COUNT · print this many, chosen at random
      For each article that matches the query, or all, the newest first: its title with its address, its note,
      and each highlight as a quotation with the note beside it; with color:green only those of that color.
      With --json, one object for each highlight.
    tags [list|rename TAG NAME|remove TAG] · list tags with their counts, rename one, or remove one everywhere · list|rename|remove then tags
      Renaming a tag to the name of another merges them. A tag such as design/web is below design: it is
      counted, renamed and removed with it.
    edit TARGET · change an article's title, address, note and tags · articles
        --title TITLE · set the title; an empty one restores the page's
        --url URL · set the address
    \(fields)
        --add-tag TAG... · add a tag · tags
        --remove-tag TAG... · remove a tag · tags
      Fetching the page again does not change a title set here.
      With another address the article gets another id; luego fetch fetches its page.
    undo · undo the last change
      Undoes what a command or the reading list changed last, one step each time; the last \
    \(UndoJournal.maxSteps) steps are kept, as far as they fit in 64 MB.
      Fields that were changed again since are set back too; other fields stay as they are.
      Permanent deletion cannot be undone.
    import FILE...|- · import articles from other services and programs · files
        --format FORMAT · what the files are, if it cannot be told · \(names(ExchangeFormat.self))
        --dry-run · change nothing; say what would happen
      FILE is what they export, unpacked or as a ZIP archive; FORMAT is one of
      \(names(ExchangeFormat.self, separator: " ").wrapped(toWidth: 100).joined(separator: "\n  ")).
      Articles that are saved already take over tags, notes and highlights, and the earlier date; what is
      in Trash stays there. Importing the same again changes nothing: an import that was stopped is
      completed that way.
      Nothing is fetched; for articles that come without a text, luego fetch does that. Feeds, as in OPML and
      in newsboat's file urls, are no articles: luego sources add takes them.
    export [QUERY] · export all articles, or those that match a query · queries
        --format FORMAT · \(exports) · \(exports)
        -o, --output FILE · write to FILE, whose name can tell the format · files
        --force · replace files that are there
        --partial · write FILE also if some articles cannot be read
      json loses nothing: imported into an empty library, it gives the same library, with Trash if
      there is no query. csv is a table, html bookmarks for a browser, text the addresses, and opml the
      sources of discovery. markdown is a document for each article, with highlights and text; into a
      directory it writes a file each. epub is one book of all articles.
      FILE is written completely or not at all: if an article cannot be read, it is named, the exit status
      is 1, and a file that is there stays, unless --partial is given.
    fetch [TARGET...|QUERY] · fetch pages that are waiting or failed · articles
        --quiet · print nothing
        --from-archive · fetch the newest copy in an archive instead
        --replace · replace texts that a browser, a file or a mail brought
      Without arguments: what is in the inbox, what failed, and what is due to be tried again; with arguments these articles,
      whether due or not, if they have changed on the server. Pictures that are missing are fetched as well.
      Progress and a summary go to standard error. Ctrl-C stops; what was fetched is kept.
    inbox · save what is in the inbox folder as articles
      Pages, links, mails, books, PDFs and exports that others put into the inbox, the directory inbox of
      the library or the one that “set inbox” names, become articles; a folder's name becomes a tag. What
      was taken goes to inbox/done and is removed after 30 days, what was not to inbox/failed, with a note
      that says why; then the exit status is 1. The reading list and luego fetch do the same.
    browser [status|install [BROWSER...]|uninstall|manifest BROWSER PATH] · connect your browsers, so that a button saves the page as you see it · status|install|uninstall|\(browsers("|"))
        --system · for all users of this computer
      install writes a small file for each browser that is found, or is named, by which the extension reaches
      this program; uninstall removes these. status says what is connected and how to load the extension.
      BROWSER is \(browsers(" ")), or the directory of a Chromium's profile.
      Browsers from Flatpak and Snap cannot start programs, and so cannot be connected.
    sync [NAME|HOST|USER@HOST:PATH|DIRECTORY|git URL] · synchronize with a library elsewhere, so that both have every change · files
        --dry-run · change nothing; say what would happen
        --join · make one of two libraries that were created apart
        --yes · delete permanently what was there, also if it is much
        --quiet · print problems only, and none if nobody answers
        --stdio · be the other side, on standard input and output
      HOST is reached by ssh and needs luego as well. DIRECTORY, written with a slash, is another library or an
      empty place for one, as on a USB stick. git URL is a repository. NAME is one of the config file's
      “sync” lines; without arguments all of these are synced.
      Changes to different fields of an article are merged, the later one wins otherwise. Nothing is deleted because
      it is missing. Prints how many articles changed here, there, and on both sides.
      Exit status: 1 if some articles could not be synced, 4 if the library is read-only, 5 if nobody answers, 6 if
      it is another library or of a newer version.
    discover · pick an article from the web and print it
        --source NAME · pick from this source · sources
        --category NAME · pick from this category
        --save · save the article
        --width N · wrap lines at N columns
      Picks from the source in the config file, or from a random one (surprise). Articles shown before
      are not picked again soon. With --seed N the same article is picked each time.
    sources [list|add URL|FILE [NAME]|remove NAME|on NAME|off NAME|block SITE|unblock SITE|refresh [NAME]...] · list or change the sources of discovery · list|add|remove|on|off|block|unblock|refresh then sources
        --no-check · add without asking the address what it has
      A source is a feed, an OPML file, a web page that names its feed, or a list of addresses, one per
      line, such as newsboat's file urls. Folders of OPML and tags of newsboat become categories:
      luego discover --source NAME --category TAG
      Adding a source under an existing name replaces its address. What is at the address is said;
      without a network it is added all the same.
    extract [FILE...|-] · print the readable text of a page, from a file or a pipe · files
        --url URL · the address of the page
        --format FORMAT · \(TextFormat.alternatives) · \(TextFormat.alternatives)
      Reads pages from files or standard input. Uses neither the library nor the network.
    stats · show how much you saved and read
        --days N · the last N days (default: 30) · 7|30|365
        --all · all time
      Saved articles count by the day they were saved, read ones by the day they were last read.
      Archived counts articles saved in that time that are archived now.
      Words and minutes count the part of each article that was read. Articles in Trash do not count.
    doctor · check the library, and repair it
        --repair · repair what was found
        --retire MACHINE · take over what a machine that is gone said, and remove its files
    welcome · add the welcome articles again, a tour of the program
      They are in a library from the first time that the reading list opens where there was none.
      Those that are there already stay as they are; those in Trash are restored.
    completions bash|zsh|fish · print a completion script for a shell · bash|zsh|fish
      make install has them installed. Elsewhere:
      bash: luego completions bash > ~/.local/share/bash-completion/completions/luego
      zsh:  luego completions zsh > DIRECTORY/_luego, in a directory of fpath
      fish: luego completions fish > ~/.config/fish/completions/luego.fish
    help [COMMAND|\(topics)] · explain a command or a topic · \(names(Self.self))|\(topics)
    version · print the version, and the commit it was built from
    """

  private static let all = """
        --all · change all articles that words match
      Words match title, site, author and address. Asks before words alone change more than one article; where
      nobody can be asked, --all is needed. A query with a key, such as tag:x, does not ask.
    """

  private static let format =
    "    --format FORMAT · print each article as FORMAT, such as '{title}\\t{url}'"

  private static let listing = """
        --sort ORDER · \(names(Order.self)) · \(names(Order.self))
        --limit N · print at most N articles
    \(format)
    """

  private static let formatHelp = """
      Fields of --format, in braces, are the keys of --json: \(EntryFormat.fields.prefix(10).joined(separator: " "))
      \(EntryFormat.fields.dropFirst(10).joined(separator: " ")).
      \\t is a tab, \\n a new line, {{ a brace.
    """

  private static let exports = names(ExportFormat.self) + "|" + Program.sourceFormat
  private static let topics = HelpText.allName + "|" + HelpTopic.names.joined(separator: "|")

  private static let fields = RecordField.ofReader.map { field in
    "    --\(field.name) \(field.type == "number" ? "N" : "TEXT")"
      + " · set the \(field.label ?? ""); an empty one removes it"
  }.joined(separator: "\n")

  private static func names<Value: RawRepresentable<String> & CaseIterable>(
    _ type: Value.Type, separator: String = "|"
  ) -> String { type.allCases.map(\.rawValue).joined(separator: separator) }

  private static func browsers(_ separator: String) -> String {
    Browsers.all.map(\.name).joined(separator: separator)
  }
}
