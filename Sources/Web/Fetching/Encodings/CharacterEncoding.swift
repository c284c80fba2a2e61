import CUchardet

/// Turns the bytes of a text of any origin into UTF-8.
package enum CharacterEncoding {
  /// U+FFFD in UTF-8.
  static let replacement: [UInt8] = [0xef, 0xbf, 0xbd]

  /// `bytes` as valid UTF-8, without a byte order mark; NUL and what cannot be decoded become U+FFFD.
  ///
  /// The order of belief is: byte order mark, the header's charset, the one that the text names in
  /// its first 128 KiB, the bytes' own statistics. A label that the bytes contradict is not
  /// believed: well-formed UTF-8 stays UTF-8 whatever is said of it, and what is not UTF-8 is not
  /// decoded as such for being called so.
  package static func utf8(_ bytes: [UInt8], contentType: String?) -> [UInt8] {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
      return UTF8Scan.repaired(Array(bytes.dropFirst(3)))
    }
    if let order = utf32Order(bytes) {
      return IconvDecoder(order)?.decode(bytes.dropFirst(4)).bytes ?? UTF8Scan.repaired(bytes)
    }
    if let order = utf16Order(bytes) {
      let mark = bytes.starts(with: [0xfe, 0xff]) || bytes.starts(with: [0xff, 0xfe])
      return IconvDecoder(order)?.decode(mark ? bytes.dropFirst(2) : bytes[...]).bytes
        ?? UTF8Scan.repaired(bytes)
    }
    let scan = UTF8Scan(bytes)
    // ISO-2022-JP is all ASCII bytes, so that it looks like UTF-8.
    if scan.isValid, !scan.hasEscape { return UTF8Scan.repaired(bytes, scan) }
    let label =
      contentType.flatMap(EncodingLabel.inContentType).flatMap(EncodingLabel.encoding)
      ?? EncodingLabel.encoding(inText: bytes.prefix(farthestLabel))
    if label == "ISO-2022-JP", scan.hasEscape { return decoded(bytes, label) }
    if scan.isValid || isDamagedUTF8(scan, label: label) { return UTF8Scan.repaired(bytes, scan) }
    if let label, label != "UTF-8", isPlausible(label, for: bytes),
      let (text, errors) = IconvDecoder(label)?.decode(bytes[...]), errors * 20 <= scan.errors
    {
      return text
    }
    return decoded(bytes, EncodingDetector.encoding(of: bytes))
  }

  /// How far into a text its own label is looked for, in bytes: scripts may stand before it.
  private static let farthestLabel = 128 << 10

  /// The byte order of a UTF-32 text with a byte order mark as iconv names it; nil for others.
  private static func utf32Order(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0, 0, 0xfe, 0xff]) { return "UTF-32BE" }
    // The mark of UTF-16 before a NUL is the same; no page begins with one.
    return bytes.starts(with: [0xff, 0xfe, 0, 0]) ? "UTF-32LE" : nil
  }

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

  private static func decoded(_ bytes: [UInt8], _ encoding: String?) -> [UInt8] {
    guard let encoding, encoding != EncodingDetector.western, let decoder = IconvDecoder(encoding)
    else { return Windows1252.decode(bytes) }
    return decoder.decode(bytes[...]).bytes
  }
}

/// Western European text, which also stands for what is called ISO-8859-1 and US-ASCII.
enum Windows1252 {
  /// The characters of the bytes 0x80 to 0x9f; U+FFFD where there is none.
  private static let high: [UInt32] = [
    0x20ac, 0xfffd, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039,
    0x0152, 0xfffd, 0x017d, 0xfffd, 0xfffd, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
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

/// Guesses the encoding of a text that is not UTF-8 and does not say what it is.
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
