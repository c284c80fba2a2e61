import ReadingList
import Terminal

/// The sidebar: filters, views and tags, with counts.
final class SidebarPane: Pane {
  unowned let interface: Interface
  let name = Navigation.Pane.sidebar
  let contexts: [Keymap.Context] = [.sidebar, .all]
  let page = 5

  init(_ interface: Interface) { self.interface = interface }

  var hints: [Hint] { [.move] + [.open, .add, .help, .settings].map { Hint($0) } }

  /// Returns the first visible row: the wheel's scroll offset, or else one that shows the chosen
  /// list.
  private func top(rows height: Int) -> Int {
    let rows = model.views.sidebar.rows
    let last = max(0, rows.count - height)
    if let top = interface.wheelTops[name] { return min(top, last) }
    let chosen = model.navigation.view
    let index = rows.firstIndex { if case .list(chosen, _) = $0 { true } else { false } } ?? 0
    return max(0, min(index - height + 1 + Metrics.scrollMargin, last))
  }

  // MARK: Drawing

  func draw(in frame: Rect, on screen: inout Screen) {
    let floats = frames.sidebarFloats
    let surface: Surface = floats ? .panel : .base
    if floats {
      screen.fill(frame, style: Style(.text, on: .panel))
      screen.cursor = nil
    }
    PaneHeader(title: "Luego", right: model.isReadOnly ? [Span("read-only", Style(.warning))] : [])
      .draw(isFocused, in: frame.withoutMargins, glyphs, surface: surface, on: &screen)
    let area = PaneHeader.body(under: frame)
    let rows = model.views.sidebar.rows.dropFirst(top(rows: area.rows)).prefix(area.rows)
    for (offset, row) in rows.enumerated() {
      draw(row, in: area.line(offset), surface, on: &screen)
    }
    guard floats else { return }
    // Separates the sidebar from the panes under it.
    screen.verticalLine(
      column: frame.endColumn < screen.size.columns ? frame.endColumn : frame.endColumn - 1,
      rows: frame.row..<frame.endRow, borders: glyphs.borders, style: Style(.accent))
  }

  private func draw(
    _ row: SidebarModel.Row, in rect: Rect, _ surface: Surface, on screen: inout Screen
  ) {
    let inside = rect.withoutMargins
    switch row {
    case .space: break
    case .heading(let title):
      let title = Span(title, Style(.accent, [.bold]))
      screen.put(left: [title], row: rect.row, in: inside, surface: surface)
    case .list(let view, let count):
      let isChosen = view == model.navigation.view
      var ground = surface
      if isChosen {
        ground = screen.drawCursor(in: rect, isFocused: isFocused, glyphs: glyphs)
        putCursor(rect.column, rect.row, on: &screen)
      }
      let place = model.views.sidebar.tags[view]
      let sign =
        place?.isOpen.map { $0 ? glyphs.open : glyphs.folded } ?? view.filter.map(glyphs.sign)
        ?? (view.tag == nil ? " " : "#")
      let depth = min(place?.depth ?? 0, Metrics.maxIndents)
      let role = view.tag.map { model.settings.color(ofTag: $0).role } ?? .secondary
      let digit = model.number(of: view).map(String.init) ?? " "
      let indent = String(repeating: " ", count: Metrics.indent * depth)
      screen.put(
        left: [
          Span(digit + " ", Style(.placeholder)), Span(indent + sign + " ", Style(role)),
          Span(place?.title ?? view.name, Style(.text, isChosen ? [.bold] : [])),
        ], right: count.map { [Span(String($0), Style(.secondary))] } ?? [], row: rect.row,
        in: inside, surface: ground)
    }
  }

  // MARK: Commands

  func move(by lines: Int) { show { $0.saturatedAdding(lines) } }
  func move(to line: Int, isEdge: Bool) { show { _ in line } }

  private func show(_ step: (Int) -> Int) {
    let views = model.views.sidebar.views
    let here = views.firstIndex(of: model.navigation.view) ?? 0
    model.route.show(views[min(max(0, step(here)), views.count - 1)])
  }

  func handle(_ invocation: Invocation, count: Int) -> CommandOutcome? {
    switch invocation.command {
    case .sidebar: toggle()
    case .paneRight where isFocused, .open where isFocused, .back where isFocused,
      .cancel where isFocused:
      leave()
    case .paneLeft where isFocused: break
    default: return nil
    }
    return .done
  }

  private func toggle() {
    interface.isSidebarToggled.toggle()
    if frames.sidebarFloats {
      model.navigation.focus = .sidebar
    } else if frame == nil, model.navigation.mainFocus == .sidebar {
      model.navigation.focus = .list
    }
  }

  /// Moves the focus to the neighboring pane.
  private func leave() {
    model.navigation.focus = model.isDiscovering ? .reader : .list
    if frames.sidebarFloats { interface.isSidebarToggled = false }
  }

  /// Closes a floating sidebar, with the focus back on the list.
  func close() {
    interface.isSidebarToggled = false
    if model.navigation.mainFocus == .sidebar { model.navigation.focus = .list }
  }

  // MARK: Mouse

  func click(at point: Point, in frame: Rect, isDouble: Bool) {
    let area = PaneHeader.body(under: frame)
    let rows = model.views.sidebar.rows
    let top = top(rows: area.rows)
    let index = top + point.row - area.row
    let floats = frames.sidebarFloats
    model.navigation.focus = .sidebar
    // Keeps the scroll offset.
    interface.wheelTops[name] = top
    if point.row >= area.row, rows.indices.contains(index), case .list(let view, _) = rows[index] {
      model.route.show(view)
      if frames.sidebarFloats { close() }
    }
    if isDouble, !floats { interface.perform(Invocation(.open)) }
  }

  func scroll(by lines: Int, in frame: Rect) {
    let rows = PaneHeader.body(under: frame).rows
    scrolled(to: top(rows: rows) + lines, last: model.views.sidebar.rows.count - rows)
  }
}
