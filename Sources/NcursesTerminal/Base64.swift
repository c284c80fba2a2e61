/// Base64 as in RFC 4648.
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  /// Bytes as text, padded.
  static func encoded(_ bytes: [UInt8]) -> String {
    var out: [UInt8] = []
    out.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let value = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * (3 - UInt32(group.count)))
      for place in 0..<4 {
        let isPadding = place > group.count
        out.append(isPadding ? 61 : letters[Int(value >> (18 - 6 * UInt32(place)) & 63)])
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
