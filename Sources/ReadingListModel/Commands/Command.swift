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
  case previousPick = "previous-pick"
  case nextPick = "next-pick"
  case savePick = "save-pick"
  case blockSite = "block-site"
  case source, category
  case refreshSources = "refresh-sources"
  case mark
  case markRange = "mark-range"
  case markAll = "mark-all"
  case archive, favorite
  case toggleRead = "toggle-read"
  case tag, untag, add, delete, purge
  case mergeDuplicates = "merge-duplicates"
  case undo, redo
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
  package struct Row: Sendable {
    /// Where help lists it.
    package var section: Section
    /// A few words, lower case, without a full stop.
    package var summary: String
    /// What stands after its name on the `:` line, when it takes something.
    package var argument: String?
    /// One or two words for the hints at the bottom of the screen; nil keeps it out of the hints.
    package var hint: String?
    /// Writes to the library; not registered when it is read-only.
    package var changesLibrary = false
  }

  /// The table.
  package var row: Row {
    switch self {
    case .down: Row(section: .moving, summary: "next row or line", hint: nil)
    case .up: Row(section: .moving, summary: "previous row or line")
    case .top: Row(section: .moving, summary: "first row, beginning")
    case .bottom: Row(section: .moving, summary: "last row, end")
    case .halfPageDown: Row(section: .moving, summary: "half a page down")
    case .halfPageUp: Row(section: .moving, summary: "half a page up")
    case .pageDown: Row(section: .moving, summary: "a page down")
    case .pageUp: Row(section: .moving, summary: "a page up")
    case .paneLeft: Row(section: .moving, summary: "to the pane on the left")
    case .paneRight: Row(section: .moving, summary: "to the pane on the right, or open")
    case .nextPane: Row(section: .moving, summary: "next pane")
    case .previousPane: Row(section: .moving, summary: "previous pane")
    case .open: Row(section: .articles, summary: "open the article", hint: "open")
    case .back: Row(section: .moving, summary: "back one level; at the top, quit", hint: "back")
    case .cancel: Row(section: .moving, summary: "cancel, clear the filter, go back")
    case .quit: Row(section: .program, summary: "quit at once")
    case .scrollReaderDown: Row(section: .reading, summary: "scroll the reader from the list")
    case .scrollReaderUp: Row(section: .reading, summary: "scroll the reader back from the list")
    case .nextArticle: Row(section: .reading, summary: "next article of the list", hint: "next")
    case .previousArticle: Row(section: .reading, summary: "previous article of the list")
    case .nextHeading: Row(section: .reading, summary: "next heading")
    case .previousHeading: Row(section: .reading, summary: "previous heading")
    case .nextParagraph: Row(section: .reading, summary: "next paragraph")
    case .previousParagraph: Row(section: .reading, summary: "previous paragraph")
    case .links: Row(section: .reading, summary: "the article's links")
    case .find: Row(section: .lists, summary: "find in this pane as you type", hint: "find")
    case .findNext: Row(section: .lists, summary: "next match")
    case .findPrevious: Row(section: .lists, summary: "previous match")
    case .clearFilter: Row(section: .lists, summary: "clear the filter")
    case .go:
      Row(section: .lists, summary: "go to list", argument: "LIST")
    case .sort: Row(section: .lists, summary: "choose how the list is sorted", argument: "[ORDER]")
    case .random: Row(section: .lists, summary: "a random article of this list", hint: "random")
    case .discover:
      Row(section: .discovery, summary: "pick an article from the web", hint: "shuffle")
    case .previousPick: Row(section: .discovery, summary: "what was picked before", hint: "earlier")
    case .nextPick:
      Row(section: .discovery, summary: "what was picked after it", hint: "later")
    case .savePick:
      Row(section: .discovery, summary: "save what was picked", hint: "save", changesLibrary: true)
    case .blockSite:
      Row(section: .discovery, summary: "never pick from this site again", hint: "block site")
    case .source:
      Row(
        section: .discovery,
        summary: "choose where to pick from, or change the sources",
        argument: "[NAME|add URL|remove NAME...]",
        hint: "source"
      )
    case .category:
      Row(section: .discovery, summary: "choose a category", argument: "[NAME]", hint: "category")
    case .refreshSources: Row(section: .discovery, summary: "ask the sources for what is new")
    case .mark: Row(section: .lists, summary: "mark the article and move on", hint: "mark")
    case .markRange: Row(section: .lists, summary: "mark from here to where you go")
    case .markAll: Row(section: .lists, summary: "mark all, or none")
    case .archive:
      Row(
        section: .articles,
        summary: "archive, or bring back",
        hint: "archive",
        changesLibrary: true
      )
    case .favorite:
      Row(
        section: .articles,
        summary: "favorite, or take away",
        hint: "favorite",
        changesLibrary: true
      )
    case .toggleRead:
      Row(section: .articles, summary: "mark read or unread", changesLibrary: true)
    case .tag:
      Row(
        section: .articles,
        summary: "add tags",
        argument: "[TAG]...",
        hint: "tag",
        changesLibrary: true
      )
    case .untag:
      Row(section: .articles, summary: "remove tags", argument: "[TAG]...", changesLibrary: true)
    case .add:
      Row(
        section: .articles,
        summary: "save an address",
        argument: "[URL]",
        hint: "add",
        changesLibrary: true
      )
    case .delete:
      Row(
        section: .articles,
        summary: "to Trash, or back from it",
        hint: "delete",
        changesLibrary: true
      )
    case .purge:
      Row(section: .articles, summary: "delete for ever, after asking", changesLibrary: true)
    case .mergeDuplicates:
      Row(
        section: .articles,
        summary: "make one of the marked articles: the one under the cursor stays",
        changesLibrary: true
      )
    case .undo: Row(section: .articles, summary: "undo", hint: "undo", changesLibrary: true)
    case .redo: Row(section: .articles, summary: "redo", changesLibrary: true)
    case .refetch:
      Row(section: .articles, summary: "fetch the page again", changesLibrary: true)
    case .refetchFailed:
      Row(section: .articles, summary: "fetch all that failed or wait", changesLibrary: true)
    case .openInBrowser: Row(section: .articles, summary: "open in the browser", hint: "browser")
    case .openInBrowserAndArchive:
      Row(section: .articles, summary: "open in the browser and archive", changesLibrary: true)
    case .copyURL: Row(section: .articles, summary: "copy the address")
    case .copyMarkdown: Row(section: .articles, summary: "copy a Markdown link")
    case .sidebar: Row(section: .program, summary: "show or hide the sidebar")
    case .zen: Row(section: .reading, summary: "nothing but the text", hint: "zen")
    case .commandLine: Row(section: .program, summary: "type a command", hint: "command")
    case .settings: Row(section: .program, summary: "settings", hint: "settings")
    case .set: Row(section: .program, summary: "change a setting", argument: "NAME VALUE")
    case .bind: Row(section: .program, summary: "bind a key", argument: "PANE KEY COMMAND")
    case .redraw: Row(section: .program, summary: "draw the screen again")
    case .suspend: Row(section: .program, summary: "suspend")
    case .help: Row(section: .program, summary: "this help", hint: "help")
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
