import PageExtraction
import ReadingList
import Web

/// An element of a possibly malformed XML document; names are without prefixes.
struct XMLElement {
  /// At most 64 bytes.
  private(set) var name: String
  private(set) var attributes: [(name: String, value: String)] = []
  private(set) var children: [XMLElement] = []
  /// Outside of its children, trimmed.
  private(set) var text = ""

  private static let maxDepth = 128

  /// Names of elements that web pages, and fragments of them, begin with.
  static let pageElements: Set<String> = [
    "html", "head", "body", "title", "meta", "link", "script", "style", "div", "main", "section",
    "article", "nav", "header", "p", "a", "b", "br", "dl", "dt", "h1", "h2", "h3", "ul", "ol", "li",
    "table", "center", "span", "img", "form", "svg", "iframe", "noscript", "pre", "blockquote",
    "base",
  ]

  /// The first element's name in lower case, after declarations and document type; nil if the bytes
  /// are not markup.
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

  /// Whether a document other than a page ends before its root element does.
  static func isCutOff(_ bytes: [UInt8]) -> Bool {
    guard let root = root(of: bytes), !pageElements.contains(root) else { return false }
    var scanner = MarkupScanner(bytes)
    var depth = 0
    while let token = scanner.next() {
      switch token {
      case .start(let name, isClosed: false) where word(name, scanner).lowercased() == root:
        depth += 1
      case .end(let name) where word(name, scanner).lowercased() == root: depth -= 1
      default: break
      }
    }
    return depth > 0
  }

  /// Parses a UTF-8 document into its root element.
  init?(_ bytes: [UInt8]) {
    var scanner = MarkupScanner(bytes)
    var open = [XMLElement(name: "")]
    var texts: [[UInt8]] = [[]]
    func close() {
      var element = open.removeLast()
      element.text = String(decoding: texts.removeLast(), as: UTF8.self).trimmed
      open[open.count - 1].children.append(element)
    }
    while let token = scanner.next() {
      switch token {
      case .text(let range):
        texts[texts.count - 1] += MarkupText.decoded(Array(bytes[range]), isAddress: true)
      case .literal(let range): texts[texts.count - 1] += bytes[range]
      case .start(let name, let isClosed):
        open.append(XMLElement(name: Self.word(name, scanner)))
        texts.append([])
        for attribute in scanner.attributes {
          let whole = String(decoding: bytes[attribute.name].prefix(64), as: UTF8.self)
          guard !whole.hasPrefix("xmlns"), !whole.hasPrefix("xsi:") else { continue }
          let value = MarkupText.decoded(Array(bytes[attribute.value]), isAddress: true)
          open[open.count - 1].attributes.append(
            (Self.word(attribute.name, scanner), String(decoding: value, as: UTF8.self)))
        }
        if isClosed || open.count > Self.maxDepth { close() }
      case .end(let name):
        let name = Self.word(name, scanner)
        guard let place = open.lastIndex(where: { $0.name == name }), place > 0 else { continue }
        while open.count > place { close() }
      }
    }
    // The element being read at the cut is incomplete, but a list around it is not.
    while open.count > 2,
      open[open.count - 1].children.allSatisfy({ $0.attributes.isEmpty && $0.children.isEmpty })
    {
      open.removeLast()
      texts.removeLast()
    }
    while open.count > 1 { close() }
    guard let root = open[0].children.first else { return nil }
    self = root
  }

  private init(name: String) { self.name = name }

  private static func word(_ name: Range<Int>, _ scanner: MarkupScanner) -> String {
    String(decoding: scanner.bytes[scanner.local(name)].prefix(64), as: UTF8.self)
  }

  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// The descendants with these lower-case names, in document order.
  func all(_ names: Set<String>) -> [XMLElement] {
    children.flatMap { child in
      (names.contains(child.name.lowercased()) ? [child] : []) + child.all(names)
    }
  }

  /// An object of its attributes and children, or a string if it has only text.
  var json: JSON {
    if attributes.isEmpty, children.isEmpty { return .string(text) }
    var members: [(key: String, values: [JSON])] = []
    // Equal names become a list.
    var places: [String: Int] = [:]
    for (name, value) in attributes.map({ ($0.name, JSON.string($0.value)) })
      + children.map({ ($0.name, $0.json) })
    {
      if value.string != nil, let place = places[name] {
        members[place].values.append(value)
      } else {
        if value.string != nil { places[name] = members.count }
        members.append((name, [value]))
      }
    }
    let isTitled = places.keys.contains { $0.lowercased() == "title" }
    if !text.isEmpty, !isTitled { members.append(("title", [.string(text)])) }
    return .object(
      members.map { .init($0.key, $0.values.count == 1 ? $0.values[0] : .array($0.values)) })
  }
}
