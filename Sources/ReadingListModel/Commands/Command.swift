import ReadingList

/// Something a person can ask the program to do.
///
/// All that there is to say of one stands in its row of the table: its name, its keys, what it takes,
/// what it needs and who carries it out. The keymap, the help screen, hints, menus, the `:` line, the
/// config file and the manual's section on keys are made from the rows.
package enum Command: CaseIterable, Hashable, Sendable {
  case down, up, top, bottom, halfPageDown, halfPageUp, pageDown, pageUp
  case paneLeft, paneRight, nextPane, previousPane, open, back, cancel, interrupt, quit
  case scrollReaderDown, scrollReaderUp, nextArticle, previousArticle
  case nextHeading, previousHeading, nextParagraph, previousParagraph, links
  case select, selectRight, selectLeft, nextWord, previousWord, nextSentence, previousSentence,
    otherEnd, copyText, highlight, annotate, removeHighlight
  case openPicture, fetchPictures
  case followLink, linkMenu, openSaved, readHere, jumpBack, jumpForward
  case find, findNext, findPrevious, nextUnread, previousUnread, ranking, filter, clearFilter,
    widen, go, sort, random,
    continueReading
  case view, saveView
  case discover, previousPick, nextPick, savePick, blockSite, source, category, refreshSources
  case mark, markRange, markAll, archive, archiveAndNext, favorite, toggleRead, readAll, tag, untag,
    renameTag, removeTag, foldTag, editTitle, editURL, add, welcome,
    delete, purge, emptyTrash
  case mergeDuplicates, undo, redo, refetch, refetchFailed, fetchArchived
  case openInBrowser, openInBrowserAndArchive, copyURL, copyMarkdown, share, edit, write, pipe
  case importFile, sync
  case statistics, activity
  case sidebar, inspector, paneWidths, contents, notes, messages, panelHeight, zen, commandLine,
    palette, theme, configProblems, settings, set, tagColor, bind, shell, redraw, suspend, help

  /// The command of a name, spelled out.
  package init?(named name: String) {
    guard let command = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = command
  }

  /// How it is written on the `:` line, in a binding and in the config file.
  package var name: String { row.name }

  /// Where help and manual list a command.
  package enum Section: String, CaseIterable, Sendable {
    case moving = "Moving"
    case lists = "Lists"
    case reading = "Reading"
    case articles = "Articles"
    case discovery = "Discovering"
    case program = "Program"
  }

  /// A set of default keys.
  package enum Preset: String, CaseIterable, Sendable {
    /// In the style of vi.
    case vim
    /// For hands that know newsboat.
    case newsboat
    /// For hands that know Gmail.
    case gmail
  }

  /// What stands after a command's name, with the words for it that help shows.
  package enum Argument: Equatable, Sendable {
    case none
    /// It cannot be left out.
    case required(String)
    /// Without it the command is about the article at hand.
    case optional(String)
    /// It is typed into a dialog where it was left out; `hint` stands under the line.
    case typed(String, hint: String)
    /// It is chosen from a menu where it was left out; `hint` stands under the menu.
    case chosen(String, hint: String)

    /// The words for it; nil when there is none.
    package var usage: String? {
      switch self {
      case .none: nil
      case .required(let usage), .optional(let usage), .typed(let usage, _), .chosen(let usage, _):
        usage
      }
    }

    /// What the dialog or the menu says at its bottom.
    package var hint: String {
      switch self {
      case .none, .required, .optional: ""
      case .typed(_, let hint), .chosen(_, let hint): hint
      }
    }
  }

  /// What must be so for a command to be carried out; `ReadingListModel.reason` says what is missing.
  package enum Need: Sendable {
    /// A library that may be changed.
    case writing
    /// An article under the cursor, open or picked.
    case article
    /// One that is in the library.
    case savedArticle
    /// More than one of these.
    case severalArticles
    /// One that was begun and not finished.
    case startedArticle
    /// An article in the reader, with its text.
    case text
    /// Text that is being selected.
    case selection
    /// An article that was picked on the shuffle screen.
    case pick
    /// Something in the list.
    case rows
  }

  /// What a model does for a command, given its argument.
  typealias Action = @Sendable (ReadingListModel, String) -> CommandOutcome

  /// All there is to say of a command.
  package struct Row: Sendable {
    /// How it is written.
    package let name: String
    /// Where help lists it.
    package let section: Section
    /// A few words, lower case, without a full stop.
    package let summary: String
    /// What stands over its dialog or menu.
    package let title: String
    /// One or two words for the hints at the bottom of the screen.
    package let hint: String
    /// What stands after its name.
    package private(set) var argument = Argument.none
    /// What it cannot do without.
    package private(set) var needs: [Need] = []
    /// What is asked before it is done, `…` standing for the articles; nil when it is done at once.
    private(set) var question: String?
    /// What the model does; nil when the screen carries it out.
    private(set) var action: Action?

    /// What to write where its argument is not right.
    package var usage: String {
      "Usage: " + ([name] + [argument.usage].compactMap { $0 }).joined(separator: " ")
    }

    init(
      _ name: String,
      _ section: Section,
      _ summary: String,
      title: String? = nil,
      hint: String? = nil
    ) {
      self.name = name
      self.section = section
      self.summary = summary
      self.title = title ?? summary.capitalizedFirst
      self.hint = hint ?? name
    }

    private func with(_ change: (inout Row) -> Void) -> Row {
      var row = self
      change(&row)
      return row
    }

    func taking(_ argument: Argument) -> Row { with { $0.argument = argument } }
    func needing(_ needs: Need...) -> Row { with { $0.needs = needs } }
    func asking(_ question: String) -> Row { with { $0.question = question } }
    func doing(_ action: @escaping Action) -> Row { with { $0.action = action } }
    func doing(_ action: @escaping @Sendable (ReadingListModel) -> CommandOutcome) -> Row {
      doing { model, _ in action(model) }
    }
    /// Of what is done there is nothing to say.
    func running(_ action: @escaping @Sendable (ReadingListModel) -> Void) -> Row {
      doing { model, _ in
        action(model)
        return .done
      }
    }
  }
}
