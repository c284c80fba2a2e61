import ReadingList
import Terminal

final class SidebarPane: RowsPane {
  unowned let interface: Interface
  let name = Navigation.Pane.sidebar
  let contexts: [Keymap.Context] = [.sidebar, .all]
  let page = 5
  var list = ListView([], kind: .plain)

  init(_ interface: Interface) { self.interface = interface }

  var hints: [Hint] { [.move] + [.open, .add, .help, .settings].map { Hint($0) } }

  var header: PaneHeader {
    PaneHeader(title: "Luego", right: model.isReadOnly ? [Span("read-only", Style(.warning))] : [])
  }

  func settle() {
    // Anything that moves the focus to another pane, such as Tab or a random article, uncovers it.
    if frames.sidebarFloats, model.navigation.mainFocus != .sidebar {
      interface.isSidebarToggled = false
    }
    guard let frame else { return }
    let (sidebar, view) = (model.views.sidebar, model.navigation.view)
    var section = ""
    list.update(
      sidebar.flatMap { row -> [ListRow] in
        defer { section = row.section }
        let heading = ListRow([Span(row.section, Style(.accent, [.bold]))])
        return (row.section == section ? [] : [ListRow([]), heading]) + [listRow(of: row)]
      })
    list.isCursorHidden = !sidebar.contains { $0.view == view }
    list.moveCursor(to: view.key)
    list.settle(height: body(frame).rows, margin: Metrics.scrollMargin)
  }

  private func listRow(of row: SidebarRow) -> ListRow {
    let view = row.view
    let sign = view.filter.map(glyphs.sign) ?? (view.tag == nil ? " " : "#")
    let digit = model.number(of: view).map(String.init) ?? " "
    let isChosen = view == model.navigation.view
    var shown = ListRow(
      [
        Span(digit + " ", Style(.placeholder)),
        Span(sign + " ", Style(view.tag == nil ? .secondary : .tag)),
        Span(view.tag ?? view.name, Style(.text, isChosen ? [.bold] : [])),
      ], right: row.count.map { [Span(String($0), Style(.secondary))] } ?? [])
    shown.id = view.key
    shown.action = ListAction { $0.model.route.show(view) }
    return shown
  }

  func draw(in frame: Rect, on screen: inout Screen) {
    let floats = frames.sidebarFloats
    if floats {
      screen.fill(frame, style: Style(.text, on: .panel))
      screen.cursor = nil
    }
    drawRows(in: frame, surface: floats ? .panel : .base, on: &screen)
    guard floats else { return }
    // Separates the sidebar from the panes under it.
    screen.verticalLine(
      column: frame.endColumn < screen.size.columns ? frame.endColumn : frame.endColumn - 1,
      rows: frame.row..<frame.endRow, borders: glyphs.borders, style: Style(.accent))
  }

  // MARK: Commands

  func move(by lines: Int) { show { $0 + lines } }
  func move(to line: Int) { show { _ in line } }

  private func show(_ step: (Int) -> Int) {
    let views = model.views.sidebar.map(\.view)
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

  private func leave() {
    model.navigation.focus = model.isDiscovering ? .reader : .list
    if frames.sidebarFloats { interface.isSidebarToggled = false }
  }

  func close() {
    interface.isSidebarToggled = false
    if model.navigation.mainFocus == .sidebar { model.navigation.focus = .list }
  }

  func clicked(isDouble: Bool, isAgain: Bool) {
    list.current?.action?.perform(interface)
    if frames.sidebarFloats { close() } else if isDouble { interface.perform(Invocation(.open)) }
  }
}
