import ReadingList
import ReadingListModel
import TerminalKit

extension Interface {
  /// Takes what the mouse does while an overlay lies over the panes.
  func takeInOverlay(_ mouse: MouseEvent) {
    switch mouse.kind {
    case .wheelUp: wheelInOverlay(-Self.wheelLines, at: mouse.point)
    case .wheelDown: wheelInOverlay(Self.wheelLines, at: mouse.point)
    case .press: clickInOverlay(at: mouse.point, isDouble: false)
    case .doubleClick: clickInOverlay(at: mouse.point, isDouble: true)
    case .release, .drag: break
    }
  }

  private func wheelInOverlay(_ lines: Int, at point: Point) {
    guard let front = overlays.last, Dialog.frame(of: front, self)?.contains(point) == true else {
      return
    }
    func scroll(from top: Int, last: Int) {
      overlayWheelTop = min(max(0, top + lines), max(0, last))
    }
    switch front {
    case .help(let help):
      let frame = HelpView.frame(help, on: layout)
      let all = HelpView.lines(self, help)
      let top = HelpView.top(of: help, all, in: frame, wheelTop: overlayWheelTop)
      scroll(from: top, last: all.count - frame.lineCount)
    case .menu(let menu):
      let rows = MenuView.frame(menu, on: layout).items.rows
      let top = MenuView.top(of: menu, rows: rows, wheelTop: overlayWheelTop)
      scroll(from: top, last: menu.found.count - rows)
    case .report(let report):
      let page = page(of: report)
      guard page.count > 0 else {
        // Without a cursor it is the lines themselves that scroll.
        for _ in 0..<abs(lines) { takeInOverlay(Key(lines < 0 ? .up : .down)) }
        return
      }
      let frame = ReportView.frame(page, on: layout)
      let top = ReportView.top(report, page, on: layout, wheelTop: overlayWheelTop)
      scroll(from: top, last: page.count - frame.rows.rows)
    case .prompt, .confirm: break
    }
  }

  /// Chooses the item under the pointer, or presses the key of a hint; outside of the overlay closes it,
  /// and what was typed into a filter stays.
  private func clickInOverlay(at point: Point, isDouble: Bool) {
    guard let front = overlays.last else { return }
    guard let frame = Dialog.frame(of: front, self) else {
      if case .prompt(let prompt) = front, CompletionView.put(into: prompt, at: point, self) {
        return
      }
      if case .prompt(let prompt) = front, let bar = frames.bar,
        Bar.filterButton(self, in: bar)?.contains(point) == true
      {
        openFilters(from: prompt)
      } else if frames.bar?.contains(point) != true {
        closeLine(front)
      }
      return
    }
    guard frame.contains(point) else {
      let count = overlays.count
      takeInOverlay(Key(.escape))
      // The first Esc may end a search only.
      if overlays.count == count { takeInOverlay(Key(.escape)) }
      return
    }
    if let key = Dialog.key(at: point, of: front, self) {
      takeInOverlay(key)
      return
    }
    switch front {
    case .menu(let menu):
      let index = MenuView.item(of: menu, at: point, on: layout, wheelTop: overlayWheelTop)
      if let index { choose(index, in: menu) }
    case .help(var help):
      guard let stop = HelpView.stop(self, help, at: point) else { return }
      help.cursor = stop
      replaceFront(.help(help))
      takeInOverlay(Key(.enter))
    case .report(let report): click(report, at: point, isDouble: isDouble)
    case .prompt, .confirm: break
    }
  }

  /// Selects the article under the pointer, and opens it when it is so already; turns to the other pages of
  /// statistics by their titles.
  private func click(_ report: Report, at point: Point, isDouble: Bool) {
    var report = report
    let page = page(of: report)
    if let scope = scope(of: report, page, at: point) {
      report.kind = .statistics(scope)
      report.cursor = ListCursor()
      replaceFront(.report(report))
      return
    }
    let rows = ReportView.frame(page, on: layout).rows
    let top = ReportView.top(report, page, on: layout, wheelTop: overlayWheelTop)
    let index = top + point.row - rows.row
    guard page.count > 0, rows.contains(point), index < page.count else { return }
    report.cursor = ReportView.settled(report, page, on: layout)
    let isAgain = report.cursor.cursor == index
    report.cursor.move(by: index - report.cursor.cursor, count: page.count)
    overlayWheelTop = top
    replaceFront(.report(report))
    if isDouble || isAgain { takeInOverlay(Key(.enter)) }
  }

  /// The time of statistics whose title stands at a place of the first line.
  private func scope(of report: Report, _ page: ReportPage, at point: Point) -> Statistics.Scope? {
    let head = ReportView.frame(page, on: layout).head
    guard case .statistics = report.kind, report.cursor.cursor == 0, point.row == head.row else {
      return nil
    }
    var column = head.column
    for span in page.lines.first ?? [] {
      if (column..<column + span.width).contains(point.column) {
        return Statistics.Scope.shown.first { StatisticsText.title(of: $0) == span.text }
      }
      column += span.width
    }
    return nil
  }

  /// Ends what is typed on the bar: a filter and what is looked for hold, a command is not run.
  private func closeLine(_ overlay: Overlay) {
    guard case .prompt(let prompt) = overlay else { return }
    takeInOverlay(prompt.purpose == .commandLine ? Key(.escape) : Key(.enter))
  }
}
