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
  case confirm(question: String, Invocation)
}

/// A line being typed, and what becomes of it.
package struct Prompt: Equatable, Sendable {
  /// What the line is for.
  package enum Purpose: Equatable, Sendable {
    /// In a dialog.
    case add, tag, untag, addSource
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
    switch purpose {
    case .add, .tag, .untag, .addSource: false
    case .filter, .findInReader, .commandLine: true
    }
  }

  /// The words before the line, or over the dialog.
  package var label: String {
    switch purpose {
    case .add: "Add an article"
    case .tag: "Add tags"
    case .addSource: "Add a source"
    case .untag: "Remove tags"
    case .filter: "Filter: "
    case .findInReader: "Find: "
    case .commandLine: ":"
    }
  }

  /// A line under a dialog's field.
  package var hint: String {
    switch purpose {
    case .add: "Enter saves and fetches, Esc cancels"
    case .tag: "Tab completes, Enter adds, Esc cancels"
    case .addSource: "A feed, an OPML file or a list: URL or path, and a name"
    case .untag: "Tab completes, Enter removes, Esc cancels"
    case .filter, .findInReader, .commandLine: ""
    }
  }
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
  /// What choosing does.
  package enum Purpose: Equatable, Sendable { case sort, settings, links, source, category }

  /// One line of it.
  package struct Item: Equatable, Sendable {
    package var title: String
    package var detail: String

    /// Makes a line.
    package init(_ title: String, detail: String = "") {
      self.title = title
      self.detail = detail
    }
  }

  package var purpose: Purpose
  package var title: String
  package var items: [Item]
  /// The item under the cursor.
  package var cursor: ListCursor
  package var hint: String

  /// Makes a menu.
  package init(_ purpose: Purpose, title: String, items: [Item], cursor: Int = 0, hint: String) {
    self.purpose = purpose
    self.title = title
    self.items = items
    self.cursor = ListCursor(cursor: cursor)
    self.hint = hint
  }
}
