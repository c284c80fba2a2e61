private import CICU

extension Query {
  /// Text made comparable, as everything is that is looked for: in compatibility form, with full case
  /// folding, without marks that are often left out in writing.
  ///
  /// Quotes, dashes and Latin letters become those of a plain keyboard; invisible characters are
  /// removed.
  package static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var text = text
    return text.withUTF8 { bytes in
      var count: Int32 = 0
      let folded = bytes.withMemoryRebound(to: CChar.self) {
        icuFolded($0.baseAddress, Int32(clamping: $0.count), &count)
      }
      guard let folded else { return String(decoding: bytes, as: UTF8.self).lowercased() }
      defer { icuFree(folded) }
      return folded.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
        String(decoding: UnsafeBufferPointer(start: $0, count: Int(count)), as: UTF8.self)
      }
    }
  }

  /// Whether a scalar combines with the letter before it, as the sound marks of kana do.
  static func continues(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x300 && icuContinues(scalar.value) != 0
  }
}
