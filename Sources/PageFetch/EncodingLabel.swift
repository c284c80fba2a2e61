/// The names that texts give their encoding.
enum EncodingLabel {
  /// The value of `charset` in a `Content-Type`.
  static func inContentType(_ contentType: String) -> String? {
    value(after: "charset", in: Array(contentType.utf8)[...])
  }

  /// The encoding that the first bytes of a page, a feed or a style sheet name: `<meta charset>`,
  /// `<meta http-equiv content>` or an XML declaration.
  static func inText(_ head: ArraySlice<UInt8>) -> String? {
    let lower = head.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
    if lower.starts(with: "<?xml".utf8) {
      let declaration = lower.prefix { $0 != UInt8(ascii: ">") }
      if let name = value(after: "encoding", in: declaration) { return name }
    }
    var rest = lower[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[open...]
      if rest.starts(with: "<!--".utf8) {
        rest = rest.dropFirst(4)
        while !rest.isEmpty, !rest.starts(with: "-->".utf8) { rest = rest.dropFirst() }
        continue
      }
      guard rest.starts(with: "<meta".utf8) else {
        rest = rest.dropFirst()
        continue
      }
      let tag = rest.prefix { $0 != UInt8(ascii: ">") }
      if let name = value(after: "charset", in: tag) { return name }
      rest = rest.dropFirst(tag.count)
    }
    return nil
  }

  /// iconv's name for what browsers take a label to mean (WHATWG Encoding, 4.2); nil for labels that
  /// nobody knows.
  static func encoding(_ label: String) -> String? {
    let name = label.lowercased().replacing("_", with: "-")
    if let known = names[name] { return known }
    for prefix in ["windows-125", "cp125", "x-cp125"] where name.hasPrefix(prefix) {
      let digit = name.dropFirst(prefix.count)
      if digit.count == 1, let page = Int(digit), (0...8).contains(page) { return "CP125\(page)" }
    }
    for prefix in ["iso-8859-", "iso8859-"] where name.hasPrefix(prefix) {
      let part = name.dropFirst(prefix.count).prefix { $0.isASCII && $0.isNumber }
      if let number = Int(part), (2...16).contains(number), number != 12 {
        return "ISO-8859-\(number)"
      }
    }
    return nil
  }

  private static let names: [String: String] = {
    let groups: [(String, [String])] = [
      ("UTF-8", ["utf-8", "utf8", "unicode-1-1-utf-8", "x-unicode20utf8"]),
      // Who names UTF-16 in ASCII bytes does not send UTF-16.
      (
        "UTF-8", ["utf-16", "utf-16le", "utf-16be", "utf16", "unicode", "ucs-2", "iso-10646-ucs-2"]
      ),
      (
        "CP1252",
        [
          "iso-8859-1", "iso8859-1", "latin1", "latin-1", "l1", "us-ascii", "ascii", "ansi",
          "iso-ir-100", "cp819", "ibm819", "windows-1252", "cp1252", "x-cp1252",
          "iso-8859-1-windows",
        ]
      ),
      ("CP1254", ["iso-8859-9", "iso8859-9", "latin5", "l5"]),
      ("CP874", ["iso-8859-11", "iso8859-11", "tis-620", "windows-874", "dos-874"]),
      ("ISO-8859-2", ["latin2", "l2"]),
      ("ISO-8859-15", ["latin9", "latin-9", "l9"]),
      ("CP932", ["shift-jis", "sjis", "x-sjis", "ms-kanji", "ms932", "windows-31j", "cp932"]),
      ("EUC-JP-MS", ["euc-jp", "x-euc-jp", "eucjp"]),
      ("ISO-2022-JP", ["iso-2022-jp", "csiso2022jp"]),
      ("GB18030", ["gb2312", "gb-2312-80", "gbk", "x-gbk", "gb18030", "cp936", "ms936", "euc-cn"]),
      ("BIG5-HKSCS", ["big5", "big5-hkscs", "x-x-big5", "cn-big5", "cp950"]),
      (
        "UHC",
        [
          "euc-kr", "euckr", "ks-c-5601-1987", "ks-c-5601-1989", "ksc5601", "ksc-5601", "korean",
          "windows-949", "cp949", "uhc",
        ]
      ),
      ("KOI8-R", ["koi8-r", "koi8", "koi", "cskoi8r"]),
      ("KOI8-U", ["koi8-u", "koi8-ru"]),
      ("CP866", ["ibm866", "cp866", "866"]),
      ("MACINTOSH", ["macintosh", "mac", "x-mac-roman"]),
      ("MAC-CYRILLIC", ["x-mac-cyrillic", "x-mac-ukrainian"]),
    ]
    var table: [String: String] = [:]
    for (encoding, labels) in groups {
      for label in labels { table[label] = encoding }
    }
    return table
  }()

  /// The value in `name = value`, quoted or not, wherever in `bytes`.
  private static func value(after name: String, in bytes: ArraySlice<UInt8>) -> String? {
    func lower(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 0x20 : byte }
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
    var rest = bytes
    while rest.count > name.utf8.count {
      guard zip(rest, name.utf8).allSatisfy({ lower($0) == $1 }) else {
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(name.utf8.count).drop(while: isSpace)
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop(while: isSpace)
      let isQuoted = rest.first == UInt8(ascii: "\"") || rest.first == UInt8(ascii: "'")
      if isQuoted { rest = rest.dropFirst().drop(while: isSpace) }
      let value = rest.prefix { byte in
        !isSpace(byte) && byte > 0x20 && byte < 0x7f && !"\"';,>/".utf8.contains(byte)
      }
      if !value.isEmpty, value.count <= 40 { return String(decoding: value, as: UTF8.self) }
    }
    return nil
  }
}
