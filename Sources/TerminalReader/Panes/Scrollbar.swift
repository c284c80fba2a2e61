import TerminalKit

/// A slim bar in the last column of a pane that says which part of something long is on screen.
struct Scrollbar: Equatable {
  /// The pane's rows that it stands beside.
  let rect: Rect
  /// The thumb's rows, counted from the first of the pane.
  let thumb: Range<Int>

  /// The bar of a pane of `count` rows, of which `visible` fit from `first` on; nil where all is on
  /// screen or the pane is narrow.
  init?(in rect: Rect, first: Int, visible: Int, count: Int) {
    guard count > visible, visible > 0, rect.columns >= Metrics.scrollbarColumns, rect.rows > 2
    else { return nil }
    self.rect = rect
    let length = max(1, rect.rows * visible / count)
    let hidden = count - visible
    let top = min(first, hidden) * (rect.rows - length) / hidden
    thumb = top..<(top + length)
  }

  /// Draws it.
  func draw(glyphs: Glyphs, on screen: inout Screen) {
    for row in thumb {
      let point = Point(column: rect.endColumn - 1, row: rect.row + row)
      let surface = screen[point]?.style.surface ?? .base
      let style = Style(.placeholder, on: surface, [.solid])
      screen.put(glyphs.scrollbar, at: point, style: style, clip: rect)
    }
  }
}
