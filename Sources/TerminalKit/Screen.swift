/// One cell of a screen.
package struct Cell: Hashable, Sendable {
  /// A grapheme cluster of one or two columns; empty in the second column of a wide one.
  package var text: String
  package var style: Style
  /// Index into the screen's links, from 1; 0 for none.
  package var link: UInt16

  /// Makes a cell.
  package init(_ text: String = " ", style: Style = Style(), link: UInt16 = 0) {
    self.text = text
    self.style = style
    self.link = link
  }
}

/// A frame: a grid of cells and where the cursor stands.
///
/// Nothing that is put on it can be a control sequence: control characters and direction overrides are
/// dropped, and a wide character never hangs over an edge.
package struct Screen: Equatable, Sendable {
  package let size: Size
  /// Row by row.
  package private(set) var cells: [Cell]
  /// Where the terminal's cursor stands: on what has the focus.
  package var cursor: Point?
  /// Whether the cursor is to be seen: only where something is being typed.
  package var isCursorVisible = false
  /// Addresses that cells link to; a cell's link is an index from 1.
  package private(set) var links: [String] = []

  /// An empty screen.
  package init(size: Size) {
    self.size = size
    cells = Array(repeating: Cell(), count: size.columns * size.rows)
  }

  /// The whole screen.
  package var bounds: Rect { Rect(column: 0, row: 0, columns: size.columns, rows: size.rows) }

  /// The cell at a place; nil outside.
  package subscript(_ point: Point) -> Cell? {
    bounds.contains(point) ? cells[point.row * size.columns + point.column] : nil
  }

  /// Draws text on one row, cut at the edges of a rectangle.
  ///
  /// - Returns: the columns it took.
  @discardableResult
  package mutating func put(
    _ text: some StringProtocol,
    at point: Point,
    style: Style,
    clip: Rect,
    link: String? = nil
  ) -> Int {
    let area = clip.intersection(bounds)
    guard point.row >= area.row, point.row < area.endRow else { return 0 }
    var linkNumber: UInt16 = 0
    if let link { linkNumber = number(ofLink: link) }
    var column = point.column
    for character in text {
      guard let shown = Self.printable(character) else { continue }
      let width = shown.displayWidth
      if width == 0 { continue }
      if column + width > area.endColumn {
        if column < area.endColumn, column >= area.column {
          set(Cell(" ", style: style, link: linkNumber), column, point.row)
        }
        break
      }
      if column >= area.column {
        set(Cell(String(shown), style: style, link: linkNumber), column, point.row)
        if width == 2 { set(Cell("", style: style, link: linkNumber), column + 1, point.row) }
      }
      column += width
    }
    return column - point.column
  }

  /// Empties a rectangle and gives it a style.
  package mutating func fill(_ rect: Rect, style: Style) {
    let area = rect.intersection(bounds)
    for row in area.row..<max(area.row, area.endRow) {
      for column in area.column..<max(area.column, area.endColumn) {
        set(Cell(" ", style: style), column, row)
      }
    }
  }

  /// Changes what lies under the text of a rectangle.
  package mutating func restyle(_ rect: Rect, surface: Surface) {
    let area = rect.intersection(bounds)
    for row in area.row..<max(area.row, area.endRow) {
      for column in area.column..<max(area.column, area.endColumn) {
        cells[row * size.columns + column].style.surface = surface
      }
    }
  }

  /// Draws a vertical line.
  package mutating func verticalLine(
    column: Int,
    rows: Range<Int>,
    borders: Borders,
    style: Style
  ) {
    for row in rows {
      put(borders.vertical, at: Point(column: column, row: row), style: style, clip: bounds)
    }
  }

  /// Draws the border of a rectangle.
  package mutating func box(_ rect: Rect, borders: Borders, style: Style) {
    guard rect.columns >= 2, rect.rows >= 2 else { return }
    let line = String(repeating: borders.horizontal, count: rect.columns - 2)
    let top = borders.topLeft + line + borders.topRight
    let bottom = borders.bottomLeft + line + borders.bottomRight
    put(top, at: Point(column: rect.column, row: rect.row), style: style, clip: rect)
    put(bottom, at: Point(column: rect.column, row: rect.endRow - 1), style: style, clip: rect)
    let sides = (rect.row + 1)..<(rect.endRow - 1)
    verticalLine(column: rect.column, rows: sides, borders: borders, style: style)
    verticalLine(column: rect.endColumn - 1, rows: sides, borders: borders, style: style)
  }

  /// The rows as text, without spaces at their ends.
  package var textRows: [String] {
    (0..<size.rows).map { row in
      var text = ""
      for column in 0..<size.columns { text += cells[row * size.columns + column].text }
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// The rows as style letters, one per cell, for golden files; blank cells of the base surface are
  /// spaces.
  package var styleRows: [String] {
    (0..<size.rows).map { row in
      var letters = ""
      for column in 0..<size.columns {
        letters.append(Self.letter(of: cells[row * size.columns + column]))
      }
      while letters.last == " " { letters.removeLast() }
      return letters
    }
  }

  private static func letter(of cell: Cell) -> Character {
    let surfaces = Array(".PSUMCHBF")
    if cell.style.surface != .base { return surfaces[Int(cell.style.surface.rawValue)] }
    if cell.text == " " { return " " }
    let roles = Array("tspahlcqfegwbkum")
    let letter = roles[Int(cell.style.role.rawValue)]
    return cell.style.attributes.contains(.bold) ? Character(letter.uppercased()) : letter
  }

  private mutating func number(ofLink url: String) -> UInt16 {
    if let index = links.lastIndex(of: url) { return UInt16(index + 1) }
    guard links.count < Int(UInt16.max) - 1 else { return 0 }
    links.append(url)
    return UInt16(links.count)
  }

  /// Writes a cell; the other half of a wide character that it breaks becomes a space.
  private mutating func set(_ cell: Cell, _ column: Int, _ row: Int) {
    let index = row * size.columns + column
    let old = cells[index]
    if old.text.isEmpty, !cell.text.isEmpty, column > 0 {
      if cells[index - 1].text.displayWidth == 2 { cells[index - 1].text = " " }
    }
    cells[index] = cell
    if cell.text.displayWidth < 2, column + 1 < size.columns, cells[index + 1].text.isEmpty,
      !cell.text.isEmpty
    {
      cells[index + 1].text = " "
    }
  }

  /// What may be shown of a character: not a control character nor a direction override; a tab or a
  /// line break becomes a space.
  private static func printable(_ character: Character) -> Character? {
    if let ascii = character.asciiValue {
      if ascii >= 0x20 && ascii != 0x7f { return character }
      return ascii == 0x09 || ascii == 0x0a || ascii == 0x0d ? " " : nil
    }
    if character == "\r\n" { return " " }
    if character.unicodeScalars.count == 1 { return character.isHarmless ? character : nil }
    if character.isHarmless { return character }
    let kept = character.unicodeScalars.filter { Character($0).isHarmless }
    return String(String.UnicodeScalarView(kept)).first
  }
}

extension Character {
  fileprivate var isHarmless: Bool {
    unicodeScalars.allSatisfy {
      switch $0.value {
      case 0..<0x20, 0x7f..<0xa0, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069, 0xfff9...0xfffb,
        0xe0000...0xe007f:
        false
      default: true
      }
    }
  }
}

/// The characters that borders are drawn with.
package struct Borders: Equatable, Sendable {
  package var horizontal: String, vertical: String
  package var topLeft: String, topRight: String, bottomLeft: String, bottomRight: String

  /// Box drawing characters with round corners.
  package static let unicode = Borders(
    horizontal: "─",
    vertical: "│",
    topLeft: "╭",
    topRight: "╮",
    bottomLeft: "╰",
    bottomRight: "╯"
  )
  /// For terminals that have only ASCII.
  package static let ascii = Borders(
    horizontal: "-",
    vertical: "|",
    topLeft: "+",
    topRight: "+",
    bottomLeft: "+",
    bottomRight: "+"
  )
}
