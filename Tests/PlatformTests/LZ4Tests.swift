import Platform
import Testing

@Suite("Packing bytes")
struct LZ4Tests {
  private func unpacked(_ packed: [UInt8], count: Int) -> [UInt8]? {
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, initialized in
      isWhole = packed.withUnsafeBytes { LZ4.unpack($0, into: UnsafeMutableRawBufferPointer(room)) }
      initialized = isWhole ? count : 0
    }
    return isWhole ? bytes : nil
  }

  @Test("what is packed comes out as it was, and what cannot be made smaller is not packed")
  func back() {
    let text = Array(String(repeating: "a reading list in a terminal ", count: 100).utf8)
    var packed: [UInt8] = [7]
    let count = text.withUnsafeBytes { LZ4.append($0, to: &packed) }
    #expect(count == packed.count - 1 && count < 200)
    #expect(unpacked(Array(packed.dropFirst()), count: text.count) == text)
    let plain: [UInt8] = [1, 2, 3]
    #expect(plain.withUnsafeBytes { LZ4.append($0, to: &packed) } == 0)
    #expect(packed.count == count + 1)
  }

  @Test("bytes that were cut or changed give other bytes of the same number, or nothing")
  func hostile() {
    let text = Array(String(repeating: "0123456789", count: 50).utf8)
    var packed: [UInt8] = []
    _ = text.withUnsafeBytes { LZ4.append($0, to: &packed) }
    for count in 0..<packed.count {
      #expect(unpacked(Array(packed.prefix(count)), count: text.count) == nil)
    }
    #expect(unpacked(packed, count: text.count - 1) == nil)
    #expect(unpacked(packed, count: text.count + 1) == nil)
    for place in packed.indices {
      for bit in 0..<8 {
        var changed = packed
        changed[place] ^= 1 << bit
        #expect(unpacked(changed, count: text.count).map(\.count) ?? text.count == text.count)
      }
    }
  }
}
