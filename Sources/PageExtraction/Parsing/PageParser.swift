import CXML2
import Platform

/// Parses markup with libxml2 into a `PageTree`.
///
/// The parser reports elements and text without creating a libxml2 document. Nesting deeper than
/// `maxDepth` is flattened, and a page whose end tags cause excessive stack searches is truncated
/// when the budget is spent, so time and memory are linear in the input.
final class PageParser {
  /// The maximum nesting; deeper nodes are attached at this depth.
  static let maxDepth = 180
  static let maxNodes = 1_000_000

  private var tree = PageTree()
  /// Open elements as the parser sees them; `none` for omitted or early closed ones.
  private var stack: [PageTree.Index] = []
  private var current = PageTree.root
  private var depth = 0
  private var searchBudget = 20_000_000
  private var context: htmlParserCtxtPtr?
  private var tagCache = [(UInt, Tag)](repeating: (0, .unknown), count: 256)
  private var attributeCache = [(UInt, AttributeName)](repeating: (0, .other), count: 256)

  /// Parses UTF-8 markup without NUL bytes.
  static func parse(_ markup: [UInt8]) -> PageTree {
    let parser = PageParser()
    parser.tree.bytes.reserveCapacity(markup.count)
    parser.tree.nodes.reserveCapacity(markup.count / 24)
    parser.run(markup)
    TextMeasure.measure(&parser.tree)
    return parser.tree
  }

