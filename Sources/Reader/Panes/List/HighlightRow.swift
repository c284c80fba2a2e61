import ReadingList
import Terminal

extension RowLines {
  /// Creates the row of a highlight: its quote, then the note or more of the quote, then article,
  /// color and date.
  init(
    _ mark: Highlight, in article: ArticleSummary, on density: Density, _ interface: Interface,
    columns: Int
  ) {
    let glyphs = interface.glyphs
    // Leaves room for the bar and a gap.
    let width = max(1, columns - 2)
    let quote = mark.quote.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let note = mark.note.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let date = shortDate(mark.createdAt, clock: interface.clock)
    let words = "“\(quote)”"
    func line(_ text: String, _ style: Style) -> Line { Line(left: [Span(text, style)]) }
    self.color = mark.color.surface
    // Where the background has no tint, the letters of the color's name do.
    func name(with date: String) -> [Span] {
      let color = Span(mark.color.rawValue, Style(.text, on: mark.color.surface))
      return [Span("  ", Style(.secondary)), color, Span(date, Style(.secondary))]
    }
    // The bar ends above the article's line, so that rows look separate.
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
    // The day group above usually shows the day, so the title has precedence over the time.
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
    // Wraps no more text than is visible.
    let wrapped = String(words.prefix(3 * width)).wrapped(toWidth: width)
    let rest = wrapped.dropFirst().joined(separator: " ")
    let first = line(wrapped.first ?? "", Style(.text))
    if rest.isEmpty { barRows = 1 }
    lines = rest.isEmpty ? [first, about, Line()] : [first, line(rest, Style(.text)), about]
  }
}
