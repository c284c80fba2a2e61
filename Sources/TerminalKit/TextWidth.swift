extension Character {
  /// Columns the grapheme cluster takes in a terminal: 0, 1 or 2.
  ///
  /// East Asian wide and fullwidth characters and emoji presentation take two; combining marks and
  /// zero-width characters alone take none; control characters take none and must not be drawn.
  package var displayWidth: Int {
    if let ascii = asciiValue { return ascii >= 0x20 && ascii != 0x7f ? 1 : 0 }
    let scalars = unicodeScalars
    guard let first = scalars.first else { return 0 }
    var width = first.columnWidth
    if scalars.count > 1 {
      for scalar in scalars.dropFirst() {
        if scalar.value == 0xfe0f, first.properties.isEmoji { return 2 }
        if scalar.value == 0xfe0e { return min(width, 1) }
        // A regional indicator pair, a skin tone or a joined sequence is one picture.
        if scalar.properties.isEmojiModifier || scalar.value == 0x200d { width = max(width, 2) }
        if width == 0 { width = scalar.columnWidth }
      }
      if (0x1f1e6...0x1f1ff).contains(first.value) { return 2 }
    }
    return width
  }
}

extension StringProtocol {
  /// Columns the text takes in a terminal.
  package var displayWidth: Int {
    if let ascii = utf8.withContiguousStorageIfAvailable({ bytes -> Int? in
      for byte in bytes where byte >= 0x7f || byte < 0x20 { return nil }
      return bytes.count
    }), let ascii {
      return ascii
    }
    return reduce(0) { $0 + $1.displayWidth }
  }

  /// The text cut to a width, with an ellipsis in the last columns when something was cut off.
  package func truncated(toWidth width: Int, ellipsis: String) -> String {
    guard displayWidth > width else { return String(self) }
    let room = width - ellipsis.displayWidth
    guard room >= 0 else { return "" }
    var used = 0
    var out = ""
    for character in self {
      let next = character.displayWidth
      if used + next > room { break }
      used += next
      out.append(character)
    }
    return out + ellipsis
  }

  /// The text with spaces after it up to a width.
  package func padded(toWidth width: Int) -> String {
    String(self) + String(repeating: " ", count: Swift.max(0, width - displayWidth))
  }
}

extension Unicode.Scalar {
  /// Columns of the scalar alone.
  package var columnWidth: Int {
    let v = value
    if v < 0x20 || (0x7f..<0xa0).contains(v) { return 0 }
    if v < 0x300 { return v == 0xad ? 0 : 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator,
      .surrogate:
      return 0
    default: break
    }
    if (0x1160...0x11ff).contains(v) { return 0 }
    if isWide { return 2 }
    return 1
  }

  /// East Asian Width W or F, and emoji shown as pictures by themselves.
  private var isWide: Bool {
    let v = value
    guard v >= 0x1100 else { return false }
    switch v {
    case 0x1100...0x115f, 0x2329...0x232a, 0x2e80...0x303e, 0x3041...0x33ff, 0x3400...0x4dbf,
      0x4e00...0x9fff, 0xa000...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff,
      0xfe10...0xfe19, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x16fe0...0x18aff,
      0x1b000...0x1b2ff, 0x1f200...0x1f2ff, 0x20000...0x3fffd:
      return true
    default: return properties.isEmojiPresentation
    }
  }
}
