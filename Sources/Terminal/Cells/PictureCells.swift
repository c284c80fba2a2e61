/// The colors of a cell of a picture, in place of those of its role and surface; `standard` is the terminal's own.
package struct Paint: Hashable, Sendable {
  package var foreground: Color
  package var background: Color
  /// Whether the foreground is the number of an image, which the terminal shows there.
  package var isImage = false

  package init(foreground: Color, background: Color) {
    self.foreground = foreground
    self.background = background
  }
}

/// A picture in cells, read from text with SGR sequences.
///
/// The input is untrusted: of sequences only colors and inversion count, other control characters
/// are skipped, and wide or excess characters are dropped.
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

  /// Reads a picture; nil when there is not a single character in it, or no room for one.
  package init?(_ bytes: [UInt8], columns: Int, rows: Int) {
    guard columns > 0, rows > 0 else { return nil }
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
  private var numbers: [Int] = []

  init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    cells = Array(repeating: Cell(), count: self.columns * self.rows)
  }

  mutating func read(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { read($0[...]) } }

  private mutating func read(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    var rest = bytes
    while row < rows, let byte = rest.first {
      switch byte {
      case 0x1b:
        rest = rest.dropFirst()
        takeSequence(&rest)
      case 0x0a:
        rest = rest.dropFirst()
        row += 1
        column = 0
      case ..<0x20, 0x7f: rest = rest.dropFirst()
      case ..<0x80:
        rest = rest.dropFirst()
        put(String(UnicodeScalar(byte)))
      default:
        // Of what is no UTF-8, each byte is one sign.
        let length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
        let text = String(decoding: rest.prefix(length), as: UTF8.self)
        rest = rest.dropFirst(length)
        guard text.unicodeScalars.count == 1, let scalar = text.unicodeScalars.first,
          scalar.value >= 0xa0, Character(scalar).displayWidth == 1
        else { continue }
        put(text)
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

  private mutating func takeSequence(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) {
    guard rest.popFirst() == 0x5b else { return }
    var number: Int?
    numbers.removeAll(keepingCapacity: true)
    while let byte = rest.popFirst() {
      switch byte {
      case 0x30...0x39: number = min(Self.maxSize, (number ?? 0) * 10 + Int(byte - 0x30))
      case 0x3b:
        numbers.append(number ?? 0)
        number = nil
      case 0x40...0x7e:
        numbers.append(number ?? 0)
        if byte == 0x6d { select() }
        return
      // Others than colors have more; of them nothing is wanted.
      case 0x20...0x3f: number = Self.maxSize
      // A sequence without end is ignored.
      default: return
      }
      guard numbers.count < Self.maxCount else { return }
    }
  }

  /// A number that is none of those that are known, and the most of them in a sequence.
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
