package import ReadingList
package import ReadingListModel
package import TerminalKit

/// The sidebar: the four filters, views and tags, with counts.
package enum SidebarPane {
  /// Where the rows stand, under the program's name.
  package static func body(_ frame: Rect) -> Rect { PaneHeader.body(under: frame) }

  /// The first row to show so that the chosen list is on screen.
  package static func top(of rows: [SidebarModel.Row], chosen: SavedView, height: Int) -> Int {
    let index = rows.firstIndex { if case .list(chosen, _) = $0 { true } else { false } } ?? 0
    return max(0, min(index - height + 1 + Metrics.scrollMargin, rows.count - height))
  }

  /// Draws the sidebar.
  static func draw(
    _ interface: Interface,
    in frame: Rect,
    surface: Surface,
    on screen: inout Screen
  ) {
    let model = interface.model
    let inside = frame.inset(columns: Metrics.margin, rows: 0)
    PaneHeader(
      title: "Luego",
      right: model.isReadOnly ? [Span("read-only", Style(.warning))] : []
    ).draw(
      isFocused: interface.focus == .sidebar,
      in: inside,
      glyphs: interface.glyphs,
      surface: surface,
      on: &screen
    )
    let area = body(frame)
    let rows = model.sidebar.rows
    let first = interface.sidebarTop(rows: area.rows)
    for (offset, row) in rows.dropFirst(first).prefix(area.rows).enumerated() {
      draw(
        row,
        interface,
        in: Rect(column: area.column, row: area.row + offset, columns: area.columns, rows: 1),
        surface: surface,
        on: &screen
      )
    }
  }

  private static func draw(
    _ row: SidebarModel.Row,
    _ interface: Interface,
    in rect: Rect,
    surface: Surface,
    on screen: inout Screen
  ) {
    let inside = rect.inset(columns: Metrics.margin, rows: 0)
    switch row {
    case .space: break
    case .heading(let title):
      screen.put(
        left: [Span(title, Style(.accent, [.bold]))],
        row: rect.row,
        in: inside,
        ellipsis: interface.glyphs.ellipsis,
        surface: surface
      )
    case .list(let view, let count):
      let isChosen = view == interface.model.navigation.view
      let isFocused = interface.focus == .sidebar
      var ground = surface
      if isChosen {
        ground = screen.drawCursor(in: rect, isFocused: isFocused, glyphs: interface.glyphs)
        if isFocused, interface.overlays.isEmpty {
          screen.cursor = Point(column: rect.column, row: rect.row)
        }
      }
      let sign = view.filter.map(interface.glyphs.sign) ?? (view.tag == nil ? " " : "#")
      let place = interface.model.sidebar.tags[view]
      let title = place?.title ?? view.name
      let indent = String(
        repeating: " ",
        count: Metrics.indent * min(place?.depth ?? 0, Metrics.maxIndents)
      )
      screen.put(
        left: [
          Span(
            indent
              + (place?.isOpen.map { $0 ? interface.glyphs.open : interface.glyphs.folded } ?? sign)
              + " ",
            Style(view.tag.map { interface.model.settings.color(ofTag: $0).role } ?? .secondary)
          ), Span(title, Style(.text, isChosen ? [.bold] : [])),
        ],
        right: count.map { [Span(String($0), Style(.secondary))] } ?? [],
        row: rect.row,
        in: inside,
        ellipsis: interface.glyphs.ellipsis,
        surface: ground
      )
    }
  }
}
