import TerminalKit

/// A slim bar in the last column of a pane that says which part of something long is on screen.
enum Scrollbar {
  /// Draws it beside a pane's rows, of `count` of which `visible` fit from `first` on; nothing where all
  /// is on screen or the pane is narrow.
  static func draw(
    in rect: Rect,
    first: Int,
    visible: Int,
    count: Int,
    glyphs: Glyphs,
    on screen: inout Screen
  ) {
    guard count > visible, visible > 0, rect.columns >= Metrics.scrollbarColumns, rect.rows > 2
    else { return }
    let length = max(1, rect.rows * visible / count)
    let top = min(first, count - visible) * (rect.rows - length) / (count - visible)
    for row in top..<(top + length) {
      let point = Point(column: rect.endColumn - 1, row: rect.row + row)
      let surface = screen[point]?.style.surface ?? .base
      screen.put(glyphs.scrollbar, at: point, style: Style(.placeholder, on: surface), clip: rect)
    }
  }
}
