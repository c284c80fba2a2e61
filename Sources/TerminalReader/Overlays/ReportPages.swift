import ReadingList
import ReadingListModel
import TerminalKit

/// What the reports say.
struct ReportPages: InterfacePart {
  let interface: Interface

  /// What a report says now.
  func page(of report: Report) -> ReportPage {
    switch report.kind {
    case .statistics(let scope): statisticsPage(scope)
    case .activity: activityPage
    }
  }

  func line(_ text: String, _ role: Role = .text, _ attributes: Attributes = []) -> [Span] {
    [Span(text, Style(role, attributes))]
  }

  func heading(_ text: String) -> [Span] { line(text, .heading, [.bold]) }

  /// What a number is of, and the number.
  func fact(_ name: String, _ value: String) -> [Span] {
    [Span("  " + name.padded(toWidth: 16), Style(.secondary)), Span(value, Style(.text))]
  }

  private var counting: [[Span]] { [line("Counting" + glyphs.ellipsis, .placeholder)] }

  // MARK: Statistics

  private func statisticsPage(_ scope: Statistics.Scope) -> ReportPage {
    var page = ReportPage(
      title: "Statistics",
      hints: [BoxHint(.tab, "other time"), BoxHint(.character("j"), "scroll"), .close],
      columns: Metrics.statisticsColumns,
      lines: []
    )
    var tabs: [Span] = []
    for each in Statistics.Scope.shown {
      if !tabs.isEmpty { tabs.append(Span("   ", Style(.text))) }
      let title = StatisticsText.title(of: each)
      tabs.append(
        each == scope
          ? Span(title, Style(.accent, [.bold, .underline])) : Span(title, Style(.secondary))
      )
    }
    page.lines = [tabs]
    guard let statistics = model.reports.statistics.first(where: { $0.scope == scope }) else {
      page.lines += [[]] + counting
      return page
    }
    let columns =
      Dialog.frame(on: layout, columns: page.columns, rows: layout.size.rows).columns - 4
    let lines = StatisticsText.lines(statistics, columns: columns, glyphs: glyphs)
    page.lines += lines.dropFirst().map { line in
      [
        Span(line.text, line.isHeading ? Style(.heading, [.bold]) : Style(.text)),
        Span(glyphs == .plain ? "" : line.bar, Style(.accent)),
      ]
    }
    return page
  }

  private func row(of id: ArticleID, reason: String? = nil) -> ReportPage.Row {
    let summary = model.summary(of: id)
    let isFetched = model.fetches.fetching.contains(id)
    let sign: Span =
      if isFetched {
        Span(interface.spinnerPicture, Style(.accent))
      } else if summary?.fetch.isFailed == true || reason != nil {
        Span(glyphs.failed, Style(.error))
      } else {
        Span(glyphs.pending, Style(.warning))
      }
    let detail = reason ?? summary?.fetch.reason ?? "Its text has not been fetched yet"
    return ReportPage.Row(
      id: id,
      sign: sign,
      title: summary?.title ?? id.text,
      detail: isFetched ? "Fetching" + glyphs.ellipsis : detail
    )
  }

  // MARK: Activity

  private var activityPage: ReportPage {
    let activity = model.activity
    var page = ReportPage(title: "Activity", lines: [])
    let open = BoxHint(.enter, "open")
    if activity.isNone { page.lines.append(line("Nothing is under way", .placeholder)) }
    if activity.changes > 0 { page.lines.append(fact("Changes to write", "\(activity.changes)")) }
    if activity.looks { page.lines.append(fact("Library", "looking for changes")) }
    if activity.picks > 0 {
      let picking = "picking " + activity.picks.counted("article")
      page.lines.append(fact(Filter.discovery.title, picking))
    }
    if activity.asksSources { page.lines.append(fact("Sources", "asking for what is new")) }
    if activity.waiting > 0 {
      page.lines.append(fact("Waiting", activity.waiting.counted("article")))
    }
    let captured = model.capture.captured
    if !captured.isEmpty {
      page.lines += [
        [], heading("From the inbox in this session"),
        fact("Taken", captured.count.counted("article")),
      ]
      for id in captured.prefix(5) {
        page.lines.append(line(model.summary(of: id)?.title ?? id.text, .text))
      }
    }
    let failures = model.fetches.failures
    if !activity.fetching.isEmpty {
      page.lines += (page.lines.isEmpty ? [] : [[]]) + [heading("Being fetched")]
      page.count = activity.fetching.count
      page.row = { index in
        activity.fetching.indices.contains(index) ? row(of: activity.fetching[index]) : nil
      }
      page.hints = [BoxHint(.character("c"), "cancel"), open, .close]
    } else if !failures.isEmpty {
      page.lines += [[], heading("Failed in this session")]
      page.count = failures.count
      page.row = { index in
        failures.indices.contains(index)
          ? row(of: failures[index].id, reason: failures[index].reason) : nil
      }
      page.hints = [BoxHint(.character("r"), "fetch again"), open, .close]
    }
    return page
  }
}
