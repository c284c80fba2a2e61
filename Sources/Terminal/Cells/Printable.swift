// Filters for text shown on the screen and printed by commands.

extension Character {
  private static let maxScalars = 32

  /// The character without control characters and direction overrides, safe to print; nil if
  /// nothing is left.
  ///
  /// A tab or line break becomes a space. The result can neither be part of a control sequence nor
  /// change how its neighbors are shown; overlong clusters are cut.
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
  /// False for control characters, direction marks and overrides, separators, annotations and tags.
  package var isPrintable: Bool {
    switch value {
    case 0..<0x20, 0x7f..<0xa0, 0x61c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x206f,
      0xfff9...0xfffb, 0xe0000...0xe007f:
      false
    default: !standsForByte
    }
  }

  /// Whether it joins its neighbors into one cluster: a zero-width joiner or a virama.
  fileprivate var joinsNext: Bool {
    value == 0x200d || properties.canonicalCombiningClass == .virama
  }

  /// Whether it stands for a byte of a file name that is not UTF-8; shown as U+FFFD.
  fileprivate var standsForByte: Bool { value >= 0x10_ff80 }
}

extension String {
  /// The text on one line; tabs and line breaks become spaces.
  package var printableLine: String {
    replacingUnprintable {
      $0.standsForByte ? "\u{fffd}" : [0x09, 0x0a, 0x0d].contains($0.value) ? " " : ""
    }
  }

  /// The text without unprintable characters; tabs and line feeds stay.
  package var printableLines: String {
    replacingUnprintable {
      $0.standsForByte ? "\u{fffd}" : [0x09, 0x0a].contains($0.value) ? String($0) : ""
    }
  }

  package func replacingUnprintable(_ replacement: (Unicode.Scalar) -> String) -> String {
    guard unicodeScalars.contains(where: { !$0.isPrintable }) else { return self }
    var out = ""
    out.reserveCapacity(utf8.count)
    // The start of the part not copied yet.
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
