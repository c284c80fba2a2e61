import Terminal

/// The line over a pane; the focused one's title has an accent, and a glyph in the margin.
struct PaneHeader {
  var title: String
  var details: [Span] = []
  var right: [Span] = []
  /// Shows the sidebar; before the title.
  var button: String?

  /// The area under the header, and under a blank row if there is room for one.
  static func body(under frame: Rect) -> Rect {
    frame.below(frame.rows >= Metrics.tallRows - 1 ? 2 : 1)
  }

  func draw(
    _ isFocused: Bool, in rect: Rect, _ glyphs: Glyphs, surface: Surface = .base,
    on screen: inout Screen
  ) {
    let style = isFocused ? Style(.accent, [.bold]) : Style(.secondary)
    var left = button.map { [Span($0 + " ", Style(.accent), link: .command(.sidebar))] } ?? []
    if rect.column > 0 {
      let point = Point(column: rect.column - 1, row: rect.row)
      let ground = Style(style.role, on: surface, style.attributes)
      screen.put(isFocused ? glyphs.focus : " ", at: point, style: ground, clip: screen.bounds)
    }
    left.append(Span(title, isFocused ? Style(.accent, [.bold, .underline]) : style))
    screen.put(left: left + details, right: right, row: rect.row, in: rect, surface: surface)
  }
}

extension Screen {
  /// Draws the background of the current row, and returns the surface of its text.
  mutating func drawCursor(in row: Rect, isFocused: Bool, glyphs: Glyphs) -> Surface {
    let surface: Surface = isFocused ? .selection : .selectionUnfocused
    fill(row, style: Style(.text, on: surface))
    let bar =
      isFocused ? Style(.accent, on: surface, [.bold, .solid]) : Style(.border, on: surface)
    put(glyphs.cursorBar, at: row.origin, style: bar, clip: row)
    return surface
  }
}
