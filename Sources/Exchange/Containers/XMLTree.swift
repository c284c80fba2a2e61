import PageExtraction
import ReadingList
import Web

/// XML as nested values: an element becomes an object of its attributes and children, or a string
/// if it has only text.
enum XMLTree {
  private static let maxDepth = 128

  /// Names of elements that web pages, and fragments of them, begin with.
  static let pageElements: Set<String> = [
    "html", "head", "body", "title", "meta", "link", "script", "style", "div", "main", "section",
    "article", "nav", "header", "p", "a", "b", "br", "dl", "dt", "h1", "h2", "h3", "ul", "ol", "li",
    "table", "center", "span", "img", "form", "svg", "iframe", "noscript", "pre", "blockquote",
    "base",
  ]

  /// The name of the first element, in lower case without its prefix; nil if the bytes are not
  /// markup.
  ///
  /// Declarations before it, such as a document type, do not count.
  static func root(of bytes: [UInt8]) -> String? {
    guard bytes.prefix(1024).first(where: { $0 > 32 && $0 < 0x80 }) == UInt8(ascii: "<") else {
      return nil
    }
    var scanner = MarkupScanner(Array(bytes.prefix(64 << 10)))
    while let token = scanner.next() {
      if case .start(let name, _) = token { return word(name, scanner).lowercased() }
    }
    return nil
  }

  private static func word(_ name: Range<Int>, _ scanner: MarkupScanner) -> String {
    String(decoding: scanner.bytes[scanner.local(name)].prefix(64), as: UTF8.self)
  }

  private struct Element {
    var name: String
    var text: [UInt8] = []
    private var members: [(key: String, values: [JSON])] = []
    /// The indices of text members by name.
    private var places: [String: Int] = [:]

    init(name: String) { self.name = name }

    mutating func add(_ name: String, _ value: JSON) {
      guard case .string = value else { return members.append((name, [value])) }
      // A repeated name becomes a list.
      if let place = places[name] {
        members[place].values.append(value)
      } else {
        places[name] = members.count
        members.append((name, [value]))
      }
    }

    var value: JSON {
      let said = String(decoding: text, as: UTF8.self).trimmingSpace
      if members.isEmpty { return .string(said) }
      let isTitled = places.keys.contains { $0.lowercased() == "title" }
      let all = members.map { member in
        JSON.Member(member.key, member.values.count == 1 ? member.values[0] : .array(member.values))
      }
      return .object(all + (said.isEmpty || isTitled ? [] : [.init("title", .string(said))]))
    }

    /// The first child element.
    var first: JSON? { members.first?.values.first }
  }

  /// Parses a UTF-8 document, however malformed, into its root element.
  static func value(of bytes: [UInt8]) -> JSON {
    var scanner = MarkupScanner(bytes)
    var open = [Element(name: "")]
    func close() {
      let element = open.removeLast()
      open[open.count - 1].add(element.name, element.value)
    }
    while let token = scanner.next() {
      switch token {
      case .text(let range):
        open[open.count - 1].text += MarkupText.decoded(Array(bytes[range]), isAddress: true)
      case .literal(let range): open[open.count - 1].text += bytes[range]
      case .start(let name, let isClosed):
        var element = Element(name: word(name, scanner))
        for attribute in scanner.attributes {
          let whole = String(decoding: bytes[attribute.name].prefix(64), as: UTF8.self)
          guard !whole.hasPrefix("xmlns"), !whole.hasPrefix("xsi:") else { continue }
          let value = MarkupText.decoded(Array(bytes[attribute.value]), isAddress: true)
          element.add(
            word(attribute.name, scanner), .string(String(decoding: value, as: UTF8.self)))
        }
        if isClosed || open.count >= maxDepth {
          open[open.count - 1].add(element.name, element.value)
        } else {
          open.append(element)
        }
      case .end(let name):
        let name = word(name, scanner)
        guard let place = open.lastIndex(where: { $0.name == name }), place > 0 else { continue }
        while open.count > place { close() }
      }
    }
    while open.count > 1 { close() }
    return open[0].first ?? .null
  }
}