  private func run(_ markup: [UInt8]) {
    guard !markup.isEmpty, markup.count < Int(Int32.max) / 2 else { return }
    ParserLibrary.prepare()
    markup.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        guard let context = htmlCreateMemoryParserCtxt(characters.baseAddress, Int32(markup.count))
        else { return }
        defer { htmlFreeParserCtxt(context) }
        htmlCtxtUseOptions(context, ParserLibrary.options)
        context.pointee.options |= Int32(XML_PARSE_HUGE.rawValue)
        context.pointee.charset = Int32(XML_CHAR_ENCODING_UTF8.rawValue)
        guard let handler = context.pointee.sax else { return }
        install(handler)
        context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
        self.context = context
        htmlParseDocument(context)
        self.context = nil
      }
    }
  }

  private func install(_ handler: UnsafeMutablePointer<xmlSAXHandler>) {
    handler.pointee = xmlSAXHandler()
    handler.pointee.initialized = XML_SAX2_MAGIC
    handler.pointee.startElement = { parser, name, attributes in
      guard let parser, let name else { return }
      Unmanaged<PageParser>.fromOpaque(parser).takeUnretainedValue().start(name, attributes)
    }
    handler.pointee.endElement = { parser, name in
      guard let parser else { return }
      Unmanaged<PageParser>.fromOpaque(parser).takeUnretainedValue().end()
    }
    let text: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<xmlChar>?, Int32) -> Void = {
      guard let parser = $0, let bytes = $1, $2 > 0 else { return }
      Unmanaged<PageParser>.fromOpaque(parser).takeUnretainedValue().text(
        UnsafeBufferPointer(start: bytes, count: Int($2)))
    }
    handler.pointee.characters = text
    handler.pointee.ignorableWhitespace = text
    handler.pointee.cdataBlock = text
    handler.pointee.serror = { parser, _ in
      guard let parser else { return }
      Unmanaged<PageParser>.fromOpaque(parser).takeUnretainedValue().complained()
    }
  }

  /// Charges the stack search of an unexpected end tag to the budget.
  private func complained() {
    guard let context else { return }
    searchBudget -= Int(context.pointee.nameNr)
    if searchBudget < 0 { xmlStopParser(context) }
  }

  // MARK: Events

  private func start(
    _ name: UnsafePointer<xmlChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    let tag = self.tag(name)
    guard depth < Self.maxDepth, tree.nodes.count < Self.maxNodes else {
      stack.append(PageTree.none)
      return
    }
    let node = tree.makeElement(tag)
    if let attributes { read(attributes, of: node, tag) }
    tree.append(node, to: current)
    stack.append(node)
    current = node
    depth += 1
  }

  private func end() {
    guard let top = stack.popLast(), top != PageTree.none else { return }
    depth -= 1
    current = tree[top].parent
  }

  private func text(_ characters: UnsafeBufferPointer<UInt8>) {
    let last = tree[current].last
    if last != PageTree.none, tree.tag(last) == .text,
      Int(tree[last].start + tree[last].count) == tree.bytes.count
    {
      tree.bytes.append(contentsOf: characters)
      tree[last].count += Int32(characters.count)
      return
    }
    guard tree.nodes.count < Self.maxNodes else { return }
    let node = tree.makeElement(.text)
    tree[node].start = Int32(tree.bytes.count)
    tree[node].count = Int32(characters.count)
    tree.bytes.append(contentsOf: characters)
    tree.append(node, to: current)
  }

  private func read(
    _ list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>, of node: PageTree.Index, _ tag: Tag
  ) {
    let first = tree.attributes.count
    var isAriaHidden = false
    var pair = list
    while let name = pair[0] {
      defer { pair += 2 }
      let known = attribute(name)
      if known == .other, tag != .img { continue }
      var attribute = PageTree.Attribute(name: known, start: Int32(tree.bytes.count), count: 0)
      if known == .hidden, pair[1] == nil { tree[node].flags.insert(.hidden) }
      if let value = pair[1] {
        let value = UnsafeBufferPointer(start: value, count: UnsafeRawPointer(value).lengthToZero)
        tree.bytes.append(contentsOf: value)
        attribute.count = Int32(value.count)
        switch known {
        case .class: judge(value, of: node, isClass: true)
        case .id: if !Self.isSlug(value) { judge(value, of: node) }
        case .dataRole:
          tree[node].marks.formUnion(HintVocabulary.standard.marks(value).intersection(.signature))
        case .style: if Self.hides(value) { tree[node].flags.insert(.hidden) }
        case .hidden: if !ByteText.equals(value, "until-found") { tree[node].flags.insert(.hidden) }
        case .slot:
          if ByteText.equals(value, "comment") || ByteText.equals(value, "text-body") {
            tree[node].marks.insert(.post)
          }
        case .ariaHidden: if ByteText.equals(value, "true") { isAriaHidden = true }
        case .ariaModal: if ByteText.equals(value, "true") { tree[node].flags.insert(.hidden) }
        default: break
        }
      }
      tree.attributes.append(attribute)
    }
    tree[node].start = Int32(first)
    tree[node].count = Int32(tree.attributes.count - first)
    if isAriaHidden, !tree[node].marks.contains(.fallbackImage) { tree[node].flags.insert(.hidden) }
    if tree[node].flags.contains(.hidden), isFolded(node) { tree[node].flags.remove(.hidden) }
  }

  /// Whether a class attribute lists styling utilities, as in `mt-2 flex md:w-full`.
  private static func isUtilityList(_ names: UnsafeBufferPointer<UInt8>) -> Bool {
    var signs = 0
    var before: UInt8 = 0x20
    var beforeThat: UInt8 = 0x20
    for byte in names {
      let isDigit = byte >= 0x30 && byte <= 0x39
      if byte == 0x3a || byte == 0x5b || (isDigit && before == 0x2d && beforeThat != 0x2d) {
        signs += 1
      }
      beforeThat = before
      before = byte
    }
    return signs >= 2
  }

  /// Whether an id consists of a heading's words rather than a name.
  private static func isSlug(_ id: UnsafeBufferPointer<UInt8>) -> Bool {
    var hyphens = 0
    for byte in id {
      if byte == 0x2d {
        hyphens += 1
      } else if byte == 0x5f || (byte >= 0x41 && byte <= 0x5a) {
        return false
      }
    }
    return hyphens >= 3
  }

  /// Whether a hidden element is one of several tabs, or collapsible.
  private func isFolded(_ node: PageTree.Index) -> Bool {
    if tree.attribute(.role, of: node, equals: "tabpanel") { return true }
    if tree[node].marks.contains(.folded) { return true }
    return current != PageTree.root && tree[current].marks.contains(.folded)
      && [.div, .p, .section, .dd, .ul].contains(tree.tag(node))
  }

  private static let hiding = [Array("display:none".utf8), Array("visibility:hidden".utf8)]

  /// Whether a style hides its element.
  private static func hides(_ style: UnsafeBufferPointer<UInt8>) -> Bool {
    guard style.count >= hiding[0].count else { return false }
    var squeezed: [UInt8] = []
    squeezed.reserveCapacity(style.count)
    for byte in style where !PageTree.isSpace(byte) { squeezed.append(PageTree.lower(byte)) }
    return hiding.contains { ByteText.contains(squeezed[...], $0) }
  }

  private func judge(
    _ value: UnsafeBufferPointer<UInt8>, of node: PageTree.Index, isClass: Bool = false
  ) {
    var marks = HintVocabulary.standard.marks(value)
    if isClass, !marks.isDisjoint(with: [.negative, .unlikely]), Self.isUtilityList(value) {
      // Words such as "scroll" and "hidden" describe the appearance here, not the content.
      if !marks.contains(.furniture) { marks.remove(.negative) }
      if !marks.contains(.unlikelyBody) { marks.remove(.unlikely) }
    }
    if marks.contains(.negative) { tree[node].weight -= 1 }
    if marks.contains(.positive) { tree[node].weight += 1 }
    tree[node].marks.formUnion(marks)
  }

  // MARK: Names

  private func tag(_ name: UnsafePointer<xmlChar>) -> Tag {
    let key = UInt(bitPattern: name)
    let slot = Int((key >> 3) & 255)
    if tagCache[slot].0 == key { return tagCache[slot].1 }
    let tag = Tag(name: String(cString: name))
    tagCache[slot] = (key, tag)
    return tag
  }

  private func attribute(_ name: UnsafePointer<xmlChar>) -> AttributeName {
    let key = UInt(bitPattern: name)
    let slot = Int((key >> 3) & 255)
    if attributeCache[slot].0 == key { return attributeCache[slot].1 }
    let attribute = AttributeName(name: String(cString: name))
    attributeCache[slot] = (key, attribute)
    return attribute
  }
}
