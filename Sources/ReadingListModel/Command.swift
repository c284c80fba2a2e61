/// Something a person can ask the program to do, by its name.
///
/// The one table behind keys, hints, help, the `:` line, config lines, the manual's key section and
/// completions. Keys are bound to commands elsewhere; a command knows no keys.
package enum Command: String, CaseIterable, Hashable, Sendable {
  case down, up, top, bottom
  case halfPageDown = "half-page-down"
  case halfPageUp = "half-page-up"
  case pageDown = "page-down"
  case pageUp = "page-up"
  case paneLeft = "pane-left"
  case paneRight = "pane-right"
  case nextPane = "next-pane"
  case previousPane = "previous-pane"
  case open, back, cancel, quit
  case scrollReaderDown = "scroll-reader-down"
  case scrollReaderUp = "scroll-reader-up"
  case nextArticle = "next-article"
  case previousArticle = "previous-article"
  case nextHeading = "next-heading"
  case previousHeading = "previous-heading"
  case nextParagraph = "next-paragraph"
  case previousParagraph = "previous-paragraph"
  case links
  case find
  case findNext = "find-next"
  case findPrevious = "find-previous"
  case clearFilter = "clear-filter"
  case go
  case sort
  case random
  case discover
  case dealtBack = "dealt-back"
  case dealtForward = "dealt-forward"
  case saveDealt = "save-dealt"
  case blockSite = "block-site"
  case source, category
  case refreshSources = "refresh-sources"
  case mark
  case markRange = "mark-range"
  case markAll = "mark-all"
  case archive, favorite
  case toggleRead = "toggle-read"
  case tag, untag, add, delete, purge, unite, undo, redo
  case refetch
  case refetchFailed = "refetch-failed"
  case openInBrowser = "open-in-browser"
  case openInBrowserAndArchive = "open-in-browser-and-archive"
  case copyURL = "copy-url"
  case copyMarkdown = "copy-markdown"
  case sidebar, zen
  case commandLine = "command-line"
  case settings
  case set
  case bind
  case redraw, suspend, help

  /// Where help lists the command.
  package enum Section: String, CaseIterable, Sendable {
    case moving = "Moving"
    case lists = "Lists"
    case reading = "Reading"
    case articles = "Articles"
    case discovery = "Discovering"
    case program = "Program"
  }

  /// What the manual and the help screen say of it.
  package struct Facts: Sendable {
    /// Where help lists it.
    package var section: Section
    /// A few words, lower case, without a full stop.
    package var words: String
    /// What stands after its name on the `:` line, when it takes something.
    package var argument: String?
    /// One or two words for the hints at the bottom of the screen; nil keeps it out of the hints.
    package var hint: String?
    /// Writes to the library; not registered when it is read-only.
    package var changesLibrary = false
  }

  /// The table.
  package var facts: Facts {
    switch self {
    case .down: Facts(section: .moving, words: "next row or line", hint: nil)
    case .up: Facts(section: .moving, words: "previous row or line")
    case .top: Facts(section: .moving, words: "first row, beginning")
    case .bottom: Facts(section: .moving, words: "last row, end")
    case .halfPageDown: Facts(section: .moving, words: "half a page down")
    case .halfPageUp: Facts(section: .moving, words: "half a page up")
    case .pageDown: Facts(section: .moving, words: "a page down")
    case .pageUp: Facts(section: .moving, words: "a page up")
    case .paneLeft: Facts(section: .moving, words: "to the pane on the left")
    case .paneRight: Facts(section: .moving, words: "to the pane on the right, or open")
    case .nextPane: Facts(section: .moving, words: "next pane")
    case .previousPane: Facts(section: .moving, words: "previous pane")
    case .open: Facts(section: .articles, words: "open the article", hint: "open")
    case .back: Facts(section: .moving, words: "back one level; at the top, quit", hint: "back")
    case .cancel: Facts(section: .moving, words: "cancel, clear the filter, go back")
    case .quit: Facts(section: .program, words: "quit at once")
    case .scrollReaderDown: Facts(section: .reading, words: "scroll the reader from the list")
    case .scrollReaderUp: Facts(section: .reading, words: "scroll the reader back from the list")
    case .nextArticle: Facts(section: .reading, words: "next article of the list", hint: "next")
    case .previousArticle: Facts(section: .reading, words: "previous article of the list")
    case .nextHeading: Facts(section: .reading, words: "next heading")
    case .previousHeading: Facts(section: .reading, words: "previous heading")
    case .nextParagraph: Facts(section: .reading, words: "next paragraph")
    case .previousParagraph: Facts(section: .reading, words: "previous paragraph")
    case .links: Facts(section: .reading, words: "the article's links")
    case .find: Facts(section: .lists, words: "find in this pane as you type", hint: "find")
    case .findNext: Facts(section: .lists, words: "next match")
    case .findPrevious: Facts(section: .lists, words: "previous match")
    case .clearFilter: Facts(section: .lists, words: "clear the filter")
    case .go:
      Facts(section: .lists, words: "go to list", argument: "LIST")
    case .sort: Facts(section: .lists, words: "choose how the list is sorted", argument: "[ORDER]")
    case .random: Facts(section: .lists, words: "a random article of this list", hint: "random")
    case .discover:
      Facts(section: .discovery, words: "deal an article from the web", hint: "shuffle")
    case .dealtBack: Facts(section: .discovery, words: "what was dealt before", hint: "earlier")
    case .dealtForward:
      Facts(section: .discovery, words: "what was dealt after it", hint: "later")
    case .saveDealt:
      Facts(section: .discovery, words: "save what was dealt", hint: "save", changesLibrary: true)
    case .blockSite:
      Facts(section: .discovery, words: "never deal from this site again", hint: "block site")
    case .source:
      Facts(
        section: .discovery,
        words: "choose where to deal from, or change the sources",
        argument: "[NAME|add URL|remove NAME...]",
        hint: "source"
      )
    case .category:
      Facts(section: .discovery, words: "choose a category", argument: "[NAME]", hint: "category")
    case .refreshSources: Facts(section: .discovery, words: "ask the sources for what is new")
    case .mark: Facts(section: .lists, words: "mark the article and move on", hint: "mark")
    case .markRange: Facts(section: .lists, words: "mark from here to where you go")
    case .markAll: Facts(section: .lists, words: "mark all, or none")
    case .archive:
      Facts(
        section: .articles,
        words: "archive, or bring back",
        hint: "archive",
        changesLibrary: true
      )
    case .favorite:
      Facts(
        section: .articles,
        words: "favorite, or take away",
        hint: "favorite",
        changesLibrary: true
      )
    case .toggleRead:
      Facts(section: .articles, words: "mark read or unread", changesLibrary: true)
    case .tag:
      Facts(
        section: .articles,
        words: "add tags",
        argument: "[TAG]...",
        hint: "tag",
        changesLibrary: true
      )
    case .untag:
      Facts(section: .articles, words: "remove tags", argument: "[TAG]...", changesLibrary: true)
    case .add:
      Facts(
        section: .articles,
        words: "save an address",
        argument: "[URL]",
        hint: "add",
        changesLibrary: true
      )
    case .delete:
      Facts(
        section: .articles,
        words: "to Trash, or back from it",
        hint: "delete",
        changesLibrary: true
      )
    case .purge:
      Facts(section: .articles, words: "delete for ever, after asking", changesLibrary: true)
    case .unite:
      Facts(
        section: .articles,
        words: "make one of the marked articles: the one under the cursor stays",
        changesLibrary: true
      )
    case .undo: Facts(section: .articles, words: "undo", hint: "undo", changesLibrary: true)
    case .redo: Facts(section: .articles, words: "redo", changesLibrary: true)
    case .refetch:
      Facts(section: .articles, words: "fetch the page again", changesLibrary: true)
    case .refetchFailed:
      Facts(section: .articles, words: "fetch all that failed or wait", changesLibrary: true)
    case .openInBrowser: Facts(section: .articles, words: "open in the browser", hint: "browser")
    case .openInBrowserAndArchive:
      Facts(section: .articles, words: "open in the browser and archive", changesLibrary: true)
    case .copyURL: Facts(section: .articles, words: "copy the address")
    case .copyMarkdown: Facts(section: .articles, words: "copy a Markdown link")
    case .sidebar: Facts(section: .program, words: "show or hide the sidebar")
    case .zen: Facts(section: .reading, words: "nothing but the text", hint: "zen")
    case .commandLine: Facts(section: .program, words: "type a command", hint: "command")
    case .settings: Facts(section: .program, words: "settings", hint: "settings")
    case .set: Facts(section: .program, words: "change a setting", argument: "NAME VALUE")
    case .bind: Facts(section: .program, words: "bind a key", argument: "PANE KEY COMMAND")
    case .redraw: Facts(section: .program, words: "draw the screen again")
    case .suspend: Facts(section: .program, words: "suspend")
    case .help: Facts(section: .program, words: "this help", hint: "help")
    }
  }
}

