import ReadingListModel
package import TerminalKit
import Typesetting

extension Interface {
  /// The frame for what is now: settles scrolling, then draws.
  package func frame() -> Screen {
    settle()
    return draw()
  }

  /// Brings cursor and reading position into view for this window.
  private func settle() {
    let frames = frames
    if let list = frames.list {
      let rows = ListPane.body(list).rows
      let wheelTop = wheelTops[.list].map {
        min($0, ListPane.lastTop(of: model, rows: rows, density: density, clock: clock))
      }
      model.setTop(
        wheelTop
          ?? ListPane.settledTop(of: model, rows: rows, density: density, clock: clock)
      )
      if density == .found { model.wantSnippets(of: ListPane.ids(on: self, rows: rows)) }
    }
    settleReader()
    settlePictures()
    settleInspector()
    settlePanel()
    // What sources say of themselves, and counts, come later than their menus.
    if case .menu(let menu)? = overlays.last,
      [.source, .filter].contains(menu.invocation.command)
    {
      refreshMenu()
    }
  }

  /// Draws the panes, what lies between them and what lies over them.
  private func draw() -> Screen {
    var screen = Screen(size: size)
    guard !layout.isTooSmall else {
      let words = "Terminal too small".wrapped(toWidth: max(1, size.columns))
      for (offset, line) in words.enumerated() {
        screen.put(
          centered: line,
          row: max(0, (size.rows - words.count) / 2) + offset,
          style: Style(.text),
          in: screen.bounds
        )
      }
      return screen
    }
    let frames = frames
    if let tabs = frames.tabs { TabLine.draw(self, in: tabs, on: &screen) }
    if let list = frames.list { ListPane.draw(self, in: list, on: &screen) }
    if let header = frames.discovery {
      DiscoveryPane.drawHeader(self, in: header, on: &screen)
    }
    if let reader = frames.reader { ReaderPane.draw(self, in: reader, on: &screen) }
    if let inspector = frames.inspector { InspectorPane.draw(self, in: inspector, on: &screen) }
    if let panel = frames.panel { PanelPane.draw(self, in: panel, on: &screen) }
    for column in frames.dividers {
      screen.verticalLine(
        column: column,
        rows: frames.panes.row..<(frames.panes.row + frames.panes.rows),
        borders: glyphs.borders,
        style: Style(.border)
      )
    }
    if let sidebar = frames.sidebar {
      let surface: Surface = frames.sidebarFloats ? .panel : .base
      if frames.sidebarFloats {
        screen.fill(sidebar, style: Style(.text, on: .panel))
        screen.cursor = nil
      }
      SidebarPane.draw(self, in: sidebar, surface: surface, on: &screen)
      if frames.sidebarFloats { drawEdge(of: sidebar, on: &screen) }
    }
    if let bar = frames.bar { Bar.draw(self, in: bar, on: &screen) }
    KeyHints.draw(self, above: frames.bar, on: &screen)
    for overlay in overlays {
      if !overlay.isOnBar, !model.settings.plain { screen.dim() }
      draw(overlay, on: &screen)
    }
    // A screen reader reads what stands at the cursor.
    if model.settings.plain { screen.isCursorVisible = screen.cursor != nil }
    return screen
  }

  /// The line where a floating sidebar ends and what is under it goes on.
  private func drawEdge(of sidebar: Rect, on screen: inout Screen) {
    screen.verticalLine(
      column: sidebar.endColumn < size.columns ? sidebar.endColumn : sidebar.endColumn - 1,
      rows: sidebar.row..<sidebar.endRow,
      borders: glyphs.borders,
      style: Style(.accent)
    )
  }

  private func draw(_ overlay: Overlay, on screen: inout Screen) {
    switch overlay {
    case .prompt(let prompt):
      if prompt.isOnBar {
        CompletionView.draw(prompt, self, on: &screen)
        MistakeView.draw(prompt, self, on: &screen)
      } else {
        Dialog.draw(prompt, self, on: &screen)
      }
    case .help(let help): HelpView.draw(self, help, on: &screen)
    case .menu(let menu): MenuView.draw(menu, self, on: &screen)
    case .report(let report): ReportView.draw(report, self, on: &screen)
    case .confirm(let confirmation, _): Dialog.draw(confirmation, self, on: &screen)
    }
  }

  /// The spinner's present picture; a still one where nothing may move.
  var spinnerPicture: String {
    model.settings.animation
      ? glyphs.spinner[spinnerStep % glyphs.spinner.count] : glyphs.ellipsis
  }
}
