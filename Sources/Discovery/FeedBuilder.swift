import ReadingList

/// Makes a feed out of the tags and texts of RSS, RDF and Atom.
///
/// Keeps a stack of open elements, of bounded depth, by which an end tag also ends what was left open
/// inside; an item begins wherever its tag stands.
struct FeedBuilder {
  private static let deepest = 256
  private static let longestText = 4 << 20

  private struct Open {
    var name: Range<Int>
    var isAside: Bool
    /// What relative links inside are relative to.
    var base: String
  }

  /// The element whose text is being taken.
  private struct Field {
    var element: FeedElement
    /// Its place on the stack.
    var depth: Int
    var type: FieldType
    /// Elements of the same name inside, and elements inside that are open.
    var namesakes = 0
    var inside = 0
  }

  private enum FieldType {
    case escaped, plain, markup, ignored
  }

  private var scanner: MarkupScanner
  private let now: Timestamp?
  private var stack: [Open]
  private var asideDepth: Int?
  private var itemDepth: Int?
  private var draft = FeedDraft()
  private var field: Field?
  private var text: [UInt8] = []
  private var feed = Feed(items: [])
  private var siteRank = -1
  private var channelAuthor: String?

  /// Begins behind the start tag of the root.
  init(_ scanner: MarkupScanner, root: Range<Int>, at url: String, now: Timestamp?) {
    self.scanner = scanner
    self.now = now
    stack = []
    stack.append(Open(name: root, isAside: false, base: base(within: url)))
  }

  /// Reads to the end.
  mutating func read() -> Feed {
    while let token = scanner.next() {
      switch token {
      case .start(let name, let isClosed): start(name, isClosed)
      case .end(let name): end(name)
      case .text(let range): take(range, isLiteral: false)
      case .literal(let range): take(range, isLiteral: true)
      }
    }
    // What ends inside an element was cut off: its address or its text may be half of one.
    if field != nil, itemDepth != nil {
      feed.skipped += 1
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
    guard feed.items.count < FeedReader.mostItems else {
      if element == .item { feed.skipped += 1 }
      return
    }
    guard stack.count < Self.deepest else { return }
    let depth = stack.count
    stack.append(Open(name: name, isAside: element == .aside, base: base(within: currentBase)))
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
    case .aside: asideDepth = asideDepth ?? depth
    case .other: break
    default:
      guard asideDepth == nil else { return }
      if element == .link { takeLink() }
      if element == .category { takeCategory() }
      field = Field(element: element, depth: depth, type: fieldType(element))
      text.removeAll(keepingCapacity: true)
    }
  }

  /// Whether a start tag inside a field belongs to its value; otherwise the field is over.
  private mutating func isPart(
    of field: Field,
    _ name: Range<Int>,
    _ element: FeedElement?,
    _ isClosed: Bool
  ) -> Bool {
    let isNamesake = scanner.areAlike(name, stack[field.depth].name)
    if field.element == .author || field.element == .creator {
      finishField()
      return false
    }
    if field.type != .markup {
      // An element that was not closed before the next one began. Deep inside of text, HTML has
      // elements of the same names.
      let isDeep = field.inside > 0 && FeedElement.isInHTML(name, in: scanner)
      if element != nil, !isDeep {
        close(to: field.depth)
        return false
      }
    }
    guard field.element.takesMarkup else { return true }
    appendStart(name, isClosed)
    guard !isClosed, !isVoid(name) else { return true }
    self.field?.inside += 1
    if isNamesake { self.field?.namesakes += 1 }
    return true
  }

  private mutating func end(_ name: Range<Int>) {
    if let field {
      if scanner.areAlike(name, stack[field.depth].name) {
        guard field.namesakes > 0 else {
          close(to: field.depth)
          return
        }
        self.field?.namesakes -= 1
        appendEnd(name)
        return
      }
      if !stack[..<field.depth].contains(where: { scanner.areAlike($0.name, name) }) {
        if field.element.takesMarkup { appendEnd(name) }
        return
      }
    }
    if let depth = stack.lastIndex(where: { scanner.areAlike($0.name, name) }) { close(to: depth) }
  }

