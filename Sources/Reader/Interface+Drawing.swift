package import Terminal

extension Interface {
  /// The current frame; updates scroll offsets first.
  package func frame() -> Screen {
    for case let prompt as Prompt in overlays { prompt.apply(self) }
    for pane in panes { pane.settle() }
    for case let box as Box in overlays {
      if box.isLive { box.refresh(self) }
      box.settle(self)
    }
    return draw()
  }

  private func draw() -> Screen {
    var screen = Screen(size: size)
    screen.ellipsis = glyphs.ellipsis
    screen.ordersText = model.settings.bidi
    guard !layout.isTooSmall else {
      let words = "Terminal too small".wrapped(toWidth: max(1, size.columns))
      for (offset, line) in words.enumerated() {
        screen.put(
          centered: line, row: max(0, (size.rows - words.count) / 2) + offset, style: Style(.text),
          in: screen.bounds)
      }
      return screen
    }
    let frames = frames
    if let tabs = frames.tabs { TabLine.draw(self, in: tabs, on: &screen) }
    if let header = frames.discovery { reader.drawShuffleHeader(in: header, on: &screen) }
    for pane in panes.dropFirst() {
      if let frame = frames[pane.name] { pane.draw(in: frame, on: &screen) }
    }
    for column in frames.dividers {
      screen.verticalLine(
        column: column, rows: frames.panes.row..<frames.panes.endRow, borders: glyphs.borders,
        style: Style(.border))
    }
    // The sidebar may overlap the other panes.
    if let frame = frames.sidebar { sidebar.draw(in: frame, on: &screen) }
    if let bar = frames.bar { Bar.draw(self, in: bar, on: &screen) }
    KeyHints.draw(self, above: frames.bar, on: &screen)
    for overlay in overlays {
      if !overlay.isOnBar, !model.settings.plain { screen.dim() }
      overlay.draw(self, on: &screen)
    }
    // Screen readers read the text at the cursor.
    if model.settings.plain { screen.isCursorVisible = screen.cursor != nil }
    return screen
  }
}
