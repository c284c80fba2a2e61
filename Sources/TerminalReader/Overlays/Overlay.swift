import ReadingList
package import ReadingListModel
package import TerminalKit

/// What lies over the panes and takes the keys first.
package enum Overlay: Equatable, Sendable {
  /// One line being typed.
  case prompt(Prompt)
  /// Keys and glyphs.
  case help(Help)
  /// A choice of things.
  case menu(Menu)
  /// A question whose yes runs a command.
  case confirm(Confirmation, Invocation)
}

/// A line being typed, and what becomes of it.
package struct Prompt: Equatable, Sendable {
  /// What the line is for.
  package enum Purpose: Equatable, Sendable {
    /// The rest of what a command takes; in a dialog.
    case argument(of: Invocation)
    /// On the bar.
    case filter, findInReader, commandLine
  }

  package var purpose: Purpose
  package var editor: LineEditor
  /// What is wrong with what was typed last; shown until the next key.
  package var problem: String?

  /// Starts a line.
  package init(_ purpose: Purpose, text: String = "") {
    self.purpose = purpose
    editor = LineEditor(text)
  }

  /// Whether it is typed on the bar and not in a dialog.
  package var isOnBar: Bool {
    if case .argument = purpose { false } else { true }
  }

  /// The words before the line, or over the dialog.
  package var label: String {
    switch purpose {
    case .argument(Self.addSource): "Add a source"
    case .argument(let invocation): invocation.command.row.title
    case .filter: "Filter: "
    case .findInReader: "Find: "
    case .commandLine: ":"
    }
  }

  /// A line under a dialog's field.
  package var hint: String {
    switch purpose {
    case .argument(Self.addSource): "A feed, an OPML file or a list: URL or path, and a name"
    case .argument(let invocation): invocation.command.row.argument.hint
    case .filter, .findInReader, .commandLine: ""
    }
  }

  static let addSource = Invocation(.source, ReadingListModel.addSource)
}

/// The help screen's state.
package struct Help: Equatable, Sendable {
  /// First line shown.
  package var top = 0
  /// Being typed to search in it; nil when not searching.
  package var search: LineEditor?

  /// From the top, not searching.
  package init() {}
}

/// A list of things to choose one of.
package struct Menu: Equatable, Sendable {
  /// What a key does in it.
  package struct Action: Equatable, Sendable {
    package var invocation: Invocation
    /// The menu stays, and shows what has changed.
    package var staysOpen: Bool

    /// Makes an action.
    package init(_ invocation: Invocation, staysOpen: Bool = false) {
      self.invocation = invocation
      self.staysOpen = staysOpen
    }
  }

  /// One line of it.
  package struct Item: Equatable, Sendable {
    package var title: String
    package var detail: String
    /// What choosing it does.
    package var action: Action
    /// What other keys do with it.
    package var others: [Character: Action]

    /// Makes a line.
    package init(
      _ title: String,
      detail: String = "",
      _ action: Action,
      others: [Character: Action] = [:]
    ) {
      self.title = title
      self.detail = detail
      self.action = action
      self.others = others
    }
  }

  /// The command that it belongs to.
  package var command: Command
  package var items: [Item]
  /// The item under the cursor.
  package var cursor: ListCursor
  package var hint: String

  /// Makes a menu.
  package init(_ command: Command, items: [Item], cursor: Int = 0, hint: String? = nil) {
    self.command = command
    self.items = items
    self.cursor = ListCursor(cursor: cursor)
    self.hint = hint ?? command.row.argument.hint
  }
}
