import Terminal

extension Screen {
  /// Draws a scrollbar at the right edge, unless all rows are visible or the pane is narrow.
  mutating func drawScrollbar(
    in rect: Rect, first: Int, visible: Int, count: Int, _ glyphs: Glyphs
  ) {
    guard count > visible, visible > 0, rect.columns >= Metrics.scrollbarColumns, rect.rows > 2
    else { return }
    let length = max(1, rect.rows * visible / count)
    let hidden = count - visible
    let top = rect.row + min(first, hidden) * (rect.rows - length) / hidden
    for row in top..<(top + length) {
      let point = Point(column: rect.endColumn - 1, row: row)
      let style = Style(.placeholder, on: self[point]?.style.surface ?? .base, [.solid])
      put(glyphs.scrollbar, at: point, style: style, clip: rect)
    }
  }
}
