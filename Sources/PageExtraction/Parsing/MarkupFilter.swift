/// Removes parts of a page that are never article content, before parsing.
///
/// Scripts, styles, drawings, comments and templates are often most of a page's bytes. Skipping
/// them with `memchr` accounts for most of the speed of extraction. It also limits the parser's
/// input: no tags with thousands of attributes, which libxml2 compares in quadratic time, and no
/// NUL bytes, at which it stops.
struct MarkupFilter {
  /// The filtered markup.
  var markup: [UInt8] = []
  /// The contents of `<script type="application/ld+json">`.
  private(set) var linkedData: [[UInt8]] = []
  /// The number of bytes in scripts, to detect pages that require them.
  private(set) var scriptBytes = 0
  /// Whether scripts were loaded from files.
  private(set) var loadsScripts = false

  private var balance = TagBalance()
  /// The number of brackets that do not begin a tag, which is limited.
  private var looseBrackets = 0
  private static let maxLooseBrackets = 100_000
  // Failed searches to the end of the page are not repeated.
  /// Whether the end of a drawing or template may still follow.
  private var hasNestedEnd = true
  /// The position before which no title ends.
  private var noTitleEnd = 0
  /// Whether the end of an `<iframe>` may still follow.
  private var hasFrameEnd = true

  /// The maximum number of attributes of an element.
  static let maxAttributes = 200
  /// The maximum length of an attribute value, in bytes.
  static let maxValueLength = 1 << 15

  /// The part of the document at the current position.
  enum Part { case head, noscriptOfHead, select, body, frames }
  var part = Part.head
  /// Whether the open `<select>` has an end tag before the next one begins.
  var isSelectClosed = false

  init(_ page: [UInt8]) {
    markup.reserveCapacity(page.count / 2)
    page.withUnsafeBufferPointer { filter($0) }
    if markup.contains(0) { for i in markup.indices where markup[i] == 0 { markup[i] = 0x20 } }
  }

  private mutating func filter(_ page: UnsafeBufferPointer<UInt8>) {
    var index = 0
    if page.count >= 3, page[0] == 0xef, page[1] == 0xbb, page[2] == 0xbf { index = 3 }
    while index < page.count {
      let open = page.find(0x3c, from: index)
      if open > index { text(page, index, open) }
      guard open < page.count else { break }
      index = tag(page, at: open)
    }
  }

