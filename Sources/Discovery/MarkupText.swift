import CXML2
import Glibc
import PageExtraction

/// Text out of markup.
enum MarkupText {
  /// Appends text with its entities replaced by what they stand for, once.
  ///
  /// Known are those of HTML and the numbers; all else that begins with `&` stays as it is.
  static func append(_ range: Range<Int>, of bytes: [UInt8], to out: inout [UInt8]) {
    bytes.withUnsafeBufferPointer { buffer in
      append(UnsafeBufferPointer(rebasing: buffer[range]), to: &out)
    }
  }

  /// Text with its entities replaced, once.
  static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    append(bytes.indices, of: bytes, to: &out)
    return out
  }

  /// A bit of markup as one line of plain text.
  ///
  /// Formatting tags are dropped, entities decoded, twice where it was escaped twice; white space is
  /// collapsed and control characters are removed.
  static func line(_ bytes: [UInt8]) -> String { line(bytes.indices, of: bytes) }

  /// A range of some bytes as one line of plain text.
  static func line(_ range: Range<Int>, of bytes: [UInt8]) -> String {
    let range = trimmed(range, of: bytes)
    if range.count <= longestLine, isPlain(bytes[range], isMarkup: true) {
      return String(decoding: bytes[range], as: UTF8.self)
    }
    var text = decoded(withoutTags(Array(bytes[range.prefix(longestLine)])))
    if text.contains(UInt8(ascii: "&")) || text.contains(UInt8(ascii: "<")) {
      // A title may well be about `<b>`; one that was escaped twice also closes it.
      let again = decoded(hasEndTag(text) ? withoutTags(text) : text)
      text = hasEndTag(again) ? withoutTags(again) : again
    }
    return tidied(text)
  }

  /// Text with its white space collapsed and without control characters.
  static func tidied(_ text: [UInt8]) -> String {
    let line = String(decoding: text, as: UTF8.self)
    return isPlain(text[...], isMarkup: false) ? line : PageText.line(line)
  }

  /// Text that is not markup, but may have been escaped once too often, as one line.
  static func line(ofPlain bytes: [UInt8]) -> String {
    tidied(decoded(Array(bytes.prefix(longestLine))))
  }

  /// Whether a word in lower case stands in a range, in any case.
  static func contains(_ word: StaticString, _ range: Range<Int>, of bytes: [UInt8]) -> Bool {
    let count = word.utf8CodeUnitCount
    guard range.count >= count else { return false }
    return (range.lowerBound...range.upperBound - count).contains { start in
      (0..<count).allSatisfy { MarkupScanner.lowered(bytes[start + $0]) == word.utf8Start[$0] }
    }
  }

  /// The longest text that is made a line, in bytes.
  private static let longestLine = 8192

  /// A range without the white space at its ends.
  static func trimmed(_ range: Range<Int>, of bytes: [UInt8]) -> Range<Int> {
    var range = range
    while let first = range.first, MarkupScanner.isSpace(bytes[first]) { range.removeFirst() }
    while let last = range.last, MarkupScanner.isSpace(bytes[last]) { range.removeLast() }
    return range
  }

  /// Whether nothing has to be done: printable ASCII with no two spaces together, and, when it is
  /// markup still, without tags and entities.
  private static func isPlain(_ text: ArraySlice<UInt8>, isMarkup: Bool) -> Bool {
    guard text.first != 32, text.last != 32 else { return false }
    var last: UInt8 = 0
    for byte in text {
      guard (32..<127).contains(byte), byte != 32 || last != 32 else { return false }
      if isMarkup, byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") { return false }
      last = byte
    }
    return true
  }

  private static func hasEndTag(_ text: [UInt8]) -> Bool {
    zip(text, text.dropFirst()).contains { $0 == UInt8(ascii: "<") && $1 == UInt8(ascii: "/") }
  }

  /// The tags that only say how text looks or where it goes; others are what a title is about.
  private static let formatting: Set<String> = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "blockquote", "br", "center", "cite", "code",
    "del", "dfn", "div", "em", "font", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins",
    "kbd", "li", "mark", "nobr", "ol", "p", "pre", "q", "s", "samp", "small", "span", "strike",
    "strong", "sub", "sup", "tt", "u", "ul", "var", "wbr",
  ]

  /// Tags that separate words.
  private static let breaking: Set<String> = [
    "blockquote", "br", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre",
    "ul",
  ]

  /// Tags of elements without an end.
  private static let void: Set<String> = ["br", "hr", "img", "wbr"]

  private static func withoutTags(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(UInt8(ascii: "<")) else { return text }
    var scanner = MarkupScanner(text)
    func word(_ name: Range<Int>) -> String {
      String(decoding: text[scanner.local(name)].prefix(15), as: UTF8.self).lowercased()
    }
    var ended: Set<String> = []
    var ends = scanner
    while let token = ends.next() { if case .end(let name) = token { ended.insert(word(name)) } }
    var out: [UInt8] = []
    out.reserveCapacity(text.count)
    var start = 0
    while let token = scanner.next() {
      switch token {
      case .start(let name, _), .end(let name):
        let local = word(name)
        // A tag that nothing ends and that needs an end is what the text is about.
        let isTag = ended.contains(local) || breaking.contains(local) || void.contains(local)
        if !formatting.contains(local) || !isTag {
          out += text[start..<scanner.position]
        } else if breaking.contains(local) {
          out.append(32)
        }
      case .text(let range), .literal(let range): out += text[range]
      }
      start = scanner.position
    }
    // What looked like the beginning of a tag at the end is text.
    if scanner.isCut, start < text.count { out += text[start...] }
    return out
  }

  // MARK: Entities

  private static func append(_ text: UnsafeBufferPointer<UInt8>, to out: inout [UInt8]) {
    var at = 0
    while at < text.count {
      guard let base = text.baseAddress,
        let found = memchr(base + at, Int32(UInt8(ascii: "&")), text.count - at)
      else { break }
      let mark = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
      out.append(contentsOf: text[at..<mark])
      at = mark + 1
      if let end = append(entityAt: at, of: text, to: &out) {
        at = end
      } else {
        out.append(UInt8(ascii: "&"))
      }
    }
    out.append(contentsOf: text[at...])
  }

  private static let longestEntity = 16

  /// Appends the meaning of what stands behind an `&`; the index behind it, or nil when it is none.
  private static func append(
    entityAt start: Int,
    of text: UnsafeBufferPointer<UInt8>,
    to out: inout [UInt8]
  ) -> Int? {
    var end = start
    let limit = min(text.count, start + longestEntity)
    while end < limit, text[end] != UInt8(ascii: ";") {
      let byte = text[end]
      guard (97...122).contains(byte | 32) || (48...57).contains(byte) || byte == 35 else {
        return nil
      }
      end += 1
    }
    guard end < limit, end > start else { return nil }
    let name = UnsafeBufferPointer(rebasing: text[start..<end])
    let value: UInt32
    if name[0] == UInt8(ascii: "#") {
      guard let number = number(name.dropFirst()) else { return nil }
      value = number
    } else {
      guard let known = named(name) else { return nil }
      value = known
    }
    if value < 0x80 {
      if value >= 32 || value == 9 || value == 10 || value == 13 { out.append(UInt8(value)) }
    } else if let scalar = Unicode.Scalar(value) {
      out.append(contentsOf: String(Character(scalar)).utf8)
    } else {
      out += [0xef, 0xbf, 0xbd]
    }
    return end + 1
  }

  /// What Windows has for the numbers 0x80 to 0x9f, as HTML reads them.
  private static let windows: [UInt32] = [
    0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039,
    0x152,
    0x8d, 0x17d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122,
    0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178,
  ]

  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32? {
    let isHexadecimal = digits.first.map { $0 | 32 } == UInt8(ascii: "x")
    let text = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
    guard let value = UInt32(text, radix: isHexadecimal ? 16 : 10) else { return nil }
    return (0x80..<0xa0).contains(value) ? windows[Int(value) - 0x80] : value
  }

  private static func named(_ name: UnsafeBufferPointer<UInt8>) -> UInt32? {
    if name.elementsEqual("lt".utf8) { return 60 }
    if name.elementsEqual("gt".utf8) { return 62 }
    if name.elementsEqual("amp".utf8) { return 38 }
    if name.elementsEqual("quot".utf8) { return 34 }
    if name.elementsEqual("apos".utf8) { return 39 }
    if let value = inHTML(name.map { $0 }) { return value }
    return inHTML(name.map(MarkupScanner.lowered))
  }

  private static func inHTML(_ name: [UInt8]) -> UInt32? {
    (name + [0]).withUnsafeBufferPointer { htmlEntityLookup($0.baseAddress) }
      .map { UInt32($0.pointee.value) }
  }
}
