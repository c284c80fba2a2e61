import PageExtraction
import PageFetch
import ReadingList

extension Mail {
  /// Mails as what to save: a newsletter is an article, and of others their links are saved.
  static func captured(_ bytes: [UInt8]) throws(ExchangeProblem) -> [CapturedPage] {
    var pages: [CapturedPage] = []
    for message in messages(bytes) {
      let part = MailPart(message)
      let article = article(part)
      let isNewsletter =
        part.headers["list-id"] ?? part.headers["list-unsubscribe"] != nil
        || article.words >= Self.minWords
      let links = isNewsletter ? [] : self.links(in: Array(message)).pages
      pages += links.isEmpty ? [article.page].compactMap(\.self) : links.map { CapturedPage($0) }
    }
    guard !pages.isEmpty else { throw ExchangeProblem("the mail has no text and no web address") }
    return pages
  }

  /// Each mail as an article.
  ///
  /// - Throws: `ExchangeProblem` when it is no mail, or has no text.
  package static func articles(in bytes: [UInt8]) throws(ExchangeProblem) -> [CapturedPage] {
    guard isMail(bytes) else { throw ExchangeProblem("it is not a mail") }
    let pages = messages(bytes).compactMap { article(MailPart($0)).page }
    guard !pages.isEmpty else { throw ExchangeProblem("the mail has no text") }
    return pages
  }

  /// A mail of so many words is kept for them.
  private static let minWords = 150
  /// What is longer is no line below a newsletter, in characters.
  private static let maxNotice = 400

  private static func article(_ part: MailPart) -> (page: CapturedPage?, words: Int) {
    let headers = part.headers.mapValues(decodedWords)
    var extraction: Extraction
    if let html = page(in: part) {
      extraction = PageExtractor().article(
        fromContent: CharacterEncoding.utf8(
          html.decodedBody,
          contentType: html.headers["content-type"]
        ),
        title: headers["subject"]
      )
    } else if let plain = plain(in: part) {
      let text = CharacterEncoding.utf8(
        Array(unsigned(plain.decodedBody)),
        contentType: plain.headers["content-type"]
      )
      extraction = PageExtractor().article(fromText: text)
    } else {
      return (nil, 0)
    }
    var online: SavedLinks.Link?
    extraction.body.blocks.removeAll { isNotice($0, online: &online) }
    guard !extraction.body.isEmpty else { return (nil, 0) }
    extraction.metadata.title = PageText.line(headers["subject"] ?? "")
    let sender = name(of: headers["from"] ?? "")
    extraction.metadata.author = sender
    let list = name(of: headers["list-id"] ?? "")
    extraction.metadata.site = list.isEmpty ? sender : list
    extraction.metadata.publishedAt = headers["date"].flatMap(PageText.date)
    extraction.metadata.canonicalURL = nil
    var page = CapturedPage(
      identity: headers["message-id"] ?? extraction.html,
      title: extraction.metadata.title ?? "",
      content: .article(extraction)
    )
    page.link = online
    return (page, extraction.wordCount)
  }

  /// Whether a block only leads to the mail on the web or to the end of a subscription.
  private static func isNotice(
    _ block: ArticleBody.Block,
    online: inout SavedLinks.Link?
  ) -> Bool {
    let body = ArticleBody(blocks: [block])
    let text = body.plainText
    guard text.count <= maxNotice else { return false }
    var isNotice = false
    for link in body.links {
      guard let address = try? WebAddress(link.url) else { continue }
      let found = SavedLinks.Link(given: link.url, address: address)
      let words = link.text.lowercased()
      if SubscriptionLink.isOne(HTMLLinks.Found(link: found, words: words)) { isNotice = true }
      if onlineWords.contains(where: words.contains) {
        // One without a number is likely to be that of every issue.
        if address.text.dropFirst(8).drop(while: { $0 != "/" }).contains(where: \.isNumber) {
          online = online ?? found
        }
        isNotice = isNotice || text.count <= link.text.count + 80
      }
    }
    return isNotice
  }

  /// What links to a mail on the web say.
  private static let onlineWords = [
    "view in browser", "view in your browser", "view this email", "view online", "read online",
    "open in browser", "in your browser", "web version", "im browser", "dans votre navigateur",
    "en el navegador",
  ]

  /// The first part of plain text.
  private static func plain(in part: MailPart, depth: Int = 0) -> MailPart? {
    if part.isAttachment || depth > 16 { return nil }
    if part.type == "text/plain" || part.type.isEmpty { return part }
    guard part.type.hasPrefix("multipart/"), let boundary = part.parameter("boundary"),
      !boundary.isEmpty
    else { return nil }
    for inner in part.parts(boundary: boundary) ?? [] {
      if let found = plain(in: MailPart(inner), depth: depth + 1) { return found }
    }
    return nil
  }

  /// The name in `Name <address>`, else the address.
  private static func name(of text: String) -> String {
    let name = text.prefix { $0 != "<" }.filter { $0 != "\"" }
    return PageText.line(
      name.allSatisfy(\.isWhitespace) ? text.filter { !"<>".contains($0) } : name
    )
  }

  /// A header's value with its encoded words (RFC 2047) decoded.
  static func decodedWords(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "=?") {
      let parts = rest[open.upperBound...].split(
        separator: "?",
        maxSplits: 3,
        omittingEmptySubsequences: false
      )
      guard parts.count == 4, parts[3].hasPrefix("="), ["q", "b"].contains(parts[1].lowercased())
      else {
        result += rest[..<open.upperBound]
        rest = rest[open.upperBound...]
        continue
      }
      // Space between two encoded words is none.
      let before = rest[..<open.lowerBound]
      if result.isEmpty || !before.allSatisfy(\.isWhitespace) { result += before }
      var part = MailPart([])
      part.encode(Array(parts[2].utf8), isBase64: parts[1].lowercased() == "b")
      let bytes = CharacterEncoding.utf8(
        part.decodedBody,
        contentType: "text/plain; charset=\(parts[0])"
      )
      result += String(decoding: bytes, as: UTF8.self)
      rest = parts[3].dropFirst()
    }
    return result + rest
  }
}

extension MailPart {
  /// Takes the text of an encoded word for the body.
  fileprivate mutating func encode(_ text: [UInt8], isBase64: Bool) {
    let head = "Content-Transfer-Encoding: \(isBase64 ? "base64" : "quoted-printable")\n\n"
    let body = text.map { !isBase64 && $0 == UInt8(ascii: "_") ? 32 : $0 }
    self = MailPart((Array(head.utf8) + body)[...])
  }
}
