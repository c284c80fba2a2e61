import ReadingList
import Terminal

extension RowLines {
  /// A highlight: its quote, then the note or more of the quote, then article, color and date; a
  /// single line shows note and article if there is room.
  init(_ mark: Highlight, in article: ArticleSummary, _ interface: Interface, columns: Int) {
    let glyphs = interface.glyphs
    // Without the bar and a gap.
    let width = max(1, columns - 2)
    let words = "“\(mark.quote.onOneLine)”"
    let note = mark.note.onOneLine
    let date = glyphs.dot + shortDate(mark.createdAt, clock: interface.clock)
    color = mark.color.surface
    // Without a tinted background, letters name the color.
    func end(_ sign: String, _ date: String) -> [Span] {
      [
        Span("  " + sign, Style(.secondary)),
        Span(mark.color.rawValue, Style(.text, on: mark.color.surface)),
        Span(date, Style(.secondary)),
      ]
    }
    guard !interface.list.isCompact else {
      barRows = 1
      var left = [Span(words, Style(.text))]
      if !note.isEmpty { left.append(Span("  " + note, Style(.secondary))) }
      var right = end(note.isEmpty ? "" : glyphs.note + " ", date)
      if columns >= Metrics.siteFromColumns {
        // The titles of all rows align, as articles' sites do.
        let all = min(Metrics.maxSiteColumns + Self.endColumns, width - Metrics.titleColumns)
        let room = max(0, all - right.width)
        let title = article.title.truncated(toWidth: room, ellipsis: glyphs.ellipsis)
        right.insert(Span(" " + title.padded(toWidth: room), Style(.secondary)), at: 0)
      }
      lines = [Line(left: left, right: right)]
      return
    }
    // Wraps no more text than is visible.
    let wrapped = String(words.prefix(3 * width)).wrapped(toWidth: width)
    let rest = wrapped.dropFirst().joined(separator: " ")
    let first = note.isEmpty ? wrapped.first ?? "" : words
    var second = rest.isEmpty ? [] : [Span(rest, Style(.text))]
    if !note.isEmpty {
      second = [Span(glyphs.note + " ", Style(.accent)), Span(note, Style(.secondary))]
    }
    // The day group above usually shows the day, so the title has precedence over the time.
    let hasRoom = article.title.displayWidth + end("", date).width <= width
    let about = Line(
      left: [Span(article.title, Style(.secondary))], right: end("", hasRoom ? date : ""))
    lines = [Line(left: [Span(first, Style(.text))])]
    lines += second.isEmpty ? [about, Line()] : [Line(left: second), about]
    // The bar ends above the article's line, so that rows look separate.
    barRows = second.isEmpty ? 1 : 2
  }

  /// Of sign, color and date, for most highlights.
  private static let endColumns = 19
}
