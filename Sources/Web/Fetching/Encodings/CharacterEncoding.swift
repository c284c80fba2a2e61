import CUchardet

/// Turns the bytes of a text of any origin into UTF-8.
package enum CharacterEncoding {
  /// `bytes` as valid UTF-8, without a byte order mark; NUL and what cannot be decoded become U+FFFD.
  ///
  /// The order of belief is: byte order mark, the header's charset, the one that the text names in
  /// its first 128 KiB, the bytes' own statistics. A label that the bytes contradict is not
  /// believed: well-formed UTF-8 stays UTF-8 whatever is said of it, and what is not UTF-8 is not
  /// decoded as such for being called so.
  package static func utf8(_ bytes: [UInt8], contentType: String?) -> [UInt8] {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { return UTF8Scan(Array(bytes.dropFirst(3))).text }
    if let order = utf16Order(bytes) {
      let mark = bytes.starts(with: [0xfe, 0xff]) || bytes.starts(with: [0xff, 0xfe])
      return decoded(mark ? bytes.dropFirst(2) : bytes[...], order)
    }
    let scan = UTF8Scan(bytes)
    // ISO-2022-JP is all ASCII bytes, so that it looks like UTF-8.
    let hasEscape = bytes.contains(0x1b)
    if scan.isValid, !hasEscape { return scan.text }
    let label =
      contentType.flatMap(EncodingLabel.inContentType).flatMap(EncodingLabel.encoding)
      ?? EncodingLabel.encoding(inText: bytes.prefix(farthestLabel))
    if label == "ISO-2022-JP", hasEscape { return decoded(bytes[...], "ISO-2022-JP") }
    if scan.isValid || isDamagedUTF8(scan, label: label) { return scan.text }
    if let label, label != "UTF-8", isPlausible(label, for: bytes),
      let (text, errors) = IconvDecoder.decode(bytes[...], from: label), errors * 20 <= scan.errors
    {
      return text
    }
    return decoded(bytes[...], EncodingDetector.encoding(of: bytes))
  }

  /// How far into a text its own label is looked for, in bytes: scripts may stand before it.
  private static let farthestLabel = 128 << 10

  /// The byte order of a UTF-16 text as iconv names it; nil for texts that are not UTF-16.
  ///
  /// Without a byte order mark the zeros in ASCII markup tell.
  package static func utf16Order(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xfe, 0xff]) { return "UTF-16BE" }
    if bytes.starts(with: [0xff, 0xfe]) { return "UTF-16LE" }
    let head = bytes.prefix(256)
    guard head.count >= 8 else { return nil }
    var zeros = [0, 0]
    for (index, byte) in head.enumerated() where byte == 0 { zeros[index & 1] += 1 }
    let half = head.count / 2
    if zeros[0] * 10 >= half * 9, zeros[1] == 0 { return "UTF-16BE" }
    if zeros[1] * 10 >= half * 9, zeros[0] == 0 { return "UTF-16LE" }
    return nil
  }

  /// Whether a text is UTF-8 with a few bad bytes, as cutting and pasting makes them.
  private static func isDamagedUTF8(_ scan: UTF8Scan, label: String?) -> Bool {
    let tolerance = label == nil || label == "UTF-8" ? 4 : 20
    return scan.sequences >= scan.errors * tolerance
  }

  /// Whether a label may be taken at its word, before its text is tried.
  private static func isPlausible(_ label: String, for bytes: [UInt8]) -> Bool {
    switch label {
    // The default of many servers.
    case EncodingDetector.western: false
    // These accept nearly any bytes: an accent swallows the letter after it.
    case "GB18030", "BIG5-HKSCS", "UHC", "CP932": !hasLoneAccents(bytes)
    default: true
    }
  }

  /// Whether high bytes stand alone between ASCII ones, as accents do and characters of two bytes
  /// do not.
  private static func hasLoneAccents(_ bytes: [UInt8]) -> Bool {
    var lone = 0
    var inRuns = 0
    var run = 0
    for byte in bytes.prefix(256 << 10) {
      if byte >= 0x80 {
        run += 1
      } else {
        if run == 1 { lone += 1 } else { inRuns += run }
        run = 0
      }
    }
    return lone >= inRuns
  }

  /// Returns bytes in an encoding as UTF-8, as Western text where the system does not have it.
  private static func decoded(_ bytes: ArraySlice<UInt8>, _ encoding: String) -> [UInt8] {
    let found =
      IconvDecoder.decode(bytes, from: encoding)
      ?? IconvDecoder.decode(bytes, from: EncodingDetector.western)
    return found?.bytes ?? UTF8Scan(Array(bytes)).text
  }
}

enum EncodingDetector {
  /// The encoding to take when nothing speaks for another.
  static let western = "CP1252"

  /// iconv's name of the likeliest encoding.
  static func encoding(of bytes: [UInt8]) -> String {
    guard let detector = uchardet_new() else { return western }
    defer { uchardet_delete(detector) }
    bytes.prefix(256 << 10).withUnsafeBytes { sample in
      _ = uchardet_handle_data(detector, sample.baseAddress, sample.count)
    }
    uchardet_data_end(detector)
    let name = uchardet_get_charset(detector).map { String(cString: $0) } ?? ""
    return browsers[name] ?? EncodingLabel.encoding(name) ?? western
  }

  /// The encodings that browsers use instead: a superset, or the usual one where the detected one is not
  /// used on the web and found in short texts by mistake.
  private static let browsers = [
    "ISO-8859-13": "CP1257", "ISO-8859-16": "CP1250", "ISO-8859-8": "CP1255", "KOI8-R": "KOI8-U",
    "ISO-8859-3": western, "ISO-8859-4": western, "ISO-8859-10": western, "UTF-8": western,
  ]
}
