package struct Size: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}

package struct Point: Hashable, Sendable {
  package var column: Int
  package var row: Int

  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

package struct Rect: Hashable, Sendable {
  package var column: Int
  package var row: Int
  package var columns: Int { didSet { columns = max(0, columns) } }
  package var rows: Int { didSet { rows = max(0, rows) } }

  package init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  package var origin: Point { Point(column: column, row: row) }
  package var endColumn: Int { column + columns }
  package var endRow: Int { row + rows }
  package var isEmpty: Bool { columns == 0 || rows == 0 }

  package func contains(_ point: Point) -> Bool {
    point.column >= column && point.column < endColumn && point.row >= row && point.row < endRow
  }

  package func inset(columns dx: Int, rows dy: Int) -> Rect {
    Rect(column: column + dx, row: row + dy, columns: columns - 2 * dx, rows: rows - 2 * dy)
  }

  package func intersection(_ other: Rect) -> Rect {
    let left = max(column, other.column)
    let top = max(row, other.row)
    return Rect(
      column: left, row: top, columns: min(endColumn, other.endColumn) - left,
      rows: min(endRow, other.endRow) - top)
  }
}
