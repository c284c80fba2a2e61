import ReadingList
import ReadingListModel
import TerminalKit

/// The lines of a row.
struct RowLines {
  /// A line: what stands at its ends, and whether what does not fit is cut between words.
  struct Line {
    var left: [Span] = []
    var right: [Span] = []
    var cutsAtWord = true
  }

  var lines: [Line]
  /// The ground of the bar at the left, for a highlight, and how many lines it is high.
  var color: Surface?
  var barRows = 0
}

/// What a row says of an article, in spans.
struct RowContent {
  /// The title.
  let title: [Span]
  /// Signs and progress, at the right of the title.
  let state: [Span]
  /// Site, length and date.
  let details: [Span]
  /// Tags, at the right of the details.
  let tags: [Span]
  /// The text around what was searched for.
  let snippet: [Span]
  /// What of the details stands beside the title where they have no line of their own.
  let brief: [Span]

  /// Composes the row of a summary for so many columns.
  init(_ summary: ArticleSummary, _ interface: Interface, columns: Int) {
    let glyphs = interface.glyphs
    let model = interface.model
    let progress = summary.progress
    title = [
      Span(
        summary.title,
        progress.isFinished
          ? Style(.secondary) : progress > .none ? Style(.text) : Style(.text, [.bold])
      )
    ]
    var state: [Span] = []
    if progress.isUnderWay {
      let bar =
        columns >= Metrics.progressBarColumns && glyphs != .plain
        ? glyphs.progressBar(percent: progress.percent) + " " : ""
      state.append(Span("\(bar)\(progress.percent)%", Style(.accent)))
    } else if progress.isFinished {
      state.append(Span(glyphs.check, Style(.secondary)))
    }
    if model.fetches.fetching.contains(summary.id) {
      state.append(Span(" " + interface.spinnerPicture, Style(.accent)))
    } else {
      switch summary.fetch {
      case .pending: state.append(Span(" " + glyphs.pending, Style(.secondary)))
      case .failed: state.append(Span(" " + glyphs.failed, Style(.error)))
      case .suspect: state.append(Span(" " + glyphs.suspect, Style(.warning)))
      case .ready: break
      }
    }
    if summary.membership.isFavorite {
      state.append(Span(" " + glyphs.favorite, Style(.favorite)))
    }
    self.state = state
    let (text, count) = Self.details(
      of: summary,
      order: model.list.order,
      clock: interface.clock,
      glyphs: glyphs,
      columns: columns
    )
    details = [Span(text, Style(.secondary))]
    let minutes = summary.readingMinutes.map(ReadingTime.words)
    brief =
      columns >= Metrics.progressBarColumns
      ? minutes.map { [Span("  " + $0, Style(.secondary))] } ?? [] : []
    snippet = Self.snippet(model.search.snippets[summary.id], columns: columns)
    tags = summary.tags.prefix(count).enumerated().flatMap { place, tag in
      [
        Span(place == 0 ? "" : " ", Style()),
        Span("#" + tag, Style(model.settings.color(ofTag: tag).role)),
      ]
    }
  }

  /// The lines of the row.
  func lines(_ density: Density) -> RowLines {
    RowLines(lines: [
      .init(left: title, right: state + (density == .compact ? brief : [])),
      .init(left: details, right: tags, cutsAtWord: false),
      .init(left: snippet),
    ])
  }

  /// The part of a piece of text that has the first of its marks, from a little before it.
  private static func snippet(_ snippet: SearchSnippet?, columns: Int) -> [Span] {
    guard let snippet else { return [] }
    return snippet.parts(leading: columns / 3).map {
      Span($0.text, $0.isMarked ? Style(.accent, [.bold]) : Style(.secondary))
    }
  }

  /// The most tags that a row shows.
  private static let maxTags = 2

  private static func tags(of summary: ArticleSummary, _ count: Int) -> String {
    summary.tags.prefix(count).map { "#" + $0 }.joined(separator: " ")
  }

  /// Site, author, length and date with as many tags as fit beside them.
  ///
  /// The author goes first, then tags; then the site is cut, then left out. Length and date stay.
  private static func details(
    of summary: ArticleSummary,
    order: Order,
    clock: Clock,
    glyphs: Glyphs,
    columns: Int
  ) -> (text: String, tags: Int) {
    let site = summary.site ?? (try? WebAddress(summary.url))?.siteName
    let author = summary.author == site ? nil : summary.author
    let minutes = summary.readingMinutes.map(ReadingTime.words)
    let date = ListPane.shownDate(of: summary, order: order).map { shortDate($0, clock: clock) }
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
      let width = count == 0 ? 0 : 1 + tags(of: summary, count).displayWidth
      return text.displayWidth + width <= columns
    }
    return fitting ?? (short, 0)
  }

  /// Fewer columns of a site say nothing.
  private static let minSiteColumns = 5
}
