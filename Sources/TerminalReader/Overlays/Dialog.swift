import ReadingListModel
import TerminalKit

/// A box in the middle of the screen, with a title and a line of hints.
enum Dialog {
  /// A frame of at most so many columns and rows that leaves some of what is under it in sight; in a plain
  /// layout the whole screen, since a row that is read aloud belongs to one thing.
  static func frame(on layout: Layout, columns: Int, rows: Int) -> Rect {
    let size = layout.size
    guard !layout.isPlain else {
      return Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    }
    let width = min(columns, size.columns - 2 * (size.columns > 44 ? Metrics.dialogMargin : 0))
    let height = min(rows, size.rows - (size.rows > 14 ? 2 : 0))
    return Rect(
      column: (size.columns - width) / 2,
      row: max(0, (size.rows - height) / 2),
      columns: width,
      rows: height
    )
  }

  /// Columns that some content takes with its frame, within what a dialog may have.
  static func columns(for widths: [Int]) -> Int {
    min(Metrics.dialogColumns, max(Metrics.dialogLeastColumns, (widths.max() ?? 0) + 4))
  }

  /// The key that is named at a place of an overlay's hints; nil where none is.
  static func key(at point: Point, of overlay: any Overlay, _ interface: Interface) -> Key? {
    guard let frame = overlay.box(interface), point.row == frame.endRow - 1 else { return nil }
    let hint = overlay.hint(interface)
    // As it is drawn: behind the corner, a line and a blank.
    var column = frame.column + 3
    for part in hint.split(separator: ", ").flatMap({ $0.split(separator: interface.glyphs.dot) }) {
      let width = part.displayWidth
      if (column..<column + width).contains(point.column) { return key(named: part) }
      column += width + (hint.contains(", ") ? 2 : interface.glyphs.dot.displayWidth)
    }
    return nil
  }

  /// The key that a hint begins with: `Esc closes`, `f: fetch all`.
  private static func key(named hint: Substring) -> Key? {
    let name = hint.prefix { $0 != " " && $0 != ":" }
    switch name {
    case "Enter", "⏎": return Key(.enter)
    case "Esc": return Key(.escape)
    case "Tab": return Key(.tab)
    case "Space": return Key(.character(" "))
    default: return name.count == 1 ? name.first.map { Key(.character($0)) } : nil
    }
  }

  /// Draws the box and gives the area inside it.
  static func draw(
    _ title: String,
    _ hint: String,
    in rect: Rect,
    _ glyphs: Glyphs,
    on screen: inout Screen
  ) -> Rect {
    screen.fill(rect, style: Style(.text, on: .panel))
    screen.box(rect, borders: glyphs.borders, style: Style(.accent, on: .panel))
    let inside = rect.inset(columns: 2, rows: 1)
    let title = Span(" \(title) ", Style(.accent, on: .panel, [.bold]))
    screen.put(left: [title], row: rect.row, in: inside.line(rect.row - inside.row))
    if !hint.isEmpty, rect.rows > 2 {
      let bottom = inside.line(rect.endRow - 1 - inside.row)
      screen.put(
        left: [Span(" \(hint) ", Style(.secondary, on: .panel))],
        row: bottom.row,
        in: bottom
      )
    }
    return inside
  }
}
