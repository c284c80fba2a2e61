import ReadingList
package import ReadingListModel
package import TerminalKit
package import ReadingServices

/// The article list: header, day groups and rows.
package enum ListPane {
  /// One line of the list.
  package enum Line: Equatable {
    case heading(String)
    /// Line `part` (0 is the title) of the row `index`.
    case row(index: Int, part: Int)
  }

  /// Where the rows stand, under the header.
  package static func body(_ frame: Rect) -> Rect { PaneHeader.body(under: frame) }

  /// The lines on screen when the row `top` is first.
  package static func lines(
    of model: ReadingListModel,
    top: Int,
    rows: Int,
    density: Density,
    clock: Clock
  ) -> [Line] {
    var lines: [Line] = []
    let order = model.list.order
    let isGrouped = order.isByDate && !model.isRanked
    var group: String?
    var index = top
    while lines.count < rows, let summary = model.list.summary(at: index) {
      if isGrouped {
        let next = DayGroup(of: shownDate(of: summary, order: order), clock: clock).title
        if next != group { lines.append(.heading(next)) }
        group = next
      }
      for part in 0..<density.height { lines.append(.row(index: index, part: part)) }
      index += 1
    }
    return Array(lines.prefix(rows))
  }

  /// The first row to show so that the cursor is on screen with some rows around it.
  package static func settledTop(
    of model: ReadingListModel,
    rows: Int,
    density: Density,
    clock: Clock
  ) -> Int {
    func shows(_ index: Int, top: Int) -> Bool {
      guard index - top < rows else { return false }
      return lines(of: model, top: top, rows: rows, density: density, clock: clock)
        .contains(.row(index: index, part: density.writtenLines - 1))
    }
    let cursor = model.list.cursor
    let count = model.list.rows.count
    guard count > 0, rows > 0 else { return 0 }
    let margin = min(Metrics.scrollMargin, max(0, rows / density.height - 1) / 2)
    var top = min(max(0, model.navigation.place.top), count - 1)
    top = min(top, max(0, cursor - margin))
    let goal = min(cursor + margin, count - 1)
    top = max(top, goal - rows / density.height)
    while top < cursor, !shows(goal, top: top) { top += 1 }
    while top > 0, shows(count - 1, top: top - 1) { top -= 1 }
    return top
  }

  /// The first row of those that end with the last one.
  static func lastTop(
    of model: ReadingListModel,
    rows: Int,
    density: Density,
    clock: Clock
  ) -> Int {
    let last = max(0, model.list.rows.count - 1)
    // No further back than rows of one line reach.
    var top = max(0, last - rows)
    while top < last,
      !lines(of: model, top: top, rows: rows, density: density, clock: clock)
        .contains(.row(index: last, part: density.writtenLines - 1))
    {
      top += 1
    }
    return top
  }

  static func shownDate(of summary: ArticleSummary, order: Order) -> Timestamp? {
    switch order.shownDate {
    case .saved: summary.savedAt
    case .published: summary.publishedAt
    case .read: summary.readAt
    }
  }

  /// The articles on so many lines.
  static func ids(on interface: Interface, rows: Int) -> [ArticleID] {
    let model = interface.model
    return lines(
      of: model,
      top: model.navigation.place.top,
      rows: rows,
      density: interface.density,
      clock: interface.clock
    ).compactMap { line in
      if case .row(let index, 0) = line { model.list.summary(at: index)?.id } else { nil }
    }
  }

  // MARK: Drawing

  /// Draws the list.
  static func draw(_ interface: Interface, in frame: Rect, on screen: inout Screen) {
    let model = interface.model
    let inside = frame.inset(columns: Metrics.margin, rows: 0)
    drawHeader(interface, in: inside, on: &screen)
    let area = body(frame)
    guard !model.list.rows.isEmpty else {
      EmptyState.ofList(interface).draw(in: area, on: &screen, glyphs: interface.glyphs)
      return
    }
    let isFocused = interface.focus == .list
    let isMarked = model.isMarked
    let density = interface.density
    screen.noteScrolling(in: area)
    var first: Int?
    for (offset, line) in lines(
      of: model,
      top: model.navigation.place.top,
      rows: area.rows,
      density: density,
      clock: interface.clock
    ).enumerated() {
      let row = area.row + offset
      switch line {
      case .heading(let title):
        screen.put(
          left: [Span(title, Style(.accent))],
          row: row,
          in: area.inset(columns: Metrics.margin, rows: 0),
          ellipsis: interface.glyphs.ellipsis
        )
      case .row(let index, let part):
        first = first ?? index
        guard part < density.writtenLines, let summary = model.list.summary(at: index) else {
          continue
        }
        let rect = Rect(column: area.column, row: row, columns: area.columns, rows: 1)
        drawRow(
          RowContent(summary, interface: interface, columns: rect.columns - 2 * Metrics.margin),
          part: part,
          in: rect,
          isCursor: index == model.list.cursor,
          isMarked: isMarked(index),
          isFocused: isFocused,
          interface,
          on: &screen
        )
        if index == model.list.cursor, part == 0, isFocused, interface.overlays.isEmpty {
          screen.cursor = Point(column: rect.column, row: row)
        }
      }
    }
    scrollbar(interface, in: frame, first: first)?.draw(glyphs: interface.glyphs, on: &screen)
  }

  /// The bar beside the rows, of which `first` is the first one seen.
  static func scrollbar(_ interface: Interface, in frame: Rect, first: Int? = nil) -> Scrollbar? {
    let area = body(frame)
    return Scrollbar(
      in: area,
      first: first ?? interface.model.navigation.place.top,
      visible: area.rows / interface.density.height,
      count: interface.model.list.rows.count
    )
  }

  private static func drawHeader(
    _ interface: Interface,
    in inside: Rect,
    on screen: inout Screen
  ) {
    let model = interface.model
    let details = details(interface, columns: inside.columns)
    let title = model.navigation.view.name
    let used = details.reduce(titleColumns(interface)) { $0 + $1.width }
    let room = inside.columns - used - 1
    PaneHeader(
      title: title,
      details: details,
      right: [Span(position(model, columns: room), Style(.secondary))],
      button: interface.layout.hasSlidingSidebar ? interface.glyphs.sidebarButton : nil
    ).draw(
      isFocused: interface.focus == .list,
      in: inside,
      glyphs: interface.glyphs,
      on: &screen
    )
  }

  /// What stands after the name of the list: its order where it fits whole into a header's columns, or a chip for each part of its filter.
  private static func details(_ interface: Interface, columns: Int) -> [Span] {
    let model = interface.model
    let place = model.navigation.place
    guard !place.filter.isEmpty else {
      let room =
        columns - titleColumns(interface) - position(interface.model, columns: 0).displayWidth - 1
      let order = interface.glyphs.dot + model.navigation.order.title
      return order.displayWidth <= room ? [Span(order, Style(.secondary))] : []
    }
    let indexed =
      model.search.isActive
      ? model.search.progress.map {
        [Span(interface.glyphs.dot + "\($0.percent)% indexed", Style(.warning))]
      } ?? [] : []
    let chip = Style(model.list.filterProblem == nil ? .accent : .error)
    return indexed
      + Query.chips(of: place.filter).flatMap { [Span(" ", Style()), Span("[\($0)]", chip)] }
  }

  /// Columns of what stands before the order.
  private static func titleColumns(_ interface: Interface) -> Int {
    let button = interface.layout.hasSlidingSidebar ? interface.glyphs.sidebarButton + " " : ""
    return button.displayWidth + PaneHeader.glyphColumns
      + interface.model.navigation.view.name.displayWidth
  }

  /// What a click on the header does: chips and order lead to what they are chosen in.
  static func invocation(_ interface: Interface, in frame: Rect, at point: Point) -> Invocation? {
    let inside = frame.inset(columns: Metrics.margin, rows: 0)
    guard point.row == frame.row else { return nil }
    let start = inside.column + titleColumns(interface)
    let end = details(interface, columns: inside.columns).reduce(start) { $0 + $1.width }
    guard (start..<end).contains(point.column) else { return nil }
    return Invocation(interface.model.navigation.place.filter.isEmpty ? .sort : .filter)
  }

  /// Where the cursor stands among how many; with a filter also how many there are without it, where
  /// there is room.
  private static func position(_ model: ReadingListModel, columns: Int) -> String {
    let count = model.list.rows.count
    let place = count > 0 ? "\(model.list.cursor + 1)/\(count)" : "0"
    guard !model.navigation.place.filter.isEmpty else { return place }
    let whole = model.sidebar.rows.lazy.compactMap { row in
      if case .list(model.navigation.view, let count) = row { count } else { nil }
    }.first
    let both = whole.map { "\(place) of \($0)" } ?? place
    return both.displayWidth <= columns ? both : place
  }

  private static func drawRow(
    _ content: RowContent,
    part: Int,
    in rect: Rect,
    isCursor: Bool,
    isMarked: Bool,
    isFocused: Bool,
    _ interface: Interface,
    on screen: inout Screen
  ) {
    var surface: Surface = isMarked ? .marked : .base
    if isCursor {
      surface = screen.drawCursor(in: rect, isFocused: isFocused, glyphs: interface.glyphs)
    } else if isMarked {
      screen.fill(rect, style: Style(.text, on: surface))
    }
    if isMarked, part == 0 {
      screen.put(
        interface.glyphs.mark,
        at: Point(column: rect.column, row: rect.row),
        style: Style(.accent, on: surface, [.bold]),
        clip: rect
      )
    }
    let inside = rect.inset(columns: Metrics.margin, rows: 0)
    let isCompact = interface.density == .compact
    screen.put(
      left: [content.title, content.details, content.snippet][part],
      right: [content.state + (isCompact ? content.brief : []), content.tags, []][part],
      row: rect.row,
      in: inside,
      ellipsis: interface.glyphs.ellipsis,
      surface: surface,
      cutsAtWord: part != 1
    )
  }
}
