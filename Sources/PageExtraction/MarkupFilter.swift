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

  private let keepsScripts: Bool
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

  /// The part of the document that the filter is in.
  private enum Part { case head, noscriptOfHead, select, body, frames }
  private var part = Part.head
  private var hasTags = false
  /// Whether the end of the open `<select>` comes before another one begins.
  private var isSelectClosed = false
  /// Text before the first tag, which belongs to the body wherever that begins.
  private var early: [UInt8] = []

  private enum Raw { case none, script, drop, dropNested, title, keepTagOnly }

  init(_ page: [UInt8], keepsScripts: Bool = false) {
    self.keepsScripts = keepsScripts
    markup.reserveCapacity(page.count / 2)
    page.withUnsafeBufferPointer { filter($0) }
    if !early.isEmpty { beginBody() }
    if markup.contains(0) { for i in markup.indices where markup[i] == 0 { markup[i] = 0x20 } }
  }

  private mutating func filter(_ page: UnsafeBufferPointer<UInt8>) {
    var index = 0
    if page.count >= 3, page[0] == 0xef, page[1] == 0xbb, page[2] == 0xbf { index = 3 }
    while index < page.count {
      let open = Self.find(0x3c, in: page, from: index)
      if open > index { text(page, index, open) }
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
      let tag = TagTable.standard.tag(page, open + 2, nameEnd)
      guard leaves(tag) else { return end + 1 }
      let advice = balance.close(tag)
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
    hasTags = true
    switch raw {
    case .none:
      let tag = TagTable.standard.tag(page, open + 1, nameEnd)
      guard enters(tag, page, end) else { return end + 1 }
      let advice = balance.open(tag)
      for tag in advice.closing { close(tag) }
      if advice.isDropped { return end + 1 }
      append(page, open, nameEnd, end)
      if closed { _ = balance.close(tag) }
      if tag == .body { appendEarly() }
      if Self.newVoids.contains(tag) { close(tag) }
      return end + 1
    case .title:
      append(page, open, nameEnd, end)
      if closed { return end + 1 }
      var close = Self.rawEnd(page, name: open + 1, nameEnd, from: end + 1)
      if close - end > Self.longestTitle { close = Self.find(0x3c, in: page, from: end + 1) }
      appendEscaped(page, end + 1, close, isAddress: false)
      self.close(.title)
      let isEnd = close + 1 < page.count && page[close + 1] == 0x2f
      return isEnd ? Self.find(0x3e, in: page, from: close) + 1 : close
    case .script:
      let close = Self.rawEnd(page, name: open + 1, nameEnd, from: end + 1)
      scriptBytes += close - end - 1
      if !loadsScripts { loadsScripts = Self.contains("src=", page, nameEnd, end) }
      if keepsScripts {
        append(page, open, nameEnd, end)
        markup.append(contentsOf: page[(end + 1)..<close])
        self.close(.script)
      } else if Self.contains("ld+json", page, nameEnd, end) {
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
      if part == .head { beginBody() }
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
      appendReferences(page, open, end + 1, isAddress: true)
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
        appendReferences(page, start, index, isAddress: true)
        count += 1
      }
    }
    markup.append(0x3e)
  }
}

// What libxml2 does not know of HTML 5: where the body begins and ends, which elements are void, and most of the
// character references.
extension MarkupFilter {
  /// A longer title has lost its end tag.
  private static let longestTitle = 4096
  /// Elements of a head; what else comes is in the body.
  private static let ofHead: TagSet = [.html, .head, .base, .link, .meta, .noscript]
  /// Elements without an end that libxml2 takes for others.
  private static let newVoids: TagSet = [.embed, .source, .track, .wbr, .keygen, .bgsound]
  private static let ofSelect: TagSet = [.option, .optgroup, .hr]

  /// Follows a start tag through the parts of the document, and says whether it is to be written.
  private mutating func enters(_ tag: Tag, _ page: UnsafeBufferPointer<UInt8>, _ end: Int) -> Bool {
    if part == .select {
      if Self.ofSelect.contains(tag) { return true }
      if tag != .select, isSelectClosed { return false }
      close(.select)
      part = .body
      if tag == .select { return false }
    }
    switch tag {
    case .body, .frameset:
      if part == .noscriptOfHead { close(.noscript) }
      guard part == .head || part == .noscriptOfHead else { return part == .frames }
      part = tag == .body ? .body : .frames
    case .html, .head: return part == .head
    case .noscript: if part == .head { part = .noscriptOfHead }
    case .select:
      if part == .head { beginBody() }
      if part == .body {
        part = .select
        isSelectClosed = Self.isSelectClosed(page, after: end)
      }
    default: if part == .head, !Self.ofHead.contains(tag) { beginBody() }
    }
    return true
  }

