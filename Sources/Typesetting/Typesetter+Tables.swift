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
    space()
    if let columns = columns(of: cells) {
      let numeric = columns.widths.indices.map { column in
        let found = cells.dropFirst().compactMap {
          column < $0.count ? $0[column].isNumber : nil
        }
        return !found.isEmpty && found.allSatisfy { $0 }
      }
      if !header.isEmpty {
        setRow(cells[0], columns, numeric: numeric)
        setRule(of: columns)
      }
      var isWrapped = false
      for (place, row) in cells.dropFirst().enumerated() {
        let wraps = Self.wraps(row, in: columns)
        if place > 0, wraps || isWrapped { setRule(of: columns) }
        isWrapped = wraps
        if Self.spans(row), row[0].naturalWidth > columns.widths[0] {
          setSpanning(row)
        } else {
          setRow(row, columns, numeric: numeric)
        }
      }
    } else {
      setStacked(header: header, rows: rows)
    }
  }

  /// The widths of a table's columns; nil when it cannot be shown side by side.
  ///
  /// Rows of a first cell alone may run over all columns, and then ask for no width.
  private func columns(of cells: [[LineBreaker]]) -> TableColumns? {
    let count = cells.map(\.count).max() ?? 0
    func widest(_ rows: [[LineBreaker]], _ width: (LineBreaker) -> Int) -> [Int] {
      (0..<count).map { column in
        rows.reduce(0) { max($0, column < $1.count ? width($1[column]) : 0) }
      }
    }
    var rows = cells
    var natural = widest(rows, \.naturalWidth)
    if !TableColumns.fit(natural, in: available) {
      rows = cells.filter { !Self.spans($0) }
      if rows.allSatisfy(\.isEmpty) { rows = cells }
      natural = widest(rows, \.naturalWidth)
    }
    return TableColumns(
      natural: natural,
      longestWords: widest(rows, \.longestWord),
      width: available
    )
  }

  /// Whether a row has several cells, of which only the first has text.
  private static func spans(_ row: [LineBreaker]) -> Bool {
    row.count > 1 && row[0].count > 0 && row.dropFirst().allSatisfy { $0.count == 0 }
  }

  private static func wraps(_ row: [LineBreaker], in columns: TableColumns) -> Bool {
    zip(columns.widths, row).contains { $1.naturalWidth > $0 || $1.hasLineBreak }
  }

  /// A row of which only the first cell has text, over all columns.
  private mutating func setSpanning(_ cells: [LineBreaker]) {
    for line in cells[0].lines(width: available) {
      append(line.runs, start: ReadingPosition(block: block, offset: line.offset))
    }
    finishLeaf(length: offsets(cells.map(\.count)).end)
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

  /// Columns from which on the lines of a long value stand behind their first.
  private static let narrowestHanging = 24

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
        let breaker = LineBreaker(text)
        let hangs = available >= Self.narrowestHanging && breaker.naturalWidth > available
        let hanging = hangs ? [TypesetLine.Run("  ", Style())] : []
        for (place, line) in breaker.lines(width: available - (hangs ? 2 : 0)).enumerated() {
          let offset = starts[column] + max(0, line.offset - label)
          append(
            (place > 0 ? hanging : []) + line.runs,
            start: ReadingPosition(block: block, offset: offset)
          )
        }
      }
      finishLeaf(length: end)
    }
  }
}
