/// Removes characters that must not reach a terminal.
enum CleanText {
  /// Decodes UTF-8 without control characters, bidi overrides and other invisible characters; C1
  /// controls are read as Windows-1252.
  static func string(_ bytes: some Collection<UInt8>) -> String {
    if bytes.allSatisfy({ ($0 >= 0x20 && $0 < 0x7f) || $0 == 0x0a }) {
      return String(decoding: bytes, as: UTF8.self)
    }
    return string(String(decoding: bytes, as: UTF8.self))
  }

  /// Cleans a string in the same way.
  static func string(_ text: String) -> String {
    var text = text
    let isClean = text.withUTF8 { bytes in
      for (index, byte) in bytes.enumerated() {
        if byte < 0x20, byte != 0x0a, byte != 0x09 { return false }
        if byte == 0x7f { return false }
        if byte == 0xc2, index + 1 < bytes.count, bytes[index + 1] < 0xa0 { return false }
        if byte == 0xe2 || byte >= 0xee || byte == 0xd8, isSuspicious(bytes, index) { return false }
      }
      return true
    }
    if isClean { return text }
    var out = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in text.unicodeScalars {
      defer { afterReturn = scalar.value == 0x0d }
      switch scalar.value {
      case 0x09: out.append("\t")
      case 0x0a: if !afterReturn { out.append(scalar) }
      case 0x0d: out.append("\n")
      case 0..<0x20, 0x7f: continue
      case 0x80...0x9f: if let meant = windows1252[Int(scalar.value) - 0x80] { out.append(meant) }
      case 0x61c, 0x202a...0x202e, 0x2060...0x206f, 0xe000...0xf8ff, 0xfeff, 0xfff9...0xfffb,
        0xfffe, 0xffff, 0xe0001, 0xf0000...0x10ffff:
        continue
      case 0x2028, 0x2029: out.append(" ")
      default: out.append(scalar)
      }
    }
    return String(out)
  }

  /// Whether UTF-8 contains soft hyphens or zero-width spaces.
  static func hasHints(_ bytes: ArraySlice<UInt8>) -> Bool {
    hints.contains { ByteText.contains(bytes, $0) }
  }

  /// Removes soft hyphens and zero-width spaces: they mark line breaks for browsers, and hide words
  /// from a search.
  static func withoutHints(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHint) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isHint($0) }))
  }

  private static let hints: [[UInt8]] = [[0xc2, 0xad], [0xe2, 0x80, 0x8b]]

  private static func isHint(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{ad}" || scalar == "\u{200b}"
  }

  /// Whether a removed character may start here; one of them has two bytes in UTF-8, the others
  /// more.
  private static func isSuspicious(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    guard index + 2 < bytes.count else { return true }
    let second = bytes[index + 1]
    let third = bytes[index + 2]
    switch bytes[index] {
    case 0xd8: return second == 0x9c
    // U+2028...202E and U+2060...206F
    case 0xe2:
      return second == 0x80 && third >= 0xa8 && third <= 0xae || second == 0x81 && third >= 0xa0
    // U+F000...F8FF, U+FEFF, U+FFF9...FFFF
    case 0xef:
      return second <= 0xa3 || second == 0xbb && third == 0xbf || second == 0xbf && third >= 0xb9
    case 0xf0...0xf2: return false
    default: return true
    }
  }

  /// The Windows-1252 character of a C1 control, or the control if there is none.
  static func windows1252Scalar(_ control: UInt32) -> UInt32 {
    windows1252[Int(control) - 0x80]?.value ?? control
  }

  /// The byte of a character in Windows-1252, or of a C1 control.
  static func windows1252Byte(_ scalar: Unicode.Scalar) -> UInt8? {
    if scalar.value < 0x100 { return UInt8(scalar.value) }
    return windows1252.firstIndex(of: scalar).map { UInt8(0x80 + $0) }
  }

  private static let windows1252: [Unicode.Scalar?] = [
    "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil, nil, "‘", "’",
    "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
  ]
}
