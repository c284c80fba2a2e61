import ReadingList
import ReadingListModel
import TerminalKit
import Typesetting

extension Interface {
  /// Lines that one notch of the wheel scrolls.
  static let wheelLines = 3

  /// Takes a click, a turn of the wheel or a movement with the button held; acts on what is under the
  /// pointer.
  func take(_ mouse: MouseEvent) {
    guard model.settings.mouse, !layout.isTooSmall else { return }
    guard overlays.isEmpty else {
      drag = nil
      takeInOverlay(mouse)
      return
    }
    switch mouse.kind {
    case .wheelUp: wheel(-1, at: mouse.point)
    case .wheelDown: wheel(1, at: mouse.point)
    case .press: click(at: mouse.point, isDouble: false)
    case .doubleClick: click(at: mouse.point, isDouble: true)
    case .drag: if let drag { move(drag, to: mouse.point) }
    case .release: drag = nil
    }
  }

  // MARK: Wheel

  /// Scrolls what is under the pointer; cursors stay where they are, and the next key goes back to them.
  private func wheel(_ direction: Int, at point: Point) {
    let frames = frames
    let lines = direction * Self.wheelLines
    func scroll(_ pane: Navigation.Pane, to top: Int, last: Int) {
      wheelTops[pane] = min(max(0, top), max(0, last))
    }
    if let sidebar = frames.sidebar, sidebar.contains(point) {
      let rows = SidebarPane.body(sidebar).rows
      let last = model.sidebar.rows.count - rows
      scroll(.sidebar, to: sidebarTop(rows: rows) + lines, last: last)
    } else if frames.reader?.contains(point) == true {
      scrollReader(by: lines)
    } else if frames.inspector?.contains(point) == true {
      scrollInspector(by: lines)
    } else if let panel = frames.panel, panel.contains(point) {
      let rows = PanelPane.body(panel).rows
      let top = panelTop(rows: rows, count: panelView.count)
      scroll(.panel, to: top + lines, last: panelView.count - rows)
    } else if let list = frames.list, list.contains(point) {
      let last = ListPane.lastTop(
        of: model,
        rows: ListPane.body(list).rows,
        density: density,
        clock: clock
      )
      let rows = (Self.wheelLines + density.height - 1) / density.height
      scroll(.list, to: model.navigation.place.top + direction * rows, last: last)
    }
  }

  /// The sidebar's first row on screen: where the wheel left it, else so that the chosen list is seen.
  func sidebarTop(rows height: Int) -> Int {
    let rows = model.sidebar.rows
    let usual = SidebarPane.top(of: rows, chosen: model.navigation.view, height: height)
    return wheelTops[.sidebar].map { min($0, max(0, rows.count - height)) } ?? usual
  }

  // MARK: Clicks

  private func click(at point: Point, isDouble: Bool) {
    let frames = frames
    let view = model.navigation.view
    defer { if model.navigation.view != view { wheelTops[.list] = nil } }
    if isBegun {
      let invocation = KeyHints.invocation(self, above: frames.bar, at: point)
      let count = Int(typedCount)
      forgetTyped()
      if let invocation {
        perform(invocation, count: count)
        return
      }
    }
    if let bar = frames.bar, bar.contains(point) {
      let invocation = Bar.invocation(self, in: bar, at: point)
      model.status = nil
      if let invocation { perform(invocation) }
      return
    }
    model.status = nil
    endSelection()
    if frames.sidebarFloats, let sidebar = frames.sidebar {
      if sidebar.contains(point) {
        clickSidebar(at: point, in: sidebar)
        return
      }
      leaveFloatingSidebar()
    }
    if let handle = handle(at: point) {
      drag = handle
      return
    }
    if let tabs = frames.tabs, tabs.contains(point) {
      let tab = TabLine.tabs(in: tabs, chosen: model.navigation.view.filter, glyphs: glyphs)
        .first { $0.rect.contains(point) }
      if let tab { perform(Invocation(.go, tab.filter.rawValue)) }
    } else if let sidebar = frames.sidebar, sidebar.contains(point) {
      clickSidebar(at: point, in: sidebar)
      if isDouble { perform(Invocation(.open)) }
    } else if let list = frames.list, list.contains(point) {
      clickList(at: point, in: list, isDouble: isDouble)
    } else if let header = frames.discovery, header.contains(point) {
      if isSidebarButton(point, in: header) { perform(Invocation(.sidebar)) }
    } else if let reader = frames.reader, reader.contains(point) {
      clickReader(at: point, in: reader, isDouble: isDouble)
    } else if let panel = frames.panel, panel.contains(point) {
      clickPanel(at: point, in: panel, isDouble: isDouble)
    } else if frames.inspector?.contains(point) == true {
      model.focus(.inspector)
      followLink(at: point)
    }
  }

