import Exchange
import Library
import ReadingList
import ReadingServices
import Terminal

extension Subcommand {
  var row: Row {
    switch self {
    case .add:
      Row(
        operands: "URL...|FILE...|-",
        options: [
          CommandOption("-t, --tag TAG", completing: .tags, repeats: true, does: "add a tag"),
          CommandOption("--title TITLE", does: "use this title"),
          CommandOption(
            "--html FILE", completing: .files, does: "take the page from FILE (-: standard input)"),
          CommandOption(
            "--mail FILE", completing: .files,
            does: "save the mail in FILE as an article (-: standard input)"),
          CommandOption("--highlight QUOTE", does: "highlight this passage"),
          CommandOption("--favorite", does: "save into Favorites"),
          CommandOption("--archive", does: "save into Archived"),
          CommandOption("--no-fetch", does: "do not fetch the page now"),
        ], summary: "save addresses and fetch their pages",
        details: """
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
          """)
    case .list:
      Row(
        operands: "[QUERY]", completion: .queries, options: Self.listing,
        summary: "list all articles, or those that match a query",
        details: """
          A query lists everything that matches and is not in Trash.
          Words match title, site, author and address; text:WORD and luego search look in the texts.
          Queries: words, tag:x, site:x, is:unread, minutes:..10, older:1y, in:trash, -tag:y
          \(Self.formatHelp)
          """)
    case .search:
      Row(
        operands: "WORDS", completion: .queries, options: Self.listing,
        summary:
          "search the texts, titles, sites, authors, tags, notes and addresses of all articles",
        details: """
          Takes the same words as / in the reading list, and searches everything that is not in Trash. The
          best matches come first, unless --sort says otherwise; below each stands the text around the words.
          \(Self.formatHelp)
          """)
    case .random:
      Row(
        operands: "[QUERY]", completion: .queries,
        options: [
          CommandOption("--minutes N", does: "only articles that take at most N minutes"),
          Self.format,
        ], summary: "choose a random article from all, or from those that match a query",
        details: """
          Prints the article as list does and opens nothing.
          With --seed N the same list gives the same article.
          Example: luego show "$(luego random --minutes 15 --format '{id}')"
          """)
    case .show:
      Row(
        operands: "TARGET", completion: .articles,
        options: [
          CommandOption(
            "--format FORMAT", completing: Self.formats, does: "\(TextFormat.alternatives)"),
          CommandOption("--width N", does: "wrap lines at N columns"),
          CommandOption("--links", does: "number links and list them at the end"),
          CommandOption("--info", does: "print information about the article instead"),
          CommandOption("--no-pager", does: "print a long text at once"),
        ], summary: "print an article",
        details: """
          A query must match one article.
          On a terminal, text has colors and links and is shown in PAGER, or less; elsewhere links are numbered
          and listed at the end.
          """)
    case .open:
      Row(
        operands: "[TARGET|luego://article?url=URL]", completion: .articles,
        summary: "open an article in the browser",
        details: """
          Uses the browsers in BROWSER, separated by colons, or xdg-open. Without a target, in a terminal, it opens \
          the reading list.
          """)
    case .share:
      Row(
        operands: "TARGET", completion: .articles,
        options: [
          CommandOption(
            "--as FORM", completing: .words(ShareFormat.allCases.map(\.rawValue)),
            does: ShareFormat.allCases.map(\.rawValue).joined(separator: "|"))
        ], summary: "print an article's address for sharing",
        details: """
          link (the default) is the address, markdown a Markdown link, text the title and the address,
          mail a mailto: address, command a shell command that saves the article.
          Example: xdg-open "$(luego share 3f9c --as mail)"
          """)
    case .archive: Self.change("move to Archived")
    case .unarchive: Self.change("move from Archived to All Articles")
    case .favorite: Self.change("move to Favorites")
    case .unfavorite: Self.change("move from Favorites to All Articles")
    case .delete:
      Row(
        operands: "TARGET...", completion: .articles,
        options: [
          Self.all, CommandOption("--yes", does: "do not ask, however many articles match a query"),
        ], summary: "move to Trash",
        details: """
          \(Self.allHelp)
          Asks before a query moves more than 50 articles; where nobody can be asked, --yes is needed.
          """)
    case .restore: Self.change("move back from Trash")
    case .tag:
      Row(
        operands: "TARGET... +TAG... -TAG...", completion: .changes, options: [Self.all],
        summary: "add and remove tags",
        details: """
          \(Self.allHelp)
          Example: luego tag 3f9c +design -later
          """)
    case .highlights:
      Row(
        operands: "[QUERY]", completion: .queries,
        options: [CommandOption("--random COUNT", does: "print this many, chosen at random")],
        summary: "print highlights and notes as Markdown",
        details: """
          For each article that matches the query, or all, the newest first: its title with its address, its note,
          and each highlight as a quotation with the note beside it; with color:green only those of that color.
          With --json, one object for each highlight.
          """)
    case .tags:
      Row(
        operands: "[list|rename TAG NAME|remove TAG]",
        completion: .verbs(["list", "rename", "remove"], then: .tags),
        summary: "list tags with their counts, rename one, or remove one everywhere",
        details: """
          Renaming a tag to the name of another merges them. A tag such as design/web is below design: it is
          counted, renamed and removed with it.
          """)
    case .edit:
      Row(
        operands: "TARGET", completion: .articles,
        options: [
          CommandOption("--title TITLE", does: "set the title; an empty one restores the page's"),
          CommandOption("--url URL", does: "set the address"),
        ]
          + RecordField.ofReader.map { field in
            CommandOption(
              "--\(field.name) \(field.type == "number" ? "N" : "TEXT")",
              does: "set the \(field.label ?? ""); an empty one removes it")
          } + [
            CommandOption("--add-tag TAG", completing: .tags, repeats: true, does: "add a tag"),
            CommandOption(
              "--remove-tag TAG", completing: .tags, repeats: true, does: "remove a tag"),
          ], summary: "change an article's title, address, note and tags",
        details: """
          Fetching the page again does not change a title set here.
          With another address the article gets another id; luego fetch fetches its page.
          """)
    case .undo:
      Row(
        operands: "", summary: "undo the last change",
        details: """
          Undoes what a command or the reading list changed last, one step each time; the last \
          \(UndoJournal.maxSteps) steps are kept, as far as they fit in 64 MB.
          Fields that were changed again since are set back too; other fields stay as they are.
          Permanent deletion cannot be undone.
          """)
    case .import:
      Row(
        operands: "FILE...|-", completion: .files,
        options: [
          CommandOption(
            "--format FORMAT", completing: .words(ExchangeFormat.allCases.map(\.rawValue)),
            does: "what the files are, if it cannot be told"),
          CommandOption("--dry-run", does: "change nothing; say what would happen"),
        ], summary: "import articles from other services and programs",
        details: """
          FILE is what they export, unpacked or as a ZIP archive; FORMAT is one of
          \(ExchangeFormat.allCases.map(\.rawValue).joined(separator: " ").wrapped(toWidth: 100).joined(separator: "\n")).
          Articles that are saved already take over tags, notes and highlights, and the earlier date; what is
          in Trash stays there. Importing the same again changes nothing: an import that was stopped is
          completed that way.
          Nothing is fetched; for articles that come without a text, luego fetch does that. Feeds, as in OPML and
          in newsboat's file urls, are no articles: luego sources add takes them.
          """)
    case .export:
      Row(
        operands: "[QUERY]", completion: .queries,
        options: [
          CommandOption(
            "--format FORMAT",
            completing: .words(ExportFormat.allCases.map(\.rawValue) + [Program.sourceFormat]),
            does: (ExportFormat.allCases.map(\.rawValue) + [Program.sourceFormat]).joined(
              separator: "|")),
          CommandOption(
            "-o, --output FILE", completing: .files,
            does: "write to FILE, whose name can tell the format"),
          CommandOption("--force", does: "replace files that are there"),
          CommandOption("--partial", does: "write FILE also if some articles cannot be read"),
        ], summary: "export all articles, or those that match a query",
        details: """
          json loses nothing: imported into an empty library, it gives the same library, with Trash if
          there is no query. csv is a table, html bookmarks for a browser, text the addresses, and opml the
          sources of discovery. markdown is a document for each article, with highlights and text; into a
          directory it writes a file each. epub is one book of all articles.
          FILE is written completely or not at all: if an article cannot be read, it is named, the exit status
          is 1, and a file that is there stays, unless --partial is given.
          """)
    case .fetch:
      Row(
        operands: "[TARGET...|QUERY]", completion: .articles,
        options: [
          CommandOption("--quiet", does: "print nothing"),
          CommandOption("--from-archive", does: "fetch the newest copy in an archive instead"),
          CommandOption(
            "--replace", does: "replace texts that a browser, a file or a mail brought"),
        ], summary: "fetch pages that are waiting or failed",
        details: """
          Without arguments: what is in the inbox, what failed, and what is due to be tried again; with arguments these articles,
          whether due or not, if they have changed on the server. Pictures that are missing are fetched as well.
          Progress and a summary go to standard error. Ctrl-C stops; what was fetched is kept.
          """)
    case .inbox:
      Row(
        operands: "", summary: "save what is in the inbox folder as articles",
        details: """
          Pages, links, mails, books, PDFs and exports that others put into the inbox, the directory inbox of
          the library or the one that “set inbox” names, become articles; a folder's name becomes a tag. What
          was taken goes to inbox/done and is removed after 30 days, what was not to inbox/failed, with a note
          that says why; then the exit status is 1. The reading list and luego fetch do the same.
          """)
    case .browser:
      Row(
        operands: "[status|install [BROWSER...]|uninstall|manifest BROWSER PATH]",
        completion: .words(["status", "install", "uninstall"] + Browsers.all.map(\.name)),
        options: [CommandOption("--system", does: "for all users of this computer")],
        summary: "connect your browsers, so that a button saves the page as you see it",
        details: """
          install writes a small file for each browser that is found, or is named, by which the extension reaches
          this program; uninstall removes these. status says what is connected and how to load the extension.
          BROWSER is \(Browsers.all.map(\.name).joined(separator: " ")), or the directory of a Chromium's profile.
          Browsers from Flatpak and Snap cannot start programs, and so cannot be connected.
          """)
    case .sync:
      Row(
        operands: "[NAME|HOST|USER@HOST:PATH|DIRECTORY|git URL]", completion: .files,
        options: [
          CommandOption("--dry-run", does: "change nothing; say what would happen"),
          CommandOption("--join", does: "make one of two libraries that were created apart"),
          CommandOption("--yes", does: "delete permanently what was there, also if it is much"),
          CommandOption("--quiet", does: "print problems only, and none if nobody answers"),
          CommandOption("--stdio", does: "be the other side, on standard input and output"),
        ], summary: "synchronize with a library elsewhere, so that both have every change",
        details: """
          HOST is reached by ssh and needs luego as well. DIRECTORY, written with a slash, is another library or an
          empty place for one, as on a USB stick. git URL is a repository. NAME is one of the config file's
          “sync” lines; without arguments all of these are synced.
          Changes to different fields of an article are merged, the later one wins otherwise. Nothing is deleted because
          it is missing. Prints how many articles changed here, there, and on both sides.
          Exit status: 1 if some articles could not be synced, 4 if the library is read-only, 5 if nobody answers, 6 if
          it is another library or of a newer version.
          """)
    case .discover:
      Row(
        operands: "",
        options: [
          CommandOption("--source NAME", completing: .sources, does: "pick from this source"),
          CommandOption("--category NAME", does: "pick from this category"),
          CommandOption("--save", does: "save the article"),
          CommandOption("--width N", does: "wrap lines at N columns"),
        ], summary: "pick an article from the web and print it",
        details: """
          Picks from the source in the config file, or from a random one (surprise). Articles shown before
          are not picked again soon. With --seed N the same article is picked each time.
          """)
    case .sources:
      Row(
        operands:
          "[list|add URL|FILE [NAME]|remove NAME|on NAME|off NAME|block SITE|unblock SITE|refresh [NAME]...]",
        completion: .verbs(
          ["list", "add", "remove", "on", "off", "block", "unblock", "refresh"], then: .sources),
        options: [CommandOption("--no-check", does: "add without asking the address what it has")],
        summary: "list or change the sources of discovery",
        details: """
          A source is a feed, an OPML file, a web page that names its feed, or a list of addresses, one per
          line, such as newsboat's file urls. Folders of OPML and tags of newsboat become categories:
          luego discover --source NAME --category TAG
          Adding a source under an existing name replaces its address. What is at the address is said;
          without a network it is added all the same.
          """)
    case .rules:
      Row(
        operands: "[add DIRECTORY|ZIP]", completion: .verbs(["add"], then: .files),
        options: [CommandOption("--replace", does: "replace rules that exist already")],
        summary: "check the rules for single sites, or add a collection of them",
        details: """
          Rules are in the site-config format of FiveFilters, one file per host, such as example.com.txt.
          Without “add”: how many rules there are, and what is wrong with them.
          """)
    case .extract:
      Row(
        operands: "[FILE...|-]", completion: .files,
        options: [
          CommandOption("--url URL", does: "the address of the page"),
          CommandOption(
            "--format FORMAT", completing: Self.formats, does: "\(TextFormat.alternatives)"),
        ], summary: "print the readable text of a page, from a file or a pipe",
        details:
          "Reads pages from files or standard input. Uses neither the library nor the network.")
    case .stats:
      Row(
        operands: "",
        options: [
          CommandOption(
            "--days N", completing: .words(["7", "30", "365"]),
            does: "the last N days (default: 30)"), CommandOption("--all", does: "all time"),
        ], summary: "show how much you saved and read",
        details: """
          Saved articles count by the day they were saved, read ones by the day they were last read.
          Archived counts articles saved in that time that are archived now.
          Words and minutes count the part of each article that was read. Articles in Trash do not count.
          """)
    case .doctor:
      Row(
        operands: "",
        options: [
          CommandOption("--repair", does: "repair what was found"),
          CommandOption(
            "--retire MACHINE",
            does: "take over what a machine that is gone said, and remove its files"),
        ], summary: "check the library, and repair it")
    case .welcome:
      Row(
        operands: "", summary: "add the welcome articles again, a tour of the program",
        details: """
          They are in a library from the first time that the reading list opens where there was none.
          Those that are there already stay as they are; those in Trash are restored.
          """)
    case .completions:
      Row(
        operands: "bash|zsh|fish", completion: .words(["bash", "zsh", "fish"]),
        summary: "print a completion script for a shell",
        details: """
          make install has them installed. Elsewhere:
          bash: luego completions bash > ~/.local/share/bash-completion/completions/luego
          zsh:  luego completions zsh > DIRECTORY/_luego, in a directory of fpath
          fish: luego completions fish > ~/.config/fish/completions/luego.fish
          """)
    case .help:
      Row(
        operands: "[COMMAND|\(HelpText.allName)|\(HelpTopic.names.joined(separator: "|"))]",
        completion: .words(Self.allCases.map(\.rawValue) + [HelpText.allName] + HelpTopic.names),
        summary: "explain a command or a topic")
    case .version: Row(operands: "", summary: "print the version, and the commit it was built from")
    }
  }

  private static func change(_ summary: String) -> Row {
    Row(
      operands: "TARGET...", completion: .articles, options: [all], summary: summary,
      details: allHelp)
  }

  private static let all = CommandOption("--all", does: "change all articles that words match")

  private static let allHelp = """
    Words match title, site, author and address. Asks before words alone change more than one article; where
    nobody can be asked, --all is needed. A query with a key, such as tag:x, does not ask.
    """

  private static let formats = Completion.words(TextFormat.allCases.map(\.rawValue))

  private static let format = CommandOption(
    "--format FORMAT", does: "print each article as FORMAT, such as '{title}\\t{url}'")

  private static let listing = [
    CommandOption(
      "--sort ORDER", completing: .words(Order.allCases.map(\.rawValue)),
      does: Order.allCases.map(\.rawValue).joined(separator: "|")),
    CommandOption("--limit N", does: "print at most N articles"), format,
  ]

  private static let formatHelp = """
    Fields of --format, in braces, are the keys of --json: \(EntryFormat.fields.prefix(10).joined(separator: " "))
    \(EntryFormat.fields.dropFirst(10).joined(separator: " ")).
    \\t is a tab, \\n a new line, {{ a brace.
    """
}
