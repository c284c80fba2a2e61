import ReadingList
import ReadingListModel
import TerminalKit

extension RowLines {
  /// Composes the row of a highlight: its words, the note or more of the words, and the article, color and date.
  init(
    _ mark: Highlight, in article: ArticleSummary, on density: Density, _ interface: Interface,
    columns: Int
  ) {
    let glyphs = interface.glyphs
    // The bar and the gap beside it.
    let width = max(1, columns - 2)
    let quote = mark.quote.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let note = mark.note.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let date = shortDate(mark.createdAt, clock: interface.clock)
    let words = "“\(quote)”"
    func line(_ text: String, _ style: Style) -> Line { Line(left: [Span(text, style)]) }
    self.color = mark.color.surface
    // Where a ground has no tint, the letters on it do.
    func name(with date: String) -> [Span] {
      let color = Span(mark.color.rawValue, Style(.text, on: mark.color.surface))
      return [Span("  ", Style(.secondary)), color, Span(date, Style(.secondary))]
    }
    // Not beside the article, so that rows are told apart.
    barRows = 2
    guard density != .compact else {
      let noted = note.isEmpty ? "" : glyphs.note + " "
      barRows = 1
      lines = [
        Line(
          left: [Span(words, Style(.text))],
          right: [Span("  \(noted)", Style(.secondary))] + name(with: glyphs.dot + date).dropFirst()
        )
      ]
      return
    }
    // The day stands above, for the most part; the title goes before the time of the day.
    let both = name(with: glyphs.dot + date)
    let hasRoom = both.reduce(article.title.displayWidth) { $0 + $1.width } <= width
    let about = Line(
      left: [Span(article.title, Style(.secondary))], right: hasRoom ? both : name(with: ""))
    guard note.isEmpty else {
      let noted = Line(left: [
        Span(glyphs.note + " ", Style(.accent)), Span(note, Style(.secondary)),
      ])
      lines = [line(words, Style(.text)), noted, about]
      return
    }
    // No more is wrapped than can be seen.
    let wrapped = String(words.prefix(3 * width)).wrapped(toWidth: width)
    let rest = wrapped.dropFirst().joined(separator: " ")
    let first = line(wrapped.first ?? "", Style(.text))
    if rest.isEmpty { barRows = 1 }
    lines = rest.isEmpty ? [first, about, Line()] : [first, line(rest, Style(.text)), about]
  }
}
