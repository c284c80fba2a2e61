import ReadingList
import Terminal

extension Interface {
  /// The number of lines that one notch of the wheel scrolls.
  static let wheelLines = 3

  /// Handles a click, a turn of the wheel or a drag.
  func take(_ mouse: MouseEvent) {
    guard model.settings.mouse, !layout.isTooSmall else { return }
    guard overlays.isEmpty else {
      drag = nil
      return takeInOverlay(mouse)
    }
    switch mouse.kind {
    case .wheelUp: wheel(-Self.wheelLines, at: mouse.point)
    case .wheelDown: wheel(Self.wheelLines, at: mouse.point)
    case .press: click(at: mouse.point, isDouble: false)
    case .doubleClick: click(at: mouse.point, isDouble: true)
    case .drag: drag?(mouse.point)
    case .release: drag = nil
    }
  }

  /// Returns the pane at a point and its frame; a floating sidebar comes first.
  private func pane(at point: Point) -> (pane: any Pane, frame: Rect)? {
    let frames = frames
    for pane in panes {
      if let frame = frames[pane.name], frame.contains(point) { return (pane, frame) }
    }
    return nil
  }

  private func wheel(_ lines: Int, at point: Point) {
    if let (pane, frame) = pane(at: point) { pane.scroll(by: lines, in: frame) }
  }

  private func click(at point: Point, isDouble: Bool) {
    reader.setMoreText(toEnd: true)
    let frames = frames
    let view = model.navigation.view
    defer { if model.navigation.view != view { wheelTops[.list] = nil } }
    if isBegun {
      let invocation = KeyHints.invocation(self, above: frames.bar, at: point)
      let count = Int(typedCount)
      forgetTyped()
      if let invocation { return perform(invocation, count: count) }
    }
    if let bar = frames.bar, bar.contains(point) {
      let invocation = Bar.invocation(self, in: bar, at: point)
      model.status = nil
      if let invocation { perform(invocation) }
      return
    }
    model.status = nil
    reader.endSelection()
    if frames.sidebarFloats, let frame = frames.sidebar {
      if frame.contains(point) { return sidebar.click(at: point, in: frame, isDouble: false) }
      sidebar.close()
    }
    if let drag = grip(at: point) {
      self.drag = drag
    } else if let tabs = frames.tabs, tabs.contains(point) {
      let tab = TabLine.tabs(in: tabs, chosen: model.navigation.view.filter, glyphs: glyphs).first {
        $0.rect.contains(point)
      }
      if let tab { perform(Invocation(.go, tab.filter.rawValue)) }
    } else if let header = frames.discovery, header.contains(point) {
      if isSidebarButton(point, in: header) { perform(Invocation(.sidebar)) }
    } else if let (pane, frame) = pane(at: point) {
      pane.click(at: point, in: frame, isDouble: isDouble)
    }
  }

  /// Returns the action of dragging from a point: moves the panel's upper edge, or a line between
  /// panes within their min widths.
  private func grip(at point: Point) -> ((Point) -> Void)? {
    let frames = frames
    if let frame = frames.panel, frame.contains(point), point.row == frame.row {
      return { [unowned self] in panel.drag(to: $0.row) }
    }
    let rows = frames.panes.row..<frames.panes.endRow
    guard rows.contains(point.row), frames.dividers.contains(point.column) else { return nil }
    return switch point.column {
    case frames.sidebar?.endColumn where !frames.sidebarFloats:
      dragging(.sidebar, \.sidebar) { $1.column - $0.column }
    case frames.list?.endColumn: dragging(.list, \.list) { $1.column - $0.column }
    default: dragging(.inspector, \.inspector) { $0.endColumn - $1.column - 1 }
    }
  }

  /// Returns an action that resizes a pane; `columns` computes its width from frame and pointer.
  private func dragging(
    _ pane: Navigation.Pane, _ path: WritableKeyPath<PaneState.Widths, Int>,
    _ columns: @escaping (Rect, Point) -> Int
  ) -> (Point) -> Void {
    { [unowned self] point in
      guard let frame = frames[pane] else { return }
      let wanted = columns(frame, point)
      var widths = model.navigation.panes[keyPath: self.widths]
      let wished = widths[keyPath: path] + wanted - frame.columns
      widths[keyPath: path] = wished
      guard let got = frames(widths)[pane] else { return }
      widths[keyPath: path] = wished + got.columns - wanted
      model.navigation.panes[keyPath: self.widths] = widths
    }
  }

  // MARK: Clicks in panes

  /// Returns the address of the link at a point of the screen.
  func link(at point: Point) -> String? {
    let screen = frame()
    guard let number = screen[point].map({ Int($0.link) }), number > 0 else { return nil }
    return screen.links[number - 1]
  }

  /// Returns whether a point of a header is on the sidebar's button.
  func isSidebarButton(_ point: Point, in frame: Rect) -> Bool {
    guard let sidebarButton, point.row == frame.row else { return false }
    return point.column <= frame.column + sidebarButton.displayWidth
  }

  /// Runs the command of the chip at a point.
  func press(_ state: EmptyState?, in area: Rect, at point: Point) {
    let chip = state?.chips(in: area).first { $0.rect.contains(point) }
    if let chip { perform(Invocation(chip.action.command)) }
  }
}
