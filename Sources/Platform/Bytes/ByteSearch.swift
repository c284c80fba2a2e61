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
