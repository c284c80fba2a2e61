import Platform

/// Splits markup of any quality into tags and text, without copying it.
///
/// Every byte sequence has a reading: what begins no tag is text, a tag without its end is ended by the
/// next one, an attribute needs no quotes. Comments, processing instructions and document types, with
/// whatever entities they declare, are passed over. Takes time in proportion to the input and
/// remembers one tag.
package struct MarkupScanner {
  /// A piece of a document, as ranges of its bytes.
  package enum Token {
    /// `<name …>`; what it says of itself is in `attributes`. Closed when it ends in `/>`.
    case start(name: Range<Int>, isClosed: Bool)
    case end(name: Range<Int>)
    /// Text in which entities still stand for characters.
    case text(Range<Int>)
    /// The inside of a CDATA section.
    case literal(Range<Int>)
  }

  /// An attribute, its value as it stands between the quotes.
  package struct Attribute {
    package var name: Range<Int>
    package var value: Range<Int>
  }

  /// The most attributes of one tag that are kept.
  private static let maxAttributes = 64

  /// The document.
  package let bytes: [UInt8]

  /// Where the next token begins.
  package private(set) var position = 0

  /// The attributes of the last start tag.
  package private(set) var attributes: [Attribute] = []

  /// Whether the document ended inside a tag or a section.
  package private(set) var isCut = false

  /// Whether no comment end follows, so that it is searched for only once.
  private var isWithoutCommentEnd = false
  private var isWithoutInstructionEnd = false
  private var isWithoutSectionEnd = false
  private var isWithoutDeclarationEnd = false
  private var missingQuotes: [UInt8] = []
  /// How entries end where sections do not.
  private var entryEnd: StaticString = "</item"

  /// Begins at the beginning of a document.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next piece; nil at the end.
  package mutating func next() -> Token? {
    while position < bytes.count {
      let start = position
      guard bytes[start] == UInt8(ascii: "<") else {
        position = index(of: UInt8(ascii: "<"), from: start) ?? bytes.count
        return .text(start..<position)
      }
      switch byte(start + 1) {
      case UInt8(ascii: "!"):
        if starts(with: "<![CDATA[", at: start) { return section() }
        skipDeclaration()
      case UInt8(ascii: "?"): skipInstruction()
      case UInt8(ascii: "/") where Self.beginsName(byte(start + 2)): return endTag()
      case let byte where Self.beginsName(byte): if let token = startTag() { return token }
      default:
        position += 1
        return .text(start..<position)
      }
    }
    return nil
  }

  /// Passes over everything before `</name`, in lower case, as for scripts.
  package mutating func skipRawText(of name: StaticString) {
    var at = position
    while let open = index(of: UInt8(ascii: "<"), from: at) {
      at = open + 1
      guard byte(at) == UInt8(ascii: "/") else { continue }
      let end = at + 1 + name.utf8CodeUnitCount
      guard end <= bytes.count, matches(at + 1..<end, name) else { continue }
      position = open
      return
    }
    position = bytes.count
  }

  /// Whether a range says a word that is given in lower case, in any case.
  package func matches(_ range: Range<Int>, _ word: StaticString) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for (offset, index) in range.enumerated()
    where Self.lowered(bytes[index]) != word.utf8Start[offset] { return false }
    return true
  }

  /// Whether two ranges say the same in any case.
  func areAlike(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
    guard a.count == b.count, let first = a.first, let other = b.first,
      Self.lowered(bytes[first]) == Self.lowered(bytes[other])
    else { return false }
    return zip(a, b).allSatisfy { Self.lowered(bytes[$0]) == Self.lowered(bytes[$1]) }
  }

  /// The value of an attribute of the last start tag, by its whole name in lower case.
  package func value(_ name: StaticString) -> Range<Int>? {
    attributes.first { matches($0.name, name) }?.value
  }

  /// A name behind its prefix.
  package func local(_ name: Range<Int>) -> Range<Int> {
    guard let colon = name.last(where: { bytes[$0] == UInt8(ascii: ":") }) else { return name }
    return colon + 1..<name.upperBound
  }

  static func lowered(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 32 : byte }

  static func isSpace(_ byte: UInt8) -> Bool { byte <= 32 }

  // MARK: Parts

  private func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  private static func beginsName(_ byte: UInt8) -> Bool {
    (97...122).contains(byte | 32) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private func index(of byte: UInt8, from start: Int) -> Int? {
    bytes.withUnsafeBytes { buffer in
      guard start < buffer.count, let base = buffer.baseAddress,
        let found = (base + start).distance(to: byte, within: buffer.count - start)
      else { return nil }
      return start + found
    }
  }

  private func starts(with text: StaticString, at index: Int) -> Bool {
    guard text.utf8CodeUnitCount <= bytes.count - index else { return false }
    return (0..<text.utf8CodeUnitCount).allSatisfy { text.utf8Start[$0] == bytes[index + $0] }
  }

  /// Where a text begins next; nil when it does not.
  private func index(of text: StaticString, from start: Int) -> Int? {
    var at = start
    while let found = index(of: text.utf8Start[0], from: at) {
      if starts(with: text, at: found) { return found }
      at = found + 1
    }
    return nil
  }

  private mutating func section() -> Token {
    let start = position + 9
    if !isWithoutSectionEnd, let end = index(of: "]]>", from: start) {
      position = end + 3
      return .literal(start..<end)
    }
    if !isWithoutSectionEnd {
      isWithoutSectionEnd = true
      entryEnd = index(of: "</item", from: start) == nil ? "</entry" : "</item"
    }
    // An unclosed element ends with its parent, unless the document is truncated in it.
    let end = index(of: entryEnd, from: start)
    isCut = isCut || end == nil
    position =
      end.map { end in (start..<end).last { starts(with: "</", at: $0) } ?? end } ?? bytes.count
    return .literal(start..<position)
  }

  private mutating func skipInstruction() {
    let start = position + 2
    // No declaration of XML contains `>`, and some forget its question mark.
    if !starts(with: "xml", at: start), !isWithoutInstructionEnd {
      if let end = index(of: "?>", from: start) {
        position = end + 2
        return
      }
      isWithoutInstructionEnd = true
    }
    skipTag(from: start)
  }

  /// To behind the next `>`, or before the next tag when that comes first.
  private mutating func skipTag(from start: Int) {
    var at = start
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: ">") {
        position = at + 1
        return
      }
      if bytes[at] == UInt8(ascii: "<") { break }
      at += 1
    }
    isCut = isCut || at == bytes.count
    position = at
  }

  private mutating func skipDeclaration() {
    if starts(with: "<!--", at: position) {
      if !isWithoutCommentEnd {
        if let end = index(of: "-->", from: position + 4) {
          position = end + 3
          return
        }
        isWithoutCommentEnd = true
      }
      position += 4
      return
    }
    if !isWithoutDeclarationEnd {
      if let end = endOfDeclaration(from: position + 2) {
        position = end
        return
      }
      isWithoutDeclarationEnd = true
    }
    skipTag(from: position + 2)
  }

  /// Behind the `>` of a document type, whose brackets may contain quotes and comments with more.
  private func endOfDeclaration(from start: Int) -> Int? {
    var at = start
    var depth = 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0: return at + 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let close = index(of: bytes[at], from: at + 1) else { return nil }
        at = close
      case UInt8(ascii: "<") where starts(with: "<!--", at: at):
        guard let close = index(of: "-->", from: at + 4) else { return nil }
        at = close + 2
      default: break
      }
      at += 1
    }
    return nil
  }

  private func endOfName(from start: Int) -> Int {
    var at = start
    while at < bytes.count {
      switch bytes[at] {
      case 0...32, UInt8(ascii: "/"), UInt8(ascii: ">"), UInt8(ascii: "<"), UInt8(ascii: "="):
        return at
      default: at += 1
      }
    }
    return at
  }

  private mutating func endTag() -> Token {
    let start = position + 2
    let end = endOfName(from: start)
    skipTag(from: end)
    return .end(name: start..<end)
  }

  /// Nil when the document ends in the tag.
  private mutating func startTag() -> Token? {
    let start = position + 1
    let name = start..<endOfName(from: start)
    attributes.removeAll(keepingCapacity: true)
    var at = name.upperBound
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: ">"):
        position = at + 1
        return .start(name: name, isClosed: bytes[at - 1] == UInt8(ascii: "/"))
      case UInt8(ascii: "<"):
        position = at
        return .start(name: name, isClosed: false)
      case 0...32, UInt8(ascii: "/"), UInt8(ascii: "="): at += 1
      default: at = takeAttribute(from: at)
      }
    }
    isCut = true
    position = bytes.count
    return nil
  }

  private func skipSpace(from start: Int) -> Int {
    var at = start
    while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 }
    return at
  }

  /// The index behind an attribute.
  private mutating func takeAttribute(from start: Int) -> Int {
    let name = start..<endOfName(from: start)
    var at = skipSpace(from: name.upperBound)
    guard byte(at) == UInt8(ascii: "=") else { return at }
    at = skipSpace(from: at + 1)
    let value: Range<Int>
    let quote = byte(at)
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), let close = quoteEnd(from: at) {
      value = at + 1..<close
      at = close + 1
    } else {
      let first = at
      while at < bytes.count, !Self.isSpace(bytes[at]), bytes[at] != UInt8(ascii: ">") { at += 1 }
      value = first..<at
    }
    if attributes.count < Self.maxAttributes {
      attributes.append(Attribute(name: name, value: value))
    }
    return at
  }

  private mutating func quoteEnd(from open: Int) -> Int? {
    let quote = bytes[open]
    guard !missingQuotes.contains(quote) else { return nil }
    if let close = index(of: quote, from: open + 1) { return close }
    missingQuotes.append(quote)
    return nil
  }
}