  /// Ends what is open down to a place on the stack, that one included.
  private mutating func close(to depth: Int) {
    if let field, field.depth >= depth { finishField() }
    if let itemDepth, itemDepth >= depth { finishItem() }
    if let aside = asideDepth, aside >= depth { asideDepth = nil }
    // The root stays, for what follows it by mistake.
    stack.removeSubrange(max(depth, 1)...)
  }

  private var currentBase: String { stack.last?.base ?? "" }

  /// The base inside of the element that has just begun.
  private func base(within outer: String) -> String {
    guard let given = scanner.value("xml:base") else { return outer }
    let text = String(decoding: MarkupText.decoded(Array(scanner.bytes[given])), as: UTF8.self)
    return Links.resolved(text, against: outer).flatMap { $0.hasPrefix("http") ? $0 : nil } ?? outer
  }

  /// An attribute's value with its entities replaced.
  private func value(_ name: StaticString) -> [UInt8]? {
    scanner.value(name).map { MarkupText.decoded(Array(scanner.bytes[$0])) }
  }

  private func says(_ name: StaticString, _ word: StaticString) -> Bool {
    scanner.value(name).map { scanner.matches($0, word) } ?? false
  }

  // MARK: Fields

  private func fieldType(_ element: FeedElement) -> FieldType {
    if element == .permalink, says("ispermalink", "false") { return .plain }
    guard element.takesMarkup else { return .escaped }
    if says("mode", "base64") { return .ignored }
    guard let range = scanner.value("type") else { return .escaped }
    if scanner.matches(range, "xhtml") || says("mode", "xml") { return .markup }
    if scanner.matches(range, "text") || scanner.matches(range, "text/plain") { return .plain }
    let type = String(decoding: scanner.bytes[range], as: UTF8.self).lowercased()
    return type.contains("/") && !type.hasPrefix("text/") && !type.contains("html")
      ? .ignored
      : .escaped
  }

  private mutating func take(_ range: Range<Int>, isLiteral: Bool) {
    guard let field, text.count < Self.longestText, field.type != .ignored else { return }
    let range = range.prefix(Self.longestText - text.count)
    if field.type == .markup {
      if isLiteral {
        appendEscaped(range)
      } else {
        text += scanner.bytes[range]
      }
    } else if isLiteral {
      text += scanner.bytes[range]
    } else {
      MarkupText.append(range, of: scanner.bytes, to: &text)
    }
  }

  private mutating func finishField() {
    guard let field else { return }
    self.field = nil
    guard field.type != .ignored else { return }
    let isPlain = field.type == .plain
    let base = currentBase
    guard itemDepth != nil else {
      finishChannelField(field.element)
      return
    }
    switch field.element {
    case .title:
      if draft.title.isEmpty {
        draft.title = isPlain ? MarkupText.line(ofPlain: text) : MarkupText.line(text)
      }
    case .link: draft.offer(link: text, rank: .text, base: base)
    case .originalLink: draft.offer(link: text, rank: .original, base: base)
    case .permalink: draft.offer(link: text, rank: isPlain ? .identifier : .permalink, base: base)
    case .identifier: draft.offer(link: text, rank: .identifier, base: base)
    case .author, .creator, .name: draft.offer(author: FeedDraft.person(text), rank: 3)
    case .editor: draft.offer(author: FeedDraft.person(text), rank: 2)
    case .podcastAuthor: draft.offer(author: FeedDraft.person(text), rank: 1)
    case .published: draft.offer(date: text, isPublication: true)
    case .updated: draft.offer(date: text, isPublication: false)
    case .fullText: draft.offer(markup: text, rank: 4)
    case .content: draft.offer(markup: isPlain ? escaped(text) : text, rank: 3)
    case .description: draft.offer(markup: text, rank: 2)
    case .summary: draft.offer(markup: isPlain ? escaped(text) : text, rank: 1)
    case .category: draft.add(category: MarkupText.line(text))
    case .item, .aside, .other: break
    }
  }

