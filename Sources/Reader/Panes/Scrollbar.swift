import Terminal

struct Scrollbar: Equatable {
  let rect: Rect
  /// The rows of the thumb, counted from the first row of `rect`.
  let thumb: Range<Int>

  /// Creates the bar for `visible` of `count` rows from `first` on; nil if all rows are visible or
  /// the pane is narrow.
  init?(in rect: Rect, first: Int, visible: Int, count: Int) {
    guard count > visible, visible > 0, rect.columns >= Metrics.scrollbarColumns, rect.rows > 2
    else { return nil }
    self.rect = rect
    let length = max(1, rect.rows * visible / count)
    let hidden = count - visible
    let top = min(first, hidden) * (rect.rows - length) / hidden
    thumb = top..<(top + length)
  }

  func draw(glyphs: Glyphs, on screen: inout Screen) {
    for row in thumb {
      let point = Point(column: rect.endColumn - 1, row: rect.row + row)
      let surface = screen[point]?.style.surface ?? .base
      let style = Style(.placeholder, on: surface, [.solid])
      screen.put(glyphs.scrollbar, at: point, style: style, clip: rect)
    }
  }
}
