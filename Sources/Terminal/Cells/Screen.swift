package struct Cell: Hashable, Sendable {
  /// A grapheme cluster of one or two columns; empty in the second column of a wide one.
  package var text: String
  package var style: Style
  /// The effect of a click.
  package var link: Screen.Link?

  package init(_ text: String = " ", style: Style = Style(), link: Screen.Link? = nil) {
    self.text = text
    self.style = style
    self.link = link
  }
}

/// A frame: a grid of cells and a cursor.
///
/// This is the one place that drops control characters and direction overrides, so no text drawn on
/// it can be a control sequence. A wide character never hangs over an edge.
package struct Screen: Equatable, Sendable {
  package let size: Size
  package private(set) var cells: [Cell]
  package var cursor: Point?
  package var ellipsis = "…"
  /// Whether right-to-left text is reordered here, for terminals that do not.
  package var ordersText = false
  /// True only while something is typed.
  package var isCursorVisible = false

  package enum Link: Hashable, Sendable {
    case address(String)
    /// An action named by the screen's owner.
    case action(String)
  }

  package init(size: Size) {
    self.size = size
    cells = Array(repeating: Cell(), count: size.columns * size.rows)
  }

  package var bounds: Rect { Rect(column: 0, row: 0, columns: size.columns, rows: size.rows) }

  package subscript(_ point: Point) -> Cell? {
    bounds.contains(point) ? cells[point.row * size.columns + point.column] : nil
  }

  package func link(at point: Point) -> Link? { self[point]?.link }

  /// Draws text on one row, cut at the edges of `clip`, and returns the columns it took.
  @discardableResult package mutating func put(
    _ text: String, at point: Point, style: Style, clip: Rect, link: Link? = nil
  ) -> Int {
    let area = clip.intersection(bounds)
    guard point.row >= area.row, point.row < area.endRow else { return 0 }
    var column = point.column
    for character in text {
      guard column < area.endColumn else { break }
      guard let shown = character.printable else { continue }
      shown.forEachCell { text, width in
        guard column < area.endColumn else { return }
        if column >= area.column, column + width <= area.endColumn {
          set(Cell(text, style: style, link: link), width: width, column, point.row)
        } else {
          // A wide character cut in half by an edge is left blank.
          for part in max(
            column, area.column)..<max(area.column, min(column + width, area.endColumn))
          { set(Cell(" ", style: style, link: link), width: 1, part, point.row) }
        }
        column = min(column + width, max(column, area.endColumn))
      }
    }
    return column - point.column
  }

  package mutating func put(_ picture: PictureCells, at point: Point, clip: Rect) {
    let place = Rect(
      column: point.column, row: point.row, columns: picture.columns, rows: picture.rows)
    for (column, row) in cells(in: place.intersection(clip)) {
      let cell = picture.cells[(row - point.row) * picture.columns + column - point.column]
      set(cell, width: 1, column, row)
    }
  }

  package mutating func fill(_ rect: Rect, style: Style) {
    for (column, row) in cells(in: rect) {
      set(Cell(" ", style: style), width: 1, column, row)
    }
  }

  /// Turns everything so far into a quiet background for an overlay.
  package mutating func dim() {
    for index in cells.indices {
      // A picture cannot be dimmed; it is hidden.
      if cells[index].style.paint != nil { cells[index].text = " " }
      cells[index].style = Style(.dimmed)
    }
    cursor = nil
  }

  package mutating func restyle(_ rect: Rect, surface: Surface) {
    for (column, row) in cells(in: rect) {
      cells[row * size.columns + column].style.surface = surface
    }
  }

  private func cells(in rect: Rect) -> [(column: Int, row: Int)] {
    let area = rect.intersection(bounds)
    return (area.row..<area.endRow).flatMap { row in
      (area.column..<area.endColumn).map { (column: $0, row: row) }
    }
  }

  package mutating func verticalLine(column: Int, rows: Range<Int>, borders: Borders, style: Style)
  {
    for row in rows {
      put(borders.vertical, at: Point(column: column, row: row), style: style, clip: bounds)
    }
  }

  package mutating func box(_ rect: Rect, borders: Borders, style: Style) {
    guard rect.columns >= 2, rect.rows >= 2 else { return }
    let line = String(repeating: borders.horizontal, count: rect.columns - 2)
    let top = borders.topLeft + line + borders.topRight
    let bottom = borders.bottomLeft + line + borders.bottomRight
    put(top, at: rect.origin, style: style, clip: rect)
    put(bottom, at: Point(column: rect.column, row: rect.endRow - 1), style: style, clip: rect)
    let sides = (rect.row + 1)..<(rect.endRow - 1)
    verticalLine(column: rect.column, rows: sides, borders: borders, style: style)
    verticalLine(column: rect.endColumn - 1, rows: sides, borders: borders, style: style)
  }

  package var textRows: [String] {
    (0..<size.rows).map { row in
      var text = ""
      for column in 0..<size.columns { text += cells[row * size.columns + column].text }
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// Writes a cell of one or two columns, blanking the other half of wide characters it overwrites.
  private mutating func set(_ cell: Cell, width: Int, _ column: Int, _ row: Int) {
    let index = row * size.columns + column
    if cells[index].text.isEmpty, column > 0 { cells[index - 1].text = " " }
    let next = index + width
    if column + width < size.columns, cells[next].text.isEmpty { cells[next].text = " " }
    cells[index] = cell
    if width == 2 { cells[index + 1] = Cell("", style: cell.style, link: cell.link) }
  }
}

package struct Borders: Equatable, Sendable {
  package var horizontal: String, vertical: String
  package var topLeft: String, topRight: String, bottomLeft: String, bottomRight: String

  package static let unicode = Borders(
    horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯")
  /// For screen readers.
  package static let blank = Borders(
    horizontal: " ", vertical: " ", topLeft: " ", topRight: " ", bottomLeft: " ", bottomRight: " ")
  package static let ascii = Borders(
    horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+")
}
