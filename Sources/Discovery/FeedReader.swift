import CXML2
import PageExtraction
import ReadingList

/// Reads feeds: RSS 0.9 to 2.0, RDF, Atom, JSON Feed, and lists of them in OPML.
///
/// Tolerant of what real feeds get wrong; see `FeedMarkup`. One pass without a tree; nothing is ever
/// fetched or included.
package enum FeedReader {
  /// The largest document read, in bytes.
  package static let largest = 64 << 20
  /// The most items that are kept of one feed; the rest counts as skipped.
  package static let mostItems = 20_000
  /// The most lines that are kept of one list.
  package static let mostOutlines = 200_000

  /// Reads a document that may be a feed.
  ///
  /// - Parameters:
  ///   - bytes: the document as UTF-8, whatever it says of itself.
  ///   - url: where it was found, for relative links; empty for a local file.
  /// - Returns: what it turned out to be.
  /// - Throws: `FeedProblem` when it is no feed.
  package static func read(_ bytes: [UInt8], at url: String) throws(FeedProblem) -> FeedDocument {
    guard bytes.count <= largest else { throw FeedProblem("far too large for a feed") }
    var first = bytes.first { !isSpace($0) }
    if first == 0xef { first = bytes.dropFirst(3).first { !isSpace($0) } }
    if first == UInt8(ascii: "{") { return .feed(try JSONFeed.read(bytes, at: url)) }
    let parser = FeedParser(url: url)
    parser.parse(FeedMarkup.tolerant(bytes))
    return try parser.result()
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte <= 32 }
}

/// The formats told apart by their root element.
enum FeedFormat {
  case rss, rdf, atom, opml
}

/// Turns the parser's events into items.
///
/// Goes by local names in any case, since prefixes and namespaces are often wrong; those of extensions
/// that reuse common names are passed over.
private final class FeedParser {
  private var format: FeedFormat?
  private var root: String?
  private var base: [(depth: Int, url: String)]
  private var depth = 0
  private var title: String?
  private var site: WebAddress?
  private var items: [FeedItem] = []
  private var outlines: [Outline] = []
  private var seen: Set<String> = []
  private var skipped = 0
  private var draft: Draft?
  /// Elements with names and links of their own that are not the item's: image, author, source.
  private var aside: (name: String, depth: Int)?
  private var field: (name: String, depth: Int, type: String)?
  private var text: [UInt8] = []
  /// Whether elements inside the field are kept as markup (Atom's XHTML).
  private var keepsMarkup = false

  init(url: String) { base = [(0, url)] }

  /// What is known of an item so far.
  private struct Draft {
    var depth: Int
    var title = ""
    var link: (rank: Int, text: String)?
    var author: String?
    var date: (rank: Int, text: String)?
    var categories: [String] = []
    var markup: (rank: Int, text: String)?
    /// The base that held where the item began.
    var base: String
  }

