/// Statistics of bytes read as UTF-8.
struct UTF8Scan {
  /// Well-formed sequences of two bytes and more.
  private(set) var sequences = 0
  /// Bytes that belong to no well-formed sequence.
  private(set) var errors = 0
  private(set) var hasNUL = false
  /// Whether there is an escape, with which ISO-2022 begins other alphabets.
  private(set) var hasEscape = false

  var isValid: Bool { errors == 0 }

  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        let byte = buffer[index]
        if byte < 0x80 {
          if byte == 0 { hasNUL = true }
          if byte == 0x1b { hasEscape = true }
          index += 1
          while index + 8 <= buffer.count, Self.isPlain(buffer, at: index) { index += 8 }
          continue
        }
        let length = Self.sequenceLength(buffer, at: index)
        if length == 0 {
          errors += 1
          index += 1
        } else {
          sequences += 1
          index += length
        }
      }
    }
  }

  /// Whether the eight bytes from here are ASCII without NUL and escape.
  private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self)
    let other = word ^ (ones * 0x1b)
    return (word | (word &- ones) | (other &- ones)) & (ones << 7) == 0
  }

  /// `bytes` with U+FFFD for each byte that is no UTF-8 and for NUL, as a scan of them says.
  static func repaired(_ bytes: [UInt8], _ scan: UTF8Scan? = nil) -> [UInt8] {
    let scan = scan ?? UTF8Scan(bytes)
    guard !scan.isValid || scan.hasNUL else { return bytes }
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        let byte = buffer[index]
        let length = byte < 0x80 ? (byte == 0 ? 0 : 1) : sequenceLength(buffer, at: index)
        if length == 0 {
          out += CharacterEncoding.replacement
          index += 1
        } else {
          for offset in index..<(index + length) { out.append(buffer[offset]) }
          index += length
        }
      }
    }
    return out
  }

  /// The length of the well-formed sequence at `index`, 0 for none (Unicode, table 3-7).
  private static func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    func isTrail(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xbf) -> Bool {
      index + offset < bytes.count && range.contains(bytes[index + offset])
    }
    switch bytes[index] {
    case 0xc2...0xdf: return isTrail(1) ? 2 : 0
    case 0xe0: return isTrail(1, 0xa0...0xbf) && isTrail(2) ? 3 : 0
    case 0xed: return isTrail(1, 0x80...0x9f) && isTrail(2) ? 3 : 0
    case 0xe1...0xef: return isTrail(1) && isTrail(2) ? 3 : 0
    case 0xf0: return isTrail(1, 0x90...0xbf) && isTrail(2) && isTrail(3) ? 4 : 0
    case 0xf1...0xf3: return isTrail(1) && isTrail(2) && isTrail(3) ? 4 : 0
    case 0xf4: return isTrail(1, 0x80...0x8f) && isTrail(2) && isTrail(3) ? 4 : 0
    default: return 0
    }
  }
}
