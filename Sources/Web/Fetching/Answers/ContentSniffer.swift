import ReadingList

/// Determines the type of an answer from its header and its bytes.
///
/// Unambiguous bytes win over the header; the header decides the rest.
package enum ContentSniffer {
  /// The kind of a decompressed body; `other` if the program cannot read it.
  ///
  /// `contentType` is as sent, empty if missing; the path's extension tells Markdown from other
  /// text.
  package static func kind(of body: [UInt8], contentType: String, path: String) -> FetchedPage.Kind
  {
    if let kind = magic(body) { return kind }
    let type = essence(contentType)
    let head = textHead(body)
    if claimsFeed(type), !isBinary(head) {
      // The feed reader parses the prolog and tells the kind of feed.
      return isPage(head) ? .html : .feed
    }
    // Markdown may begin with markup.
    if claimsMarkdown(type, path), !beginsPage(head), !isBinary(head) { return .markdown }
    if let kind = markup(head, type: type) { return kind }
    if isBinary(head) { return .other }
    return claimed(type, head: head)
  }

  /// Names the type of binary content with an article, such as “an image”; nil for text.
  package static func notText(_ body: [UInt8]) -> String? {
    if body.starts(with: "{\\rtf".utf8) { return "rich text (RTF)" }
    return switch kind(of: body, contentType: "", path: "") {
    case .image: "a picture"
    case .pdf: "a PDF"
    case .other: "a binary file"
    case .html, .text, .markdown, .feed, .json: nil
    }
  }

  private static func essence(_ contentType: String) -> String {
    let type = contentType.prefix { $0 != ";" && $0 != "," }
    return type.lowercased().filter { !$0.isWhitespace }
  }

  private static func claimed(_ type: String, head: [UInt8]) -> FetchedPage.Kind {
    switch type {
    case "text/html", "application/xhtml+xml": .html
    case _ where type == "application/json" || type == "text/json" || type.hasSuffix("+json"):
      isJSONFeed(head) ? .feed : .json
    case _ where saysNothing(type): isJSONFeed(head) ? .feed : .text
    default: type.hasPrefix("text/") && !machineTexts.contains(type) ? .text : .other
    }
  }

  private static func saysNothing(_ type: String) -> Bool {
    type.isEmpty || !type.contains("/") || type == "application/octet-stream"
  }

  private static func claimsMarkdown(_ type: String, _ path: String) -> Bool {
    let types = ["text/markdown", "text/x-markdown", "text/vnd.daringfireball.markdown"]
    if types.contains(type) { return true }
    let ending = path.lowercased()
    return (type == "text/plain" || saysNothing(type))
      && (ending.hasSuffix(".md") || ending.hasSuffix(".markdown"))
  }

  /// Machine-readable text is no article.
  private static let machineTexts = [
    "text/css", "text/javascript", "text/calendar", "text/vcard", "text/csv", "text/xml",
    "text/tab-separated-values", "text/cache-manifest",
  ]

  private static func isJSONFeed(_ head: [UInt8]) -> Bool {
    // Some programs escape every slash.
    head.first == UInt8(ascii: "{")
      && (head[...].after("jsonfeed.org/version") != nil
        || head[...].after(#"jsonfeed.org\/version"#) != nil)
  }

  private static func claimsFeed(_ type: String) -> Bool {
    ["rss+xml", "atom+xml", "rdf+xml", "feed+json", "x-opml", "opml+xml", "opml"].contains {
      type.hasSuffix("/" + $0)
    }
  }

  private static func isPage(_ head: [UInt8]) -> Bool {
    let beginning = head.prefix(1024)
    return beginning.after("<!doctype html") != nil || beginning.after("<html") != nil
  }

  private static func beginsPage(_ head: [UInt8]) -> Bool {
    head.first == UInt8(ascii: "<")
      && (head[...].begins(with: "<!doctype html") || firstElement(head) == "html")
  }

  private static func magic(_ body: [UInt8]) -> FetchedPage.Kind? {
    if body.starts(with: "%PDF-".utf8) { return .pdf }
    // Machine-readable text.
    if body.starts(with: "%!PS".utf8) || body.starts(with: "{\\rtf".utf8) { return .other }
    let format = PictureFormat(of: Array(body.prefix(128)))
    return format == nil || format == .svg ? nil : .image
  }

  /// How far the root element is searched for, in bytes: some documents begin with long comments.
  private static let maxHeadLength = 64 << 10

  /// The first bytes of a text without byte order mark, white space and UTF-16's zeros.
  private static func textHead(_ body: [UInt8]) -> [UInt8] {
    var head = body.prefix(maxHeadLength)
    if head.starts(with: [0xef, 0xbb, 0xbf]) {
      head = head.dropFirst(3)
    } else if CharacterEncoding.utf16Order(body) != nil {
      if head.starts(with: [0xfe, 0xff]) || head.starts(with: [0xff, 0xfe]) {
        head = head.dropFirst(2)
      }
      head = ArraySlice(head.filter { $0 != 0 })
    }
    return Array(head.drop { $0.isSpace || $0 == 0 })
  }

  private static func markup(_ head: [UInt8], type: String) -> FetchedPage.Kind? {
    guard head.first == UInt8(ascii: "<") else { return nil }
    if head[...].begins(with: "<!doctype html") { return .html }
    let name = firstElement(head)
    switch name {
    case "html", "head", "body", "title", "meta", "script", "style", "link", "base", "table", "div",
      "p", "h1", "a", "br", "b", "iframe", "font", "center", "article", "main", "section", "header":
      return .html
    case _ where FeedRoot(name.utf8) != nil: return .feed
    case "svg": return type.contains("html") ? .html : .image
    default:
      let isXML = type.hasSuffix("/xml") || type.hasSuffix("+xml")
      if type == "application/xhtml+xml" || type == "text/html" { return .html }
      if isXML { return .other }
      return type.isEmpty || type == "application/octet-stream" ? .html : nil
    }
  }

  /// The first element's name in lower case, without a prefix; empty if there is none.
  private static func firstElement(_ head: [UInt8]) -> String {
    var scanner = MarkupScanner(head)
    while let token = scanner.next() {
      switch token {
      case .start(let name, _):
        return String(decoding: head[scanner.local(name)], as: UTF8.self).lowercased()
      case .text(let text) where head[text].allSatisfy(\.isSpace): continue
      case .text, .literal, .end: return ""
      }
    }
    return ""
  }

  private static func isBinary(_ head: [UInt8]) -> Bool {
    head.prefix(1024).contains { $0 < 0x09 || (0x0e...0x1a).contains($0) || (0x1c...0x1f) ~= $0 }
  }
}

/// The root elements of feeds and lists of feeds, shared by the sniffer and the reader.
enum FeedRoot {
  case feed, list

  /// Ignores case; nil for another element.
  init?(_ name: some Collection<UInt8>) {
    guard name.count <= 7 else { return nil }
    switch String(decoding: name, as: UTF8.self).lowercased() {
    case "rss", "rdf", "feed", "channel": self = .feed
    case "opml": self = .list
    default: return nil
    }
  }
}
