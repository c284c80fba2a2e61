import Terminal

/// A footnote in a box, next to its number in the text.
package struct NoteBox: Equatable, Sendable {
  /// The note's number or sign.
  let label: String
  /// The note's text, one paragraph per line.
  let text: String
  /// The address of the note in the text.
  let url: String
  let point: Point
  /// The column where the article's text ends; the box stays left of it if possible.
  let textEnd: Int

  func content(_ interface: Interface) -> BoxContent {
    let layout = interface.layout
    let limit = Dialog.frame(on: layout, columns: Metrics.dialogColumns, rows: layout.size.rows)
    let paragraphs = text.split(separator: "\n").map {
      String($0).wrapped(toWidth: max(1, limit.columns - 4))
    }
    var content = BoxContent("Footnote \(label)")
    content.rows = paragraphs.joined(separator: [""]).map { ListRow([Span($0, Style(.text))]) }
    content.hints = [Chip(.enter, "go there"), .close]
    let url = url
    content.keys[Key(.enter)] = ListAction { $0.reader.follow(url) }
    let widest = content.rows.map(\.title.displayWidth).max() ?? 0
    content.columns = min(limit.columns, max(widest, content.title.displayWidth + 2) + 4)
    return content
  }

  /// Returns the frame of a box of a given size: below the number if it fits there or has more room
  /// than above.
  func place(rows wanted: Int, _ columns: Int, _ layout: Layout) -> Rect {
    let size = layout.size
    // The bar stays visible.
    let (above, below) = (point.row, size.rows - point.row - 2)
    let isBelow = wanted <= below || below >= above
    let rows = min(wanted, max(3, isBelow ? below : above))
    return Rect(
      column: max(0, min(point.column - 2, min(size.columns, textEnd + 2) - columns)),
      row: max(0, isBelow ? min(point.row + 1, size.rows - rows) : point.row - rows),
      columns: columns, rows: rows)
  }
}
