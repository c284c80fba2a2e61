import ReadingList
package import Terminal

package final class ListPane: Pane {
  unowned let interface: Interface
  let name = Navigation.Pane.list
  var contexts: [Keymap.Context] {
    model.navigation.view.listsHighlights ? [.highlights, .list, .all] : [.list, .all]
  }

  private var isScrolledAway = false

  init(_ interface: Interface) { self.interface = interface }

  enum Line: Equatable {
    case heading(String)
    /// Part 0 of a row is the title.
    case row(index: Int, part: Int)
  }

  var hints: [Hint] {
    if model.navigation.view.listsHighlights {
      let marking: [Hint] = model.list.isMarking ? [.cancel("clear")] : []
      return (marking.isEmpty ? [.move, Hint(.open)] : []) + [
        Hint(.annotate), Hint([Invocation(.highlight)], "color"), Hint(.removeHighlight),
        Hint(.help), Hint(.copyText), Hint(.find), Hint(.mark), Hint(.write), Hint(.undo),
      ] + marking
    }
    let isTrash = model.navigation.view == .trash
    let marked: [Command] = [.archive, .favorite, .delete, .tag, .mark]
    let usual: [Command] = [
      .open, .archive, .add, .help, .favorite, .delete, .find, .tag, .random, .undo, .settings,
    ]
    switch (model.list.isMarking, isTrash) {
    case (true, true): return [.restore, Hint(.purge), Hint(.tag), Hint(.mark), .cancel("clear")]
    case (true, false): return marked.map { Hint($0) } + [.cancel("clear")]
    case (false, true):
      let rest: [Command] = [.purge, .help, .find, .undo, .settings]
      return [.move, Hint(.open), .restore] + rest.map { Hint($0) }
    case (false, false): return [.move] + usual.map { Hint($0) }
    }
  }

  /// Rows have a single line, or else a title and details, and a blank line that search results and
  /// highlights use for text.
  var isCompact: Bool { layout.hasCompactRows(model.settings.density) }

  private var height: Int { isCompact ? 1 : 3 }

  private var writtenLines: Int {
    guard !isCompact else { return 1 }
    return model.navigation.view.listsHighlights || model.search.isActive ? 3 : 2
  }

  package func body(_ frame: Rect) -> Rect {
    isCompact ? frame.below(1) : PaneHeader.body(under: frame)
  }

  private func lines(from top: Int, rows: Int) -> [Line] {
    var lines: [Line] = []
    let list = model.list.contents
    // Compact rows show their own dates.
    let isGrouped = !isCompact && list.order.isByDate && !model.search.isRanked
    let height = height
    var group: String?
    var index = top
    while lines.count < rows, let summary = list.summary(at: index) {
      if isGrouped {
        let date = shownDate(at: index, of: summary)
        let next = dayGroup(of: date, clock: interface.clock)
        if next != group { lines.append(.heading(next)) }
        group = next
      }
      for part in 0..<height { lines.append(.row(index: index, part: part)) }
      index += 1
    }
    return Array(lines.prefix(rows))
  }

  private func shows(_ index: Int, from top: Int, rows: Int) -> Bool {
    lines(from: top, rows: rows).contains(.row(index: index, part: writtenLines - 1))
  }

  private func settledTop(rows: Int) -> Int {
    let cursor = model.list.cursor
    let count = model.list.rows.count
    guard count > 0, rows > 0 else { return 0 }
    let margin = min(Metrics.scrollMargin, max(0, rows / height - 1) / 2)
    var top = min(max(0, model.navigation.place.top), max(0, cursor - margin))
    let goal = min(cursor + margin, count - 1)
    top = max(top, goal - rows / height)
    while top < cursor, !shows(goal, from: top, rows: rows) { top += 1 }
    return min(top, lastTop(rows: rows))
  }

  private func lastTop(rows: Int) -> Int {
    let last = max(0, model.list.rows.count - 1)
    var top = max(0, last - rows / height)
    while top < last, !shows(last, from: top, rows: rows) { top += 1 }
    return top
  }

  /// In a list sorted by date, the date it is sorted by.
  private func shownDate(at index: Int, of summary: ArticleSummary) -> Timestamp? {
    let order = model.list.order
    guard [.newest, .oldest].contains(order), let mark = model.list.highlight(at: index) else {
      return summary.date(in: order)
    }
    return mark.createdAt
  }

  func settle() {
    guard let frame else { return }
    let rows = body(frame).rows
    model.navigation.place.top =
      isScrolledAway ? min(model.navigation.place.top, lastTop(rows: rows)) : settledTop(rows: rows)
    guard model.search.isActive else { return }
    let shown = lines(from: model.navigation.place.top, rows: rows)
    model.search.wantSnippets(
      of: shown.compactMap { line in
        if case .row(let index, 0) = line { model.list.summary(at: index)?.id } else { nil }
      })
  }

  // MARK: Drawing

  func draw(in frame: Rect, on screen: inout Screen) {
    drawHeader(in: frame.withoutMargins, on: &screen)
    let area = body(frame)
    let list = model.list.contents
    guard !list.rows.isEmpty else { return emptyState.draw(in: area, on: &screen) }
    let isMarked = model.list.isMarked
    for (offset, line) in lines(from: model.navigation.place.top, rows: area.rows).enumerated() {
      let rect = area.line(offset)
      switch line {
      case .heading(let title):
        screen.put(left: [Span(title, Style(.accent))], row: rect.row, in: rect.withoutMargins)
      case .row(let index, let part):
        guard part < writtenLines, let summary = list.summary(at: index) else { continue }
        let isCursor = index == list.cursor
        let lines = rowLines(at: index, summary, columns: rect.withoutMargins.columns)
        draw(lines, part, in: rect, isCursor: isCursor, isMarked: isMarked(index), on: &screen)
        if isCursor, part == 0 { putCursor(rect.column, rect.row, on: &screen) }
      }
    }
    screen.drawScrollbar(
      in: area, first: model.navigation.place.top, visible: area.rows / height,
      count: list.rows.count, glyphs)
  }

  private func rowLines(at index: Int, _ summary: ArticleSummary, columns: Int) -> RowLines {
    guard let mark = model.list.highlight(at: index) else {
      return RowLines(summary, interface, columns: columns)
    }
    return RowLines(mark, in: summary, interface, columns: columns)
  }

  private func drawHeader(in inside: Rect, on screen: inout Screen) {
    let details = details(columns: inside.columns)
    let used = titleColumns + details.width
    PaneHeader(
      title: model.navigation.view.name, details: details,
      right: [Span(position(columns: inside.columns - used - 1), Style(.secondary))],
      button: interface.sidebarButton
    ).draw(isFocused, in: inside, glyphs, on: &screen)
  }

  /// The order and failed fetches, if there is room, or a chip for each part of the filter.
  private func details(columns: Int) -> [Span] {
    let filter = model.navigation.place.filter
    guard filter.isEmpty else { return filterDetails(filter) }
    let order = glyphs.dot + model.navigation.order.title
    var details = [Span(order, Style(.secondary), link: .command(.sort))]
    let failed = model.failedCount
    if failed > 0, model.navigation.view == .list(.readingList) {
      let keys = interface.keys(of: .refetchFailed, in: contexts)
      let link = Screen.Link.command(.refetchFailed)
      details.append(Span(glyphs.dot + "\(failed) failed ", Style(.error), link: link))
      details.append(Span(keys, Style(.key), link: link))
    }
    var room = columns - titleColumns - position(columns: 0).displayWidth - 1
    return details.filter {
      room -= $0.width
      return room >= 0
    }
  }

  private func filterDetails(_ filter: String) -> [Span] {
    let progress = model.search.isActive ? model.search.indexedPercent : nil
    let indexed = progress.map { [Span(glyphs.dot + "\($0)% indexed", Style(.warning))] }
    let chip = Style(model.list.filterProblem == nil ? .accent : .error)
    return (indexed ?? [])
      + Query.chips(of: filter).map { Span(" [\($0)]", chip, link: .command(.filter)) }
  }

  private var titleColumns: Int {
    let button = interface.sidebarButton.map { $0 + " " } ?? ""
    return button.displayWidth + model.navigation.view.name.displayWidth
  }

  /// The cursor's position and the number of rows; with a filter, also the number without it if
  /// there is room.
  private func position(columns: Int) -> String {
    let count = model.list.rows.count
    let place = count > 0 ? "\(model.list.cursor + 1)/\(count)" : "0"
    guard !model.navigation.place.filter.isEmpty else { return place }
    let view = model.navigation.view
    let whole = model.views.sidebar.first { $0.view == view }?.count
    let both = whole.map { "\(place) of \($0)" } ?? place
    return both.displayWidth <= columns ? both : place
  }

  private func draw(
    _ lines: RowLines, _ part: Int, in rect: Rect, isCursor: Bool, isMarked: Bool,
    on screen: inout Screen
  ) {
    var surface: Surface = isMarked ? .marked : .base
    if isCursor {
      surface = screen.drawCursor(in: rect, isFocused: isFocused, glyphs: glyphs)
    } else if isMarked {
      screen.fill(rect, style: Style(.text, on: surface))
    }
    if isMarked, part == 0 {
      let style = Style(.accent, on: surface, [.bold])
      screen.put(glyphs.mark, at: rect.origin, style: style, clip: rect)
    }
    let line = lines.lines[part]
    var inside = rect.withoutMargins
    if let color = lines.color, inside.columns > 2 {
      let bar = Rect(column: inside.column, row: rect.row, columns: 1, rows: 1)
      inside = Rect(column: bar.column + 2, row: rect.row, columns: inside.columns - 2, rows: 1)
      if part < lines.barRows { screen.restyle(bar, surface: color) }
    }
    screen.put(
      left: line.left, right: line.right, row: rect.row, in: inside, surface: surface,
      cutsAtWord: line.cutsAtWord)
  }

  // MARK: Commands

  var page: Int { max(1, (frame.map(body)?.rows ?? 2) / height - 1) }
  func move(by lines: Int) { model.list.moveCursor(by: lines) }
  func move(to line: Int) { model.list.moveCursor(to: line) }

  func handle(_ invocation: Invocation, count: Int) -> CommandOutcome? {
    switch invocation.command {
    case .find:
      interface.show(Prompt(.filter, text: model.navigation.place.filter))
    case .findNext: model.list.moveCursor(by: count)
    case .findPrevious: model.list.moveCursor(by: -count)
    case .paneWidths: return interface.changeWidths()
    case .paneLeft where isFocused: interface.focusSidebar()
    case .paneRight where isFocused: return open()
    case .open: return open()
    case .back where isFocused: goBack(mayQuit: true)
    case .cancel where isFocused: goBack(mayQuit: false)
    default: return nil
    }
    return .done
  }

  private func open() -> CommandOutcome {
    guard model.list.current != nil else { return .refused(model.nothingSelected) }
    model.reader.openCurrent()
    return .done
  }

  private func goBack(mayQuit: Bool) {
    if model.list.isMarking {
      model.list.clearMarks()
    } else if !model.navigation.place.filter.isEmpty {
      model.route.clearFilter()
    } else if mayQuit, layout.closesReader, model.reader.id != nil {
      model.route.closeReader()
    } else if mayQuit {
      model.quit()
    }
  }

  // MARK: Mouse

  func click(at point: Point, in frame: Rect, address: String?, isDouble: Bool) {
    let wasFocused = isFocused
    model.navigation.focus = .list
    let area = body(frame)
    let lines = lines(from: model.navigation.place.top, rows: area.rows)
    let offset = point.row - area.row
    guard lines.indices.contains(offset), case .row(let index, _) = lines[offset] else { return }
    let isAgain = wasFocused && index == model.list.cursor
    // Keeps the scroll offset, so that a second click hits the same row.
    isScrolledAway = true
    model.list.moveCursor(to: index)
    if isDouble || isAgain { interface.perform(Invocation(.open)) }
  }

  func scroll(by lines: Int, in frame: Rect) {
    let rows = (abs(lines) + height - 1) / height * lines.signum()
    let last = lastTop(rows: body(frame).rows)
    model.navigation.place.top = min(max(0, model.navigation.place.top + rows), last)
    isScrolledAway = true
  }

  func returnToCursor() { isScrolledAway = false }
}
