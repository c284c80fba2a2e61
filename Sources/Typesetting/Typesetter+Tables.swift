import ReadingList
import TerminalKit

extension Typesetter {
  /// Sets a table: columns side by side where they fit, else row by row.
  mutating func set(_ table: ArticleBody.Table) {
    if !table.caption.isEmpty {
      emit(styled(table.caption, Style(.secondary, [.italic])))
      isSpaceDue = false
    }
    let header = table.header.map { styled($0, Style(.text, [.bold])) }
    let rows = table.rows.map { row in row.map { styled($0, Style()) } }
    let cells = ([header] + rows).map { row in row.map { LineBreaker($0) } }
    var natural = Array(repeating: 0, count: cells.map(\.count).max() ?? 0)
    for row in cells {
      for (column, cell) in row.enumerated() {
        natural[column] = max(natural[column], cell.naturalWidth)
      }
    }
    var minimal = Array(repeating: 0, count: natural.count)
    for row in cells {
      for (column, cell) in row.enumerated() {
        minimal[column] = max(minimal[column], cell.longestWord)
      }
    }
    space()
    if let columns = TableColumns(natural: natural, longestWords: minimal, width: available) {
      let numeric = natural.indices.map { column in
        let found = cells.dropFirst().compactMap {
          column < $0.count ? $0[column].isNumber : nil
        }
        return !found.isEmpty && found.allSatisfy { $0 }
      }
      let isWrapped = cells.dropFirst().contains { row in
        zip(columns.widths, row).contains { $1.naturalWidth > $0 || $1.hasLineBreak }
      }
      if !header.isEmpty {
        setRow(cells[0], columns, numeric: numeric)
        setRule(of: columns)
      }
      for (place, row) in cells.dropFirst().enumerated() {
        if place > 0, isWrapped { setRule(of: columns) }
        setRow(row, columns, numeric: numeric)
      }
    } else {
      setStacked(header: header, rows: rows)
    }
  }

  /// Where each cell begins in the row's text, whose cells are joined by one character.
  private func offsets(_ counts: [Int]) -> (starts: [Int], end: Int) {
    var starts: [Int] = []
    var next = 0
    for count in counts {
      starts.append(next)
      next += count + 1
    }
    return (starts, max(0, next - 1))
  }

  /// A line between two rows.
  private mutating func setRule(of columns: TableColumns) {
    let line = columns.widths.map { String(repeating: options.ascii ? "-" : "─", count: $0) }
      .joined(separator: options.ascii ? "-+-" : "─┼─")
    appendBetween([TypesetLine.Run(line, Style(.border))])
  }

  private mutating func setRow(_ cells: [LineBreaker], _ columns: TableColumns, numeric: [Bool]) {
    let broken = zip(columns.widths, cells).map { $1.lines(width: $0) }
    let height = max(1, broken.map(\.count).max() ?? 1)
    let (starts, end) = offsets(cells.map(\.count))
    let tallest = broken.firstIndex { $0.count == height }
    for line in 0..<height {
      var runs: [TypesetLine.Run] = []
      for (column, width) in columns.widths.enumerated() {
        if column > 0 {
          runs.append(TypesetLine.Run(options.ascii ? " | " : " │ ", Style(.border)))
        }
        let text = column < broken.count && line < broken[column].count ? broken[column][line] : nil
        let left = max(0, width - (text?.width ?? 0))
        let padding = TypesetLine.Run(String(repeating: " ", count: left), Style())
        if numeric[column], left > 0 { runs.append(padding) }
        runs += text?.runs ?? []
        if !numeric[column], column + 1 < columns.widths.count { runs.append(padding) }
      }
      // The row's first line begins with its text, others with what the tallest cell has there.
      let offset = line == 0 ? 0 : tallest.map { starts[$0] + broken[$0][line].offset } ?? 0
      append(runs, start: ReadingPosition(block: block, offset: offset))
    }
    finishLeaf(length: end)
  }

  /// A table that is too wide: each row as lines of “header: value”.
  private mutating func setStacked(header: [StyledText], rows: [[StyledText]]) {
    if !header.isEmpty { finishLeaf(length: 0) }
    for (index, row) in rows.enumerated() {
      if index > 0 {
        isSpaceDue = true
        space()
      }
      let (starts, end) = offsets(row.map { LineBreaker($0).count })
      for (column, cell) in row.enumerated() {
        var text = StyledText("", Style())
        if column < header.count, !header[column].spans.isEmpty {
          text.append(header[column])
          text.append(StyledText(": ", Style(.text, [.bold])))
        }
        let label = LineBreaker(text).count
        text.append(cell)
        for line in LineBreaker(text).lines(width: available) {
          let offset = starts[column] + max(0, line.offset - label)
          append(line.runs, start: ReadingPosition(block: block, offset: offset))
        }
      }
      finishLeaf(length: end)
    }
  }
}
