package import ReadingList
package import Terminal

package enum Glyphs: Equatable, Sendable {
  case unicode, ascii
  /// ASCII without lines, for screen readers.
  case plain

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

  package func sign(of filter: Filter) -> String {
    self == .unicode ? filter.glyph.unicode : filter.glyph.ascii
  }

  package var cursorBar: String { pick("▌", ">") }
  package var focus: String { pick("▸", ">") }
  package var progressDone: String { self == .plain ? " " : pick("━", "=") }
  package var progressLeft: String { self == .plain ? " " : pick("─", "-") }
  package var scrollbar: String { self == .plain ? " " : pick("▐", "#") }
  /// Growing fractions of a column.
  package var barParts: [String] {
    self == .unicode ? ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"] : ["#"]
  }
  package var mark: String { pick("●", "*") }
  package var dot: String { pick(" · ", " - ") }
  /// Between the first and the last key of a range.
  package var range: String { pick("–", "-") }
  /// Around a value that can be changed.
  package var lessThan: String { pick("‹", "<") }
  package var greaterThan: String { pick("›", ">") }
  package var ellipsis: String { pick("…", "~") }
  package var favorite: String { pick("♥", "+") }
  package var check: String { pick("✓", "*") }
  package var pending: String { pick("◌", "o") }
  /// An article that could not be fetched.
  package var failed: String { pick("✗", "x") }
  package var suspect: String { pick("⚠", "!") }
  package var note: String { pick("✎", "&") }
  package var sidebarButton: String { pick("[≡]", "[=]") }
  package var spinner: [String] {
    self == .unicode ? ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] : ["|", "/", "-", "\\"]
  }

  package var legend: [(sign: String, meaning: String)] {
    [
      (favorite, "favorite"), (pending, "not fetched yet"), (failed, "failed"),
      (suspect, "text to check"), (check, "read, chosen, saved"), (cursorBar, "cursor"),
      (mark, "selected"), (note, "a note"), (focus, "pane that keys go to"),
    ]
  }
}
