import PageExtraction
import ReadingList

/// The addresses in an HTML text that is not kept, such as a mail's: what its links lead to, and what is
/// written outside of them.
enum HTMLLinks {
  /// Elements whose text nobody sees.
  private static let hidden: Set<String> = ["style", "script", "title", "head"]

  /// A link, and what stands for it; empty for one that is written out.
  struct Found {
    var link: SavedLinks.Link
    var words = ""
  }

  /// The longest text of a link that is kept, in bytes.
  private static let longestWords = 1024

  /// The links in order; those that occur twice are given twice.
  static func found(in html: [UInt8]) -> [Found] {
    var links: [Found] = []
    var text: [UInt8] = []
    var isInLink = false
    // A link that leads to no page, whose words are not those of the one before.
    var isInOther = false
    var hiddenBy: String?
    func finishText() {
      // A text that shows where a link leads may be cut, and is nothing to save.
      defer { text = [] }
      guard !text.isEmpty, hiddenBy == nil else { return }
      if !isInLink {
        links += SavedLinks.found(in: decoded(text)).map { Found(link: $0) }
      } else if !isInOther, let last = links.indices.last,
        links[last].words.utf8.count < longestWords
      {
        links[last].words += decoded(Array(text.prefix(longestWords)))
      }
    }
    var at = 0
    while at < html.count {
      let open = html[at...].firstIndex(of: UInt8(ascii: "<")) ?? html.count
      text += html[at..<open]
      guard open < html.count else { break }
      if html[open...].starts(with: "<!--".utf8) {
        at = end(ofComment: open, in: html)
        continue
      }
      let close = end(ofTag: open, in: html)
      let tag = html[(open + 1)..<min(close, html.count)]
      at = close + 1
      let isEnd = tag.first == UInt8(ascii: "/")
      let name = String(
        decoding: tag.drop { $0 == UInt8(ascii: "/") }.prefix(while: isName),
        as: UTF8.self
      )
      .lowercased()
      // Tags within a word, such as of emphasis, do not part it.
      guard !["b", "i", "em", "strong", "wbr", "span", "font", "u"].contains(name) else { continue }
      finishText()
      if let by = hiddenBy {
        if isEnd, name == by { hiddenBy = nil }
      } else if !isEnd, hidden.contains(name) {
        hiddenBy = name
      } else if name == "a" {
        (isInLink, isInOther) = (false, false)
        if !isEnd, let address = reference(of: tag) {
          let given = decoded(address, isAddress: true).filter { !$0.isNewline }
          isInLink = true
          if given.hasPrefix("http"), let address = try? WebAddress(given) {
            links.append(Found(link: SavedLinks.Link(given: given, address: address)))
          } else {
            isInOther = true
          }
        }
      }
    }
    finishText()
    return links
  }

  private static func isName(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
  }

  private static func end(ofComment start: Int, in html: [UInt8]) -> Int {
    var at = start + 4
    while let dash = html[min(at, html.count)...].firstIndex(of: UInt8(ascii: ">")) {
      if html[dash - 1] == UInt8(ascii: "-"), html[dash - 2] == UInt8(ascii: "-") {
        return dash + 1
      }
      at = dash + 1
    }
    return html.count
  }

  /// The place of the `>` that ends a tag; quoted ones do not.
  private static func end(ofTag start: Int, in html: [UInt8]) -> Int {
    var quote: UInt8?
    // A quote that is never closed must not take the rest of the text, and the next tag another look at it.
    let limit = min(html.count, start + 65_536)
    for at in start..<limit {
      let byte = html[at]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return at
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
    }
    return html[start..<limit].firstIndex(of: UInt8(ascii: ">")) ?? limit
  }

  /// The value of a tag's `href`.
  private static func reference(of tag: ArraySlice<UInt8>) -> [UInt8]? {
    var rest = tag.drop(while: isName)
    while !rest.isEmpty {
      rest = rest.drop { !isName($0) }
      let name = rest.prefix { isName($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") }
      rest = rest[name.endIndex...].drop(while: isSpace)
      guard rest.first == UInt8(ascii: "=") else {
        if name.isEmpty { break }
        continue
      }
      rest = rest.dropFirst().drop(while: isSpace)
      let value: ArraySlice<UInt8>
      if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        value = rest.dropFirst().prefix { $0 != quote }
        rest = rest[min(value.endIndex + 1, rest.endIndex)...]
      } else {
        value = rest.prefix { !isSpace($0) }
        rest = rest[value.endIndex...]
      }
      if String(decoding: name, as: UTF8.self).lowercased() == "href" {
        return Array(value.drop(while: isSpace))
      }
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  private static func decoded(_ text: [UInt8], isAddress: Bool = false) -> String {
    var out: [UInt8] = []
    text.withUnsafeBufferPointer {
      CharacterReferences.standard.append($0, isAddress: isAddress, to: &out)
    }
    return String(decoding: out, as: UTF8.self)
  }
}
