private import CXapian

/// The words of documents one after another, as codes of two bytes, by which phrases are found.
///
/// A document has its number, how many codes, the low bytes of all of them, and the high ones: the low ones
/// alone pass over nearly all that is no match. Two words have the same code once in 65,536.
enum WordCodes {
  /// The key of a document.
  static func key(of number: UInt32) -> [UInt8] {
    [0x54] + withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  /// What the keys of pairs begin with, whose postings have no impacts.
  static let pairKind: UInt8 = 0x63

  /// The key of the documents that may have two words one after another.
  static func pairKey(_ first: UInt16, _ second: UInt16) -> [UInt8] {
    let pair = xapianPair(first, second)
    return [pairKind, UInt8(pair >> 8), UInt8(truncatingIfNeeded: pair)]
  }

  /// What stands between texts that no phrase runs through.
  static let gap: UInt16 = 0

  /// A document's record.
  static func record(_ number: UInt32, _ codes: [UInt16]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 + 2 * codes.count)
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    withUnsafeBytes(of: UInt32(codes.count).littleEndian) { bytes += $0 }
    for code in codes { bytes.append(UInt8(truncatingIfNeeded: code)) }
    for code in codes { bytes.append(UInt8(code >> 8)) }
    return bytes
  }

  /// Whether a document's record has the phrase, which has two words at least.
  static func have(
    _ record: UnsafeRawBufferPointer,
    _ phrase: [UInt16]
  ) throws(SearchError) -> Bool {
    guard record.count >= 8 else { throw .damaged("the words of a text") }
    let count = Int(UInt32(littleEndian: record.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
    guard record.count == 8 + 2 * count else { throw .damaged("the words of a text") }
    return contains(UnsafeRawBufferPointer(rebasing: record[8...]), count, phrase)
  }

  /// Whether the codes of a document, low bytes and then high ones, have the phrase, which has two words at least.
  private static func contains(
    _ codes: UnsafeRawBufferPointer,
    _ count: Int,
    _ phrase: [UInt16]
  ) -> Bool {
    guard phrase.count <= count else { return false }
    let ends = count - phrase.count + 1
    func isAt(_ place: Int) -> Bool {
      for (index, code) in phrase.enumerated()
      where codes[place + index] != UInt8(truncatingIfNeeded: code) {
        return false
      }
      for (index, code) in phrase.enumerated()
      where codes[count + place + index] != UInt8(code >> 8) {
        return false
      }
      return true
    }
    // Eight places at once: a byte is 0 where both codes are.
    let ones: UInt64 = 0x0101_0101_0101_0101
    let first = ones &* UInt64(UInt8(truncatingIfNeeded: phrase[0]))
    let second = ones &* UInt64(UInt8(truncatingIfNeeded: phrase[1]))
    var place = 0
    while place + 9 <= count {
      let here = codes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let next = codes.loadUnaligned(fromByteOffset: place + 1, as: UInt64.self)
      let difference = (here ^ first) | (next ^ second)
      if (difference &- ones) & ~difference & (ones << 7) != 0 {
        for candidate in place..<min(place + 8, ends) where isAt(candidate) { return true }
      }
      place += 8
    }
    while place < ends {
      if isAt(place) { return true }
      place += 1
    }
    return false
  }
}
