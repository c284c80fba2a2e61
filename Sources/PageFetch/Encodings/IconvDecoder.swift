import Glibc

/// A converter of the C library from one encoding to UTF-8.
struct IconvDecoder: ~Copyable {
  private let converter: iconv_t

  /// Nil when the system does not have the encoding.
  init?(_ encoding: String) {
    guard let converter = iconv_open("UTF-8", encoding), Int(bitPattern: converter) != -1 else {
      return nil
    }
    self.converter = converter
  }

  deinit { iconv_close(converter) }

  /// `bytes` as UTF-8, with U+FFFD for each NUL and each byte that does not fit, and the number of the
  /// latter.
  consuming func decode(_ bytes: ArraySlice<UInt8>) -> (bytes: [UInt8], errors: Int) {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count + bytes.count / 2)
    var errors = 0
    var input = Array(bytes)
    var buffer = [UInt8](repeating: 0, count: 32 << 10)
    input.withUnsafeMutableBytes { input in
      var next = input.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = input.count
      while left > 0 {
        let (written, failure) = step(&next, &left, &buffer)
        for byte in buffer[..<written] {
          if byte == 0 { out += CharacterEncoding.replacement } else { out.append(byte) }
        }
        switch failure {
        case 0: break
        case E2BIG where written > 0: break
        default:
          // Not a character, or the beginning of one at the end.
          errors += 1
          out += CharacterEncoding.replacement
          next = next?.advanced(by: 1)
          left -= 1
        }
      }
    }
    return (out, errors)
  }

  private func step(
    _ next: inout UnsafeMutablePointer<CChar>?,
    _ left: inout Int,
    _ buffer: inout [UInt8]
  ) -> (written: Int, failure: CInt) {
    let capacity = buffer.count
    return buffer.withUnsafeMutableBytes { raw in
      var target = raw.baseAddress?.assumingMemoryBound(to: CChar.self)
      var room = capacity
      let result = iconv(converter, &next, &left, &target, &room)
      let failure = result == -1 ? errno : 0
      return (capacity - room, failure)
    }
  }
}
