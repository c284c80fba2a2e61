package import ReadingList
package import TerminalKit

/// The signs of the interface, in Unicode and for terminals that have only ASCII.
package enum Glyphs: Equatable, Sendable {
  case unicode, ascii
  /// ASCII, and no lines: for those who have the screen read to them.
  case plain

  /// What panes and dialogs are drawn with.
  package var borders: Borders {
    switch self {
    case .unicode: .unicode
    case .ascii: .ascii
    case .plain: .blank
    }
  }

  private func pick(_ unicode: String, _ ascii: String) -> String {
    self == .unicode ? unicode : ascii
  }

  /// The sign of a filter.
  package func sign(of filter: Filter) -> String {
    self == .unicode ? filter.glyph.unicode : filter.glyph.ascii
  }

  /// Marks the row under the cursor.
  package var cursorBar: String { pick("▌", ">") }
  /// Stands before the title of the pane with the focus.
  package var focus: String { pick("▸", ">") }
  /// Before a tag whose tags below it are shown, and before one whose are not.
  package var open: String { pick("▾", "v") }
  package var folded: String { pick("▸", "+") }
  /// The rule of a progress bar, as far as it got and from there on.
  package var progressDone: String { self == .plain ? " " : pick("━", "=") }
  package var progressLeft: String { self == .plain ? " " : pick("─", "-") }
  /// The part of a scrollbar that stands for what is on screen.
  package var scrollbar: String { self == .plain ? " " : pick("▐", "#") }
  /// What a bar is made of: parts of a column, the whole one last.
  package var barParts: [String] {
    self == .unicode ? ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"] : ["#"]
  }
  /// Marks a row for what is done next.
  package var mark: String { pick("●", "*") }
  /// Between details.
  package var dot: String { pick(" · ", " - ") }
  /// Between the first and the last key of a range.
  package var range: String { pick("–", "-") }
  /// Around a value that can be changed.
  package var lessThan: String { pick("‹", "<") }
  package var greaterThan: String { pick("›", ">") }
  /// Text cut off.
  package var ellipsis: String { pick("…", "~") }
  /// A favorite.
  package var favorite: String { pick("♥", "+") }
  /// Saved, chosen.
  package var check: String { pick("✓", "*") }
  /// Waiting for its text.
  package var pending: String { pick("◌", "o") }
  /// Will not be fetched.
  package var failed: String { pick("✗", "x") }
  /// Its text is doubtful.
  package var suspect: String { pick("⚠", "!") }
  /// Beside a highlight with a note.
  package var note: String { pick("✎", "*") }
  /// Opens the sidebar.
  package var sidebarButton: String { pick("[≡]", "[=]") }
  /// The pictures of the spinner.
  package var spinner: [String] {
    self == .unicode ? ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] : ["|", "/", "-", "\\"]
  }

  /// Every sign of rows with its meaning, for the help screen.
  package var legend: [(sign: String, meaning: String)] {
    [
      (favorite, "favorite"), (pending, "not fetched yet"), (failed, "could not be fetched"),
      (suspect, "fetched; check the text"), (check, "read, chosen, saved"), (cursorBar, "cursor"),
      (mark, "selected"), (note, "a note beside a highlight"), (focus, "pane that keys go to"),
    ]
  }
}
