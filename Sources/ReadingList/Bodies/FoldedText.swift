/// A text made comparable, which remembers where each byte comes from.
///
/// Compared is as `Query.folded` makes it; what is not seen, like a soft hyphen, is left out.
struct FoldedText {
  private(set) var bytes: [UInt8] = []
  /// For each byte, the first byte of its scalar in the text.
  private(set) var origins: [Int32] = []

  /// Makes a text comparable, each white space a space or, without spaces, none.
  init(_ text: String, hasSpaces: Bool = true) {
    bytes.reserveCapacity(text.utf8.count)
    origins.reserveCapacity(text.utf8.count)
    var offset: Int32 = 0
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x41...0x5a: append(UInt8(scalar.value | 0x20), offset)
      case 0x09...0x0d, 0x20: if hasSpaces { append(0x20, offset) }
      case 0x21..<0x7f: append(UInt8(scalar.value), offset)
      default: fold(scalar, offset, hasSpaces: hasSpaces)
      }
      offset += Int32(UTF8.width(scalar))
    }
  }

  private mutating func append(_ byte: UInt8, _ offset: Int32) {
    bytes.append(byte)
    origins.append(offset)
  }

  private mutating func fold(_ scalar: Unicode.Scalar, _ offset: Int32, hasSpaces: Bool) {
    let properties = scalar.properties
    if properties.isWhitespace {
      if hasSpaces { append(0x20, offset) }
    } else if scalar.value >= 0x80, !properties.isDefaultIgnorableCodePoint,
      properties.generalCategory != .control
    {
      for byte in Query.folded(String(scalar)).utf8 { append(byte, offset) }
    }
  }

  /// The bytes of the text from the first of each occurrence to that of the last scalar, exclusive of the
  /// bytes after its first.
  func places(of needle: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    guard let first = needle.first, bytes.count >= needle.count else { return found }
    var start = 0
    while start <= bytes.count - needle.count {
      if bytes[start] == first, bytes[start..<(start + needle.count)].elementsEqual(needle) {
        found.append(Int(origins[start])..<(Int(origins[start + needle.count - 1]) + 1))
        start += needle.count
      } else {
        start += 1
      }
    }
    return found
  }
}
