import ReadingList
import Terminal

extension Typesetter {
  mutating func set(_ table: ArticleBody.Table) {
    if !table.caption.isEmpty {
      emit(styled(table.caption, Style(.secondary, [.italic])))
      isSpaceDue = false
    }
    let header = placed(table.header.map { styled($0, Style(.text, [.bold])) }, at: block)
    let first = block + (header.isEmpty ? 0 : 1)
    let rows = table.rows.enumerated().map { place, row in
      placed(row.map { styled($0, Style()) }, at: first + place)
    }
    let cells = [header] + rows
    space()
    if let columns = columns(of: cells) {
      let numeric = columns.indices.map { column in
        let found = cells.dropFirst().compactMap { column < $0.count ? $0[column].isNumber : nil }
        return !found.isEmpty && found.allSatisfy { $0 }
      }
      if !header.isEmpty {
        setRow(cells[0], columns, numeric: numeric)
        setRule(of: columns)
      }
      for row in cells.dropFirst() {
        if Self.spans(row), row[0].naturalWidth > columns[0] {
          setRow(row, [available], numeric: [false])
        } else {
          setRow(row, columns, numeric: numeric)
        }
      }
    } else {
      setStacked(header: header, rows: rows)
    }
  }

  /// Each cell's text begins one character after the end of the one before.
  private func placed(_ cells: [StyledText], at block: Int) -> [LineBreaker] {
    var offset = 0
    return cells.map { text in
      let cell = LineBreaker(
        text.moved(to: ReadingPosition(block: block, offset: offset)),
        isOrdered: options.ordersText)
      offset += cell.length + 1
      return cell
    }
  }

  private static func length(of row: [LineBreaker]) -> Int {
    max(0, row.reduce(0) { $0 + $1.length + 1 } - 1)
  }

  /// A table's column widths; nil if it cannot be shown side by side.
  ///
  /// A row with only a first cell may span all columns, and then needs no width.
  private func columns(of cells: [[LineBreaker]]) -> [Int]? {
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
    return TableColumns.widths(
      natural: natural, longestWords: widest(rows, \.longestWord), width: available)
  }

  /// Whether of a row's several cells only the first has text.
  private static func spans(_ row: [LineBreaker]) -> Bool {
    row.count > 1 && !row[0].units.isEmpty && row.dropFirst().allSatisfy(\.units.isEmpty)
  }

  private mutating func setRule(of columns: [Int]) {
    let line = columns.map { String(repeating: options.ascii ? "-" : "─", count: $0) }
      .joined(separator: options.ascii ? "-+-" : "─┼─")
    appendBetween([TypesetLine.Run(line, Style(.border))])
  }

  /// Sets as many cells side by side as there are columns; a row has no text in the others.
  private mutating func setRow(_ cells: [LineBreaker], _ columns: [Int], numeric: [Bool]) {
    let broken = zip(columns, cells).map { $1.lines(width: $0) }
    let height = max(1, broken.map(\.count).max() ?? 1)
    let tallest = broken.firstIndex { $0.count == height }
    for line in 0..<height {
      var runs: [TypesetLine.Run] = []
      for (column, width) in columns.enumerated() {
        if column > 0 {
          runs.append(TypesetLine.Run(options.ascii ? " | " : " │ ", Style(.border)))
        }
        let text = column < broken.count && line < broken[column].count ? broken[column][line] : nil
        let left = max(0, width - (text?.width ?? 0))
        let padding = TypesetLine.Run(String(repeating: " ", count: left), Style())
        if numeric[column], left > 0 { runs.append(padding) }
        runs += text?.runs ?? []
        if !numeric[column], column + 1 < columns.count { runs.append(padding) }
      }
      // The row's first line begins with its text, others with the tallest cell's text there.
      let place = line == 0 ? nil : tallest.map { start(of: broken[$0][line], cells[$0]) }
      append(runs, start: place ?? origin)
    }
    finishLeaf(length: Self.length(of: cells))
  }

  /// The width from which a long value's further lines are indented to its first.
  private static let narrowestHanging = 24
  /// Of a header cell repeated in each row, in characters.
  private static let maxLabel = 200

  /// A table that is too wide: each row as lines of “header: value”.
  ///
  /// The first row sets the header's text, so it has a line for each header cell; in other rows the
  /// headers are added text.
  private mutating func setStacked(header: [LineBreaker], rows: [[LineBreaker]]) {
    if !header.isEmpty, !rows.isEmpty { finishLeaf(length: 0) }
    let isAlone = rows.isEmpty && !header.isEmpty
    for (index, row) in (isAlone ? [header] : rows).enumerated() {
      if index > 0 {
        isSpaceDue = true
        space()
      }
      let length = Self.length(of: row)
      var offset = 0
      for column in 0..<max(row.count, index == 0 && !isAlone ? header.count : 0) {
        var text = StyledText("", Style())
        if !isAlone, column < header.count, !header[column].units.isEmpty,
          index == 0 || header[column].length <= Self.maxLabel
        {
          let label = header[column].text
          text.append(index == 0 ? label : label.moved(to: nil))
          text.append(StyledText(": ", Style(.text, [.bold])))
        }
        if column < row.count { text.append(row[column].text) }
        let breaker = LineBreaker(text, isOrdered: options.ordersText)
        let hangs = available >= Self.narrowestHanging && breaker.naturalWidth > available
        let hanging = hangs ? [TypesetLine.Run("  ", Style())] : []
        for (place, line) in breaker.lines(width: available - (hangs ? 2 : 0)).enumerated() {
          append(
            (place > 0 ? hanging : []) + line.runs,
            start: ReadingPosition(
              block: block, offset: breaker.offset(of: line.unit, in: block) ?? offset))
        }
        if column < row.count { offset = min(offset + row[column].length + 1, length) }
      }
      finishLeaf(length: length)
    }
  }
}
