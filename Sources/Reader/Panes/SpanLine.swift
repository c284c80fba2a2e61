import ReadingList
package import Terminal

package struct Span: Equatable, Sendable {
  package var text: String
  package var style: Style
  package var link: Screen.Link?

  package init(_ text: String, _ style: Style, link: Screen.Link? = nil) {
    self.text = text
    self.style = style
    self.link = link
  }

  package var width: Int { text.displayWidth }
}

extension [Span] { var width: Int { reduce(0) { $0 + $1.width } } }

extension Screen.Link {
  static func command(_ command: Command, _ argument: String = "") -> Self {
    .action("\(command.name) \(argument)")
  }

  static func key(_ key: Key) -> Self { .action(keyPrefix + key.notation) }

  private static let keyPrefix = "key "

  var invocation: Invocation? {
    if case .action(let name) = self { try? Invocation(parsing: name) } else { nil }
  }

  var key: Key? {
    guard case .action(let name) = self, name.hasPrefix(Self.keyPrefix) else { return nil }
    return Key(notation: String(name.dropFirst(Self.keyPrefix.count)))
  }
}

extension Screen {
  /// Draws spans from the left and from the right into one row.
  ///
  /// Left spans are cut with an ellipsis, at a word with `cutsAtWord`. Right spans are never cut,
  /// but left out if less than a third of the row would remain for left spans that do not fit. A
  /// highlight's color stays its background on every surface.
  package mutating func put(
    left: [Span], right: [Span] = [], row: Int, in rect: Rect, surface: Surface? = nil,
    cutsAtWord: Bool = false
  ) {
    guard rect.columns > 0, row >= rect.row, row < rect.row + rect.rows else { return }
    func styled(_ span: Span) -> Style {
      guard let surface, !span.style.surface.isOfHighlight else { return span.style }
      return Style(span.style.role, on: surface, span.style.attributes)
    }
    let rightWidth = right.reduce(0) { $0 + $1.width }
    // Measures no further than the row, so that text cut off costs nothing.
    let leftWidth = left.reduce(0) { sum, span in
      sum > rect.columns ? sum : sum + span.text.prefix(rect.columns + 1).displayWidth
    }
    let gap = rightWidth > 0 ? 1 : 0
    let fits =
      leftWidth + gap + rightWidth <= rect.columns || rightWidth + gap <= rect.columns * 2 / 3
    let showsRight = rightWidth > 0 && fits
    var space = rect.columns - (showsRight ? rightWidth + gap : 0)
    var column = rect.column
    for span in left {
      guard space > 0 else { break }
      let text = span.text.truncated(toWidth: space, ellipsis: ellipsis, atWord: cutsAtWord)
      let used = put(
        seen(text), at: Point(column: column, row: row), style: styled(span), clip: rect,
        link: span.link)
      column += used
      space -= used
      if text != span.text { break }
    }
    guard showsRight else { return }
    column = rect.column + rect.columns - rightWidth
    for span in right {
      column += put(
        seen(span.text), at: Point(column: column, row: row), style: styled(span), clip: rect,
        link: span.link)
    }
  }

  package mutating func put(centered text: String, row: Int, style: Style, in rect: Rect) {
    let shown = text.truncated(toWidth: rect.columns, ellipsis: "")
    let column = rect.column + max(0, (rect.columns - shown.displayWidth) / 2)
    _ = put(seen(shown), at: Point(column: column, row: row), style: style, clip: rect)
  }

  private func seen(_ text: String) -> String {
    guard ordersText, text.unicodeScalars.contains(where: \.isRightToLeft) else { return text }
    // White space at the ends keeps its place.
    let inside = text.trimmed
    let breaker = LineBreaker(StyledText(inside, Style()), isCode: true, isOrdered: true)
    let ordered = breaker.lines(width: .max).flatMap(\.runs).map(\.text).joined()
    return text.replacing(inside, with: ordered)
  }
}
