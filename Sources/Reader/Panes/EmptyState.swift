import Terminal

/// The content of a pane with nothing to show: a title, lines of text and buttons.
struct EmptyState: Equatable, Sendable {
  var title: String
  var lines: [String]
  /// The buttons under the lines; a click runs the command.
  var actions: [Action]

  /// A button and its command.
  struct Action: Equatable, Sendable {
    var chip: Chip
    var command: Command

    init(_ chip: Chip, _ command: Command) {
      self.chip = chip
      self.command = command
    }
  }

  init(_ title: String, lines: [String] = [], actions: [Action] = []) {
    self.title = title
    self.lines = lines
    self.actions = actions
  }

  /// The state of a reader without an open article.
  static let noArticle = EmptyState(
    "No Article Selected", lines: ["Select an article to start reading"])

  /// Draws the title, lines and buttons centered in a rectangle.
  func draw(in rect: Rect, on screen: inout Screen) {
    let inside = rect.withoutMargins
    var row = firstRow(in: rect)
    for (text, style) in words(in: inside) {
      screen.put(centered: text, row: row, style: style, in: inside)
      row += 1
    }
    for (action, place) in chips(in: rect) { action.chip.draw(in: place, on: &screen) }
  }

  /// Returns title and lines wrapped, one below the other.
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

  /// The columns between chips.
  private static let gap = 2

  /// The columns of the chips side by side.
  private var chipColumns: Int { actions.reduce(-Self.gap) { $0 + $1.chip.width + Self.gap } }

  /// Returns whether the chips are stacked.
  private func isStacked(in inside: Rect) -> Bool { chipColumns > inside.columns }

  /// Returns the frames of the chips in a rectangle.
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
