import CNcurses
import TerminalKit

/// Makes of two frames the bytes that turn one into the other on the terminal.
///
/// Curses is not asked: it has no words for colors beyond those of a description, nor for links, and what
/// has changed is known here already.
struct FrameWriter {
  /// Sets styles.
  var pen: Pen
  /// Whether the locale can show more than ASCII.
  let isUnicode: Bool
  /// Whether the terminal takes links; older ones print them.
  let takesLinks: Bool
  /// What is on the terminal; nil when that is not known.
  private var shown: Screen?
  private var isCursorVisible: Bool?
  private var out = ""
  /// Where the next character would go; nil when that is not known.
  private var place: Point?

  private let eraseToEnd: String?
  /// Whether erasing gives cells the background in effect.
  private let erasesWithColor: Bool
  /// Whether a character in the last cell scrolls the screen.
  private let lastCellScrolls: Bool

  init(pen: Pen, isUnicode: Bool, takesLinks: Bool) {
    self.pen = pen
    self.isUnicode = isUnicode
    self.takesLinks = takesLinks
    eraseToEnd = Pen.sequence("el")
    erasesWithColor = luego_flag("bce")
    lastCellScrolls = luego_flag("am") && !luego_flag("xenl")
  }

  /// Nothing is known any more of what is on the terminal.
  mutating func forget() {
    shown = nil
    isCursorVisible = nil
    pen.forget()
  }

  /// Changes what roles look like; everything is drawn anew.
  mutating func setTheme(_ theme: Theme) {
    pen.theme = theme
    shown = nil
  }

  /// The bytes that show a frame in a window, as far as it fits in; none where nothing has changed.
  mutating func bytes(showing screen: Screen, in window: Size) -> String {
    out = ""
    place = nil
    let old = shown?.size == screen.size ? shown : nil
    let rows = min(screen.size.rows, window.rows)
    for row in 0..<rows { write(row, of: screen, over: old, in: window) }
    if !out.isEmpty { out += pen.lead(to: nil) }
    if let cursor = screen.cursor, cursor != old?.cursor || !out.isEmpty,
      cursor.row < window.rows, cursor.column < window.columns
    {
      move(to: Point(column: max(0, cursor.column), row: max(0, cursor.row)))
    }
    if screen.isCursorVisible != isCursorVisible {
      out += Pen.sequence(screen.isCursorVisible ? "cnorm" : "civis") ?? ""
      isCursorVisible = screen.isCursorVisible
    }
    shown = screen
    return out
  }

  private mutating func write(_ row: Int, of screen: Screen, over old: Screen?, in window: Size) {
    let columns = min(screen.size.columns, window.columns)
    let start = row * screen.size.columns
    let blank = old == nil || hasChanges(row, of: screen, over: old) ? tail(row, of: screen) : nil
    for column in 0..<columns {
      let index = start + column
      let cell = screen.cells[index]
      let address = address(at: index, of: screen)
      if let old, old.cells[index].hasLooks(of: cell), self.address(at: index, of: old) == address {
        continue
      }
      if let blank, column >= blank, columns == window.columns, erase(from: column, row, cell) {
        return
      }
      // The second half of a wide character is written with the first.
      guard !cell.text.isEmpty else { continue }
      let text = CellText(cell.text, isUnicode: isUnicode)
      let end = column + text.columns
      if lastCellScrolls, row == window.rows - 1, end >= window.columns { continue }
      move(to: Point(column: column, row: row))
      out += pen.select(cell.style) + pen.lead(to: address)
      text.write(to: &out)
      place = end < window.columns ? Point(column: end, row: row) : nil
    }
  }

  private func hasChanges(_ row: Int, of screen: Screen, over old: Screen?) -> Bool {
    let cells = (row * screen.size.columns)..<((row + 1) * screen.size.columns)
    return old.map { $0.cells[cells] != screen.cells[cells] } ?? true
  }

  /// The first column from where on a row is blank in one style; nil where erasing would be longer.
  private func tail(_ row: Int, of screen: Screen) -> Int? {
    let end = (row + 1) * screen.size.columns
    guard end > 0, screen.cells[end - 1].text == " " else { return nil }
    let last = screen.cells[end - 1]
    var index = end - 1
    while index > row * screen.size.columns, screen.cells[index - 1] == last { index -= 1 }
    return end - index >= Self.leastErased ? index - row * screen.size.columns : nil
  }

  /// Fewer blanks than this are written.
  private static let leastErased = 6

  /// Erases the rest of a row; not where the terminal would give it another look than a blank has.
  private mutating func erase(from column: Int, _ row: Int, _ cell: Cell) -> Bool {
    guard let eraseToEnd, cell.link == 0, pen.erases(cell.style, withColor: erasesWithColor) else {
      return false
    }
    move(to: Point(column: column, row: row))
    out += pen.select(cell.style) + pen.lead(to: nil) + eraseToEnd
    return true
  }

  private mutating func move(to point: Point) {
    guard place != point else { return }
    out += Pen.sequence("cup", point.row, point.column) ?? ""
    place = point
  }

  /// Where a cell leads, as far as the terminal is to be told.
  private func address(at index: Int, of screen: Screen) -> String? {
    let link = Int(screen.cells[index].link)
    guard takesLinks, link > 0, link <= screen.links.count else { return nil }
    return Hyperlink.address(screen.links[link - 1])
  }
}

extension Cell {
  /// Whether it is shown as another, wherever they lead.
  fileprivate func hasLooks(of other: Cell) -> Bool { text == other.text && style == other.style }
}
