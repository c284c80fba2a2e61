/// The colors of a cell of a picture, in place of those of its role and surface; `standard` is the ground.
package struct Paint: Hashable, Sendable {
  package var foreground: Color
  package var background: Color
  /// Whether the foreground is the number of an image, which the terminal shows there.
  package var isImage = false

  /// Makes a pair.
  package init(foreground: Color, background: Color) {
    self.foreground = foreground
    self.background = background
  }
}

/// A picture in cells, read from text with SGR sequences.
///
/// Of what it is read from nothing is believed: of sequences only colors and inversion count, other control characters
/// are passed over, and what is wider than one column or too much is dropped.
package struct PictureCells: Equatable, Sendable {
  package let columns: Int
  package let rows: Int
  /// Row by row; as many as `columns` times `rows`.
  package let cells: [Cell]

  init(columns: Int, rows: Int, cells: [Cell]) {
    self.columns = columns
    self.rows = rows
    self.cells = cells
  }

  /// Reads a picture; nil when there is not a single character in it.
  ///
  /// - Parameters:
  ///   - bytes: lines of UTF-8.
  ///   - columns: cells of a row; what is missing is blank.
  ///   - rows: rows, likewise.
  package init?(_ bytes: [UInt8], columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    var reader = PictureReader(columns: columns, rows: rows)
    reader.read(bytes)
    guard reader.hasContent else { return nil }
    cells = reader.cells
  }
}

/// The terminal that a picture is written to.
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

  init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    cells = Array(repeating: Cell(), count: self.columns * self.rows)
  }

  mutating func read(_ bytes: [UInt8]) {
    var scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\u{1b}": takeSequence(&scalars)
      case "\n":
        row += 1
        column = 0
      default:
        guard scalar.value >= 0x20, !(0x7f..<0xa0).contains(scalar.value),
          Character(scalar).displayWidth == 1
        else { continue }
        put(String(scalar))
      }
      if row >= rows { return }
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

  private mutating func takeSequence(_ scalars: inout Substring.UnicodeScalarView) {
    guard scalars.first == "[" else {
      scalars = scalars.dropFirst()
      return
    }
    scalars = scalars.dropFirst()
    var parameters = ""
    while let scalar = scalars.popFirst() {
      if (0x40...0x7e).contains(scalar.value) {
        if scalar == "m" { select(parameters) }
        return
      }
      // One without end is no sequence.
      guard (0x20...0x3f).contains(scalar.value), parameters.utf8.count < 64 else { return }
      parameters.unicodeScalars.append(scalar)
    }
  }

  private mutating func select(_ parameters: String) {
    var numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }[...]
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
