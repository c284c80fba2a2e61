/// Counts of letters, digits, punctuation and words in a text.
struct TextNumbers {
  /// Characters, white space collapsed.
  private(set) var length: Int32 = 0
  private(set) var words: Int32 = 0
  private(set) var commas: Int32 = 0
  private(set) var stops: Int32 = 0
  private(set) var digits: Int32 = 0
  private(set) var letters: Int32 = 0
  private(set) var capitals: Int32 = 0
  /// Words that begin with a capital letter.
  private(set) var capitalized: Int32 = 0
  private(set) var bars: Int32 = 0
  private(set) var questions: Int32 = 0
  private(set) var currencies: Int32 = 0
  private(set) var hasCopyright = false
  private(set) var hasYear = false
  /// The first and the last byte that is not white space.
  private(set) var first: UInt8 = 0
  private(set) var last: UInt8 = 0
  /// A hash of the text without white space and case.
  private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  private var inWord = false
  private var year = 0

  mutating func add(_ bytes: ArraySlice<UInt8>, length: Int32, commas: Int32) {
    self.length += length
    self.commas += commas
    bytes.withUnsafeBufferPointer { bytes in
      for place in bytes.indices { add(bytes, place) }
    }
  }

  private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) {
    let byte = bytes[place]
    if PageTree.isSpace(byte) {
      inWord = false
      year = 0
      return
    }
    if !inWord {
      words += 1
      inWord = true
      if 0x41...0x5a ~= byte { capitalized += 1 }
    }
    if first == 0 { first = byte }
    last = byte
    hash = (hash ^ UInt64(PageTree.lower(byte))) &* 0x100_0000_01b3
    switch byte {
    case 0x30...0x39:
      digits += 1
      year = year * 10 + Int(byte - 0x30)
      if year >= 1990, year <= 2099 { hasYear = true }
      if year > 2099 { year = 10_000 }
      return
    case 0x41...0x5a:
      capitals += 1
      letters += 1
    case 0x61...0x7a: letters += 1
    case 0x2e, 0x21: stops += 1
    case 0x3f: questions += 1
    case 0x7c, 0x2f: bars += 1
    case 0x24: currencies += 1
    case 0x80...:
      if byte >= 0xc3 { letters += 1 }
      addSign(bytes, place)
    default: break
    }
    year = 0
  }

  /// Counts © · € £ ¥ 。.
  private mutating func addSign(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) {
    let next = place + 1 < bytes.count ? bytes[place + 1] : 0
    switch (bytes[place], next) {
    case (0xc2, 0xa9): hasCopyright = true
    case (0xc2, 0xb7): bars += 1
    case (0xc2, 0xa3), (0xc2, 0xa5): currencies += 1
    case (0xe2, 0x82): if place + 2 < bytes.count, bytes[place + 2] == 0xac { currencies += 1 }
    case (0xe3, 0x80): if place + 2 < bytes.count, bytes[place + 2] == 0x82 { stops += 1 }
    default: break
    }
  }
}
