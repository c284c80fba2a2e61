/// Columns and rows of a window.
package struct Size: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  /// Makes a size; negative parts become 0.
  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}

/// A cell's place, counted from 0 at the top left.
package struct Point: Hashable, Sendable {
  package var column: Int
  package var row: Int

  /// Makes a point.
  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// A rectangle of cells; never of negative size.
package struct Rect: Hashable, Sendable {
  package var column: Int
  package var row: Int
  package var columns: Int { didSet { columns = max(0, columns) } }
  package var rows: Int { didSet { rows = max(0, rows) } }

  /// Makes a rectangle; negative sizes become 0.
  package init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// The cell at the top left.
  package var origin: Point { Point(column: column, row: row) }
  /// The first column to the right of it.
  package var endColumn: Int { column + columns }
  /// The first row below it.
  package var endRow: Int { row + rows }
  /// Whether it has no cells.
  package var isEmpty: Bool { columns == 0 || rows == 0 }

  /// Whether a cell lies in it.
  package func contains(_ point: Point) -> Bool {
    point.column >= column && point.column < endColumn && point.row >= row && point.row < endRow
  }

  /// The rectangle without so many columns at each side and rows at top and bottom.
  package func inset(columns dx: Int, rows dy: Int) -> Rect {
    Rect(column: column + dx, row: row + dy, columns: columns - 2 * dx, rows: rows - 2 * dy)
  }

  /// The cells that lie in both.
  package func intersection(_ other: Rect) -> Rect {
    let left = max(column, other.column)
    let top = max(row, other.row)
    return Rect(
      column: left, row: top, columns: min(endColumn, other.endColumn) - left,
      rows: min(endRow, other.endRow) - top)
  }
}

/// The arithmetic of a cursor in a list that scrolls.
package struct ListCursor: Hashable, Sendable {
  /// Index of the item under the cursor.
  package private(set) var cursor: Int
  /// Index of the first visible item.
  package private(set) var offset: Int

  /// Starts at an item.
  package init(cursor: Int = 0, offset: Int = 0) {
    self.cursor = max(0, cursor)
    self.offset = max(0, offset)
  }

  /// Moves by items, staying among `count`.
  package mutating func move(by step: Int, count: Int) {
    let (next, overflow) = cursor.addingReportingOverflow(step)
    cursor = min(max(0, overflow ? (step < 0 ? 0 : count) : next), max(0, count - 1))
  }

  /// Scrolls so that the cursor is among `height` visible items, with `margin` items around it where
  /// there are any, and no empty space is left at the end.
  ///
  /// The item under the cursor takes `length` rows, of
  /// which as many are shown as there is room for.
  package mutating func settle(count: Int, height: Int, margin: Int = 0, length: Int = 1) {
    cursor = min(cursor, max(0, count - 1))
    let margin = min(margin, max(0, (height - 1) / 2))
    offset = max(offset, cursor + margin + max(1, length) - height)
    offset = min(offset, max(0, cursor - (length > 1 && length + margin > height ? 0 : margin)))
    offset = min(max(0, offset), max(0, count - height))
  }
}
