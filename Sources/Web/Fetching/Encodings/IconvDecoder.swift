import CUchardet

/// A converter of the C library from one encoding to UTF-8.
struct IconvDecoder: ~Copyable {
  private let converter: UnsafeMutableRawPointer

  /// Nil when the system does not have the encoding.
  init?(_ encoding: String) {
    guard let converter = luego_converter(encoding) else { return nil }
    self.converter = converter
  }

  deinit { luego_free_converter(converter) }

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
        let (written, result) = step(&next, &left, &buffer)
        for byte in buffer[..<written] {
          if byte == 0 { out += CharacterEncoding.replacement } else { out.append(byte) }
        }
        switch result {
        case LUEGO_CONVERTED: break
        case LUEGO_FULL where written > 0: break
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
    _ next: inout UnsafeMutablePointer<CChar>?, _ left: inout Int, _ buffer: inout [UInt8]
  ) -> (written: Int, result: LuegoConversion) {
    let capacity = buffer.count
    return buffer.withUnsafeMutableBytes { raw in
      var target = raw.baseAddress?.assumingMemoryBound(to: CChar.self)
      var room = capacity
      let result = luego_convert(converter, &next, &left, &target, &room)
      return (capacity - room, result)
    }
  }
}