  /// What can be dragged at a point.
  private func handle(at point: Point) -> Handle? {
    let frames = frames
    if let list = frames.list, let bar = ListPane.scrollbar(self, in: list), bar.contains(point) {
      let row = point.row - bar.rect.row
      if bar.thumb.contains(row) { return .scrollbar(grip: row - bar.thumb.lowerBound) }
      // Beside the thumb: its middle comes under the pointer.
      let handle = Handle.scrollbar(grip: bar.thumb.count / 2)
      move(handle, to: point)
      return handle
    }
    if let panel = frames.panel, panel.contains(point), point.row == panel.row { return .panel }
    let rows = frames.panes.row..<frames.panes.endRow
    guard rows.contains(point.row), frames.dividers.contains(point.column) else { return nil }
    return switch point.column {
    case frames.sidebar?.endColumn where !frames.sidebarFloats: .sidebar
    case frames.list?.endColumn: .list
    default: .inspector
    }
  }

  private func leaveFloatingSidebar() {
    isSidebarToggled = false
    if model.navigation.focus == .sidebar { model.focus(.list) }
  }

  private func clickSidebar(at point: Point, in frame: Rect) {
    let area = SidebarPane.body(frame)
    let rows = model.sidebar.rows
    let top = sidebarTop(rows: area.rows)
    let index = top + point.row - area.row
    model.focus(.sidebar)
    // What is under the pointer stays there.
    wheelTops[.sidebar] = top
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

  private func clickList(at point: Point, in frame: Rect, isDouble: Bool) {
    if isSidebarButton(point, in: frame) {
      perform(Invocation(.sidebar))
      return
    }
    let wasFocused = focus == .list
    model.focus(.list)
    if let invocation = ListPane.invocation(self, in: frame, at: point) {
      perform(invocation)
      return
    }
    let area = ListPane.body(frame)
    if model.list.rows.isEmpty { press(EmptyState.ofList(self), in: area, at: point) }
    let top = model.navigation.place.top
    let lines = ListPane.lines(
      of: model,
      top: top,
      rows: area.rows,
      density: density,
      clock: clock
    )
    let offset = point.row - area.row
    guard lines.indices.contains(offset), case .row(let index, _) = lines[offset] else { return }
    let isAgain = wasFocused && index == model.list.cursor
    // What is under the pointer stays there, so that a second click means the same row.
    wheelTops[.list] = top
    model.moveCursor(to: index)
    if isDouble || isAgain { perform(Invocation(.open)) }
  }

  private func clickReader(at point: Point, in frame: Rect, isDouble: Bool) {
    // What was on screen is what was clicked, whatever the focus changes.
    let link = link(at: point)
    let area = readerText ?? frame
    let command = ReaderPane.command(self, in: area, at: point)
    model.focus(.reader)
    press(ReaderPane.emptyState(self), in: area, at: point)
    if let command {
      perform(Invocation(command))
    } else if let link {
      // The first click says what a note says, the second goes there.
      if isDouble || !previewNote(link) { follow(link) }
    } else if isDouble {
      selectWord(at: point)
    } else if let position = position(at: point) {
      clickedPosition = position
      drag = .text(position)
    }
  }

  /// The address that what is on screen at a point leads to.
  private func link(at point: Point) -> String? {
    let screen = frame()
    guard let number = screen[point].map({ Int($0.link) }), number > 0 else { return nil }
    return screen.links[number - 1]
  }

  /// Follows the link at a point.
  ///
  /// - Returns: whether there is one.
  @discardableResult
  private func followLink(at point: Point) -> Bool {
    guard let link = link(at: point) else { return false }
    follow(link)
    return true
  }

  private func clickPanel(at point: Point, in frame: Rect, isDouble: Bool) {
    let wasFocused = focus == .panel
    let area = PanelPane.body(frame)
    let top = panelTop(rows: area.rows, count: panelView.count)
    let index = top + point.row - area.row
    model.focus(.panel)
    if followLink(at: point) { return }
    guard (0..<panelView.count).contains(index) else { return }
    let item = panelView.items.firstIndex { $0.contains(index) } ?? 0
    let isAgain = wasFocused && item == panelView.item
    wheelTops[.panel] = top
    movePanelCursor(to: item)
    // Going to another page takes a second click, going to another line does not.
    if isDouble || isAgain || model.navigation.panes.panel != .links { perform(Invocation(.open)) }
  }
}
