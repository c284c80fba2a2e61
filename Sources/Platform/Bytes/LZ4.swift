private import CLZ4

/// The LZ4 block format: packs text to about half, and unpacks it at gigabytes a second.
///
/// zlib would make the list index smaller by another sixth, and take ten times as long to unpack it.
package enum LZ4 {
  /// The most bytes that can be packed at once.
  package static let maxInput = Int(LZ4_MAX_INPUT_SIZE)

  /// Appends bytes, packed; appends nothing where that would not make them fewer.
  ///
  /// - Parameters:
  ///   - bytes: what is packed.
  ///   - out: what it is appended to.
  ///   - isDense: whether it is packed tighter by a sixth, which takes five times as long.
  /// - Returns: how many bytes were appended.
  package static func append(
    _ bytes: UnsafeRawBufferPointer,
    to out: inout [UInt8],
    isDense: Bool = false
  ) -> Int {
    guard !bytes.isEmpty, bytes.count <= maxInput else { return 0 }
    let packed = [UInt8](unsafeUninitializedCapacity: bytes.count) { room, count in
      let source = bytes.bindMemory(to: CChar.self).baseAddress
      let target = UnsafeMutableRawBufferPointer(room).bindMemory(to: CChar.self).baseAddress
      let (size, limit) = (Int32(bytes.count), Int32(bytes.count - 1))
      count = Int(
        isDense
          ? LZ4_compress_HC(source, target, size, limit, LZ4HC_CLEVEL_MIN)
          : LZ4_compress_default(source, target, size, limit)
      )
    }
    out += packed
    return packed.count
  }

  /// Unpacks bytes, which may be any, into all of a buffer; false when they do not fill it.
  package static func unpack(
    _ packed: UnsafeRawBufferPointer,
    into out: UnsafeMutableRawBufferPointer
  ) -> Bool {
    guard packed.count <= maxInput, out.count <= maxInput else { return false }
    let count = LZ4_decompress_safe(
      packed.bindMemory(to: CChar.self).baseAddress,
      out.bindMemory(to: CChar.self).baseAddress,
      Int32(packed.count),
      Int32(out.count)
    )
    return Int(count) == out.count
  }
}
