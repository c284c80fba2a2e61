import Platform

/// Bytes as the index keeps them: in pieces, each packed where that makes it smaller, unless all of
/// it is read too often for that.
enum PackedBytes {
  /// The bytes of a piece before it is packed; the last may have fewer.
  static let pieceSize = 1 << 16
  /// Set in the number before a piece that is not packed; the other bits are its size.
  private static let isPlain: UInt32 = 1 << 31

  /// Appends a piece.
  ///
  /// - Parameters:
  ///   - piece: the bytes.
  ///   - out: what they are appended to.
  ///   - sum: the checksum of the pieces before it; then that of all.
  ///   - packs: whether it is to be packed at all.
  static func append(
    _ piece: UnsafeRawBufferPointer,
    to out: inout [UInt8],
    sum: inout UInt64,
    packs: Bool = true
  ) {
    let start = out.count
    out += [0, 0, 0, 0]
    var head = packs ? UInt32(LZ4.append(piece, to: &out)) : 0
    if head == 0 {
      head = UInt32(piece.count) | isPlain
      out += piece
    }
    withUnsafeBytes(of: head.littleEndian) { out.replaceSubrange(start..<(start + 4), with: $0) }
    sum = out.withUnsafeBytes { Checksum.of(.init(rebasing: $0[start...]), seed: sum) }
  }

  /// Whether so many bytes can come of so many packed ones.
  static func canHold(_ count: Int, in packed: Int) -> Bool { count / 256 <= packed }

  /// How many bytes follow the number before a piece, which says whether they are packed, too.
  static func size(_ head: UInt32) -> Int { Int(head & ~isPlain) }

  /// Unpacks what follows the number before a piece.
  ///
  /// - Parameters:
  ///   - content: these bytes.
  ///   - head: the number.
  ///   - out: what they are unpacked into.
  /// - Returns: whether they come to just that many bytes.
  static func unpack(
    _ content: UnsafeRawBufferPointer,
    _ head: UInt32,
    into out: UnsafeMutableRawBufferPointer
  ) -> Bool {
    guard head & isPlain != 0 else { return LZ4.unpack(content, into: out) }
    guard content.count == out.count else { return false }
    out.copyMemory(from: content)
    return true
  }
}

/// What some rows show, packed as one: alike texts take less room together.
///
/// Packed it is a checksum, the size before packing (32 bits) and one piece. Unpacked it is the number of rows, where
/// the bytes of each end (32 bits each), and these bytes.
struct RowBlock: Sendable {
  /// How many rows a block has; the last has fewer.
  static let rowCount = 32

  private let bytes: [UInt8]
  private let count: Int

  /// Appends a block of rows, packed; its checksum depends on `seed` too, so that no block passes for another.
  static func append(_ rows: [[UInt8]], seed: UInt64, to out: inout [UInt8]) {
    var raw = ByteWriter()
    raw.append(UInt32(rows.count))
    var end: UInt32 = 0
    for row in rows {
      end += UInt32(row.count)
      raw.append(end)
    }
    for row in rows { raw.append(row) }
    var packed: [UInt8] = []
    var sum = seed
    raw.bytes.withUnsafeBytes { PackedBytes.append($0, to: &packed, sum: &sum) }
    var head = ByteWriter()
    head.append(sum)
    head.append(UInt32(raw.bytes.count))
    out += head.bytes
    out += packed
  }

  /// Unpacks a block; nil when it is damaged.
  init?(unpacking packed: [UInt8], seed: UInt64) {
    let bytes = packed.withUnsafeBytes { packed -> [UInt8]? in
      var reader = ByteReader(packed)
      let sum: UInt64 = reader.integer()
      let size = Int(reader.integer(UInt32.self))
      guard !reader.failed, PackedBytes.canHold(size, in: packed.count) else { return nil }
      let piece = UnsafeRawBufferPointer(rebasing: packed.dropFirst(12))
      let head: UInt32 = reader.integer()
      guard !reader.failed, PackedBytes.size(head) == reader.remaining,
        Checksum.of(piece, seed: seed) == sum
      else { return nil }
      let bytes = [UInt8](unsafeUninitializedCapacity: size) { room, count in
        let content = UnsafeRawBufferPointer(rebasing: piece.dropFirst(4))
        let isWhole = PackedBytes.unpack(content, head, into: UnsafeMutableRawBufferPointer(room))
        count = isWhole ? size : 0
      }
      return bytes.isEmpty ? nil : bytes
    }
    guard let bytes else { return nil }
    let count: Int? = bytes.withUnsafeBytes { raw in
      var reader = ByteReader(raw)
      let count = Int(reader.integer(UInt32.self))
      guard count <= Self.rowCount else { return nil }
      var end: UInt32 = 0
      for _ in 0..<count {
        let next: UInt32 = reader.integer()
        guard next >= end else { return nil }
        end = next
      }
      return reader.failed || reader.remaining != Int(end) ? nil : count
    }
    guard let count else { return nil }
    (self.bytes, self.count) = (bytes, count)
  }

  /// Calls `body` with the bytes of a row; nil where there is no such row.
  func withRow<Result>(_ row: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    guard row < count else { return nil }
    return bytes.withUnsafeBytes { raw in
      func end(_ row: Int) -> Int {
        Int(UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: 4 + 4 * row, as: UInt32.self)))
      }
      let start = 4 + 4 * count
      let range = (start + (row == 0 ? 0 : end(row - 1)))..<(start + end(row))
      return body(UnsafeRawBufferPointer(rebasing: raw[range]))
    }
  }
}
