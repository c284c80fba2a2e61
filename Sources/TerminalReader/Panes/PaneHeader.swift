import TerminalKit

/// The line over a pane: the one definition of how a pane is named and how its focus shows.
///
/// The pane with the focus has an accent, and a glyph in the margin.
struct PaneHeader {
  /// What the pane shows.
  var title: String
  /// What stands after the title.
  var details: [Span] = []
  /// What stands at the right end.
  var right: [Span] = []
  /// A sign before all else that can be clicked.
  var button: String?

  /// What of a pane stands under its header, and under a blank row where there is room for one.
  static func body(under frame: Rect) -> Rect {
    let header = frame.rows >= Metrics.tallRows - 1 ? 2 : 1
    return Rect(
      column: frame.column, row: frame.row + header, columns: frame.columns,
      rows: max(0, frame.rows - header))
  }

  /// Draws it into the first row of a rectangle, the glyph left of it.
  func draw(
    _ isFocused: Bool, in rect: Rect, _ glyphs: Glyphs, surface: Surface = .base,
    on screen: inout Screen
  ) {
    let style = isFocused ? Style(.accent, [.bold]) : Style(.secondary)
    var left = button.map { [Span($0 + " ", Style(.accent))] } ?? []
    if rect.column > 0 {
      let point = Point(column: rect.column - 1, row: rect.row)
      let margin = Rect(column: point.column, row: point.row, columns: 1, rows: 1)
      let ground = Style(style.role, on: surface, style.attributes)
      _ = screen.put(isFocused ? glyphs.focus : " ", at: point, style: ground, clip: margin)
    }
    left.append(Span(title, isFocused ? Style(.accent, [.bold, .underline]) : style))
    screen.put(left: left + details, right: right, row: rect.row, in: rect, surface: surface)
  }
}

extension Screen {
  /// Draws the ground of the row under a pane's cursor.
  ///
  /// With the focus it is a strong bar on the surface of a selection, without it a quiet one.
  /// - Returns: the surface that the row's text stands on.
  mutating func drawCursor(in row: Rect, isFocused: Bool, glyphs: Glyphs) -> Surface {
    let surface: Surface = isFocused ? .selection : .selectionUnfocused
    fill(row, style: Style(.text, on: surface))
    let bar =
      isFocused ? Style(.accent, on: surface, [.bold, .solid]) : Style(.border, on: surface)
    put(glyphs.cursorBar, at: row.origin, style: bar, clip: row)
    return surface
  }
}
