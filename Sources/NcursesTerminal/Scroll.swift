import TerminalKit

/// Rows of a rectangle that move up, or down where they are negative.
struct Scroll: Equatable {
  var rect: Rect
  var rows: Int

  /// What is on the terminal afterwards: the rows that came free are like nothing else.
  func applied(to screen: Screen) -> Screen {
    var screen = screen
    screen.scroll(rect, by: rows, leaving: Cell("\u{0}"))
    return screen
  }
}

extension TerminalTraits {
  /// Ways in which part of a frame may be what was there before, moved up or down.
  ///
  /// Where the terminal scrolls whole rows only, what stands beside a pane moves as well and has to be
  /// written anew; that may be shorter all the same.
  func scrolls(from old: Screen, to new: Screen) -> [Scroll] {
    guard scrolls else { return [] }
    return new.scrollAreas.filter(old.scrollAreas.contains).flatMap { area -> [Scroll] in
      guard let rows = Self.shift(of: area, from: old, to: new) else { return [] }
      let whole = Rect(column: 0, row: area.row, columns: new.size.columns, rows: area.rows)
      let isPart = area.columns < whole.columns
      return (isPart && hasMargins ? [area, whole] : [whole]).map { Scroll(rect: $0, rows: rows) }
    }
  }

  /// By how many rows much of a rectangle's text moved up; nil where it did not move.
  private static func shift(of area: Rect, from old: Screen, to new: Screen) -> Int? {
    let area = area.intersection(new.bounds)
    let (before, after) = (old.rowHashes(of: area), new.rowHashes(of: area))
    let written = after.count { $0 != nil }
    guard area.rows > 2, written > 1 else { return nil }
    var best = (rows: 0, count: 0)
    for rows in (1 - area.rows)..<area.rows {
      let count = after.indices.count { row in
        after[row] != nil && before.indices.contains(row + rows)
          && before[row + rows] == after[row]
      }
      if count > best.count { best = (rows, count) }
    }
    return best.rows != 0 && best.count * 3 >= written ? best.rows : nil
  }
}

extension Screen {
  /// What tells rows of a rectangle apart by their text; nil for blank ones.
  fileprivate func rowHashes(of area: Rect) -> [Int?] {
    (area.row..<area.endRow).map { row in
      var hasher = Hasher()
      var isBlank = true
      let start = row * size.columns
      for cell in cells[(start + area.column)..<(start + area.endColumn)] {
        hasher.combine(cell.text)
        if cell.text != " " { isBlank = false }
      }
      return isBlank ? nil : hasher.finalize()
    }
  }
}
