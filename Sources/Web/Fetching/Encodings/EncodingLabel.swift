enum EncodingLabel {
  /// The value of `charset` in a `Content-Type`.
  static func inContentType(_ contentType: String) -> String? {
    value(after: "charset", in: Array(contentType.utf8)[...])
  }

  /// The encoding named at the beginning of a page, feed or style sheet: `<meta charset>`, `<meta
  /// http-equiv content>` or an XML declaration; unknown labels are skipped.
  static func encoding(inText head: ArraySlice<UInt8>) -> String? {
    if head.starts(with: "<?xml".utf8) {
      let declaration = head.prefix { $0 != UInt8(ascii: ">") }
      if let found = value(after: "encoding", in: declaration).flatMap(encoding) { return found }
    }
    var scanner = MarkupScanner(Array(head))
    while let token = scanner.next() {
      guard case .start(let name, _) = token else { continue }
      scanner.skipRawText(after: name)
      if scanner.matches(name, "meta"), let found = declared(scanner).flatMap(encoding) {
        return found
      }
    }
    return nil
  }

  /// The label that a `<meta>` declares, rather than merely contains.
  private static func declared(_ meta: MarkupScanner) -> String? {
    if let charset = meta.value("charset"), charset.count <= 40 {
      let label = meta.bytes[charset].filter { !$0.isSpace && $0 != UInt8(ascii: "/") }
      if !label.isEmpty { return String(decoding: label, as: UTF8.self) }
    }
    guard let name = meta.value("http-equiv"), meta.matches(name, "content-type") else {
      return nil
    }
    return meta.value("content").flatMap { value(after: "charset", in: meta.bytes[$0]) }
  }

  /// iconv's name for a label's meaning in browsers (WHATWG Encoding, 4.2); nil if unknown.
  static func encoding(_ label: String) -> String? {
    names[label.lowercased().replacing("_", with: "-")]
  }

  private static let names: [String: String] = {
    let groups = [
      "UTF-8": "utf-8 utf8 unicode-1-1-utf-8 x-unicode20utf8 "
        // A label that is readable as ASCII rules out UTF-16.
        + "utf-16 utf-16le utf-16be utf16 unicode ucs-2 iso-10646-ucs-2",
      "CP1252": "iso-8859-1 iso8859-1 latin1 latin-1 l1 us-ascii ascii ansi iso-ir-100 cp819 "
        + "ibm819 iso-8859-1-windows",
      "CP1254": "iso-8859-9 iso8859-9 latin5 l5",
      "CP874": "iso-8859-11 iso8859-11 tis-620 windows-874 dos-874",
      "ISO-8859-2": "latin2 l2", "ISO-8859-8": "iso-8859-8-i", "ISO-8859-15": "latin9 latin-9 l9",
      "CP932": "shift-jis sjis x-sjis ms-kanji ms932 windows-31j cp932",
      "EUC-JP-MS": "euc-jp x-euc-jp eucjp", "ISO-2022-JP": "iso-2022-jp csiso2022jp",
      "GB18030": "gb2312 gb-2312-80 gbk x-gbk gb18030 cp936 ms936 euc-cn",
      "BIG5-HKSCS": "big5 big5-hkscs x-x-big5 cn-big5 cp950",
      "UHC": "euc-kr euckr ks-c-5601-1987 ks-c-5601-1989 ksc5601 ksc-5601 korean windows-949 "
        + "cp949 uhc",
      "KOI8-R": "koi8-r koi8 koi cskoi8r", "KOI8-U": "koi8-u koi8-ru",
      "CP866": "ibm866 cp866 866", "MACINTOSH": "macintosh mac x-mac-roman",
      "MAC-CYRILLIC": "x-mac-cyrillic x-mac-ukrainian",
    ]
    var table: [String: String] = [:]
    for (encoding, labels) in groups {
      for label in labels.split(separator: " ") { table[String(label)] = encoding }
    }
    for page in 0...8 {
      for label in ["windows-125\(page)", "cp125\(page)", "x-cp125\(page)"] {
        table[label] = "CP125\(page)"
      }
    }
    for part in 2...16 where part != 12 {
      for label in ["iso-8859-\(part)", "iso8859-\(part)"] where table[label] == nil {
        table[label] = "ISO-8859-\(part)"
      }
    }
    return table
  }()

  /// The value in `name = value`, quoted or not.
  private static func value(after name: String, in bytes: ArraySlice<UInt8>) -> String? {
    var rest = bytes
    while let after = rest.after(name) {
      rest = after.drop(while: \.isSpace)
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop(while: \.isSpace)
      let isQuoted = rest.first == UInt8(ascii: "\"") || rest.first == UInt8(ascii: "'")
      if isQuoted { rest = rest.dropFirst().drop(while: \.isSpace) }
      let value = rest.prefix { byte in
        !byte.isSpace && byte > 0x20 && byte < 0x7f && !"\"';,>/".utf8.contains(byte)
      }
      if !value.isEmpty, value.count <= 40 { return String(decoding: value, as: UTF8.self) }
    }
    return nil
  }
}

extension UInt8 {
  var lowercased: UInt8 { (65...90).contains(self) ? self | 0x20 : self }
  var isSpace: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
}

extension ArraySlice<UInt8> {
  /// Ignores case; the text is in lower case.
  func begins(with text: String) -> Bool {
    count >= text.utf8.count && zip(self, text.utf8).allSatisfy { $0.lowercased == $1 }
  }

  /// The rest after the first occurrence of a lowercase text, ignoring case; nil if there is none.
  func after(_ text: String) -> ArraySlice<UInt8>? {
    indices.lazy.map { self[$0...] }.first { $0.begins(with: text) }?.dropFirst(text.utf8.count)
  }
}