  private mutating func finishChannelField(_ element: FeedElement) {
    switch element {
    case .title:
      let line = MarkupText.line(text)
      if feed.title == nil, !line.isEmpty { feed.title = line }
    case .link: offer(site: text, rank: 1)
    case .author, .creator, .name, .editor, .podcastAuthor:
      let name = FeedDraft.person(text)
      if channelAuthor == nil, !name.isEmpty { channelAuthor = name }
    default: break
    }
  }

  private mutating func offer(site link: [UInt8], rank: Int) {
    guard rank > siteRank,
      let address = Links.address(link.indices, of: link, against: currentBase)
    else { return }
    feed.site = address
    siteRank = rank
  }

  private mutating func takeLink() {
    guard let target = value("href") else { return }
    if let relation = scanner.value("rel"), !scanner.matches(relation, "alternate"),
      !scanner.bytes[relation].suffix(10).elementsEqual("/alternate".utf8)
    {
      return
    }
    let type = scanner.value("type")
    let isPage = type.map { MarkupText.contains("html", $0, of: scanner.bytes) } ?? false
    if itemDepth == nil {
      if isPage || type == nil { offer(site: target, rank: isPage ? 3 : 2) }
    } else {
      draft.offer(
        link: target,
        rank: isPage ? .page : type == nil ? .untyped : .otherType,
        base: currentBase
      )
    }
  }

  private mutating func takeCategory() {
    guard itemDepth != nil else { return }
    for name in ["label", "term"] as [StaticString] {
      guard let range = scanner.value(name) else { continue }
      let word = MarkupText.line(range, of: scanner.bytes)
      if !word.isEmpty {
        draft.add(category: word)
        return
      }
    }
  }

  private mutating func finishItem() {
    guard itemDepth != nil else { return }
    itemDepth = nil
    asideDepth = nil
    if let item = draft.item(site: feed.site, author: channelAuthor, now: now) {
      feed.items.append(item)
    } else {
      feed.skipped += 1
    }
    draft = FeedDraft()
  }

  // MARK: Markup inside of a field

  private mutating func appendStart(_ name: Range<Int>, _ isClosed: Bool) {
    guard text.count < Self.longestText else { return }
    text.append(UInt8(ascii: "<"))
    text += scanner.bytes[scanner.local(name)]
    for attribute in scanner.attributes {
      text.append(32)
      text += scanner.bytes[attribute.name]
      text += "=\"".utf8
      for byte in scanner.bytes[attribute.value] {
        if byte == UInt8(ascii: "\"") { text += "&quot;".utf8 } else { text.append(byte) }
      }
      text.append(UInt8(ascii: "\""))
    }
    text.append(UInt8(ascii: ">"))
    if isClosed, !isVoid(name) { writeEnd(name) }
  }

  private mutating func appendEnd(_ name: Range<Int>) {
    if let field { self.field?.inside = max(0, field.inside - 1) }
    if text.count < Self.longestText { writeEnd(name) }
  }

  private mutating func writeEnd(_ name: Range<Int>) {
    text += "</".utf8
    text += scanner.bytes[scanner.local(name)]
    text.append(UInt8(ascii: ">"))
  }

  private func isVoid(_ name: Range<Int>) -> Bool {
    let local = scanner.local(name)
    let names: [StaticString] = ["br", "img", "hr", "input", "wbr", "source", "embed", "col"]
    return names.contains { scanner.matches(local, $0) }
  }

  private mutating func appendEscaped(_ range: Range<Int>) {
    text += escaped(scanner.bytes[range])
  }

  private func escaped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "<"): out += "&lt;".utf8
      case UInt8(ascii: "&"): out += "&amp;".utf8
      default: out.append(byte)
      }
    }
    return out
  }
}
