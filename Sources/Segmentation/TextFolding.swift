private import CICU

/// Text made comparable: without case, accents, points, width and the like, in every script.
package enum TextFolding {
  /// The text in compatibility form, with full case folding, without the marks that writing often leaves out.
  ///
  /// Quotes, dashes and Latin letters are as a plain keyboard has them. What is not seen is left out.
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

  /// Whether a scalar becomes part of the letter before it, such as the sound marks of kana.
  package static func continues(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x300 && icuContinues(scalar.value) != 0
  }
}
