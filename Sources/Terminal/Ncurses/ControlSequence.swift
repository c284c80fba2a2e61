package enum ControlSequence {
  /// Presses and drags, in SGR (decimal) form.
  static let mouseOn = "\u{1b}[?1000h\u{1b}[?1002h\u{1b}[?1006h"
  static let mouseOff = "\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?1000l"
  static let pasteOn = "\u{1b}[?2004h"
  static let pasteOff = "\u{1b}[?2004l"
  package static let backgroundQuestion = "\u{1b}]11;?\u{1b}\\"
  /// Every terminal answers this, so its answer ends the wait for earlier questions.
  static let kindQuestion = "\u{1b}[c"
  static func copy(_ bytes: [UInt8]) -> String { "\u{1b}]52;c;\(Base64.encoded(bytes))\u{07}" }
}

extension String {
  /// A capability without its padding marks (`$<2>`).
  var withoutPadding: String {
    var out = self
    while let start = out.firstRange(of: "$<")?.lowerBound,
      let end = out[start...].firstIndex(of: ">")
    {
      out.removeSubrange(start...end)
    }
    return out
  }
}

enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

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
