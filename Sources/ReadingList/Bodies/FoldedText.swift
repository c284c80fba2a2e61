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

  /// The first byte that comes from a byte of the text, or from one behind it.
  func place(of byte: Int) -> Int { origins.partitioningIndex { $0 >= byte } }

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
