import ReadingList
import ReadingListModel
import TerminalKit

extension Interface {
  /// Lines that one notch of the wheel scrolls.
  private static let wheelLines = 3

  /// Takes a click or a turn of the wheel; acts on what is under the pointer.
  func take(_ mouse: MouseEvent) {
    guard model.settings.mouse, !layout.isTooSmall else { return }
    guard overlays.isEmpty else {
      takeInOverlay(mouse)
      return
    }
    switch mouse.kind {
    case .wheelUp: wheel(-1, at: mouse.point)
    case .wheelDown: wheel(1, at: mouse.point)
    case .press: click(at: mouse.point, opens: false)
    case .doubleClick: click(at: mouse.point, opens: true)
    default: break
    }
  }

  private func takeInOverlay(_ mouse: MouseEvent) {
    switch mouse.kind {
    case .wheelUp: takeInOverlay(Key(.up))
    case .wheelDown: takeInOverlay(Key(.down))
    case .press where mouse.point.row == 0 || mouse.point.row == size.rows - 1:
      takeInOverlay(Key(.escape))
    default: break
    }
  }

  private func wheel(_ direction: Int, at point: Point) {
    let frames = frames
    if frames.reader?.contains(point) == true {
      scrollReader(by: direction * Self.wheelLines)
    } else if frames.list?.contains(point) == true {
      model.moveCursor(by: direction)
    }
  }

  private func click(at point: Point, opens: Bool) {
    let frames = frames
    model.status = nil
    if let tabs = frames.tabs, tabs.contains(point) {
      var chosen: Filter?
      if let filter = model.navigation.view.filter { chosen = filter }
      let tab = TabLine.tabs(in: tabs, chosen: chosen, glyphs: glyphs)
        .first { $0.rect.contains(point) }
      if let tab { perform(Invocation(.go, tab.filter.rawValue)) }
    } else if let sidebar = frames.sidebar, sidebar.contains(point) {
      clickSidebar(at: point, in: sidebar)
    } else if let list = frames.list, list.contains(point) {
      clickList(at: point, in: list, opens: opens)
    } else if let header = frames.discovery, header.contains(point) {
      if isSidebarButton(point, in: header) { perform(Invocation(.sidebar)) }
    } else if let reader = frames.reader, reader.contains(point) {
      model.focus(.reader)
      let area = readerText ?? reader
      press(ReaderPane.emptyState(self), in: area, at: point)
    }
    if frames.sidebarFloats, frames.sidebar?.contains(point) == false { leaveFloatingSidebar() }
  }

  private func leaveFloatingSidebar() {
    isSidebarToggled = false
    if model.navigation.focus == .sidebar { model.focus(.list) }
  }

  private func clickSidebar(at point: Point, in frame: Rect) {
    let area = SidebarPane.body(frame)
    let rows = model.sidebar.rows
    let top = SidebarPane.top(of: rows, chosen: model.navigation.view, height: area.rows)
    let index = top + point.row - area.row
    model.focus(.sidebar)
    if point.row >= area.row, rows.indices.contains(index), case .list(let view, _) = rows[index] {
      model.show(view)
      if frames.sidebarFloats { leaveFloatingSidebar() }
    }
  }

  private func isSidebarButton(_ point: Point, in frame: Rect) -> Bool {
    point.row == frame.row && layout.hasSlidingSidebar
      && point.column <= frame.column + glyphs.sidebarButton.displayWidth
  }

  /// Runs the command of the chip that was clicked.
  private func press(_ state: EmptyState?, in area: Rect, at point: Point) {
    guard let chip = state?.chips(in: area).first(where: { $0.rect.contains(point) }) else {
      return
    }
    perform(Invocation(chip.action.command))
  }

  private func clickList(at point: Point, in frame: Rect, opens: Bool) {
    if isSidebarButton(point, in: frame) {
      perform(Invocation(.sidebar))
      return
    }
    model.focus(.list)
    let area = ListPane.body(frame)
    if model.list.rows.isEmpty { press(EmptyState.ofList(self), in: area, at: point) }
    let lines = ListPane.lines(
      of: model,
      top: model.navigation.place.top,
      rows: area.rows,
      density: density,
      clock: clock
    )
    let offset = point.row - area.row
    guard lines.indices.contains(offset), case .row(let index, _) = lines[offset] else { return }
    let isAgain = index == model.list.cursor && model.reader.id == model.list.current?.id
    model.moveCursor(to: index)
    if opens || (isAgain && opens) { model.openCurrent() }
  }
}
