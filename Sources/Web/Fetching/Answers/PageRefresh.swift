/// The redirects that pages make themselves: `Refresh: 0; url=…` as a header field, or as a `<meta>` of the page.
enum PageRefresh {
  /// A page that stays for longer is one to read, in seconds.
  private static let maxDelay = 5
  /// How far into a page it is looked for, in bytes.
  private static let maxHead = 64 << 10
  /// A page with more text than this does not need a redirect for those without scripts, in bytes.
  private static let maxBareText = 600

  /// The address in a field's value, where it is to be followed within seconds (HTML, 4.2.4.3).
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

  /// The address that a page in UTF-8 sends on to.
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

  /// Whether a page has more to read than a line that says where it went.
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
