import Glibc

/// Bytes at a fixed address as long as this object lives: a file in the page cache, or a copy in
/// memory.
package final class MappedBytes: Sendable {
  package let count: Int
  // A number, since pointers are not `Sendable`. The memory is never written.
  private let address: UInt
  private let isFile: Bool

  private init(_ start: UnsafeMutableRawPointer, count: Int, isFile: Bool) {
    address = UInt(bitPattern: start)
    self.count = count
    self.isFile = isFile
  }

  /// Maps the first bytes of an open file, which may be closed afterwards; nil if the system
  /// refuses.
  ///
  /// The file must be replaced, never truncated: reading past its end would kill this process.
  package convenience init?(_ descriptor: Int32, count: Int) {
    guard count > 0, let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0),
      start != MAP_FAILED
    else { return nil }
    self.init(start, count: count, isFile: true)
  }

  /// Copies bytes to memory aligned for every number type.
  package convenience init(copying bytes: [UInt8]) {
    let start = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 16)
    bytes.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(start: start, count: bytes.count).copyMemory(from: $0)
    }
    self.init(start, count: bytes.count, isFile: false)
  }

  deinit {
    guard let start = UnsafeMutableRawPointer(bitPattern: address) else { return }
    if isFile { munmap(start, count) } else { start.deallocate() }
  }

  /// Valid only while this object lives.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
  }
}
