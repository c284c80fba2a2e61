public import Glibc

// Byte searches by the C library, which are faster than loops in Swift. Inlined for short texts such as titles,
// tags and lines.

extension UnsafeRawPointer {
  /// How far away a byte first stands; nil where it is not among so many.
  @inlinable package func distance(to byte: UInt8, within count: Int) -> Int? {
    guard let found = memchr(self, Int32(byte), count) else { return nil }
    return UnsafeRawPointer(found) - self
  }

  /// Which of two stands first, by so many bytes: below 0 this one, 0 where they are the same.
  @inlinable package func compare(to other: UnsafeRawPointer, count: Int) -> Int {
    Int(memcmp(self, other, count))
  }

  /// How many bytes there are before the next 0.
  @inlinable package var lengthToZero: Int { strlen(assumingMemoryBound(to: CChar.self)) }
}

extension UnsafeRawBufferPointer {
  /// Returns whether some bytes occur; many times faster than the standard library's search.
  package func contains(_ bytes: [UInt8]) -> Bool {
    bytes.isEmpty || place(of: bytes, from: 0) != nil
  }

  /// Returns the first place from `start` on at which some bytes occur; nil for none.
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
