import ReadingList
import Terminal

extension Interface {
  func statistics(of days: Int?) -> BoxContent {
    var page = BoxContent("Statistics")
    let other = days == nil ? Statistics.month : nil
    let turn = ListAction(staysOpen: true) { interface in
      guard let box = Box(.statistics(days: other), interface) else { return }
      interface.overlays[interface.overlays.count - 1] = box
    }
    for key in [Key(.tab), Key(.left), Key(.right), Key(.character("h")), Key(.character("l"))] {
      page.keys[key] = turn
    }
    page.hints = [
      Chip(.tab, StatisticsText.title(of: other).lowercased()), Chip(.character("j"), "scroll"),
      .close,
    ]
    page.columns = Metrics.statisticsColumns
    var tabs: [Span] = []
    for each in Statistics.shown {
      if !tabs.isEmpty { tabs.append(Span("   ", Style(.text))) }
      let title = StatisticsText.title(of: each)
      tabs.append(
        each == days
          ? Span(title, Style(.accent, [.bold, .underline])) : Span(title, Style(.secondary)))
    }
    page.rows = [ListRow(tabs)]
    guard let statistics = model.statistics?.first(where: { $0.days == days }) else {
      page.rows += [
        ListRow([]), ListRow([Span("Counting" + glyphs.ellipsis, Style(.placeholder))]),
      ]
      return page
    }
    let box = Dialog.frame(on: layout, columns: Metrics.statisticsColumns, rows: layout.size.rows)
    let lines = StatisticsText.lines(statistics, columns: box.columns - 4, glyphs: glyphs)
    page.rows += lines.dropFirst().map {
      ListRow([
        Span($0.text, $0.isHeading ? Style(.heading, [.bold]) : Style(.text)),
        Span(glyphs == .plain ? "" : $0.bar, Style(.accent)),
      ])
    }
    return page
  }
}
