/// Bytes repaired as UTF-8, with U+FFFD for NUL and invalid ones, and how well they fit.
struct UTF8Scan {
  let text: [UInt8]
  /// Characters beyond ASCII.
  private(set) var sequences = 0
  /// Places that are not UTF-8.
  private(set) var errors = 0

  init(_ bytes: [UInt8]) {
    guard (try? UTF8Span(validating: bytes.span)) == nil else {
      text = Self.withoutNUL(bytes)
      return
    }
    let repaired = String(decoding: bytes, as: UTF8.self)
    for scalar in repaired.unicodeScalars where scalar.value > 0x7f {
      if scalar == "\u{fffd}" { errors += 1 } else { sequences += 1 }
    }
    text = Self.withoutNUL(Array(repaired.utf8))
  }

  var isValid: Bool { errors == 0 }

  /// Replaces each NUL by U+FFFD.
  static func withoutNUL(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0) else { return bytes }
    let pieces = bytes.split(separator: 0, omittingEmptySubsequences: false)
    return Array(pieces.joined(separator: [0xef, 0xbf, 0xbd] as [UInt8]))
  }
}
