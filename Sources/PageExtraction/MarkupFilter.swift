import Glibc

/// Takes out of a page, before it is parsed, what no article is made of.
///
/// Scripts, styles, drawings, comments and templates are often most of a page's bytes. Skipping them
/// with `memchr` instead of parsing them is most of the speed of extraction; it also bounds what the parser sees: tags with
/// thousands of attributes, of which libxml2 compares each with each, and NUL bytes, at which it stops.
struct MarkupFilter {
  /// Markup without the parts above.
  private(set) var markup: [UInt8] = []
  /// The contents of `<script type="application/ld+json">`.
  private(set) var linkedData: [[UInt8]] = []
  /// How much of scripts there was, for pages that are nothing without them.
  private(set) var scriptBytes = 0
  /// Whether there were scripts to load.
  private(set) var loadsScripts = false

  private var balance = TagBalance()
  /// Brackets that begin no tag; so many are no text.
  private var looseBrackets = 0
  private static let mostLooseBrackets = 100_000
  /// Whether drawings and templates have been seen to end; a search to the end of the page for
  /// nothing is made once.
  private var hasNestedEnd = true

  /// The most attributes that one element keeps.
  static let mostAttributes = 200
  /// The longest value that an attribute keeps, in bytes.
  static let longestValue = 1 << 15

  private enum Raw { case none, script, drop, dropNested, title, keepTagOnly }

  init(_ page: [UInt8]) {
    markup.reserveCapacity(page.count / 2)
    page.withUnsafeBufferPointer { filter($0) }
    if markup.contains(0) { for i in markup.indices where markup[i] == 0 { markup[i] = 0x20 } }
  }

  private mutating func filter(_ page: UnsafeBufferPointer<UInt8>) {
    var index = 0
    if page.count >= 3, page[0] == 0xef, page[1] == 0xbb, page[2] == 0xbf { index = 3 }
    while index < page.count {
      let open = Self.find(0x3c, in: page, from: index)
      if open > index { markup.append(contentsOf: page[index..<open]) }
      guard open < page.count else { break }
      index = tag(page, at: open)
    }
  }

  /// Handles what starts with `<` at `open` and says where to go on.
  private mutating func tag(_ page: UnsafeBufferPointer<UInt8>, at open: Int) -> Int {
    let next = open + 1 < page.count ? page[open + 1] : 0
    if Self.isLetter(next) { return startTag(page, at: open) }
    switch next {
    case UInt8(ascii: "/"):
      guard open + 2 < page.count, Self.isLetter(page[open + 2]) else {
        return Self.find(0x3e, in: page, from: open) + 1
      }
      let end = Self.find(0x3e, in: page, from: open)
      guard end < page.count else { return end }
      let nameEnd = Self.nameEnd(page, from: open + 2)
      let advice = balance.close(TagTable.standard.tag(page, open + 2, nameEnd))
      for tag in advice.closing { close(tag) }
      if !advice.isDropped {
        markup.append(contentsOf: page[open..<nameEnd])
        markup.append(0x3e)
      }
      return end + 1
    case UInt8(ascii: "!"):
      guard open + 3 < page.count, page[open + 2] == 0x2d, page[open + 3] == 0x2d else {
        return Self.find(0x3e, in: page, from: open) + 1
      }
      let end = Self.commentEnd(page, from: open + 4)
      // The end of a boundary that a streamed page fills in later; see `StreamedParts`.
      if end - open == 9, page[open + 4] == 0x2f, page[open + 5] == 0x24 {
        markup.append(contentsOf: "<template id=\"/$\"></template>".utf8)
      }
      return end
    case UInt8(ascii: "?"): return Self.find(0x3e, in: page, from: open) + 1
    default:
      looseBrackets += 1
      markup += looseBrackets > Self.mostLooseBrackets ? [0x20] : Array("&lt;".utf8)
      return open + 1
    }
  }

