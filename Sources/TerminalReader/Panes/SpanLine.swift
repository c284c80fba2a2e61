package import TerminalKit

/// A piece of text in one style.
package struct Span: Equatable, Sendable {
  package var text: String
  package var style: Style
  /// The address that it leads to; nil for text that leads nowhere.
  package var link: String?

  /// Makes a span.
  package init(_ text: String, _ style: Style, link: String? = nil) {
    self.text = text
    self.style = style
    self.link = link
  }

  /// Columns it takes.
  package var width: Int { text.displayWidth }
}

extension Screen {
  /// Draws spans from the left and spans from the right into one row of a rectangle.
  ///
  /// The right ones stay whole as long as a third of the row is left for the left ones, which are cut
  /// with an ellipsis, after a whole word if that is wanted; else the right ones go. The color of a highlight keeps its
  /// ground on every surface.
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
    // No further than the row: what is cut off costs nothing.
    let leftWidth = left.reduce(0) { sum, span in
      sum > rect.columns ? sum : sum + span.text.displayWidth(upTo: rect.columns + 1)
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
        text, at: Point(column: column, row: row), style: styled(span), clip: rect, link: span.link)
      column += used
      space -= used
      if span.text.displayWidth(upTo: used + 1) > used { break }
    }
    guard showsRight else { return }
    column = rect.column + rect.columns - rightWidth
    for span in right {
      column += put(
        span.text, at: Point(column: column, row: row), style: styled(span), clip: rect,
        link: span.link)
    }
  }

  /// Draws one centered line into a rectangle.
  package mutating func put(centered text: String, row: Int, style: Style, in rect: Rect) {
    let shown = text.truncated(toWidth: rect.columns, ellipsis: "")
    let column = rect.column + max(0, (rect.columns - shown.displayWidth) / 2)
    _ = put(shown, at: Point(column: column, row: row), style: style, clip: rect)
  }
}
