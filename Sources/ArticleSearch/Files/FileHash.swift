import Platform

/// Tells a file that was changed from one that was not.
enum FileHash {
  /// A hash of all bytes of a file.
  ///
  /// Four sums run beside each other, as one would wait for its own multiplications.
  static func of(_ path: String) throws(SearchError) -> (hash: UInt64, size: Int) {
    // Nobody is waited for where somebody put a pipe.
    let file: Int32
    do throws(SystemError) { file = try Descriptor.open(path, .nonBlocking) } catch {
      throw error == .notFound ? .missing : .failed(error.reason)
    }
    defer { Descriptor.close(file) }
    var sums = SIMD4<UInt64>(1, 2, 3, 4)
    var size = 0
    let step = 1 << 18
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: step, alignment: 32)
    defer { buffer.deallocate() }
    while true {
      var count = 0
      while count < step {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
        let got: Int
        do throws(SystemError) { got = try Descriptor.read(file, into: rest) } catch {
          throw .damaged(error.reason)
        }
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
    (try? FileStatus(path)).map { "\($0.inode) \($0.size) \($0.changed)" }
  }
}
