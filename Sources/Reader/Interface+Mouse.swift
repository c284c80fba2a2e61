import ReadingList
import Terminal

extension Interface {
  /// Per notch of the wheel.
  static let wheelLines = 3

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

  /// A floating sidebar comes first.
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
    // From the frame as shown: the click changes the focus, which may move the text.
    let link = frame().link(at: point)
    let view = model.navigation.view
    defer { if model.navigation.view != view { list.returnToCursor() } }
    let (wasBegun, count) = (isBegun, isBegun ? Int(typedCount) : nil)
    forgetTyped()
    model.status = nil
    let isOnBar = frames.bar?.contains(point) == true
    if !isOnBar, frames.sidebarFloats, frames.sidebar?.contains(point) == false { sidebar.close() }
    if let invocation = link?.invocation {
      if !isOnBar, !wasBegun, let (pane, _) = pane(at: point) { model.navigation.focus = pane.name }
      return perform(invocation, count: count)
    }
    guard !isOnBar else { return }
    reader.endSelection()
    if let drag = grip(at: point) {
      self.drag = drag
    } else if let (pane, frame) = pane(at: point) {
      let address: String? = if case .address(let url) = link { url } else { nil }
      pane.click(at: point, in: frame, address: address, isDouble: isDouble)
    }
  }

  /// A drag from this point: moves the panel's upper edge, or a line between panes within their min
  /// widths.
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

  /// A drag that resizes a pane to the width that `columns` computes from frame and pointer.
  private func dragging(
    _ pane: Navigation.Pane, _ path: WritableKeyPath<PaneState.Widths, Int>,
    _ columns: @escaping (Rect, Point) -> Int
  ) -> (Point) -> Void {
    { [unowned self] point in
      guard let frame = frames[pane] else { return }
      let wanted = columns(frame, point)
      model.navigation.panes.widths[keyPath: path] += wanted - frame.columns
      // The pane may have got less than requested.
      let got = frames[pane]?.columns ?? wanted
      model.navigation.panes.widths[keyPath: path] += got - wanted
    }
  }
}
