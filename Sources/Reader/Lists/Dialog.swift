import Terminal

enum Dialog {
  /// A centered frame of at most the given size; the panes stay partly visible.
  ///
  /// In a plain layout it is the whole screen, so that a row read aloud belongs to one thing.
  static func frame(on layout: Layout, columns: Int, rows: Int) -> Rect {
    let size = layout.size
    guard !layout.isPlain else {
      return Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    }
    let width = min(columns, size.columns - 2 * (size.columns > 44 ? Metrics.dialogMargin : 0))
    let height = min(rows, size.rows - (size.rows > 14 ? 2 : 0))
    return Rect(
      column: (size.columns - width) / 2, row: max(0, (size.rows - height) / 2), columns: width,
      rows: height)
  }

  static func columns(for widths: [Int]) -> Int {
    min(Metrics.dialogColumns, max(Metrics.dialogLeastColumns, (widths.max() ?? 0) + 4))
  }

  static func draw(
    _ title: String, _ hints: [Chip], in rect: Rect, _ glyphs: Glyphs, on screen: inout Screen
  ) -> Rect {
    screen.fill(rect, style: Style(.text, on: .panel))
    screen.box(rect, borders: glyphs.borders, style: Style(.accent, on: .panel))
    let inside = rect.inset(columns: 2, rows: 1)
    // A blank between the title, even if cut, and the border.
    let name = title.truncated(toWidth: inside.columns - 2, ellipsis: glyphs.ellipsis)
    let title = Span(" \(name) ", Style(.accent, on: .panel, [.bold]))
    screen.put(left: [title], row: rect.row, in: inside.line(rect.row - inside.row))
    // After the corner, a line and a blank.
    let edge = rect.inset(columns: 3, rows: 0).line(rect.rows - 1)
    let line = Chip.line(hints, columns: edge.columns)
    guard rect.rows > 2, !line.isEmpty else { return inside }
    let written = Rect(
      column: edge.column - 1, row: edge.row, columns: min(edge.columns, line.width) + 2, rows: 1)
    screen.fill(written, style: Style(.text, on: .panel))
    screen.put(left: line, row: edge.row, in: edge, surface: .panel)
    return inside
  }
}