  /// Processes markup that starts with `<` at `open`, and returns the position to continue from.
  private mutating func tag(_ page: UnsafeBufferPointer<UInt8>, at open: Int) -> Int {
    let next = open + 1 < page.count ? page[open + 1] : 0
    if next.isMarkupLetter { return startTag(page, at: open) }
    switch next {
    case UInt8(ascii: "/"):
      guard open + 2 < page.count, page[open + 2].isMarkupLetter else {
        return page.find(0x3e, from: open) + 1
      }
      let end = page.find(0x3e, from: open)
      guard end < page.count else { return end }
      let nameEnd = page.nameEnd(from: open + 2)
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
        return page.find(0x3e, from: open) + 1
      }
      let end = page.commentEnd(from: open + 4)
      // The end of a boundary of a streamed page; see `StreamedParts`.
      if end - open == 9, page[open + 4] == 0x2f, page[open + 5] == 0x24 {
        markup.append(contentsOf: "<template id=\"/$\"></template>".utf8)
      }
      return end
    case UInt8(ascii: "?"): return page.find(0x3e, from: open) + 1
    default:
      looseBrackets += 1
      markup += looseBrackets > Self.maxLooseBrackets ? [0x20] : Array("&lt;".utf8)
      return open + 1
    }
  }

  private mutating func startTag(_ page: UnsafeBufferPointer<UInt8>, at open: Int) -> Int {
    let nameEnd = page.nameEnd(from: open + 1)
    let end = page.tagEnd(from: nameEnd)
    guard end < page.count else { return page.count }
    let tag = TagTable.standard.tag(page, open + 1, nameEnd)
    let closed = page[end - 1] == UInt8(ascii: "/")
    switch tag {
    case .title:
      append(page, open, nameEnd, end)
      if closed { return end + 1 }
      let limit = end + 1 + Self.maxTitleLength
      let start = max(end + 1, noTitleEnd)
      var close = page.rawEnd(name: open + 1, nameEnd, from: start, limit: limit)
      if close == page.count {
        noTitleEnd = limit
        close = page.find(0x3c, from: end + 1)
      }
      appendEscaped(page, end + 1, close, isAddress: false)
      self.close(.title)
      let isEnd = close + 1 < page.count && page[close + 1] == 0x2f
      return isEnd ? page.find(0x3e, from: close) + 1 : close
    case .script:
      let close = page.rawEnd(name: open + 1, nameEnd, from: end + 1)
      scriptBytes += close - end - 1
      if !loadsScripts { loadsScripts = page.contains("src=", nameEnd, end) }
      if page.contains("ld+json", nameEnd, end) {
        linkedData.append(Array(page[(end + 1)..<close]))
      } else if page.contains("gist.github.com/", nameEnd, end) {
        // The content that a script would insert here is on its own page.
        markup.append(contentsOf: "<iframe".utf8)
        append(page, nameEnd, nameEnd, end)
        markup.append(contentsOf: "</iframe>".utf8)
      } else if page.contains("math/tex", nameEnd, end) {
        markup.append(contentsOf: "<code class=\"math\">".utf8)
        appendEscaped(page, end + 1, close, isAddress: true)
        markup.append(contentsOf: "</code>".utf8)
      }
      return page.find(0x3e, from: close) + 1
    case .style, .textarea, .noframes, .noembed:
      if closed { return end + 1 }
      let close = page.rawEnd(name: open + 1, nameEnd, from: end + 1)
      return page.find(0x3e, from: close) + 1
    case .iframe:
      if part == .head { beginBody() }
      append(page, open, nameEnd, end)
      markup.append(contentsOf: "</iframe>".utf8)
      guard !closed, hasFrameEnd else { return end + 1 }
      let close = page.rawEnd(name: open + 1, nameEnd, from: end + 1)
      hasFrameEnd = close < page.count
      return hasFrameEnd ? page.find(0x3e, from: close) + 1 : end + 1
    // A shadow root is content of its element, unlike other templates.
    case .template where !page.contains("shadowroot", nameEnd, end), .svg:
      if end - open < 40,
        page.contains("id=\"b:", nameEnd, end) || page.contains("id=\"p:", nameEnd, end)
      {
        append(page, open, nameEnd, end)
        markup.append(contentsOf: "</template>".utf8)
      }
      if closed { return end + 1 }
      guard hasNestedEnd, let after = page.nestedEnd(name: open + 1, nameEnd, from: end + 1) else {
        hasNestedEnd = false
        return end + 1
      }
      return after
    default:
      guard enters(tag, page, end) else { return end + 1 }
      let advice = balance.open(tag)
      for tag in advice.closing { close(tag) }
      if advice.isDropped { return end + 1 }
      append(page, open, nameEnd, end)
      if tag == .xmp {
        let ending = page.rawEnd(name: open + 1, nameEnd, from: end + 1)
        for byte in page[(end + 1)..<ending] {
          if byte == 0x3c || byte == 0x26 {
            markup.append(contentsOf: (byte == 0x3c ? "&lt;" : "&amp;").utf8)
          } else {
            markup.append(byte)
          }
        }
        return ending
      }
      if closed { _ = balance.close(tag) }
      if Self.newVoids.contains(tag) { close(tag) }
      return end + 1
    }
  }

  mutating func close(_ tag: Tag) {
    markup.append(0x3c)
    markup.append(0x2f)
    markup += TagTable.standard.names[Int(tag.rawValue)]
    markup.append(0x3e)
  }

  /// Copies a tag; a very long one, or one that contains `>`, attribute by attribute within the
  /// limits.
  ///
  /// An attribute whose name does not begin with a letter, such as a listener, is omitted, because
  /// libxml2 would end the tag at that bracket.
  mutating func append(_ page: UnsafeBufferPointer<UInt8>, _ open: Int, _ nameEnd: Int, _ end: Int)
  {
    if end - open < 2048, page.find(0x3e, from: nameEnd) == end {
      appendReferences(page, open, end + 1, isAddress: true)
      return
    }
    markup.append(contentsOf: page[open..<min(nameEnd, open + 64)])
    var index = nameEnd
    var count = 0
    while index < end, count < Self.maxAttributes {
      let start = index
      index = page.attributeEnd(from: index, limit: end)
      let name = page[start..<index].first { !$0.isMarkupSpace && $0 != 0x2f } ?? 0
      if index - start > 1, index - start <= Self.maxValueLength, name.isMarkupLetter {
        markup.append(0x20)
        appendReferences(page, start, index, isAddress: true)
        count += 1
      }
    }
    markup.append(0x3e)
  }
}