  private mutating func startTag(_ page: UnsafeBufferPointer<UInt8>, at open: Int) -> Int {
    let nameEnd = Self.nameEnd(page, from: open + 1)
    let end = Self.tagEnd(page, from: nameEnd)
    guard end < page.count else { return page.count }
    let raw = Self.raw(page, open + 1, nameEnd)
    let closed = page[end - 1] == UInt8(ascii: "/")
    switch raw {
    case .none:
      let tag = TagTable.standard.tag(page, open + 1, nameEnd)
      let advice = balance.open(tag)
      for tag in advice.closing { close(tag) }
      if advice.isDropped { return end + 1 }
      append(page, open, nameEnd, end)
      if closed { _ = balance.close(tag) }
      return end + 1
    case .title:
      append(page, open, nameEnd, end)
      return end + 1
    case .script:
      let close = Self.rawEnd(page, name: open + 1, nameEnd, from: end + 1)
      scriptBytes += close - end - 1
      if !loadsScripts { loadsScripts = Self.contains("src=", page, nameEnd, end) }
      if Self.contains("ld+json", page, nameEnd, end) {
        linkedData.append(Array(page[(end + 1)..<close]))
      } else if Self.contains("math/tex", page, nameEnd, end) {
        markup.append(contentsOf: "<code class=\"math\">".utf8)
        for byte in page[(end + 1)..<close] {
          if byte == 0x3c { markup.append(contentsOf: "&lt;".utf8) } else { markup.append(byte) }
        }
        markup.append(contentsOf: "</code>".utf8)
      }
      return Self.find(0x3e, in: page, from: close) + 1
    case .drop:
      if closed { return end + 1 }
      let close = Self.rawEnd(page, name: open + 1, nameEnd, from: end + 1)
      return Self.find(0x3e, in: page, from: close) + 1
    case .keepTagOnly:
      append(page, open, nameEnd, end)
      markup.append(contentsOf: "</iframe>".utf8)
      if closed { return end + 1 }
      let close = Self.rawEnd(page, name: open + 1, nameEnd, from: end + 1)
      return close == page.count ? end + 1 : Self.find(0x3e, in: page, from: close) + 1
    case .dropNested:
      if end - open < 40,
        Self.contains("id=\"b:", page, nameEnd, end)
          || Self.contains("id=\"p:", page, nameEnd, end)
      {
        append(page, open, nameEnd, end)
        markup.append(contentsOf: "</template>".utf8)
      }
      if closed { return end + 1 }
      guard hasNestedEnd,
        let after = Self.nestedEnd(page, name: open + 1, nameEnd, from: end + 1)
      else {
        hasNestedEnd = false
        return end + 1
      }
      return after
    }
  }

  private mutating func close(_ tag: Tag) {
    markup.append(0x3c)
    markup.append(0x2f)
    markup += TagTable.standard.names[Int(tag.rawValue)]
    markup.append(0x3e)
  }

  /// Copies a tag; a very long one attribute by attribute, within the limits.
  private mutating func append(
    _ page: UnsafeBufferPointer<UInt8>,
    _ open: Int,
    _ nameEnd: Int,
    _ end: Int
  ) {
    if end - open < 2048 {
      markup.append(contentsOf: page[open...end])
      return
    }
    markup.append(contentsOf: page[open..<min(nameEnd, open + 64)])
    var index = nameEnd
    var count = 0
    while index < end, count < Self.mostAttributes {
      let start = index
      index = Self.attributeEnd(page, from: index, limit: end)
      if index - start > 1, index - start <= Self.longestValue {
        markup.append(0x20)
        markup.append(contentsOf: page[start..<index])
        count += 1
      }
    }
    markup.append(0x3e)
  }
}

