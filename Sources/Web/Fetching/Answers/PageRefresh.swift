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
    var found: [UInt8]?
    MarkupTags.read(page.prefix(maxHead)) { name, attributes in
      switch name {
      case "noscript": isWithoutScripts = true
      case "/noscript": isWithoutScripts = false
      case "meta":
        let values = attributes()
        guard
          values["http-equiv"].map({ $0.map(\.lowercased).elementsEqual("refresh".utf8) }) == true,
          let content = values["content"], let target = target(in: decoded(content)),
          !isWithoutScripts || !hasText(page)
        else { return true }
        found = target
        return false
      default: break
      }
      return true
    }
    return found
  }

  /// A value with those references replaced that addresses have.
  private static func decoded(_ value: ArraySlice<UInt8>) -> [UInt8] {
    guard value.contains(UInt8(ascii: "&")) else { return Array(value) }
    var text = String(decoding: value, as: UTF8.self)
    for (reference, character) in [
      ("&quot;", "\""), ("&#34;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&apos;", "'"),
      ("&#47;", "/"), ("&#x2F;", "/"), ("&#x2f;", "/"), ("&#61;", "="), ("&amp;", "&"),
    ] { text = text.replacing(reference, with: character) }
    return Array(text.utf8)
  }

  /// Whether a page has more to read than a line that says where it went.
  private static func hasText(_ page: [UInt8]) -> Bool {
    var length = 0
    MarkupTags.read(page[...], text: { length += $0.count { !$0.isSpace } }) { _, _ in
      length <= maxBareText
    }
    return length > maxBareText
  }
}

/// Iterates over the tags at the beginning of a page.
enum MarkupTags {
  /// Values by names in small letters; of several of one name the first.
  typealias Attributes = [String: ArraySlice<UInt8>]

  /// Elements whose inside is text of another kind.
  private static let raw = ["script", "style", "title", "textarea", "template", "iframe", "xmp"]

  /// Reads tags one after another.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - text: takes what stands between tags.
  ///   - tag: takes a name in small letters, with its slash for an end, and reads its attributes on demand; false ends
  ///     the walk.
  static func read(
    _ page: ArraySlice<UInt8>, text: (ArraySlice<UInt8>) -> Void = { _ in },
    tag: (_ name: String, _ attributes: () -> Attributes) -> Bool
  ) {
    var rest = page
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      text(rest[..<open])
      rest = rest[open...].dropFirst()
      if rest.starts(with: "!--".utf8) {
        rest = rest.after("-->") ?? []
        continue
      }
      let name = rest.prefix {
        $0 == UInt8(ascii: "/") && $0 == rest.first || (97...122).contains($0 | 0x20)
          || (48...57).contains($0)
      }
      guard !name.isEmpty, name.count <= 16 else { continue }
      rest = rest.dropFirst(name.count)
      guard let next = rest.first,
        next.isSpace || next == UInt8(ascii: ">") || next == UInt8(ascii: "/")
      else { continue }
      let word = String(decoding: name.map(\.lowercased), as: UTF8.self)
      let inside = rest
      guard tag(word, { attributes(inside).values }) else { return }
      rest = attributes(inside).rest
      if raw.contains(word) { rest = rest.after("</" + word) ?? [] }
    }
    text(rest)
  }

  private static func attributes(
    _ tag: ArraySlice<UInt8>
  ) -> (values: Attributes, rest: ArraySlice<UInt8>) {
    var rest = tag
    var values: Attributes = [:]
    while true {
      rest = rest.drop { $0.isSpace || $0 == UInt8(ascii: "/") }
      guard let first = rest.first, first != UInt8(ascii: ">") else {
        return (values, rest.dropFirst())
      }
      let name = rest.prefix { !$0.isSpace && !"=>/".utf8.contains($0) }
      rest = rest.dropFirst(max(name.count, 1)).drop(while: \.isSpace)
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop(while: \.isSpace)
      let value: ArraySlice<UInt8>
      if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        value = rest.dropFirst().prefix { $0 != quote }
        rest = rest.dropFirst(value.count + 2)
      } else {
        value = rest.prefix { !$0.isSpace && $0 != UInt8(ascii: ">") }
        rest = rest.dropFirst(value.count)
      }
      let key = String(decoding: name.map(\.lowercased), as: UTF8.self)
      if values[key] == nil { values[key] = value }
    }
  }
}
