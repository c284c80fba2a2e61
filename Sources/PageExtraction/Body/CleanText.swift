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
    guard text.unicodeScalars.contains(where: { cleaned($0) != $0 }) else { return text }
    var out = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in text.unicodeScalars {
      if let clean = cleaned(scalar), !afterReturn || scalar != "\n" { out.append(clean) }
      afterReturn = scalar == "\r"
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

  /// Returns the character that replaces another one in clean text; nil to leave it out.
  private static func cleaned(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x09, 0x0a: scalar
    case 0x0d: "\n"
    case 0x2028, 0x2029: " "
    case 0x80...0x9f: windows1252[Int(scalar.value) - 0x80]
    case 0..<0x20, 0x7f, 0x61c, 0x202a...0x202e, 0x2060...0x206f, 0xe000...0xf8ff, 0xfeff,
      0xfff9...0xfffb, 0xfffe, 0xffff, 0xe0001, 0xf0000...0x10ffff:
      nil
    default: scalar
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
