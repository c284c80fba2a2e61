// A page is asked millions of times whether its characters are letters or blanks, nearly always of ASCII, which the
// standard library looks up in Unicode's tables all the same. In this module these stand in for its properties of
// the same names, and say the same: what counts is the first scalar.
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
