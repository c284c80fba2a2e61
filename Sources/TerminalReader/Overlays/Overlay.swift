import ReadingList
package import ReadingListModel
import TerminalKit

/// What lies over the panes and takes the keys first.
package enum Overlay: Equatable, Sendable {
  /// One line being typed.
  case prompt(Prompt)
  /// Keys and glyphs.
  case help(Help)
  /// A choice of things.
  case menu(Menu)
  /// What is told of the whole library, or of what is under way.
  case report(Report)
  /// A question whose yes runs a command.
  case confirm(Confirmation, Invocation)
}

extension Overlay {
  /// Whether it takes the place of the bar and leaves the panes as they are.
  var isOnBar: Bool {
    if case .prompt(let prompt) = self { prompt.isOnBar } else { false }
  }
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
  /// The completion that was put in last; nil when what stands there was typed.
  package var completion: Completion?
  /// Whether what was put in last was pasted.
  var endsInPaste = false

  /// Starts a line.
  package init(_ purpose: Purpose, text: String = "") {
    self.purpose = purpose
    editor = LineEditor(text)
  }

  /// Whether it is typed on the bar and not in a dialog.
  package var isOnBar: Bool {
    if case .argument = purpose { false } else { true }
  }

  /// Whether addresses to be saved are typed.
  var isOfAddresses: Bool {
    if case .argument(let invocation) = purpose { invocation.command == .add } else { false }
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

  /// What the empty line shows behind its cursor.
  package var placeholder: String {
    purpose == .filter ? "words, tag:, site:, is:, minutes: and more; Tab completes" : ""
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
