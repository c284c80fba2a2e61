import PageExtraction
import ReadingList

/// Extracts plain text from markup.
package enum MarkupText {
  /// Replaces character references (HTML's and numeric) once.
  ///
  /// Any other `&` stays as it is; in an address also a reference without a semicolon, since
  /// `&copy=1` is a parameter.
  package static func decoded(_ bytes: [UInt8], isAddress: Bool = false) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    bytes.withUnsafeBufferPointer {
      CharacterReferences.standard.append($0, isAddress: isAddress, to: &out)
    }
    return out
  }

  package static func escaped(_ text: String) -> String {
    text.replacingScalars(["&": "&amp;", "<": "&lt;"])
  }

  /// Converts a short piece of markup to one line of plain text.
  ///
  /// Drops formatting tags, decodes entities (twice if the text was escaped twice), collapses white
  /// space and removes control characters.
  package static func line(_ bytes: [UInt8]) -> String { line(bytes.indices, of: bytes) }

  package static func line(_ range: Range<Int>, of bytes: [UInt8]) -> String {
    let range = trimmed(range, of: bytes)
    var text = decoded(withoutTags(Array(bytes[range.prefix(maxLineLength)])))
    if text.contains(UInt8(ascii: "&")) || text.contains(UInt8(ascii: "<")) {
      // A title may be about `<b>`; one that was escaped twice also closes it.
      let again = decoded(hasEndTag(text) ? withoutTags(text) : text)
      text = hasEndTag(again) ? withoutTags(again) : again
    }
    return tidied(text)
  }

  static func tidied(_ text: [UInt8]) -> String {
    PageText.line(String(decoding: text, as: UTF8.self))
  }

  /// Converts plain text to one line, decoding entities in case it was escaped once too often.
  static func line(ofPlain bytes: [UInt8]) -> String {
    tidied(decoded(Array(bytes.prefix(maxLineLength))))
  }

  /// In bytes.
  private static let maxLineLength = 8192

  /// The range without white space at its ends.
  static func trimmed(_ range: Range<Int>, of bytes: [UInt8]) -> Range<Int> {
    var range = range
    while let first = range.first, MarkupScanner.isSpace(bytes[first]) { range.removeFirst() }
    while let last = range.last, MarkupScanner.isSpace(bytes[last]) { range.removeLast() }
    return range
  }

  private static func hasEndTag(_ text: [UInt8]) -> Bool {
    zip(text, text.dropFirst()).contains { $0 == UInt8(ascii: "<") && $1 == UInt8(ascii: "/") }
  }

  /// Tags that only format or place text; any other in a title is its subject.
  private static let formatting: Set<String> = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "blockquote", "br", "center", "cite", "code",
    "del", "dfn", "div", "em", "font", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins",
    "kbd", "li", "mark", "nobr", "ol", "p", "pre", "q", "s", "samp", "small", "span", "strike",
    "strong", "sub", "sup", "tt", "u", "ul", "var", "wbr",
  ]

  private static let breaking: Set<String> = [
    "blockquote", "br", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre",
    "ul",
  ]

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
        // A tag that needs an end tag and has none is the text's subject.
        let isTag =
          ended.contains(local) || breaking.contains(local) || local == "img" || local == "wbr"
        if !formatting.contains(local) || !isTag {
          out += text[start..<scanner.position]
        } else if breaking.contains(local) {
          out.append(32)
        }
      case .text(let range), .literal(let range): out += text[range]
      }
      start = scanner.position
    }
    // An incomplete tag at the end is text.
    let rest = text[start...]
    return rest.dropFirst().first.map { "!?".utf8.contains($0) } ?? true ? out + rest : out
  }
}
