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
  /// written again; that may be shorter all the same.
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
  fileprivate func rowHashes(of area: Rect) -> [UInt64?] {
    cells.withUnsafeBufferPointer { cells in
      (area.row..<area.endRow).map { row in
        // FNV-1a, with the end of each cell: far faster for single characters than what the library has.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func take(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        var isBlank = true
        let start = row * size.columns
        for index in (start + area.column)..<(start + area.endColumn) {
          for byte in cells[index].text.utf8 {
            take(byte)
            if byte != UInt8(ascii: " ") { isBlank = false }
          }
          take(0xff)
        }
        return isBlank ? nil : hash
      }
    }
  }
}
