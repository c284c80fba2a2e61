import CUchardet

enum IconvDecoder {
  /// The bytes as UTF-8, with U+FFFD for each NUL and undecodable byte, and the number of the
  /// latter; nil if the system lacks the encoding.
  static func decode(
    _ bytes: ArraySlice<UInt8>, from encoding: String
  ) -> (bytes: [UInt8], errors: Int)? {
    guard let converter = luego_converter(encoding) else { return nil }
    defer { luego_free_converter(converter) }
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count + bytes.count / 2)
    var errors = 0
    var input = Array(bytes)
    input.withUnsafeMutableBytes { input in
      var next = input.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = input.count
      while left > 0 {
        var result = LUEGO_CONVERTED
        var written = 0
        out += [UInt8](unsafeUninitializedCapacity: 32 << 10) { buffer, count in
          var target = UnsafeMutableRawPointer(buffer.baseAddress)?.assumingMemoryBound(
            to: CChar.self)
          var room = buffer.count
          result = luego_convert(converter, &next, &left, &target, &room)
          written = buffer.count - room
          count = written
        }
        if result == LUEGO_CONVERTED || result == LUEGO_FULL && written > 0 { continue }
        // An invalid byte, or an incomplete character at the end.
        errors += 1
        out += [0xef, 0xbf, 0xbd]
        next = next?.advanced(by: 1)
        left -= 1
      }
    }
    return (UTF8Scan.withoutNUL(out), errors)
  }
}
