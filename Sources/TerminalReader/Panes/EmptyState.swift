import ReadingListModel
import TerminalKit

/// What a pane says when there is nothing to show: a title, lines under it, things to press.
struct EmptyState: Equatable, Sendable {
  var title: String
  var lines: [String]
  /// Drawn as chips under the lines; a click runs the command.
  var actions: [Action]

  /// Something to press, and the command that its key runs, too.
  struct Action: Equatable, Sendable {
    var chip: Chip
    var command: Command

    init(_ chip: Chip, _ command: Command) {
      self.chip = chip
      self.command = command
    }
  }

  /// Makes an empty state.
  init(_ title: String, lines: [String] = [], actions: [Action] = []) {
    self.title = title
    self.lines = lines
    self.actions = actions
  }

  /// No article is open, or the open one went away.
  static let noArticle = EmptyState(
    "No Article Selected", lines: ["Select an article to start reading"])

  /// Draws it in the middle of a rectangle.
  func draw(in rect: Rect, on screen: inout Screen) {
    let inside = rect.withoutMargins
    var row = firstRow(in: rect)
    for (text, style) in words(in: inside) {
      screen.put(centered: text, row: row, style: style, in: inside)
      row += 1
    }
    for (action, place) in chips(in: rect) { action.chip.draw(in: place, on: &screen) }
  }

  /// Title and lines as they stand under one another.
  private func words(in inside: Rect) -> [(text: String, style: Style)] {
    let width = max(1, inside.columns)
    return title.wrapped(toWidth: width).map { ($0, Style(.text, [.bold])) }
      + lines.flatMap { $0.wrapped(toWidth: width) }.map { ($0, Style(.placeholder)) }
  }

  private func firstRow(in rect: Rect) -> Int {
    let inside = rect.withoutMargins
    let chips = actions.isEmpty ? 0 : isStacked(in: inside) ? actions.count + 1 : 2
    return rect.row + max(0, (rect.rows - words(in: inside).count - chips) / 2)
  }

  /// Columns between chips.
  private static let gap = 2

  /// Columns of the chips beside one another.
  private var chipColumns: Int { actions.reduce(-Self.gap) { $0 + $1.chip.width + Self.gap } }

  /// Whether they stand below one another.
  private func isStacked(in inside: Rect) -> Bool { chipColumns > inside.columns }

  /// Where the chips stand when it is drawn in a rectangle.
  func chips(in rect: Rect) -> [(action: Action, rect: Rect)] {
    let inside = rect.withoutMargins
    let isStacked = isStacked(in: inside)
    var place = Point(
      column: inside.column + max(0, (inside.columns - chipColumns) / 2),
      row: firstRow(in: rect) + words(in: inside).count + 1)
    return actions.map { action in
      let width = action.chip.width
      if isStacked { place.column = inside.column + max(0, (inside.columns - width) / 2) }
      defer { if isStacked { place.row += 1 } else { place.column += width + Self.gap } }
      return (action, Rect(column: place.column, row: place.row, columns: width, rows: 1))
    }
  }
}
