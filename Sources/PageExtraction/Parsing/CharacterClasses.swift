// Extraction tests millions of characters per page, nearly all of them ASCII, for which the
// standard library still consults Unicode tables. In this module these properties shadow those of
// the standard library; they have the same values and look at the first scalar only.
extension Character {
  private var ascii: UInt8? { utf8.first.flatMap { $0 < 0x80 ? $0 : nil } }
  private var properties: Unicode.Scalar.Properties? { unicodeScalars.first?.properties }

  var isLetter: Bool {
    if let ascii { return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(ascii | 0x20) }
    return properties?.isAlphabetic == true
  }

  var isWhitespace: Bool {
    if let ascii { return ascii == 0x20 || (0x09...0x0d).contains(ascii) }
    return properties?.isWhitespace == true
  }

  var isNumber: Bool {
    if let ascii { return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(ascii) }
    return properties?.numericType != nil
  }
}