extension MarkupFilter {
  private static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte >= 9 && byte <= 13)
  }

  /// The position of a byte, or the end.
  private static func find(_ byte: UInt8, in page: UnsafeBufferPointer<UInt8>, from: Int) -> Int {
    guard from < page.count, let base = page.baseAddress,
      let hit = memchr(base + from, Int32(byte), page.count - from)
    else { return page.count }
    return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(hit))
  }

  private static func nameEnd(_ page: UnsafeBufferPointer<UInt8>, from: Int) -> Int {
    var index = from
    while index < page.count, !isSpace(page[index]), page[index] != 0x3e, page[index] != 0x2f {
      index += 1
    }
    return index
  }

  /// The `>` of a tag, past quoted values; a quote that never closes does not swallow the page.
  private static func tagEnd(_ page: UnsafeBufferPointer<UInt8>, from: Int) -> Int {
    var index = from
    var afterEquals = false
    while index < page.count {
      let byte = page[index]
      if byte == 0x3e { return index }
      if afterEquals, byte == 0x22 || byte == 0x27 {
        let close = find(byte, in: page, from: index + 1)
        if close == page.count { return find(0x3e, in: page, from: index) }
        index = close + 1
        afterEquals = false
        continue
      }
      if byte == 0x3d { afterEquals = true } else if !isSpace(byte) { afterEquals = false }
      index += 1
    }
    return page.count
  }

  /// The end of one attribute with its value.
  private static func attributeEnd(
    _ page: UnsafeBufferPointer<UInt8>,
    from: Int,
    limit: Int
  ) -> Int {
    var index = from
    while index < limit, isSpace(page[index]) || page[index] == 0x2f { index += 1 }
    while index < limit, !isSpace(page[index]), page[index] != 0x3d { index += 1 }
    var value = index
    while value < limit, isSpace(page[value]) { value += 1 }
    guard value < limit, page[value] == 0x3d else { return max(index, min(from + 1, limit)) }
    index = value + 1
    while index < limit, isSpace(page[index]) { index += 1 }
    guard index < limit else { return limit }
    if page[index] == 0x22 || page[index] == 0x27 {
      return min(find(page[index], in: page, from: index + 1) + 1, limit)
    }
    while index < limit, !isSpace(page[index]) { index += 1 }
    return index
  }

  private static func commentEnd(_ page: UnsafeBufferPointer<UInt8>, from: Int) -> Int {
    if from < page.count, page[from] == 0x3e { return from + 1 }
    if from + 1 < page.count, page[from] == 0x2d, page[from + 1] == 0x3e { return from + 2 }
    var index = from
    while true {
      index = find(0x3e, in: page, from: index)
      guard index < page.count else { return index }
      if index >= from + 2, page[index - 1] == 0x2d, page[index - 2] == 0x2d { return index + 1 }
      if index >= from + 3, page[index - 1] == 0x21, page[index - 2] == 0x2d,
        page[index - 3] == 0x2d
      {
        return index + 1
      }
      index += 1
    }
  }

  /// Where the end tag of a raw text element starts, or the end of the page.
  private static func rawEnd(
    _ page: UnsafeBufferPointer<UInt8>,
    name: Int,
    _ nameEnd: Int,
    from: Int
  ) -> Int {
    var index = from
    while true {
      index = find(0x3c, in: page, from: index)
      guard index < page.count else { return page.count }
      if isTag(page, at: index + 2, like: name, nameEnd), page[index + 1] == 0x2f { return index }
      index += 1
    }
  }

  private static func nestedEnd(
    _ page: UnsafeBufferPointer<UInt8>,
    name: Int,
    _ nameEnd: Int,
    from: Int
  ) -> Int? {
    var index = from
    var depth = 1
    while true {
      index = find(0x3c, in: page, from: index)
      guard index < page.count else { return nil }
      if isTag(page, at: index + 1, like: name, nameEnd) {
        let end = tagEnd(page, from: index + 1)
        guard end < page.count else { return nil }
        if page[end - 1] != 0x2f { depth += 1 }
        index = end
      } else if isTag(page, at: index + 2, like: name, nameEnd), page[index + 1] == 0x2f {
        depth -= 1
        if depth == 0 { return find(0x3e, in: page, from: index) + 1 }
      }
      index += 1
    }
  }

  private static func isTag(
    _ page: UnsafeBufferPointer<UInt8>,
    at start: Int,
    like name: Int,
    _ nameEnd: Int
  ) -> Bool {
    let length = nameEnd - name
    guard start + length < page.count else { return false }
    for offset in 0..<length where page[start + offset] | 0x20 != page[name + offset] | 0x20 {
      return false
    }
    let after = page[start + length]
    return isSpace(after) || after == 0x3e || after == 0x2f
  }

  private static func contains(
    _ word: StaticString,
    _ page: UnsafeBufferPointer<UInt8>,
    _ from: Int,
    _ to: Int
  ) -> Bool {
    let count = word.utf8CodeUnitCount
    guard to - from >= count else { return false }
    return (from...(to - count)).contains { start in
      (0..<count).allSatisfy { page[start + $0] | 0x20 == word.utf8Start[$0] | 0x20 }
    }
  }

  private static func raw(_ page: UnsafeBufferPointer<UInt8>, _ from: Int, _ to: Int) -> Raw {
    func named(_ word: StaticString) -> Bool {
      guard to - from == word.utf8CodeUnitCount else { return false }
      return (0..<(to - from)).allSatisfy { page[from + $0] | 0x20 == word.utf8Start[$0] }
    }
    switch page[from] | 0x20 {
    case UInt8(ascii: "s"):
      if named("script") { return .script }
      if named("style") { return .drop }
      if named("svg") { return .dropNested }
    case UInt8(ascii: "t"):
      if named("template") { return .dropNested }
      if named("textarea") { return .drop }
    case UInt8(ascii: "i"): if named("iframe") { return .keepTagOnly }
    case UInt8(ascii: "n"): if named("noframes") || named("noembed") { return .drop }
    default: break
    }
    return .none
  }
}
