import CUchardet

package enum CharacterEncoding {
  /// `bytes` as valid UTF-8 without byte order mark; NUL and undecodable bytes become U+FFFD.
  ///
  /// In order of trust: byte order mark, the header's charset, the charset named in the first 128
  /// KiB, statistics. A label that the bytes contradict is ignored: well-formed UTF-8 stays UTF-8,
  /// and other bytes are not decoded as UTF-8 just because a label says so.
  package static func utf8(_ bytes: [UInt8], contentType: String?) -> [UInt8] {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { return UTF8Scan(Array(bytes.dropFirst(3))).text }
    if let order = utf16Order(bytes) {
      let mark = bytes.starts(with: [0xfe, 0xff]) || bytes.starts(with: [0xff, 0xfe])
      return decoded(mark ? bytes.dropFirst(2) : bytes[...], order)
    }
    let scan = UTF8Scan(bytes)
    // ISO-2022-JP is all ASCII bytes, so it looks like UTF-8.
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

  /// How far the text's own label is searched for, in bytes: scripts may precede it.
  private static let farthestLabel = 128 << 10

  /// iconv's name of a UTF-16 text's byte order; nil for other texts.
  ///
  /// Without a byte order mark, the zeros in ASCII markup tell.
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

  /// Whether a text is UTF-8 with a few bad bytes, as cutting and pasting produces.
  private static func isDamagedUTF8(_ scan: UTF8Scan, label: String?) -> Bool {
    let tolerance = label == nil || label == "UTF-8" ? 4 : 20
    return scan.sequences >= scan.errors * tolerance
  }

  /// Whether to trust a label before the text is tried.
  private static func isPlausible(_ label: String, for bytes: [UInt8]) -> Bool {
    switch label {
    // The default of many servers.
    case EncodingDetector.western: false
    // These accept nearly any bytes: an accent swallows the next letter.
    case "GB18030", "BIG5-HKSCS", "UHC", "CP932": !hasLoneAccents(bytes)
    default: true
    }
  }

  /// Whether high bytes stand alone between ASCII ones, as accents do but two-byte characters do
  /// not.
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

  /// Decodes bytes; as Western text if the system lacks the encoding.
  private static func decoded(_ bytes: ArraySlice<UInt8>, _ encoding: String) -> [UInt8] {
    let found =
      IconvDecoder.decode(bytes, from: encoding)
      ?? IconvDecoder.decode(bytes, from: EncodingDetector.western)
    return found?.bytes ?? UTF8Scan(Array(bytes)).text
  }
}

enum EncodingDetector {
  /// The fallback.
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

  /// Replacements that browsers make: a superset, or the usual encoding if the detected one is not
  /// used on the web and only found in short texts by mistake.
  private static let browsers = [
    "ISO-8859-13": "CP1257", "ISO-8859-16": "CP1250", "ISO-8859-8": "CP1255", "KOI8-R": "KOI8-U",
    "ISO-8859-3": western, "ISO-8859-4": western, "ISO-8859-10": western, "UTF-8": western,
  ]
}
