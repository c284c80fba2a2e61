/// Repairs UTF-8 text that was read as Latin-1 or Windows-1252 and encoded as UTF-8 again.
enum Mojibake {
  /// Decodes such text once, if a page has enough of it to be sure.
  ///
  /// Sure signs are broken punctuation marks: with C1 control characters, which no author writes,
  /// or as `â€` and another character, if these are more frequent than intact marks.
  static func mended(_ page: [UInt8]) -> [UInt8]? {
    func count(_ sign: String) -> Int { ByteText.count(Array(sign.utf8), in: page, atMost: 1000) }
    // Intact marks such as `’` and `—` share their first two bytes.
    func intact() -> Int { ByteText.count([0xe2, 0x80], in: page, atMost: 1000) }
    guard count("â\u{80}") >= 2 || count("â€") >= 4 && count("â€") > intact() else { return nil }
    var out: [UInt8] = []
    out.reserveCapacity(page.count)
    var run = String.UnicodeScalarView()
    for scalar in String(decoding: page, as: UTF8.self).unicodeScalars {
      if scalar.isASCII {
        out += decoded(run)
        run = .init()
        out.append(UInt8(scalar.value))
      } else {
        run.append(scalar)
      }
    }
    return out + decoded(run)
  }

  /// The UTF-8 whose bytes are the characters of a run, or else the run itself.
  private static func decoded(_ run: String.UnicodeScalarView) -> [UInt8] {
    let bytes = run.compactMap(CleanText.windows1252Byte)
    let isWhole = bytes.count == run.count && String(validating: bytes, as: UTF8.self) != nil
    return isWhole ? bytes : Array(String(run).utf8)
  }
}
