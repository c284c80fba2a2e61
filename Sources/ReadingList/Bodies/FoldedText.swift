/// A text made comparable, which remembers where each byte comes from.
///
/// Compared is as `Query.folded` makes it; what is not seen, like a soft hyphen, is left out.
struct FoldedText {
  private(set) var bytes: [UInt8] = []
  /// For each byte, the first byte of its scalar in the text.
  private(set) var origins: [Int32] = []

  /// Makes a text comparable, each white space a space or, without spaces, none.
  init(_ text: String, hasSpaces: Bool = true) {
    var folding = ScalarFolding()
    self.init(text, hasSpaces: hasSpaces, by: &folding)
  }

  /// The same for one of several texts, which have most letters in common.
  init(_ text: String, hasSpaces: Bool = true, by folding: inout ScalarFolding) {
    bytes.reserveCapacity(text.utf8.count)
    origins.reserveCapacity(text.utf8.count)
    var offset: Int32 = 0
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let start = offset
      offset += Int32(UTF8.width(scalar))
      switch scalar.value {
      case 0x41...0x5a: append(UInt8(scalar.value | 0x20), start)
      case 0x09...0x0d, 0x20: if hasSpaces { append(0x20, start) }
      case 0x21..<0x7f: append(UInt8(scalar.value), start)
      case 0x00..<0x20, 0x7f..<0x85, 0x86..<0xa0: break
      default:
        if scalar.properties.isWhitespace {
          if hasSpaces { append(0x20, start) }
          continue
        }
        var letters = String(scalar)
        while let next = rest.first, next.value >= 0x300, folding[next].continues {
          rest.removeFirst()
          offset += Int32(UTF8.width(next))
          letters.unicodeScalars.append(next)
        }
        let isAlone = letters.utf8.count == UTF8.width(scalar)
        for byte in isAlone ? folding[scalar].bytes : Array(Query.folded(letters).utf8) {
          append(byte, start)
        }
      }
    }
  }

  private mutating func append(_ byte: UInt8, _ offset: Int32) {
    bytes.append(byte)
    origins.append(offset)
  }

  /// Returns the bytes of the text from the first of each occurrence to that of the last scalar,
  /// exclusive of the bytes after its first.
  func places(of needle: [UInt8]) -> [Range<Int>] {
    var end = 0
    return starts(of: needle).compactMap { start in
      guard start >= end else { return nil }
      end = start + needle.count
      return Int(origins[start])..<(Int(origins[end - 1]) + 1)
    }
  }

  /// Returns where a needle occurs, overlaps included, in linear time: Knuth, Morris and Pratt.
  func starts(of needle: [UInt8]) -> [Int] {
    guard !needle.isEmpty, needle.count <= bytes.count else { return [] }
    // For each beginning of the needle, the length of the longest one that it ends with.
    var borders = [0]
    for byte in needle.dropFirst() {
      borders.append(Self.matched(borders[borders.count - 1], byte, needle, borders))
    }
    var found: [Int] = []
    var length = 0
    for (place, byte) in bytes.enumerated() {
      length = Self.matched(length, byte, needle, borders)
      if length == needle.count { found.append(place + 1 - length) }
    }
    return found
  }

  /// Returns how much of a needle is matched after one more byte.
  @inline(__always) private static func matched(
    _ length: Int, _ byte: UInt8, _ needle: [UInt8], _ borders: [Int]
  ) -> Int {
    var length = length
    while length == needle.count || length > 0 && needle[length] != byte {
      length = borders[length - 1]
    }
    return needle[length] == byte ? length + 1 : 0
  }
}
