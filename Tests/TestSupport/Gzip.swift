/// Hand-made gzip streams (RFC 1951 and 1952), valid ones and bombs.
package enum Gzip {
  private static let head: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]

  /// `data` in stored blocks: not compressed, but valid gzip.
  package static func stored(_ data: [UInt8]) -> [UInt8] {
    var out = head
    var rest = data[...]
    repeat {
      let block = rest.prefix(0xffff)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      out.append(rest.isEmpty ? 1 : 0)
      for word in [count, ~count] { out += [UInt8(word & 0xff), UInt8(word >> 8)] }
      out += block
    } while !rest.isEmpty
    return out + littleEndian(crc32(data)) + littleEndian(UInt32(data.count))
  }

  /// The start of a stream of zeros: gzip's header, a block with fixed codes, a zero, a run of zeros.
  ///
  /// Followed by any number of `bombPart`, each of which unpacks to 2064 zeros.
  package static let bombStart: [UInt8] = head + [0x62, 0x18, 0x05]

  /// Eight runs of 258 zeros: the codes for length 258 and distance 1, 13 bits, eight times.
  package static let bombPart: [UInt8] = [
    0xa3, 0x60, 0x14, 0x8c, 0x82, 0x51, 0x30, 0x0a, 0x46, 0xc1, 0x28, 0x18, 0x05,
  ]

  /// The checksum of gzip and ZIP.
  package static func crc32(_ data: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in data {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ 0xedb8_8320 }
    }
    return ~sum
  }

  private static func littleEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
