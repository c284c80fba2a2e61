private import CXapian

/// The words of documents one after another, as codes of three bytes, by which phrases are found.
///
/// A document has its number, how many codes, the lowest bytes of all of them, the next ones and the highest: the lowest
/// alone pass over nearly all that is no match. Two words have the same code once in 16,777,216.
enum WordCodes {
  /// The bits of a code.
  static let mask: UInt32 = 0xff_ffff
  private static let width = 3

  /// The key of a document.
  static func key(of number: UInt32) -> [UInt8] {
    [0x54] + withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  /// What the keys of pairs begin with, whose postings have no impacts.
  static let pairKind: UInt8 = 0x63

  /// The key of the documents that may have two words one after another.
  static func pairKey(_ first: UInt32, _ second: UInt32) -> [UInt8] {
    let pair = xapianPair(UInt16(truncatingIfNeeded: first), UInt16(truncatingIfNeeded: second))
    return [pairKind, UInt8(pair >> 8), UInt8(truncatingIfNeeded: pair)]
  }

  /// What stands between texts that no phrase runs through.
  static let gap: UInt32 = 0

  /// A document's record.
  static func record(_ number: UInt32, _ codes: [UInt32]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 + width * codes.count)
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    withUnsafeBytes(of: UInt32(codes.count).littleEndian) { bytes += $0 }
    for index in 0..<width {
      for code in codes { bytes.append(UInt8(truncatingIfNeeded: code >> UInt32(8 * index))) }
    }
    return bytes
  }

  /// Whether a document's record has a phrase of two words at least, which may end with one of several: with codes of
  /// endings these come behind those of the phrase.
  static func have(
    _ record: UnsafeRawBufferPointer,
    _ phrase: [UInt32],
    endings: Set<UInt32>? = nil
  ) throws(SearchError) -> Bool {
    guard record.count >= 8 else { throw .damaged("the words of a text") }
    let count = Int(UInt32(littleEndian: record.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
    guard record.count == 8 + width * count else { throw .damaged("the words of a text") }
    let codes = UnsafeRawBufferPointer(rebasing: record[8...])
    let length = phrase.count + (endings == nil ? 0 : 1)
    let ends = count - length + 1
    func code(at place: Int) -> UInt32 {
      (0..<width).reduce(0) { $0 | UInt32(codes[$1 * count + place]) << UInt32(8 * $1) }
    }
    func isAt(_ place: Int) -> Bool {
      for index in phrase.indices where code(at: place + index) != phrase[index] { return false }
      return endings?.contains(code(at: place + phrase.count)) ?? true
    }
    // Eight places at once: a byte is 0 where the lowest bytes are the same.
    let ones: UInt64 = 0x0101_0101_0101_0101
    let first = ones &* UInt64(UInt8(truncatingIfNeeded: phrase[0]))
    // A word alone before the endings is compared twice.
    let step = phrase.count > 1 ? 1 : 0
    let second = ones &* UInt64(UInt8(truncatingIfNeeded: phrase[step]))
    var place = 0
    while place + 9 <= count {
      let here = codes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let next = codes.loadUnaligned(fromByteOffset: place + step, as: UInt64.self)
      let difference = (here ^ first) | (next ^ second)
      if (difference &- ones) & ~difference & (ones << 7) != 0 {
        for candidate in place..<min(place + 8, max(place, ends)) where isAt(candidate) {
          return true
        }
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