  func parse(_ bytes: [UInt8]) {
    var handler = xmlSAXHandler()
    handler.startElement = { context, name, attributes in
      guard let context, let name else { return }
      Unmanaged<FeedParser>.fromOpaque(context).takeUnretainedValue().start(name, attributes)
    }
    handler.endElement = { context, name in
      guard let context, let name else { return }
      Unmanaged<FeedParser>.fromOpaque(context).takeUnretainedValue().end(name)
    }
    handler.characters = { context, bytes, count in
      guard let context, let bytes else { return }
      Unmanaged<FeedParser>.fromOpaque(context).takeUnretainedValue()
        .take(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
    let options =
      XML_PARSE_RECOVER.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue
      | XML_PARSE_NOWARNING.rawValue
    let me = Unmanaged.passUnretained(self).toOpaque()
    guard let context = xmlCreatePushParserCtxt(&handler, me, nil, 0, nil) else { return }
    defer { xmlFreeParserCtxt(context) }
    xmlCtxtUseOptions(context, Int32(bitPattern: options))
    bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
      var sent = 0
      while sent < buffer.count {
        let count = min(1 << 20, buffer.count - sent)
        xmlParseChunk(context, start + sent, Int32(count), sent + count == buffer.count ? 1 : 0)
        sent += count
      }
    }
    // A document that was cut off ends in the middle of an item.
    finishField()
    finishDraft(isWhole: false)
    xmlFreeDoc(context.pointee.myDoc)
  }

  func result() throws(FeedProblem) -> FeedDocument {
    switch format {
    case .opml: return .outlines(outlines, skipped: skipped)
    case .rss, .rdf, .atom:
      return .feed(Feed(title: title, site: site, items: items, skipped: skipped))
    case nil:
      switch root {
      case "html", "body", "head", "div", "p": throw FeedProblem("a web page, not a feed")
      case nil: throw FeedProblem("not a feed: it has no markup")
      case let name?:
        throw FeedProblem("not a feed: its root is <\(PageText.line(String(name.prefix(40))))>")
      }
    }
  }

  // MARK: Events

  /// Prefixes of extensions whose elements have names like the item's own.
  private static let foreign: Set<String> = [
    "media", "itunes", "georss", "geo", "sy", "slash", "gd",
  ]

  private func start(
    _ name: UnsafePointer<xmlChar>,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    depth += 1
    if keepsMarkup {
      appendStart(name, attributes)
      return
    }
    let (prefix, local) = Self.split(name)
    if root == nil { root = local }
    if format == nil {
      format = Self.format(of: local)
      if format == nil { return }
    }
    if format == .opml {
      if local == "outline" { takeOutline(attributes) }
      return
    }
    if let given = Self.value("xml:base", attributes) {
      base.append((depth, Links.resolved(given, against: currentBase) ?? currentBase))
    }
    if Self.foreign.contains(prefix), !(prefix == "itunes" && local == "author") { return }
    switch local {
    case "item", "entry":
      finishField()
      finishDraft(isWhole: true)
      aside = nil
      draft = Draft(depth: depth, base: currentBase)
      if let about = Self.value("rdf:about", attributes) { draft?.link = (1, about) }
      return
    case "image", "textinput", "source", "author", "contributor":
      if aside == nil { aside = (local, depth) }
    case "link" where aside == nil: takeLink(attributes)
    default: break
    }
    begin(local, prefix, attributes)
  }

  private func begin(
    _ local: String,
    _ prefix: String,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    if let aside, aside.name != "author" { return }
    switch local {
    case "category" where draft != nil:
      if let term = Self.value("label", attributes) ?? Self.value("term", attributes) {
        add(category: term)
      }
    case "title", "link", "guid", "origlink", "author", "creator", "name", "managingeditor",
      "pubdate", "published", "updated", "issued", "modified", "date", "created", "encoded",
      "content", "summary", "description", "subject", "id":
      break
    default: return
    }
    // An element that was not closed before the next one began.
    finishField()
    let type = Self.value("type", attributes) ?? ""
    field = (
      local == "guid" && Self.value("ispermalink", attributes)?.lowercased() == "false"
        ? "id" : local, depth, type
    )
    keepsMarkup = type == "xhtml" && (local == "content" || local == "summary" || local == "title")
  }

  private func take(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard field != nil, text.count < 4 << 20 else { return }
    if keepsMarkup {
      for byte in bytes { appendEscaped(byte) }
    } else {
      text.append(contentsOf: bytes)
    }
  }

  private func end(_ name: UnsafePointer<xmlChar>) {
    if keepsMarkup, let field, depth > field.depth {
      text += "</".utf8
      appendName(name)
      text.append(UInt8(ascii: ">"))
      depth -= 1
      return
    }
    if let field, depth <= field.depth { finishField() }
    if let aside, depth <= aside.depth { self.aside = nil }
    if let draft, depth <= draft.depth { finishDraft(isWhole: true) }
    if let last = base.last, last.depth == depth, base.count > 1 { base.removeLast() }
    depth -= 1
  }

  private var currentBase: String { base.last?.url ?? "" }

  // MARK: Fields

  private func finishField() {
    guard let (name, _, type) = field else { return }
    field = nil
    keepsMarkup = false
    defer { text.removeAll(keepingCapacity: true) }
    guard draft != nil else {
      finishChannelField(name)
      return
    }
    func value() -> String { String(decoding: text, as: UTF8.self) }
    switch name {
    case "title":
      if draft?.title.isEmpty == true { draft?.title = PageText.line(ofMarkup: value()) }
    case "link": offer(link: value(), rank: 4)
    case "origlink": offer(link: value(), rank: 6)
    case "guid": offer(link: value(), rank: 2)
    case "id": offer(link: value(), rank: 1)
    case "author", "name", "creator", "managingeditor":
      let author = Self.person(value())
      if !author.isEmpty, draft?.author == nil { draft?.author = author }
    case "pubdate", "published", "issued", "date": offer(date: value(), rank: 2)
    case "updated", "modified", "created": offer(date: value(), rank: 1)
    case "encoded": offer(markup: value(), rank: 4)
    case "content": offer(markup: type == "text" ? Links.escaped(value()) : value(), rank: 3)
    case "description": offer(markup: value(), rank: 2)
    case "summary": offer(markup: value(), rank: 1)
    case "category", "subject": add(category: value())
    default: break
    }
  }

  private func finishChannelField(_ name: String) {
    guard aside == nil else { return }
    let value = String(decoding: text, as: UTF8.self)
    switch name {
    case "title":
      let line = PageText.line(ofMarkup: value)
      if title == nil, !line.isEmpty { title = line }
    case "link": if site == nil { site = Links.address(value, against: currentBase) }
    default: break
    }
  }

  private func offer(link: String, rank: Int) {
    let link = PageText.line(link)
    guard !link.isEmpty, rank > draft?.link?.rank ?? 0 else { return }
    // An identifier is an address only when it says so.
    if rank <= 2, !link.lowercased().hasPrefix("http") { return }
    draft?.link = (rank, link)
  }

  private func offer(date: String, rank: Int) {
    if rank > draft?.date?.rank ?? 0 { draft?.date = (rank, date) }
  }

  private func offer(markup: String, rank: Int) {
    if rank > draft?.markup?.rank ?? 0, markup.utf8.contains(where: { $0 > 32 }) {
      draft?.markup = (rank, markup)
    }
  }

  private func add(category: String) {
    let word = PageText.line(ofMarkup: category)
    guard !word.isEmpty, let known = draft?.categories, known.count < 50, !known.contains(word)
    else {
      return
    }
    draft?.categories.append(word)
  }

  private func takeLink(_ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) {
    guard let target = Self.value("href", attributes) else { return }
    let relation = (Self.value("rel", attributes) ?? "alternate").lowercased()
    guard relation == "alternate" else { return }
    guard draft != nil else {
      let type = Self.value("type", attributes) ?? "text/html"
      if site == nil, type.contains("html") { site = Links.address(target, against: currentBase) }
      return
    }
    let type = (Self.value("type", attributes) ?? "").lowercased()
    offer(link: target, rank: type.isEmpty || type.contains("html") ? 5 : 3)
  }

  private func finishDraft(isWhole: Bool) {
    guard let draft else { return }
    self.draft = nil
    guard let link = draft.link, let address = Links.address(link.text, against: draft.base),
      items.count < FeedReader.mostItems, isWhole || !draft.title.isEmpty
    else {
      skipped += 1
      return
    }
    items.append(
      FeedItem(
        address: address,
        title: draft.title,
        author: draft.author,
        publishedAt: draft.date.flatMap { FeedDate.timestamp($0.text) },
        categories: draft.categories,
        markup: draft.markup?.text
      )
    )
  }

  /// Names without the mail addresses that RSS wants: `mail@site (Name)`.
  private static func person(_ text: String) -> String {
    let line = PageText.line(ofMarkup: text)
    guard line.contains("@") else { return line }
    if let open = line.firstIndex(of: "("), let close = line.lastIndex(of: ")"), open < close {
      return String(line[line.index(after: open)..<close])
    }
    let words = line.split(separator: " ").filter { !$0.contains("@") }
    return words.joined(separator: " ")
  }

  // MARK: Outlines

  private func takeOutline(_ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) {
    var values: [String: String] = [:]
    Self.each(attributes) { name, value in
      switch name {
      case "xmlurl", "htmlurl", "url", "type", "text", "title": values[name] = value
      default: break
      }
    }
    let isLink = values["type"]?.lowercased() == "link"
    let feed = isLink ? nil : values["xmlurl"]
    guard let target = feed ?? values["url"] ?? values["htmlurl"] ?? values["xmlurl"] else {
      // A folder.
      return
    }
    guard let address = Links.address(target, against: currentBase),
      outlines.count < FeedReader.mostOutlines
    else {
      skipped += 1
      return
    }
    guard seen.insert(address.text).inserted else { return }
    outlines.append(
      Outline(
        kind: feed == nil ? .page : .feed,
        address: address,
        title: PageText.line(ofMarkup: values["title"] ?? values["text"] ?? "")
      )
    )
  }

  // MARK: Names and attributes

  private static func format(of name: String) -> FeedFormat? {
    switch name {
    case "rss": .rss
    case "channel": .rss
    case "rdf": .rdf
    case "feed": .atom
    case "opml": .opml
    default: nil
    }
  }

  private static func split(_ name: UnsafePointer<xmlChar>) -> (prefix: String, local: String) {
    let whole = String(cString: name)
    guard let colon = whole.utf8.lastIndex(of: UInt8(ascii: ":")) else {
      return ("", whole.lowercased())
    }
    return (
      whole[..<colon].lowercased(), whole[whole.utf8.index(after: colon)...].lowercased()
    )
  }

  private static func each(
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?,
    _ body: (String, String) -> Void
  ) {
    guard var pair = attributes else { return }
    while let name = pair[0] {
      if let value = pair[1] { body(String(cString: name).lowercased(), String(cString: value)) }
      pair += 2
    }
  }

  private static func value(
    _ wanted: String,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) -> String? {
    guard var pair = attributes else { return nil }
    while let name = pair[0] {
      if xmlStrcasecmp(name, wanted) == 0 { return pair[1].map { String(cString: $0) } }
      pair += 2
    }
    return nil
  }

  // MARK: Markup

  private func appendStart(
    _ name: UnsafePointer<xmlChar>,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    text.append(UInt8(ascii: "<"))
    appendName(name)
    Self.each(attributes) { name, value in
      text += " \(name)=\"".utf8
      for byte in value.utf8 { appendEscaped(byte) }
      text.append(UInt8(ascii: "\""))
    }
    text.append(UInt8(ascii: ">"))
  }

  private func appendName(_ name: UnsafePointer<xmlChar>) {
    text += Self.split(name).local.utf8
  }

  private func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "<"): text += "&lt;".utf8
    case UInt8(ascii: ">"): text += "&gt;".utf8
    case UInt8(ascii: "&"): text += "&amp;".utf8
    case UInt8(ascii: "\""): text += "&quot;".utf8
    default: text.append(byte)
    }
  }
}
