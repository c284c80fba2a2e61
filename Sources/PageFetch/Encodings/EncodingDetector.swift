/// Guesses the encoding of a text that is not UTF-8 and does not say what it is.
enum EncodingDetector {
  /// The encoding to take when nothing speaks for another.
  static let western = "CP1252"

  /// iconv's name of the likeliest encoding.
  static func encoding(of bytes: [UInt8]) -> String {
    let sample = Array(bytes.prefix(256 << 10))
    return doubleByte(sample) ?? singleByte(sample) ?? western
  }

  /// Whether high bytes stand alone between ASCII ones, as accents do and characters of two bytes
  /// do not.
  static func hasLoneAccents(_ bytes: [UInt8]) -> Bool {
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

  /// Counts of the pairs that the East Asian encodings are made of.
  private struct Pairs {
    var total = 0
    var errors = 0
    /// Both bytes from 0xa1 up, as in the EUC family.
    var high = 0
    /// A second byte from the ASCII range.
    var lowTrail = 0
    var kana = 0
    var hangul = 0
    var lateHanzi = 0
    var singleKana = 0
    var common = 0
  }

  private static func doubleByte(_ bytes: [UInt8]) -> String? {
    let shiftJIS = shiftJISPairs(bytes)
    let euc = eucPairs(bytes)
    if isClean(shiftJIS), shiftJIS.kana * 5 >= shiftJIS.total { return "CP932" }
    guard euc.total >= 4 else { return nil }
    // Western text has single accented letters between ASCII ones, which make bad pairs.
    guard isClean(euc) else { return nil }
    if euc.lowTrail == 0 || euc.lowTrail * 50 < euc.total {
      if euc.kana * 5 >= euc.total { return "EUC-JP-MS" }
      if euc.hangul * 10 >= euc.total * 8, euc.lateHanzi * 20 <= euc.total { return "UHC" }
      return euc.common * 2 >= euc.total ? "GB18030" : nil
    }
    if euc.lowTrail * 10 >= euc.total * 2, euc.common * 2 >= euc.total { return "BIG5-HKSCS" }
    return euc.common * 2 >= euc.total ? "GB18030" : nil
  }

  private static func isClean(_ pairs: Pairs) -> Bool {
    pairs.total >= 2 && pairs.errors * 50 <= pairs.total
  }

  private static func shiftJISPairs(_ bytes: [UInt8]) -> Pairs {
    var pairs = Pairs()
    var index = 0
    while index < bytes.count {
      let lead = bytes[index]
      index += 1
      switch lead {
      case ..<0x80: continue
      case 0xa1...0xdf: pairs.singleKana += 1
      case 0x81...0x9f, 0xe0...0xfc:
        guard index < bytes.count else { break }
        let trail = bytes[index]
        guard (0x40...0x7e).contains(trail) || (0x80...0xfc).contains(trail) else {
          pairs.errors += 1
          continue
        }
        index += 1
        pairs.total += 1
        if lead == 0x82 && trail >= 0x9f || lead == 0x83 && trail <= 0x96 { pairs.kana += 1 }
      default: pairs.errors += 1
      }
    }
    // Runs of half-width kana are rare in pages, and common in what is not Shift_JIS.
    if pairs.singleKana * 4 > pairs.total { pairs.errors += pairs.singleKana }
    return pairs
  }

  private static func eucPairs(_ bytes: [UInt8]) -> Pairs {
    var pairs = Pairs()
    var index = 0
    while index < bytes.count {
      let lead = bytes[index]
      index += 1
      guard lead >= 0x80 else { continue }
      guard (0x81...0xfe).contains(lead), index < bytes.count else {
        if index < bytes.count { pairs.errors += 1 }
        continue
      }
      let trail = bytes[index]
      guard (0x40...0x7e).contains(trail) || (0x80...0xfe).contains(trail) else {
        pairs.errors += 1
        continue
      }
      index += 1
      pairs.total += 1
      if trail < 0x80 { pairs.lowTrail += 1 }
      switch lead {
      case 0xa4, 0xa5: pairs.kana += 1
      case 0xb0...0xc8: pairs.hangul += 1
      case 0xc9...0xf7: pairs.lateHanzi += 1
      default: break
      }
      if (0xa1...0xa3).contains(lead) || (0xa4...0xd7).contains(lead) { pairs.common += 1 }
    }
    return pairs
  }

  /// The bytes of the commonest letters of an alphabet in one encoding; about half of the letters of
  /// any text in it are among them.
  private static let alphabets: [(encoding: String, letters: [UInt8])] = [
    ("CP1251", [0xee, 0xe5, 0xe0, 0xe8, 0xed, 0xf2]),
    ("KOI8-R", [0xcf, 0xc5, 0xc1, 0xc9, 0xce, 0xd4]),
    ("ISO-8859-5", [0xde, 0xd5, 0xd0, 0xd8, 0xdd, 0xe2]),
    ("CP866", [0xae, 0xa5, 0xa0, 0xa8, 0xad, 0xe2]),
    ("CP1253", [0xe1, 0xef, 0xe9, 0xe5, 0xf4, 0xf3]),
    ("CP1256", [0xc7, 0xe1, 0xed, 0xe3, 0xe6, 0xe4]),
  ]

  private static func singleByte(_ bytes: [UInt8]) -> String? {
    var counts = [Int](repeating: 0, count: 256)
    var inRuns = 0
    var run = 0
    var runs = 0
    var high = 0
    for byte in bytes {
      counts[Int(byte)] += 1
      if byte >= 0x80 {
        high += 1
        if run == 0 { runs += 1 }
        run += 1
        if run >= 3 { inRuns += run == 3 ? 3 : 1 }
      } else {
        run = 0
      }
    }
    // An alphabet of its own makes words of high bytes; accents stand alone or in twos.
    guard high >= 3, inRuns * 2 >= high else { return centralEuropean(bytes, counts) }
    func count(_ range: ClosedRange<Int>) -> Int { range.reduce(0) { $0 + counts[$1] } }
    // Hebrew has no capitals: all of its letters are in one short stretch.
    if high >= 8, count(0xe0...0xfa) * 100 >= count(0xc0...0xff) * 97,
      count(0xc0...0xff) * 2 >= high
    {
      return "CP1255"
    }
    // Thai has no spaces between words, and many marks above and below its letters.
    let marks = counts[0xd1] + count(0xd4...0xda) + count(0xe7...0xee)
    if high >= runs * 12, marks * 20 >= high * 3, count(0x80...0xa0) * 20 <= high { return "CP874" }
    let scored = alphabets.map { alphabet in
      (alphabet.encoding, alphabet.letters.reduce(0) { $0 + counts[Int($1)] })
    }
    guard let best = scored.max(by: { $0.1 < $1.1 }), best.1 * 10 >= high * 3 else { return nil }
    return best.0
  }

  /// Polish, Czech and their neighbors, which the language of the page gives away.
  private static func centralEuropean(_ bytes: [UInt8], _ counts: [Int]) -> String? {
    guard let language = language(bytes) else { return nil }
    switch language {
    case "pl", "cs", "sk", "hu", "sl", "hr", "ro", "bs":
      // The letters that the two encodings place differently: ś, ą, ź and Š, Ť, Ž and their like.
      let windows = [0x8a, 0x8c, 0x8d, 0x8e, 0x8f, 0x9a, 0x9c, 0x9d, 0x9e, 0x9f, 0xa5, 0xb9]
      let iso = [0xa1, 0xa6, 0xa9, 0xab, 0xac, 0xae, 0xb1, 0xb6, 0xbb, 0xbc, 0xbe]
      let isWindows =
        windows.reduce(0) { $0 + counts[$1] } >= iso.reduce(0) { $0 + counts[$1] }
      return isWindows ? "CP1250" : "ISO-8859-2"
    case "tr": return "CP1254"
    case "et", "lv", "lt": return "CP1257"
    default: return nil
    }
  }

  /// The first two letters of the first `lang` attribute.
  private static func language(_ bytes: [UInt8]) -> String? {
    let head = String(decoding: bytes.prefix(2048).map { $0 < 0x80 ? $0 : 0x20 }, as: UTF8.self)
      .lowercased()
    for mark in ["lang=\"", "lang='", "lang="] {
      guard let found = head.firstRange(of: mark) else { continue }
      let code = head[found.upperBound...].prefix { $0.isASCII && $0.isLetter }
      if code.count == 2 { return String(code) }
    }
    return nil
  }
}
