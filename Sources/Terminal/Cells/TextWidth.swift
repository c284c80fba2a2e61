extension Character {
  /// The columns the grapheme cluster takes in a terminal.
  ///
  /// Two for East Asian wide and fullwidth characters and emoji presentation; none for lone
  /// combining marks and zero-width characters, nor for control characters, which must not be
  /// drawn. A cluster of several letters, as in Indic scripts, takes their sum, as terminals do.
  package var displayWidth: Int {
    if let ascii = asciiValue { return ascii >= 0x20 && ascii != 0x7f ? 1 : 0 }
    let scalars = unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.index(after: scalars.startIndex) == scalars.endIndex { return first.columnWidth }
    return isPicture ? 2 : scalars.reduce(0) { $0 + $1.columnWidth }
  }

  /// Whether several scalars make one picture: a flag, keycap, skin tone, joined sequence, or a
  /// sign with emoji presentation.
  var isPicture: Bool {
    let scalars = unicodeScalars
    guard let first = scalars.first, first.properties.isEmoji else { return false }
    let rest = scalars.dropFirst()
    if first.isRegionalIndicator { return rest.first?.isRegionalIndicator ?? false }
    return rest.contains {
      $0.value == 0xfe0f || $0.properties.isEmojiModifier
        || ($0.value == 0x200d && first.columnWidth == 2)
    }
  }

  /// Calls `body` for each cell, left to right, with its text and its width, 1 or 2.
  ///
  /// A cluster of no width has no cells. Combining marks go with the letter before.
  func forEachCell(_ body: (String, Int) -> Void) {
    let width = displayWidth
    if width <= 1 || isPicture || unicodeScalars.count == 1 {
      if width > 0 { body(String(self), width) }
      return
    }
    var text = ""
    var textWidth = 0
    for scalar in unicodeScalars {
      let next = scalar.columnWidth
      if next > 0, textWidth > 0 {
        body(text, textWidth)
        text = ""
        textWidth = 0
      }
      text.unicodeScalars.append(scalar)
      textWidth += next
    }
    if textWidth > 0 { body(text, textWidth) }
  }
}

// On `String`: generic code used from another module is not specialized.
extension String {
  /// The columns the text takes in a terminal.
  package var displayWidth: Int {
    if let ascii = utf8.withContiguousStorageIfAvailable({ bytes -> Int? in
      for byte in bytes where byte >= 0x7f || byte < 0x20 { return nil }
      return bytes.count
    }), let ascii {
      return ascii
    }
    return reduce(0) { $0 + $1.displayWidth }
  }

  /// The text cut to a width, ending in an ellipsis if anything was cut.
  ///
  /// With `atWord`, cut after the last word that fits, if that leaves at least half of the width.
  package func truncated(
    toWidth width: Int, ellipsis: String, atWord cutsAtWord: Bool = false
  ) -> String {
    let ellipsisWidth = ellipsis.displayWidth
    var used = 0
    // Where to cut if the text turns out too wide.
    var cut = startIndex
    for index in indices {
      let next = self[index].displayWidth
      if used + next > width {
        guard width >= ellipsisWidth else { return "" }
        let kept = String(self[..<cut])
        guard cutsAtWord, self[cut] != " ", let end = kept.lastIndex(of: " "),
          kept[..<end].displayWidth * 2 >= width
        else { return kept + ellipsis }
        return String(kept[..<end]) + ellipsis
      }
      used += next
      if used + ellipsisWidth <= width { cut = self.index(after: index) }
    }
    return self
  }

  package func padded(toWidth width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - displayWidth))
  }

  /// The text right-aligned in a width.
  package func aligned(toWidth width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - displayWidth)) + self
  }
}

extension Substring {
  package var displayWidth: Int { String(self).displayWidth }
}

extension Unicode.Scalar {
  /// The columns of the scalar alone: 0, 1 or 2.
  package var columnWidth: Int {
    let v = value
    if v < 0x300 { return v < 0x20 || (0x7f..<0xa0).contains(v) || v == 0xad ? 0 : 1 }
    if isWide { return 2 }
    switch properties.generalCategory {
    case .format:
      // Arabic and Kaithi number signs are format characters but visible.
      return (0x600...0x605).contains(v) || [0x6dd, 0x70f, 0x890, 0x891, 0x8e2].contains(v)
        || v == 0x110bd || v == 0x110cd ? 1 : 0
    case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator, .surrogate:
      return 0
    default:
      // Hangul vowels and finals combine with the syllable before them.
      return (0x1160...0x11ff).contains(v) || (0xd7b0...0xd7fb).contains(v) ? 0 : 1
    }
  }

  package var isRegionalIndicator: Bool { (0x1f1e6...0x1f1ff).contains(value) }

  /// East Asian Width W or F, or emoji presentation by default.
  private var isWide: Bool {
    switch value {
    case 0..<0x1100: return false
    case 0x4e00...0x9fff, 0xac00...0xd7a3, 0x3041...0x4dff, 0x1100...0x115f, 0x2329...0x232a,
      0xa000...0xa4cf, 0xa960...0xa97f, 0xf900...0xfaff, 0xfe10...0xfe19, 0xfe30...0xfe6f,
      0xff00...0xff60, 0xffe0...0xffe6:
      return !isCombining
    case 0x2e80...0x303e: return !isCombining
    case 0x16fe0...0x18d08, 0x1aff0...0x1affe, 0x1b000...0x1b2ff, 0x1f200...0x1f2ff,
      0x20000...0x3fffd:
      return !isCombining
    // A lone regional indicator is a letter.
    case 0x1f1e6...0x1f1ff: return false
    default: return properties.isEmojiPresentation
    }
  }

  /// The combining marks in the wide ranges.
  private var isCombining: Bool {
    switch value {
    case 0x302a...0x302d, 0x3099...0x309a, 0x16fe4: true
    default: false
    }
  }
}
