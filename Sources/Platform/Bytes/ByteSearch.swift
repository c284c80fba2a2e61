public import Glibc

// Byte searches by the C library, faster than loops in Swift. Inlined for short texts: titles,
// tags, lines.

extension UnsafeRawPointer {
  /// The offset of the first such byte; nil if it is not among the first `count`.
  @inlinable package func distance(to byte: UInt8, within count: Int) -> Int? {
    guard let found = memchr(self, Int32(byte), count) else { return nil }
    return UnsafeRawPointer(found) - self
  }

  /// Compares `count` bytes: below 0 if this comes first, 0 if they are equal.
  @inlinable package func compare(to other: UnsafeRawPointer, count: Int) -> Int {
    Int(memcmp(self, other, count))
  }

  /// The number of bytes before the next 0.
  @inlinable package var lengthToZero: Int { strlen(assumingMemoryBound(to: CChar.self)) }
}

extension UnsafeRawBufferPointer {
  /// Many times faster than the standard library's search.
  package func contains(_ bytes: [UInt8]) -> Bool {
    bytes.isEmpty || place(of: bytes, from: 0) != nil
  }

  /// The first offset from `start` on at which the bytes occur.
  package func place(of bytes: [UInt8], from start: Int) -> Int? {
    guard let first = bytes.first, let base = baseAddress else { return nil }
    var place = start
    while place + bytes.count <= count,
      let step = (base + place).distance(to: first, within: count - bytes.count - place + 1)
    {
      place += step
      if (base + place).compare(to: bytes, count: bytes.count) == 0 { return place }
      place += 1
    }
    return nil
  }
}
