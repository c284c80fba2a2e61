/// The scalars of texts, folded one by one, each as `Query.folded` has it where it stands.
package struct ScalarFolding {
  /// A folded scalar.
  package struct Folded {
    /// The bytes; none where it is left out.
    package let bytes: [UInt8]
    /// Its part in words.
    package let part: WordPart
    /// Whether it has to be folded together with the one before it.
    package let continues: Bool
  }

  private var known: [UInt32: Folded] = [:]

  /// Nothing is folded yet.
  package init() {}

  /// A folded scalar.
  package subscript(scalar: Unicode.Scalar) -> Folded {
    mutating get {
      if let known = known[scalar.value] { return known }
      let bytes = Array(Query.folded(String(scalar)).utf8)
      let made = Folded(
        bytes: bytes, part: bytes.isEmpty ? .mark : WordPart(scalar),
        continues: !bytes.isEmpty && Query.continues(scalar))
      known[scalar.value] = made
      return made
    }
  }
}

/// The part of a scalar in words: letters, digits and marks form them, everything else separates them.
///
/// In scripts without spaces each letter is a word, so that any string is found as a phrase of letters.
package enum WordPart {
  case other, word, mark, letter

  package init(_ scalar: Unicode.Scalar) {
    if scalar.value < 0x80 {
      let isWord = (48...57).contains(scalar.value) || (97...122).contains(scalar.value | 0x20)
      self = isWord ? .word : .other
      return
    }
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint {
      self = .mark
      return
    }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark:
      self = Self.isUnspaced(scalar.value) ? .letter : .mark
    case .decimalNumber, .letterNumber, .otherNumber: self = .word
    // A ™ behind a name is no part of it.
    case .otherSymbol: self = .other
    default:
      self = !properties.isAlphabetic ? .other : Self.isUnspaced(scalar.value) ? .letter : .word
    }
  }

  /// Whether a letter is of a script without spaces between words: Thai and its neighbors, Han, kana, hangul.
  private static func isUnspaced(_ value: UInt32) -> Bool {
    switch value {
    case 0xe00...0xeff, 0x1000...0x109f, 0x1100...0x11ff, 0x1780...0x17ff, 0x3005...0x3007,
      0x3040...0x30ff, 0x31f0...0x31ff, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xac00...0xd7a3,
      0xf900...0xfaff, 0xff66...0xffdc, 0x20000...0x3ffff:
      true
    default: false
    }
  }

  /// Whether a word may begin or end at a place between 0 and the end of folded text.
  package static func isBoundary(_ text: UnsafeRawBufferPointer, _ place: Int) -> Bool {
    guard place > 0, place < text.count else { return true }
    guard Self(text, place) == .word || Self(text, place) == .mark else { return true }
    var before = place - 1
    while before > 0, text[before] & 0xc0 == 0x80 { before -= 1 }
    return Self(text, before) != .word && Self(text, before) != .mark
  }

  /// Classifies the scalar at an offset; `other` if there is none.
  private init(_ text: UnsafeRawBufferPointer, _ place: Int) {
    let byte = text[place]
    let length = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
    var value = length == 1 ? UInt32(byte) : UInt32(byte) & (0xff >> UInt32(length + 1))
    for index in 1..<max(length, 1) where place + index < text.count {
      value = value << 6 | UInt32(text[place + index] & 0x3f)
    }
    self = byte == 0xff ? .other : Unicode.Scalar(value).map(Self.init) ?? .other
  }
}
