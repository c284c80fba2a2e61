package import ReadingList
import Terminal

/// A report on the library or on running work.
package enum Report: Equatable, Sendable {
  /// The numbers of saved and read articles.
  case statistics(Statistics.Scope)
  case activity
}

struct ReportPages: InterfacePart {
  let interface: Interface

  func content(of report: Report) -> BoxContent {
    switch report {
    case .statistics(let scope): statistics(scope)
    case .activity: activity
    }
  }

  private func line(_ text: String, _ role: Role = .text, _ attributes: Attributes = []) -> ListRow
  { ListRow([Span(text, Style(role, attributes))]) }

  private func fact(_ name: String, _ value: String) -> ListRow {
    ListRow([Span("  " + name.padded(toWidth: 16), Style(.secondary)), Span(value, Style(.text))])
  }

  // MARK: Statistics

  private func statistics(_ scope: Statistics.Scope) -> BoxContent {
    var page = BoxContent("Statistics")
    let other = Statistics.Scope.shown.first { $0 != scope } ?? scope
    let turn = ListAction(staysOpen: true) { interface in
      if let box = Box(.report(.statistics(other)), interface) { interface.replaceFront(box) }
    }
    for key in [Key(.tab), Key(.left), Key(.right), Key(.character("h")), Key(.character("l"))] {
      page.keys[key] = turn
    }
    page.hints = [
      Chip(.tab, StatisticsText.title(of: other).lowercased()),
      Chip(.character("j"), "scroll"), .close,
    ]
    page.columns = Metrics.statisticsColumns
    var tabs: [Span] = []
    for each in Statistics.Scope.shown {
      if !tabs.isEmpty { tabs.append(Span("   ", Style(.text))) }
      let title = StatisticsText.title(of: each)
      tabs.append(
        each == scope
          ? Span(title, Style(.accent, [.bold, .underline])) : Span(title, Style(.secondary)))
    }
    page.rows = [ListRow(tabs)]
    guard let statistics = model.reports.statistics.first(where: { $0.scope == scope }) else {
      page.rows += [ListRow([]), line("Counting" + glyphs.ellipsis, .placeholder)]
      return page
    }
    let box = Dialog.frame(on: layout, columns: Metrics.statisticsColumns, rows: layout.size.rows)
    let lines = StatisticsText.lines(statistics, columns: box.columns - 4, glyphs: glyphs)
    page.rows += lines.dropFirst().map { line in
      ListRow([
        Span(line.text, line.isHeading ? Style(.heading, [.bold]) : Style(.text)),
        Span(glyphs == .plain ? "" : line.bar, Style(.accent)),
      ])
    }
    return page
  }

  /// Returns the row of an article; Enter opens the article in its list.
  private func row(of id: ArticleID, reason: String? = nil) -> ListRow {
    let summary = model.summary(of: id)
    let isFetched = model.fetches.fetching.contains(id)
    let sign: Span =
      if isFetched {
        Span(interface.spinnerPicture, Style(.accent))
      } else if summary?.fetch.isFailed == true || reason != nil {
        Span(glyphs.failed, Style(.error))
      } else { Span(glyphs.pending, Style(.warning)) }
    let detail = reason ?? summary?.fetch.reason ?? "Its text has not been fetched yet"
    var row = ListRow([sign, Span(" " + (summary?.title ?? id.text), Style(.text))])
    let shown = isFetched ? "Fetching" + glyphs.ellipsis : detail
    row.right = [Span(shown, Style(.secondary))]
    row.help = shown
    row.id = id.text
    row.action = ListAction { interface in
      guard let article = interface.model.summary(of: id) else { return }
      interface.overlays.removeAll()
      interface.model.route.openInItsList(article)
    }
    return row
  }

  // MARK: Activity

  private var activity: BoxContent {
    let activity = model.activity
    var page = BoxContent("Activity")
    page.columns = Metrics.reportColumns
    let open = Chip(.enter, "open")
    if activity.isNone { page.rows.append(line("Nothing running", .placeholder)) }
    if activity.changes > 0 { page.rows.append(fact("Changes to write", "\(activity.changes)")) }
    if activity.looks { page.rows.append(fact("Library", "looking for changes")) }
    if activity.picks > 0 {
      let picking = "picking " + activity.picks.counted("article")
      page.rows.append(fact(Filter.discovery.title, picking))
    }
    if activity.asksSources { page.rows.append(fact("Sources", "asking for what is new")) }
    if activity.waiting > 0 {
      page.rows.append(fact("Waiting", activity.waiting.counted("article")))
    }
    let captured = model.capture.captured
    if !captured.isEmpty {
      page.rows += [
        ListRow([]), ListRow(heading: "From the inbox in this session"),
        fact("Taken", captured.count.counted("article")),
      ]
      for id in captured.prefix(5) {
        page.rows.append(line(model.summary(of: id)?.title ?? id.text, .text))
      }
    }
    let failures = model.fetches.failures
    if !activity.fetching.isEmpty {
      page.rows += (page.rows.isEmpty ? [] : [ListRow([])]) + [ListRow(heading: "Being fetched")]
      page.rows += activity.fetching.map { row(of: $0) }
      page.keys[Key(.character("c"))] = ListAction(staysOpen: true) { interface in
        let isStopped = interface.model.stopWaiting()
        interface.show(isStopped ? .done("Stopped") : .refused("Nothing to cancel"))
      }
      page.hints = [Chip(.character("c"), "cancel"), open, .close]
    } else if !failures.isEmpty {
      page.rows += [ListRow([]), ListRow(heading: "Failed in this session")]
      page.rows += failures.map { failure in
        var row = row(of: failure.id, reason: failure.reason)
        let id = failure.id
        row.keys[Key(.character("r"))] = ListAction(staysOpen: true) { interface in
          if interface.model.offers(.refetch) { interface.model.fetches.again(id) }
        }
        return row
      }
      page.hints = [Chip(.character("r"), "fetch again"), open, .close]
    }
    return page
  }
}
