import ReadingList
import ReadingListModel
import TerminalKit

extension RowLines {
  /// Composes the row of a highlight: its words, the note or more of the words, and the article, color and date.
  init(
    _ mark: Highlight,
    in article: ArticleSummary,
    on density: Density,
    _ interface: Interface,
    columns: Int
  ) {
    let glyphs = interface.glyphs
    // The bar and the gap beside it.
    let width = max(1, columns - 2)
    let quote = mark.quote.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let note = mark.note.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let date = shortDate(mark.createdAt, clock: interface.clock)
    let words = "“\(quote)”"
    func line(_ text: String, _ style: Style) -> Line {
      Line(left: [Span(text, style)])
    }
    self.color = mark.color.surface
    guard density != .compact else {
      let noted = note.isEmpty ? "" : glyphs.note + " "
      lines = [
        Line(
          left: [Span(words, Style(.text))],
          right: [Span("  \(noted)\(mark.color.rawValue)\(glyphs.dot)\(date)", Style(.secondary))]
        )
      ]
      return
    }
    // The day stands above, for the most part; the title goes before the time of the day.
    let both = "  \(mark.color.rawValue)\(glyphs.dot)\(date)"
    let hasRoom = article.title.displayWidth + both.displayWidth <= width
    let about = Line(
      left: [Span(article.title, Style(.secondary))],
      right: [Span(hasRoom ? both : "  " + mark.color.rawValue, Style(.secondary))]
    )
    guard note.isEmpty else {
      let noted = Line(left: [Span(glyphs.note + " ", Style(.accent)), Span(note, Style(.text))])
      lines = [line(words, Style(.quote)), noted, about]
      return
    }
    // No more is wrapped than can be seen.
    let wrapped = String(words.prefix(3 * width)).wrapped(toWidth: width)
    let rest = wrapped.dropFirst().joined(separator: " ")
    let first = line(wrapped.first ?? "", Style(.quote))
    lines = rest.isEmpty ? [first, about, Line()] : [first, line(rest, Style(.quote)), about]
  }
}
