import Platform

/// Splits markup of any quality into tags and text, without copying it.
///
/// Accepts every byte sequence: anything that begins no tag is text, a tag without its end stops at
/// the next tag, and attribute values need no quotes. Skips comments, processing instructions and
/// document types, including the entities they declare. Runs in linear time and keeps one tag.
package struct MarkupScanner {
  package enum Token {
    /// `<name …>`, with its attributes in `attributes`; closed if it ends in `/>`.
    case start(name: Range<Int>, isClosed: Bool)
    case end(name: Range<Int>)
    /// Text in which character references are not replaced yet.
    case text(Range<Int>)
    case literal(Range<Int>)
  }

  private static let maxAttributes = 64

  package let bytes: [UInt8]

  package private(set) var position = 0

  /// Of the last start tag; values as written between the quotes.
  package private(set) var attributes: [(name: Range<Int>, value: Range<Int>)] = []

  /// Texts not found in the rest, so that none is searched for twice.
  private var absent: Set<String> = []

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Nil at the end of the document.
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

  /// Skips to the next `</name` (given in lower case), for scripts and styles.
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

  /// Skips the content of a raw text element, after its start tag.
  mutating func skipRawText(after name: Range<Int>) {
    let raw: [StaticString] = [
      "script", "style", "title", "textarea", "template", "iframe", "xmp",
    ]
    if let name = raw.first(where: { matches(name, $0) }) { skipRawText(of: name) }
  }

  /// Ignores case; the word is in lower case.
  package func matches(_ range: Range<Int>, _ word: StaticString) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for (offset, index) in range.enumerated()
    where bytes[index].lowercased != word.utf8Start[offset] { return false }
    return true
  }

  /// Ignores case.
  func areAlike(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
    guard a.count == b.count, let first = a.first, let other = b.first,
      bytes[first].lowercased == bytes[other].lowercased
    else { return false }
    return zip(a, b).allSatisfy { bytes[$0].lowercased == bytes[$1].lowercased }
  }

  /// An attribute of the last start tag, by its full name in lower case.
  package func value(_ name: StaticString) -> Range<Int>? {
    attributes.first { matches($0.name, name) }?.value
  }

  /// The value of an attribute of the last start tag, in lower case.
  func word(_ name: StaticString) -> String? {
    value(name).map { String(decoding: bytes[$0], as: UTF8.self).lowercased() }
  }

  package func local(_ name: Range<Int>) -> Range<Int> {
    guard let colon = name.last(where: { bytes[$0] == UInt8(ascii: ":") }) else { return name }
    return colon + 1..<name.upperBound
  }

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

  private mutating func index(of text: StaticString, from start: Int) -> Int? {
    if !absent.isEmpty, absent.contains(text.description) { return nil }
    var at = start
    while let found = index(of: text.utf8Start[0], from: at) {
      if starts(with: text, at: found) { return found }
      at = found + 1
    }
    absent.insert(text.description)
    return nil
  }

  private mutating func section() -> Token {
    let start = position + 9
    if let end = index(of: "]]>", from: start) {
      position = end + 3
      return .literal(start..<end)
    }
    // An unclosed section ends with the element around it, unless the document is cut off.
    let end = index(of: "</item", from: start) ?? index(of: "</entry", from: start)
    position =
      end.map { end in (start..<end).last { starts(with: "</", at: $0) } ?? end } ?? bytes.count
    return .literal(start..<position)
  }

  private mutating func skipInstruction() {
    // An XML declaration has no `>` before its end, and some lack the question mark.
    if !starts(with: "<?xml", at: position), let end = index(of: "?>", from: position + 2) {
      position = end + 2
    } else {
      skipTag(from: position + 2)
    }
  }

  /// Skips past the next `>`, or to the next tag if that comes first.
  private mutating func skipTag(from start: Int) {
    position = start
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
      position += 1
      if bytes[position - 1] == UInt8(ascii: ">") { return }
    }
  }

  private mutating func skipDeclaration() {
    if starts(with: "<!--", at: position) {
      position = index(of: "-->", from: position + 4).map { $0 + 3 } ?? position + 4
      return
    }
    let start = position + 2
    skipTag(from: start)
    // A document type may have declarations in brackets.
    if bytes[start..<position].contains(UInt8(ascii: "[")), let end = index(of: "]>", from: start) {
      position = end + 2
    }
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

  /// Nil if the document ends inside it.
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
    position = bytes.count
    return nil
  }

  private func skipSpace(from start: Int) -> Int {
    var at = start
    while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 }
    return at
  }

  /// Returns the index after it.
  private mutating func takeAttribute(from start: Int) -> Int {
    let name = start..<endOfName(from: start)
    var at = skipSpace(from: name.upperBound)
    guard byte(at) == UInt8(ascii: "=") else { return at }
    at = skipSpace(from: at + 1)
    let value: Range<Int>
    if let close = quoteEnd(from: at) {
      value = at + 1..<close
      at = close + 1
    } else {
      let first = at
      while at < bytes.count, !Self.isSpace(bytes[at]), bytes[at] != UInt8(ascii: ">") { at += 1 }
      value = first..<at
    }
    if attributes.count < Self.maxAttributes { attributes.append((name, value)) }
    return at
  }

  /// The index of the closing quotation mark; nil if there is none.
  private mutating func quoteEnd(from open: Int) -> Int? {
    switch byte(open) {
    case UInt8(ascii: "\""): index(of: "\"", from: open + 1)
    case UInt8(ascii: "'"): index(of: "'", from: open + 1)
    default: nil
    }
  }
}
