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
    let tabs = Statistics.shown.map { each in
      let style = each == days ? Style(.accent, [.bold, .underline]) : Style(.secondary)
      return [Span(StatisticsText.title(of: each), style)]
    }
    page.rows = [ListRow(Array(tabs.joined(separator: [Span("   ", Style(.text))])))]
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
