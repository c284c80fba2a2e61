package import ReadingList
import Terminal

struct RowLines {
  struct Line {
    var left: [Span] = []
    var right: [Span] = []
    var cutsAtWord = true
  }

  var lines: [Line]
  /// The color of a highlight's bar at the left, and the lines it spans.
  var color: Surface?
  var barRows = 0
}

extension RowLines {
  /// An article: title and state, then details and tags, then an excerpt.
  init(_ summary: ArticleSummary, _ interface: Interface, columns: Int) {
    let model = interface.model
    let glyphs = interface.glyphs
    let isNew = model.isNew(summary)
    let style =
      summary.progress.isFinished ? Style(.secondary) : Style(.text, isNew ? [.bold] : [])
    let title = [Span(summary.title, style)]
    let state = Self.state(of: summary, interface)
    let (text, count) = Self.details(
      of: summary, order: model.list.order, clock: interface.clock, glyphs: glyphs, columns: columns
    )
    let snippet = Self.snippet(model.search.snippets[summary.id], columns: columns)
    guard interface.list.isCompact else {
      lines = [
        Line(left: title, right: state),
        Line(
          left: [Span(text, Style(.secondary))], right: Self.tags(of: summary, count),
          cutsAtWord: false),
        Line(left: snippet),
      ]
      return
    }
    let spaced = { (spans: [Span]) in spans.isEmpty ? [] : [Span(" ", Style())] + spans }
    guard snippet.isEmpty || columns < Metrics.excerptFromColumns else {
      let half = summary.title.truncated(toWidth: columns / 2, ellipsis: glyphs.ellipsis)
      lines = [
        Line(left: [Span(half, style), Span("  ", Style())] + snippet, right: spaced(state))
      ]
      return
    }
    let facts = Self.facts(
      of: summary, model.list.order, interface.clock, columns, glyphs.ellipsis)
    let room = columns - (title + spaced(state)).width - facts.displayWidth - 2
    let counts = 0...min(Self.maxTags, summary.tags.count)
    let tags = counts.map { Self.tags(of: summary, $0) }.last { $0.width <= room } ?? []
    lines = [
      Line(
        left: title, right: spaced(tags) + spaced(state) + [Span(facts, Style(.secondary))])
    ]
  }

  private static func state(of summary: ArticleSummary, _ interface: Interface) -> [Span] {
    let glyphs = interface.glyphs
    var state: [Span] = []
    if summary.progress.isUnderWay {
      state.append(Span("\(summary.progress.percent)%", Style(.accent)))
    } else if summary.progress.isFinished {
      state.append(Span(glyphs.check, Style(.secondary)))
    }
    switch summary.fetch {
    case _ where interface.model.fetches.fetching.contains(summary.id):
      state.append(Span(" " + interface.spinnerPicture, Style(.accent)))
    case .pending: state.append(Span(" " + glyphs.pending, Style(.secondary)))
    case .failed: state.append(Span(" " + glyphs.failed, Style(.error)))
    case .suspect: state.append(Span(" " + glyphs.suspect, Style(.warning)))
    case .ready: break
    }
    if !summary.note.isEmpty { state.append(Span(" " + glyphs.note, Style(.secondary))) }
    if summary.membership.isFavorite { state.append(Span(" " + glyphs.favorite, Style(.favorite))) }
    return state
  }

  private static func facts(
    of summary: ArticleSummary, _ order: Order, _ clock: Clock, _ columns: Int, _ ellipsis: String
  ) -> String {
    var facts = ""
    if columns >= Metrics.siteFromColumns {
      let others = 3 + Metrics.minutesColumns + Metrics.dateColumns
      let width = min(Metrics.maxSiteColumns, columns - Metrics.titleColumns - others)
      let site = summary.shownSite ?? ""
      facts += " " + site.truncated(toWidth: width, ellipsis: ellipsis).padded(toWidth: width)
    }
    if columns >= Metrics.minutesFromColumns {
      let minutes = summary.readingMinutes.map { $0 < 1000 ? "\($0) min" : "\($0 / 60) h" } ?? ""
      facts += " " + minutes.aligned(toWidth: Metrics.minutesColumns)
    }
    if columns >= Metrics.dateFromColumns {
      var date = summary.date(in: order).map { shortDate($0, clock: clock) } ?? ""
      // A date of another year shows the year alone.
      if date.displayWidth > Metrics.dateColumns { date = String(date.suffix(4)) }
      facts += " " + date.aligned(toWidth: Metrics.dateColumns)
    }
    return facts
  }

  private static func snippet(_ snippet: SearchSnippet?, columns: Int) -> [Span] {
    guard let snippet else { return [] }
    return snippet.parts(leading: columns / 3).map {
      Span($0.text, $0.isMarked ? Style(.accent, [.bold]) : Style(.secondary))
    }
  }

  private static let maxTags = 2

  private static func tags(of summary: ArticleSummary, _ count: Int) -> [Span] {
    summary.tags.prefix(count).enumerated().flatMap { place, tag in
      [Span(place == 0 ? "" : " ", Style()), Span("#" + tag, Style(.tag))]
    }
  }

  /// Site, author, length and date, and how many tags fit beside them.
  ///
  /// Drops the author first, then tags; then shortens and drops the site; the length goes last.
  private static func details(
    of summary: ArticleSummary, order: Order, clock: Clock, glyphs: Glyphs, columns: Int
  ) -> (text: String, tags: Int) {
    let site = summary.shownSite
    let author = summary.author == site ? nil : summary.author
    let minutes = summary.readingMinutes.map(ReadingTime.words)
    let date = summary.date(in: order).map { shortDate($0, clock: clock) }
    func joined(_ parts: [String?]) -> String {
      parts.compactMap { $0 }.joined(separator: glyphs.dot)
    }
    let short = joined([site, minutes, date])
    let all = min(maxTags, summary.tags.count)
    var renderings = [(joined([site, author, minutes, date]), all), (short, all)]
    renderings += (0..<all).reversed().map { (short, $0) }
    let last = joined([minutes, date])
    let room = columns - last.displayWidth - (last.isEmpty ? 0 : glyphs.dot.displayWidth)
    if let site, room >= minSiteColumns {
      let cut = site.truncated(toWidth: room, ellipsis: glyphs.ellipsis)
      renderings.append((joined([cut, minutes, date]), 0))
    }
    renderings += [(last, 0), (joined([date]), 0)]
    let fitting = renderings.first { text, count in
      let width = count == 0 ? 0 : 1 + tags(of: summary, count).width
      return text.displayWidth + width <= columns
    }
    return fitting ?? (short, 0)
  }

  private static let minSiteColumns = 5
}

extension ArticleSummary {
  /// The date that a list in this order is sorted by, or else when it was saved.
  package func date(in order: Order) -> Timestamp? {
    switch order.base {
    case .published: publishedAt
    case .recentlyRead: readAt
    default: savedAt
    }
  }
}