/// A command with what was given to it.
package struct Invocation: Hashable, Sendable {
  /// What to do.
  package var command: Command
  /// The rest of the line; empty when nothing.
  package var argument: String

  /// Makes an invocation.
  package init(_ command: Command, _ argument: String = "") {
    self.command = command
    self.argument = argument
  }

  /// Reads a `:` line or the right side of a binding: a command's name and the rest.
  ///
  /// A name may be shortened as long as it is unambiguous.
  /// - Throws: `CommandError` naming what is not known.
  package init(parsing line: String) throws(CommandError) {
    let words = line.drop { $0.isWhitespace }
    let name = words.prefix { !$0.isWhitespace }
    let rest = words[name.endIndex...].drop { $0.isWhitespace }
    guard !name.isEmpty else { throw CommandError(message: "No command given") }
    if let command = Command(rawValue: String(name)) {
      self.init(command, String(rest))
      return
    }
    let candidates = Command.allCases.filter { $0.rawValue.hasPrefix(name) }
    guard let command = candidates.first else {
      throw CommandError(message: "There is no command “\(name)”; ? lists them")
    }
    guard candidates.count == 1 else {
      let names = candidates.map(\.rawValue).joined(separator: ", ")
      throw CommandError(message: "“\(name)” could be \(names)")
    }
    self.init(command, String(rest))
  }
}

/// What is wrong with a line of the command language, in words.
package struct CommandError: Error, Equatable, Sendable {
  /// One line.
  package var message: String

  /// Makes an error.
  package init(message: String) { self.message = message }
}
