// Filters for text that is shown, on the screen and in the output of commands.

extension Character {
  private static let maxScalars = 32

  /// The character without anything unsafe; nil if nothing is left.
  ///
  /// Control characters and direction overrides are taken out; a tab or a line break becomes a space.
  /// Nothing that is left can be part of a control sequence or change how its neighbors are shown. Of
  /// clusters longer than any script has them, only the beginning is left.
  package var printable: Character? {
    if let ascii = asciiValue {
      if ascii >= 0x20 && ascii != 0x7f { return self }
      return ascii == 0x09 || ascii == 0x0a || ascii == 0x0d ? " " : nil
    }
    let isLong = utf8.count > Self.maxScalars * 4
    if !isLong, unicodeScalars.allSatisfy(\.isPrintable) { return self }
    if unicodeScalars.contains(where: \.standsForByte) { return "\u{fffd}" }
    var kept = Array(unicodeScalars.lazy.filter(\.isPrintable).prefix(Self.maxScalars))
    // A joiner at the end would join the next character.
    while isLong, let last = kept.last, last.joinsNext { kept.removeLast() }
    return String(String.UnicodeScalarView(kept)).first
  }
}

extension Unicode.Scalar {
  /// Whether it may reach a terminal: no control character, mark or override of direction, separator,
  /// annotation or tag.
  package var isPrintable: Bool {
    switch value {
    case 0..<0x20, 0x7f..<0xa0, 0x61c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x206f,
      0xfff9...0xfffb, 0xe0000...0xe007f:
      false
    default: !standsForByte
    }
  }

  /// Whether it makes one cluster of what stands before and after it: a zero-width joiner or a virama.
  fileprivate var joinsNext: Bool {
    value == 0x200d || properties.canonicalCombiningClass == .virama
  }

  /// Whether it stands for a byte of a file's name that is not UTF-8, and is shown as U+FFFD.
  fileprivate var standsForByte: Bool { value >= 0x10_ff80 }
}

extension String {
  /// The text as a line of printable characters; tabs and line breaks become spaces.
  package var printableLine: String {
    replacingUnprintable {
      $0.standsForByte ? "\u{fffd}" : [0x09, 0x0a, 0x0d].contains($0.value) ? " " : ""
    }
  }

  /// Lines without anything that is not printable; tabs and line feeds stay.
  package var printableLines: String {
    replacingUnprintable {
      $0.standsForByte ? "\u{fffd}" : [0x09, 0x0a].contains($0.value) ? String($0) : ""
    }
  }

  /// The text with each scalar that is not printable given to `replacement`.
  package func replacingUnprintable(_ replacement: (Unicode.Scalar) -> String) -> String {
    guard unicodeScalars.contains(where: { !$0.isPrintable }) else { return self }
    var out = ""
    out.reserveCapacity(utf8.count)
    // Where what is not copied yet begins.
    var start = startIndex
    for index in unicodeScalars.indices {
      let scalar = unicodeScalars[index]
      if scalar.isPrintable { continue }
      out += self[start..<index]
      out += replacement(scalar)
      start = unicodeScalars.index(after: index)
    }
    return out + self[start...]
  }
}
