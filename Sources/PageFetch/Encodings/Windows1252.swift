/// Western European text, which also stands for what is called ISO-8859-1 and US-ASCII.
enum Windows1252 {
  /// The characters of the bytes 0x80 to 0x9f; U+FFFD where there is none.
  private static let high: [UInt32] = [
    0x20ac, 0xfffd, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
    0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0xfffd, 0x017d, 0xfffd,
    0xfffd, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
    0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0xfffd, 0x017e, 0x0178,
  ]

  private static let table: [[UInt8]] = (0..<256).map { byte in
    let value: UInt32 =
      switch byte {
      case 0: 0xfffd
      case 0x80..<0xa0: high[byte - 0x80]
      default: UInt32(byte)
      }
    return Array(String(Unicode.Scalar(value) ?? "\u{fffd}").utf8)
  }

  /// `bytes` as UTF-8; needs no converter of the system.
  static func decode(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80, byte != 0 { out.append(byte) } else { out += table[Int(byte)] }
    }
    return out
  }
}
