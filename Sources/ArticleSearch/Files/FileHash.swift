import Glibc
import Platform

/// Tells a file that was changed from one that was not.
enum FileHash {
  /// A hash of all bytes of a file.
  ///
  /// Four sums run beside each other, as one would wait for its own multiplications.
  static func of(_ path: String) throws(SearchError) -> (hash: UInt64, size: Int) {
    // Nobody is waited for where somebody put a pipe.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      throw errno == ENOENT ? .missing : .failed(String(cString: strerror(errno)))
    }
    defer { close(file) }
    var sums = SIMD4<UInt64>(1, 2, 3, 4)
    var size = 0
    let step = 1 << 18
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: step, alignment: 32)
    defer { buffer.deallocate() }
    while true {
      var count = 0
      while count < step {
        let got = read(file, buffer.baseAddress.map { $0 + count }, step - count)
        if got < 0, errno == EINTR { continue }
        if got < 0 { throw .damaged(String(cString: strerror(errno))) }
        if got == 0 { break }
        count += got
      }
      size += count
      let whole = (count + 31) / 32 * 32
      for index in count..<whole { buffer[index] = 0 }
      for place in stride(from: 0, to: whole, by: 32) {
        let next = buffer.load(fromByteOffset: place, as: SIMD4<UInt64>.self)
        sums = (sums ^ next) &* 0x9e37_79b9_7f4a_7c15
        sums ^= sums &>> 29
      }
      if count < step { break }
    }
    var hash = UInt64(size)
    for lane in 0..<4 { hash = (hash ^ sums[lane]) &* 0xbf58_476d_1ce4_e5b9 ^ hash >> 31 }
    return (hash, size)
  }

  /// A hash of some bytes.
  static func of(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// What changes whenever somebody writes a file, or puts another in its place.
  static func state(of path: String) -> String? {
    var status = Glibc.stat()
    guard stat(path, &status) == 0 else { return nil }
    return "\(status.st_ino) \(status.st_size) \(status.st_ctim.tv_sec).\(status.st_ctim.tv_nsec)"
  }
}
