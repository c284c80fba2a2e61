import PageExtraction
import ReadingList

/// Builds a feed from the tags and texts of RSS, RDF and Atom.
///
/// A stack of open elements, of bounded depth, lets an end tag also close the elements left open
/// inside. An item begins at its tag, at any depth.
struct FeedBuilder {
  private static let maxDepth = 64
  static let maxTextLength = 4 << 20

  struct Open {
    var name: Range<Int>
    var base: String
  }

  struct Field {
    var element: FeedElement
    var depth: Int
    var type: FieldType
    /// The number of open elements inside the field.
    var inside = 0
  }

  enum FieldType { case escaped, plain, markup, ignored }

  var scanner: MarkupScanner
  var stack: [Open]
  var asideDepth: Int?
  var itemDepth: Int?
  var draft = FeedDraft()
  var field: Field?
  var text: [UInt8] = []
  var feed = Feed()
  var channel = FeedDraft()

  init(_ scanner: MarkupScanner, root: Range<Int>, at url: String) {
    self.scanner = scanner
    stack = [Open(name: root, base: scanner.base(within: url))]
  }

  mutating func read() -> Feed {
    while let token = scanner.next() {
      switch token {
      case .start(let name, let isClosed): start(name, isClosed)
      case .end(let name): end(name)
      case .text(let range): take(range, isLiteral: false)
      case .literal(let range): take(range, isLiteral: true)
      }
    }
    // A document that ends inside an element was truncated; the incomplete field is left out.
    if let field, itemDepth != nil {
      let isText = field.element.takesMarkup && field.element != .title && draft.hasLink
      self.field = nil
      if isText { finishItem() } else { feed.skipped += 1 }
    } else {
      finishItem()
    }
    return feed
  }

  // MARK: Tags

  private mutating func start(_ name: Range<Int>, _ isClosed: Bool) {
    let element = FeedElement(name, in: scanner)
    if let field {
      if element == .item {
        close(to: field.depth)
      } else if isPart(of: field, name, element, isClosed) {
        return
      }
    }
    if element == .item, let itemDepth { close(to: itemDepth) }
    guard feed.items.count < FeedReader.maxItems else {
      if element == .item { feed.skipped += 1 }
      return
    }
    guard stack.count < Self.maxDepth else { return }
    let depth = stack.count
    stack.append(Open(name: name, base: scanner.base(within: currentBase)))
    if let element { begin(element, at: depth) }
    if isClosed { close(to: depth) }
  }

  private mutating func begin(_ element: FeedElement, at depth: Int) {
    switch element {
    case .item:
      itemDepth = depth
      asideDepth = nil
      draft = FeedDraft()
      if let about = value("rdf:about") {
        draft.offer(link: about, rank: .identifier, base: currentBase)
      }
      // `href` of an item is from the Channel Definition Format.
      if let target = value("href") { draft.offer(link: target, rank: .text, base: currentBase) }
    case .aside: asideDepth = asideDepth ?? depth
    case .other: break
    default:
      guard asideDepth == nil else { return }
      if element == .link { takeLink() }
      field = Field(element: element, depth: depth, type: fieldType(element))
      text.removeAll(keepingCapacity: true)
    }
  }

  /// Whether a start tag inside a field belongs to its value; if not, finishes the field.
  private mutating func isPart(
    of field: Field, _ name: Range<Int>, _ element: FeedElement?, _ isClosed: Bool
  ) -> Bool {
    if field.element == .author || field.element == .creator {
      finishField()
      return false
    }
    if field.type != .markup {
      // The field was left open. Deep inside a text, though, HTML has elements of the same names.
      let isDeep = field.inside > 0 && FeedElement.isInHTML(name, in: scanner)
      if element != nil, !isDeep {
        close(to: field.depth)
        return false
      }
    }
    guard field.element.takesMarkup else { return true }
    appendStart(name)
    if !isClosed, !isVoid(name) { self.field?.inside += 1 }
    return true
  }

  private mutating func end(_ name: Range<Int>) {
    if let depth = stack.lastIndex(where: { scanner.areAlike($0.name, name) }) {
      close(to: depth)
    } else if let field, field.element.takesMarkup {
      appendEnd(name)
    }
  }

  /// Closes the open elements down to an index of the stack.
  private mutating func close(to depth: Int) {
    if let field, field.depth >= depth { finishField() }
    if let itemDepth, itemDepth >= depth { finishItem() }
    if let aside = asideDepth, aside >= depth { asideDepth = nil }
    // The root stays open, for elements that wrongly follow its end tag.
    stack.removeSubrange(max(depth, 1)...)
  }

  var currentBase: String { stack.last?.base ?? "" }

  func value(_ name: StaticString) -> [UInt8]? {
    scanner.value(name).map { MarkupText.decoded(Array(scanner.bytes[$0]), isAddress: true) }
  }
}

extension MarkupScanner {
  func base(within outer: String) -> String {
    guard let given = value("xml:base") else { return outer }
    let text = String(
      decoding: MarkupText.decoded(Array(bytes[given]), isAddress: true), as: UTF8.self)
    return PageText.link(text, against: outer).flatMap { $0.hasPrefix("http") ? $0 : nil } ?? outer
  }
}
