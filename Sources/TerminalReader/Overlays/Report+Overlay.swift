import ReadingList
import ReadingListModel
package import TerminalKit

extension Interface {
  /// Opens a report and has counted what it shows.
  func open(_ kind: Report.Kind) {
    show(Report(kind: kind))
    if case .statistics = kind { model.reports.watchStatistics() }
  }
}

/// What keys and clicks do in a report.
extension Report {
  /// What it says now.
  func page(_ interface: Interface) -> ReportPage {
    ReportPages(interface: interface).page(of: self)
  }

  package func hints(_ interface: Interface) -> [BoxHint] { page(interface).hints }
  package func box(_ interface: Interface) -> Rect? {
    ReportView.frame(page(interface), on: interface.layout).box
  }
  package func draw(_ interface: Interface, on screen: inout Screen) {
    ReportView.draw(self, interface, on: &screen)
  }

  package func take(_ key: Key, _ interface: Interface) {
    var report = self
    let page = page(interface)
    report.cursor = ReportView.settled(self, page, on: interface.layout)
    guard !report.act(key, page, interface) else { return }
    let frame = ReportView.frame(page, on: interface.layout)
    let lines = page.count > 0 ? frame.rows.rows : frame.head.rows
    let count = page.count > 0 ? page.count : max(1, page.lines.count - lines + 1)
    let step: Int
    switch Self.motion(key, interface.keymap) {
    case .down: step = 1
    case .up: step = -1
    case .halfPageDown: step = max(1, lines / 2)
    case .halfPageUp: step = -max(1, lines / 2)
    case .pageDown: step = max(1, lines - 1)
    case .pageUp: step = -max(1, lines - 1)
    case .top: step = -count
    case .bottom: step = count
    case .back, .cancel:
      interface.overlays.removeLast()
      return
    case .quit: return interface.model.quit()
    default: return
    }
    report.cursor.move(by: step, count: count)
    interface.replaceFront(report)
  }

  /// What a key of moving means here; `g` is the whole of it.
  private static func motion(_ key: Key, _ keymap: Keymap) -> Command? {
    switch key.code {
    case .character("g") where key.modifiers.isEmpty: return .top
    case .character("q") where key.modifiers.isEmpty: return .back
    default: break
    }
    guard case .command(let invocation) = keymap.meaning(of: [key], in: [.all]) else { return nil }
    return invocation.command
  }

  /// Keys that one report has and others have not.
  ///
  /// - Returns: whether it was one.
  private func act(_ key: Key, _ page: ReportPage, _ interface: Interface) -> Bool {
    let model = interface.model
    let current = page.row(cursor.cursor)?.id
    switch (kind, key.code) {
    case (.statistics(let scope), .tab), (.statistics(let scope), .character("h")),
      (.statistics(let scope), .character("l")), (.statistics(let scope), .left),
      (.statistics(let scope), .right):
      interface.replaceFront(Report(kind: .statistics(scope == .month ? .all : .month)))
    case (.activity, .enter):
      guard let article = current.flatMap(model.summary) else { return true }
      interface.overlays.removeAll()
      model.route.openInItsList(article)
    case (.activity, .character("r")):
      if let current, model.offers(.refetch) { model.fetches.again(current) }
    case (.activity, .character("c")):
      interface.show(model.stopWaiting() ? .done("Stopped") : .refused("Nothing to cancel"))
    default: return false
    }
    return true
  }

  // MARK: Mouse

  package func scroll(by lines: Int, _ interface: Interface) {
    let page = page(interface)
    guard page.count > 0 else {
      // Without a cursor it is the lines themselves that scroll.
      for _ in 0..<abs(lines) { interface.takeInOverlay(Key(lines < 0 ? .up : .down)) }
      return
    }
    let rows = ReportView.frame(page, on: interface.layout).rows.rows
    let wheelTop = interface.overlayWheelTop
    let top = ReportView.top(self, page, on: interface.layout, wheelTop: wheelTop)
    interface.scrollOverlay(from: top, by: lines, last: page.count - rows)
  }

  /// Selects the article under the pointer, and opens it when it is so already; turns to the other pages of
  /// statistics by their titles.
  package func click(at point: Point, isDouble: Bool, _ interface: Interface) {
    let layout = interface.layout
    let page = page(interface)
    if let scope = scope(page, at: point, on: layout) {
      return interface.replaceFront(Report(kind: .statistics(scope)))
    }
    let rows = ReportView.frame(page, on: layout).rows
    let top = ReportView.top(self, page, on: layout, wheelTop: interface.overlayWheelTop)
    let index = top + point.row - rows.row
    guard page.count > 0, rows.contains(point), index < page.count else { return }
    var report = self
    report.cursor = ReportView.settled(self, page, on: layout)
    let isAgain = report.cursor.cursor == index
    report.cursor.move(by: index - report.cursor.cursor, count: page.count)
    interface.overlayWheelTop = top
    interface.replaceFront(report)
    if isDouble || isAgain { interface.takeInOverlay(Key(.enter)) }
  }

  /// The time of statistics whose title stands at a place of the first line.
  private func scope(_ page: ReportPage, at point: Point, on layout: Layout) -> Statistics.Scope? {
    let head = ReportView.frame(page, on: layout).head
    guard case .statistics = kind, cursor.cursor == 0, point.row == head.row else { return nil }
    var column = head.column
    for span in page.lines.first ?? [] {
      if (column..<column + span.width).contains(point.column) {
        return Statistics.Scope.shown.first { StatisticsText.title(of: $0) == span.text }
      }
      column += span.width
    }
    return nil
  }
}
