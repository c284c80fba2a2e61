/// Redirects made by pages: `Refresh: 0; url=…` as a header field or a `<meta>` tag.
enum PageRefresh {
  /// In seconds; a page that stays longer is meant to be read.
  private static let maxDelay = 5
  /// How far into a page it is searched for, in bytes.
  private static let maxHead = 64 << 10
  /// In bytes; a page with more text needs no redirect for readers without scripts.
  private static let maxBareText = 600

  /// The address in the field's value, if it is due within seconds (HTML, 4.2.4.3).
  static func target(in value: [UInt8]) -> [UInt8]? {
    var rest = value[...].drop(while: \.isSpace)
    let digits = rest.prefix { (48...57).contains($0) }
    rest = rest.dropFirst(digits.count).drop { $0 == UInt8(ascii: ".") || (48...57).contains($0) }
    guard !digits.isEmpty || value.first == UInt8(ascii: "."),
      (Int(String(decoding: digits, as: UTF8.self)) ?? (digits.isEmpty ? 0 : .max)) <= maxDelay,
      let first = rest.first,
      first.isSpace || first == UInt8(ascii: ";") || first == UInt8(ascii: ",")
    else { return nil }
    rest = rest.drop { $0.isSpace || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }
    if rest.begins(with: "url") {
      let after = rest.dropFirst(3).drop(while: \.isSpace)
      if after.first == UInt8(ascii: "=") { rest = after.dropFirst().drop(while: \.isSpace) }
    }
    if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      rest = rest.dropFirst().prefix { $0 != quote }
    }
    while let last = rest.last, last.isSpace { rest.removeLast() }
    return rest.isEmpty ? nil : Array(rest)
  }

  /// The address that a page in UTF-8 redirects to.
  static func target(ofPage page: [UInt8]) -> [UInt8]? {
    var isWithoutScripts = false
    var scanner = MarkupScanner(Array(page.prefix(maxHead)))
    while let token = scanner.next() {
      switch token {
      case .text, .literal: break
      case .end(let name): if scanner.matches(name, "noscript") { isWithoutScripts = false }
      case .start(let name, _):
        scanner.skipRawText(after: name)
        if scanner.matches(name, "noscript") { isWithoutScripts = true }
        guard scanner.matches(name, "meta"), let kind = scanner.value("http-equiv"),
          scanner.matches(kind, "refresh"), let content = scanner.value("content")
        else { continue }
        let value = MarkupText.decoded(Array(scanner.bytes[content]), isAddress: true)
        if let target = target(in: value), !isWithoutScripts || !hasText(page) { return target }
      }
    }
    return nil
  }

  /// Whether a page has more to read than a line saying where it moved.
  private static func hasText(_ page: [UInt8]) -> Bool {
    var length = 0
    var scanner = MarkupScanner(page)
    while length <= maxBareText, let token = scanner.next() {
      switch token {
      case .text(let range): length += page[range].count { !$0.isSpace }
      case .start(let name, _): scanner.skipRawText(after: name)
      case .end, .literal: break
      }
    }
    return length > maxBareText
  }
}
