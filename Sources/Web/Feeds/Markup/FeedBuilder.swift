import ReadingList

/// Builds a feed from the tags and texts of RSS, RDF and Atom.
///
/// A stack of open elements, of bounded depth, lets an end tag also close the elements left open
/// inside. An item begins at its tag, at any depth.
struct FeedBuilder {
  private static let maxDepth = 64
  private static let maxTextLength = 4 << 20

  private struct Open {
    var name: Range<Int>
    var base: String
  }

  /// The element whose text is being collected.
  private struct Field {
    var element: FeedElement
    var depth: Int
    var type: FieldType
    /// The number of open elements inside the field.
    var inside = 0
  }

  private enum FieldType { case escaped, plain, markup, ignored }

  private var scanner: MarkupScanner
  private let now: Timestamp?
  private var stack: [Open]
  private var asideDepth: Int?
  private var itemDepth: Int?
  private var draft = FeedDraft()
  private var field: Field?
  private var text: [UInt8] = []
  private var feed = Feed(items: [])
  /// The channel's own fields.
  private var channel = FeedDraft()

  /// Starts after the root's start tag.
  init(_ scanner: MarkupScanner, root: Range<Int>, at url: String, now: Timestamp?) {
    self.scanner = scanner
    self.now = now
    stack = []
    stack.append(Open(name: root, base: base(within: url)))
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
    feed.title = channel.title.isEmpty ? nil : channel.title
    feed.site = channel.address()
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
    stack.append(Open(name: name, base: base(within: currentBase)))
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

  /// Returns whether a start tag inside a field belongs to its value; if not, finishes the field.
  private mutating func isPart(
    of field: Field, _ name: Range<Int>, _ element: FeedElement?, _ isClosed: Bool
  ) -> Bool {
    if field.element == .author || field.element == .creator {
      finishField()
      return false
    }
    if field.type != .markup {
      // The field was not closed before the next one began. Deep inside a text, though, HTML has
      // elements of the same names.
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

  /// Closes the open elements down to and including an index of the stack.
  private mutating func close(to depth: Int) {
    if let field, field.depth >= depth { finishField() }
    if let itemDepth, itemDepth >= depth { finishItem() }
    if let aside = asideDepth, aside >= depth { asideDepth = nil }
    // The root stays open, for elements that wrongly follow its end tag.
    stack.removeSubrange(max(depth, 1)...)
  }

  private var currentBase: String { stack.last?.base ?? "" }

  /// Returns the base inside the element that has just begun.
  private func base(within outer: String) -> String {
    guard let given = scanner.value("xml:base") else { return outer }
    let text = String(
      decoding: MarkupText.decoded(Array(scanner.bytes[given]), isAddress: true), as: UTF8.self)
    return FeedAddress.resolved(text, against: outer).flatMap { $0.hasPrefix("http") ? $0 : nil }
      ?? outer
  }

  /// Returns an attribute's value with its character references replaced.
  private func value(_ name: StaticString) -> [UInt8]? {
    scanner.value(name).map { MarkupText.decoded(Array(scanner.bytes[$0]), isAddress: true) }
  }

  // MARK: Fields

  private func fieldType(_ element: FeedElement) -> FieldType {
    if element == .permalink, scanner.word("ispermalink") == "false" { return .plain }
    let mode = scanner.word("mode")
    guard element.takesMarkup, let type = scanner.word("type") ?? mode else { return .escaped }
    if mode == "base64" { return .ignored }
    if type == "xhtml" || mode == "xml" { return .markup }
    if type == "text" || type == "text/plain" { return .plain }
    return type.contains("/") && !type.hasPrefix("text/") && !type.contains("html")
      ? .ignored : .escaped
  }

  private mutating func take(_ range: Range<Int>, isLiteral: Bool) {
    guard let field, text.count < Self.maxTextLength, field.type != .ignored else { return }
    let bytes = Array(scanner.bytes[range.prefix(Self.maxTextLength - text.count)])
    if field.type == .markup {
      text += isLiteral ? escaped(bytes) : bytes
    } else {
      // It may be an address; what becomes a line is decoded again there.
      text += isLiteral ? bytes : MarkupText.decoded(bytes, isAddress: true)
    }
  }

  private mutating func finishField() {
    guard let field else { return }
    self.field = nil
    guard field.type != .ignored else { return }
    var draft = itemDepth == nil ? channel : draft
    let isPlain = field.type == .plain
    let markup = isPlain ? escaped(text) : text
    let base = currentBase
    switch field.element {
    case .title:
      if draft.title.isEmpty {
        draft.title = isPlain ? MarkupText.line(ofPlain: text) : MarkupText.line(text)
      }
    case .link: draft.offer(link: text, rank: .text, base: base)
    case .originalLink: draft.offer(link: text, rank: .original, base: base)
    case .permalink: draft.offer(link: text, rank: isPlain ? .identifier : .permalink, base: base)
    case .identifier: draft.offer(link: text, rank: .identifier, base: base)
    case .creator: draft.offer(author: text, rank: 4)
    case .author, .name: draft.offer(author: text, rank: 3)
    case .editor: draft.offer(author: text, rank: 2)
    case .podcastAuthor: draft.offer(author: text, rank: 1)
    case .published: draft.offer(date: text, isPublication: true)
    case .updated: draft.offer(date: text, isPublication: false)
    case .fullText: draft.offer(markup: text, rank: 4)
    case .content: draft.offer(markup: markup, rank: 3)
    case .description: draft.offer(markup: text, rank: 2)
    case .summary: draft.offer(markup: markup, rank: 1)
    case .item, .aside, .other: break
    }
    if itemDepth == nil { channel = draft } else { self.draft = draft }
  }

  private func escaped(_ bytes: [UInt8]) -> [UInt8] {
    Array(FeedAddress.escaped(String(decoding: bytes, as: UTF8.self)).utf8)
  }

  private mutating func takeLink() {
    guard let target = value("href") else { return }
    let relation = scanner.word("rel") ?? "alternate"
    guard relation == "alternate" || relation.hasSuffix("/alternate") else { return }
    let type = scanner.word("type")
    let isPage = type?.contains("html") ?? false
    let rank: FeedDraft.LinkRank = isPage ? .page : type == nil ? .untyped : .otherType
    if itemDepth == nil {
      channel.offer(link: target, rank: rank, base: currentBase)
    } else {
      draft.offer(link: target, rank: rank, base: currentBase)
    }
  }

  private mutating func finishItem() {
    guard itemDepth != nil else { return }
    itemDepth = nil
    asideDepth = nil
    if let item = draft.item(of: channel, now: now) {
      feed.items.append(item)
    } else {
      feed.skipped += 1
    }
    draft = FeedDraft()
  }

  // MARK: Markup that is the value of a field

  /// Appends the last start tag as it stands, without a prefix; in a title it may be the subject.
  private mutating func appendStart(_ name: Range<Int>) {
    guard text.count < Self.maxTextLength else { return }
    let start = field?.element == .title ? name.lowerBound : scanner.local(name).lowerBound
    text.append(UInt8(ascii: "<"))
    text += scanner.bytes[start..<scanner.position]
    if text.last != UInt8(ascii: ">") { text.append(UInt8(ascii: ">")) }
  }

  private mutating func appendEnd(_ name: Range<Int>) {
    if let field { self.field?.inside = max(0, field.inside - 1) }
    guard text.count < Self.maxTextLength else { return }
    text += "</".utf8
    text += scanner.bytes[scanner.local(name)]
    text.append(UInt8(ascii: ">"))
  }

  private func isVoid(_ name: Range<Int>) -> Bool {
    let local = scanner.local(name)
    let names: [StaticString] = ["br", "img", "hr", "input", "wbr", "source", "embed", "col"]
    return names.contains { scanner.matches(local, $0) }
  }
}
