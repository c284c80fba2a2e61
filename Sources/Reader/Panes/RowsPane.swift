import Terminal

/// A pane that scrolls, draws and answers the mouse through a list of rows.
protocol RowsPane: Pane {
  var list: ListView { get set }
  var header: PaneHeader { get }
  func body(_ frame: Rect) -> Rect
  /// The row is now the current one; `isAgain` if it was before.
  func clicked(isDouble: Bool, isAgain: Bool)
}

extension RowsPane {
  var page: Int { list.page }
  func body(_ frame: Rect) -> Rect { PaneHeader.body(under: frame) }
  func clicked(isDouble: Bool, isAgain: Bool) {}
  func returnToCursor() { list.returnToCursor() }
  func move(by step: Int) {
    for _ in 0..<min(abs(step), list.found.count) { list.move(step.signum()) }
  }
  func move(to line: Int) { list.move(to: line) }
  func scroll(by lines: Int, in frame: Rect) { list.scroll(by: lines) }

  func draw(in frame: Rect, on screen: inout Screen) { drawRows(in: frame, on: &screen) }

  func drawRows(in frame: Rect, surface: Surface = .base, on screen: inout Screen) {
    let area = body(frame).withoutMargins
    header.draw(isFocused, in: frame.withoutMargins, glyphs, surface: surface, on: &screen)
    if isFocused { screen.cursor = area.origin }
    guard !list.rows.isEmpty else { return }
    list.draw(in: [area], glyphs, surface: surface, isFocused: isFocused, on: &screen)
  }

  func click(at point: Point, in frame: Rect, address: String?, isDouble: Bool) {
    let before = isFocused ? list.cursor : nil
    model.navigation.focus = name
    if let address { return interface.reader.follow(address) }
    if case .run = list.click(point.row - body(frame).row) {
      clicked(isDouble: isDouble, isAgain: list.cursor == before)
    }
  }
}
