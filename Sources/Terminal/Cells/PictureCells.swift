/// The colors of a picture cell, instead of its role's and surface's.
package struct Paint: Hashable, Sendable {
  package var foreground: Color
  package var background: Color

  package init(foreground: Color, background: Color) {
    self.foreground = foreground
    self.background = background
  }
}

/// A picture in cells, read from text with SGR sequences.
///
/// The input is untrusted: only colors and inversion are read, other control characters are
/// skipped, and wide or excess characters are dropped.
package struct PictureCells: Equatable, Sendable {
  package let columns: Int
  package let rows: Int
  /// Row by row; `columns` times `rows` of them.
  package let cells: [Cell]

  /// Nil if it has no character, or no room.
  package init?(_ bytes: [UInt8], columns: Int, rows: Int) {
    guard columns > 0, rows > 0 else { return nil }
    self.columns = columns
    self.rows = rows
    var reader = PictureReader(columns: columns, rows: rows)
    reader.read(String(decoding: bytes, as: UTF8.self))
    guard reader.hasContent else { return nil }
    cells = reader.cells
  }
}

/// Interprets the text as a terminal would.
private struct PictureReader {
  let columns: Int
  let rows: Int
  private(set) var cells: [Cell]
  private(set) var hasContent = false
  private var column = 0
  private var row = 0
  private var foreground = Color.standard
  private var background = Color.standard
  private var isReversed = false
  private var numbers: [Int] = []

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Cell(), count: columns * rows)
  }

  mutating func read(_ text: String) {
    var rest = text.unicodeScalars[...]
    while row < rows, let scalar = rest.popFirst() {
      switch scalar {
      case "\u{1b}": takeSequence(&rest)
      case "\n":
        row += 1
        column = 0
      default: if scalar.isPrintable, scalar.columnWidth == 1 { put(String(scalar)) }
      }
    }
  }

  private mutating func put(_ text: String) {
    guard column < columns else { return }
    var style = Style()
    if foreground == .standard, background == .standard {
      if isReversed { style.attributes = .reverse }
    } else {
      style.paint =
        isReversed
        ? Paint(foreground: background, background: foreground)
        : Paint(foreground: foreground, background: background)
    }
    cells[row * columns + column] = Cell(text, style: style)
    column += 1
    hasContent = true
  }

  private mutating func takeSequence(_ rest: inout Substring.UnicodeScalarView) {
    guard rest.popFirst() == "[" else { return }
    var number: Int?
    numbers.removeAll(keepingCapacity: true)
    while let sign = rest.popFirst()?.value, numbers.count < Self.maxCount {
      switch sign {
      case 0x30...0x39: number = min(Self.maxSize, (number ?? 0) * 10 + Int(sign - 0x30))
      case 0x3b:
        numbers.append(number ?? 0)
        number = nil
      case 0x40...0x7e:
        numbers.append(number ?? 0)
        if sign == 0x6d { select() }
        return
      // Intermediate characters: no color sequence, so nothing may match.
      case 0x20...0x3f: number = Self.maxSize
      // An unfinished sequence is ignored.
      default: return
      }
    }
  }

  /// Larger than any known parameter, and the most parameters of a sequence.
  private static let maxSize = 1 << 16
  private static let maxCount = 64

  private mutating func select() {
    var numbers = numbers[...]
    while let number = numbers.popFirst() {
      switch number {
      case 0: (foreground, background, isReversed) = (.standard, .standard, false)
      case 7: isReversed = true
      case 27: isReversed = false
      case 30...37: foreground = .indexed(UInt8(number - 30))
      case 40...47: background = .indexed(UInt8(number - 40))
      case 90...97: foreground = .indexed(UInt8(number - 82))
      case 100...107: background = .indexed(UInt8(number - 92))
      case 38: foreground = Self.color(&numbers)
      case 48: background = Self.color(&numbers)
      case 39: foreground = .standard
      case 49: background = .standard
      default: break
      }
    }
  }

  private static func color(_ numbers: inout ArraySlice<Int>) -> Color {
    func byte(_ numbers: inout ArraySlice<Int>) -> UInt8 {
      UInt8(clamping: numbers.popFirst() ?? 0)
    }
    switch numbers.popFirst() {
    case 5: return .indexed(byte(&numbers))
    case 2: return .rgb(byte(&numbers), byte(&numbers), byte(&numbers))
    default: return .standard
    }
  }
}
