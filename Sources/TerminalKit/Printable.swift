extension Character {
  /// The most scalars of a cluster that are shown.
  private static let mostScalars = 32

  /// What may be shown of a character; nil for nothing.
  ///
  /// Control characters and direction overrides are taken out; a tab or a line break becomes a space.
  /// Nothing that is left can be part of a control sequence or change how its neighbors are shown. Of
  /// clusters longer than any script has them, only the beginning is left.
  package var printable: Character? {
    if let ascii = asciiValue {
      if ascii >= 0x20 && ascii != 0x7f { return self }
      return ascii == 0x09 || ascii == 0x0a || ascii == 0x0d ? " " : nil
    }
    let isLong = utf8.count > Self.mostScalars * 4
    if !isLong, unicodeScalars.allSatisfy(\.isHarmless) { return self }
    let kept = unicodeScalars.lazy.filter(\.isHarmless).prefix(Self.mostScalars)
    return String(String.UnicodeScalarView(kept)).first
  }
}

extension Unicode.Scalar {
  fileprivate var isHarmless: Bool {
    switch value {
    // Control characters, marks and overrides of direction, separators, annotations, tags.
    case 0..<0x20, 0x7f..<0xa0, 0x61c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x206f,
      0xfff9...0xfffb, 0xe0000...0xe007f:
      false
    default: true
    }
  }
}