  /// The same for an end tag.
  ///
  /// The body ends where the page does, whatever end tags say.
  private mutating func leaves(_ tag: Tag) -> Bool {
    switch tag {
    case .body, .html: return false
    case .head:
      if part == .noscriptOfHead {
        close(.noscript)
        part = .head
      }
      return part == .head
    case .noscript: if part == .noscriptOfHead { part = .head }
    case .select:
      if part == .select { part = .body }
    default: if part == .select { return Self.ofSelect.contains(tag) }
    }
    return !Self.newVoids.contains(tag)
  }

  private mutating func beginBody() {
    part = .body
    markup.append(contentsOf: "<body>".utf8)
    appendEarly()
  }

  private mutating func appendEarly() {
    markup += early
    early = []
  }

  private static func isSelectClosed(
    _ page: UnsafeBufferPointer<UInt8>,
    after start: Int
  ) -> Bool {
    var index = start
    while index < page.count {
      index = find(0x3c, in: page, from: index) + 1
      let isEnd = index < page.count && page[index] == 0x2f
      let name = isEnd ? index + 1 : index
      if name + 6 < page.count, TagTable.standard.tag(page, name, name + 6) == .select {
        return isEnd
      }
    }
    return false
  }

  /// Writes text; the first in a head begins the body.
  private mutating func text(_ page: UnsafeBufferPointer<UInt8>, _ from: Int, _ to: Int) {
    if part == .head, page[from..<to].contains(where: { !Self.isSpace($0) }) {
      guard hasTags else {
        let start = markup.count
        appendReferences(page, from, to, isAddress: false)
        early += markup[start...]
        markup.removeSubrange(start...)
        return
      }
      beginBody()
    }
    appendReferences(page, from, to, isAddress: false)
  }

  /// Writes text with its named references as characters.
  private mutating func appendReferences(
    _ page: UnsafeBufferPointer<UInt8>,
    _ from: Int,
    _ to: Int,
    isAddress: Bool
  ) {
    var index = from
    while index < to {
      let mark = Self.find(0x26, in: page, from: index, to: to)
      markup.append(contentsOf: page[index..<mark])
      guard mark < to else { return }
      index = mark + 1
      // Numbers are the parser's.
      if index < to, page[index] != UInt8(ascii: "#"),
        let found = CharacterReferences.standard.find(at: index, in: page, isAddress: isAddress),
        found.end <= to
      {
        for scalar in found.scalars { append(scalar) }
        index = found.end
      } else {
        markup.append(0x26)
      }
    }
  }

  /// The same for text in which a `<` is no tag.
  private mutating func appendEscaped(
    _ page: UnsafeBufferPointer<UInt8>,
    _ from: Int,
    _ to: Int,
    isAddress: Bool
  ) {
    var index = from
    while index < to {
      let open = Self.find(0x3c, in: page, from: index, to: to)
      appendReferences(page, index, open, isAddress: isAddress)
      if open < to { markup.append(contentsOf: "&lt;".utf8) }
      index = open + 1
    }
  }

  /// Writes a character so that it is no markup, in text and in values.
  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "<", ">", "&", "\"", "'", "\n", "\t":
      markup.append(contentsOf: "&#\(scalar.value);".utf8)
    default: markup.append(contentsOf: UTF8.encode(scalar) ?? .init())
    }
  }
}

extension MarkupFilter {
  private static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte >= 9 && byte <= 13)
  }

  /// The position of a byte before `to`, or the end.
  private static func find(
    _ byte: UInt8,
    in page: UnsafeBufferPointer<UInt8>,
    from: Int,
    to end: Int? = nil
  ) -> Int {
    let end = end ?? page.count
    guard from < end, let base = page.baseAddress,
      let hit = memchr(base + from, Int32(byte), end - from)
    else { return end }
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
      if named("title") { return .title }
    case UInt8(ascii: "i"): if named("iframe") { return .keepTagOnly }
    case UInt8(ascii: "n"): if named("noframes") || named("noembed") { return .drop }
    default: break
    }
    return .none
  }
}
