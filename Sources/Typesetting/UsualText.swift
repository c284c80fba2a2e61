/// The characters that most texts have beside ASCII: those of Latin, Greek and Cyrillic that take nothing to
/// themselves, and the usual punctuation.
///
/// What the scanner makes of each is asked once, and no string is taken apart for it.
enum UsualText {
  /// Whether a cluster certainly begins at a byte, whatever stands before it but CR, or the text ends there.
  static func beginsCluster(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    index >= bytes.count || bytes[index] < 0x80 || slot(bytes, at: index) != nil
  }

  /// The unit that begins at a byte beyond ASCII; nil where it must be looked at as a cluster.
  static func unit(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> TextUnit? {
    guard let slot = slot(bytes, at: index), let unit = units[slot],
      beginsCluster(bytes, at: index + (bytes[index] < 0xe0 ? 2 : 3))
    else { return nil }
    return unit
  }

  /// Where in the table the scalar at a byte stands; nil where it is none of these.
  ///
  /// No mark that belongs to the character before it is among them, nor anything that joins.
  private static func slot(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
    switch bytes[index] {
    case 0xc2...0xcb, 0xce...0xd1:
      guard index + 1 < bytes.count else { return nil }
      return Int(bytes[index] & 0x1f) << 6 | Int(bytes[index + 1] & 0x3f)
    case 0xe2:
      guard index + 2 < bytes.count, bytes[index + 1] == 0x80, bytes[index + 2] >= 0x90 else {
        return nil
      }
      return firstPunctuation + Int(bytes[index + 2] - 0x90)
    default: return nil
    }
  }

  /// The slot of U+2010; those below are the scalars' own values.
  private static let firstPunctuation = 0x480

  private static let units: [TextUnit?] =
    (UInt32(0)..<0x480).map { value in
      (0x80..<0x300).contains(value) || value >= 0x380 ? unit(of: value) : nil
    } + (UInt32(0x2010)...0x203f).map(unit)

  private static func unit(of value: UInt32) -> TextUnit? {
    Unicode.Scalar(value).flatMap(UnitScanner.usualUnit)
  }
}
