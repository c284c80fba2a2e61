import CUchardet

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

  /// What browsers take for an encoding: a larger one that pages rather use, or the usual one for what is not
  /// used on the web and found in short texts by mistake.
  private static let browsers = [
    "ISO-8859-13": "CP1257", "ISO-8859-16": "CP1250", "ISO-8859-8": "CP1255", "KOI8-R": "KOI8-U",
    "ISO-8859-3": western, "ISO-8859-4": western, "ISO-8859-10": western, "UTF-8": western,
  ]
}
