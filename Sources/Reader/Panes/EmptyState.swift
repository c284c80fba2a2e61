import Terminal

struct EmptyState: Equatable, Sendable {
  var title: String
  var lines: [String]
  var actions: [Chip]

  init(_ title: String, lines: [String] = [], actions: [Chip] = []) {
    self.title = title
    self.lines = lines
    self.actions = actions
  }

  static let noArticle = EmptyState(
    "No Article Selected", lines: ["Select an article to start reading"])

  /// Draws title, lines and buttons centered; the buttons are stacked if they do not fit side by
  /// side.
  func draw(in rect: Rect, on screen: inout Screen) {
    let inside = rect.withoutMargins
    let width = max(1, inside.columns)
    let words =
      title.wrapped(toWidth: width).map { ($0, Style(.text, [.bold])) }
      + lines.flatMap { $0.wrapped(toWidth: width) }.map { ($0, Style(.placeholder)) }
    let buttons = actions.map(\.button)
    let line = Array(buttons.joined(separator: [Span(Chip.gap, Style())]))
    let rows = line.isEmpty ? [] : line.width > inside.columns ? buttons : [line]
    var row = rect.row + max(0, (rect.rows - words.count - (rows.isEmpty ? 0 : rows.count + 1)) / 2)
    for (text, style) in words {
      screen.put(centered: text, row: row, style: style, in: inside)
      row += 1
    }
    for (offset, spans) in rows.enumerated() {
      let row = row + 1 + offset
      let left = max(0, (inside.columns - spans.width) / 2)
      let place = Rect(column: inside.column + left, row: row, columns: spans.width, rows: 1)
      if row < rect.endRow { screen.put(left: spans, row: row, in: place) }
    }
  }
}
