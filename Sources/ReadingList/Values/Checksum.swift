/// A fast checksum that changes with any single bit, and almost always with any other change.
///
/// It has four lanes; each step is a bijection of both its state and its word. Not secure against
/// an adversary who knows the seed.
package enum Checksum {
  package static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    var lanes = (
      seed ^ 0x243f_6a88_85a3_08d3, seed ^ 0x1319_8a2e_0370_7344, seed ^ 0xa409_3822_299f_31d0,
      seed ^ 0x082e_fa98_ec4e_6c89
    )
    var index = 0
    let count = bytes.count
    while index &+ 32 <= count {
      lanes.0 = mix(lanes.0, bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      lanes.1 = mix(lanes.1, bytes.loadUnaligned(fromByteOffset: index &+ 8, as: UInt64.self))
      lanes.2 = mix(lanes.2, bytes.loadUnaligned(fromByteOffset: index &+ 16, as: UInt64.self))
      lanes.3 = mix(lanes.3, bytes.loadUnaligned(fromByteOffset: index &+ 24, as: UInt64.self))
      index &+= 32
    }
    while index &+ 8 <= count {
      lanes.0 = mix(lanes.0, bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index &+= 8
    }
    while index < count {
      lanes.1 = mix(lanes.1, UInt64(bytes[index]))
      index &+= 1
    }
    var sum = mix(seed, UInt64(count))
    for lane in [lanes.0, lanes.1, lanes.2, lanes.3] { sum = mix(sum, lane) }
    return sum ^ (sum >> 32)
  }

  package static func of(_ text: String, seed: UInt64) -> UInt64 {
    var text = text
    return text.withUTF8 { of(UnsafeRawBufferPointer($0), seed: seed) }
  }

  /// Mixes a word into the state; a bijection in each argument.
  @inline(__always) package static func mix(_ state: UInt64, _ word: UInt64) -> UInt64 {
    let product = (state ^ word) &* 0x9e37_79b9_7f4a_7c15
    return product ^ (product >> 29)
  }
}
