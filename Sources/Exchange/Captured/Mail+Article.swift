import PageExtraction
import ReadingList
import Web

extension Mail {
  /// Reads mails to save: newsletters become articles, other mails yield their links.
  static func captured(_ bytes: [UInt8]) throws(ExchangeProblem) -> [CapturedPage] {
    var pages: [CapturedPage] = []
    for message in messages(bytes) {
      let part = MailPart(message)
      let article = article(part)
      let isNewsletter =
        Self.listHeaders.contains { part.headers[$0] != nil } || article.words >= Self.minWords
        || article.isForwarded
      let links = isNewsletter ? [] : self.links(in: Array(message)).pages
      pages += links.isEmpty ? [article.page].compactMap(\.self) : links.map { CapturedPage($0) }
    }
    guard !pages.isEmpty else { throw ExchangeProblem("the mail has no text and no web address") }
    return pages
  }

  /// Reads each mail as an article.
  ///
  /// - Throws: `ExchangeProblem` if the bytes are not a mail, or it has no text.
  package static func articles(in bytes: [UInt8]) throws(ExchangeProblem) -> [CapturedPage] {
    guard isMail(bytes) else { throw ExchangeProblem("it is not a mail") }
    let pages = messages(bytes).compactMap { article(MailPart($0)).page }
    guard !pages.isEmpty else { throw ExchangeProblem("the mail has no text") }
    return pages
  }

  private static let listHeaders = ["list-id", "list-unsubscribe", "x-newsletter", "archived-at"]

  /// Below this, only a mail's links are saved.
  private static let minWords = 150
  /// Of a notice below a newsletter, in characters.
  private static let maxNotice = 400

  private static func article(
    _ part: MailPart, depth: Int = 0
  ) -> (page: CapturedPage?, words: Int, isForwarded: Bool) {
    let headers = part.headers.mapValues(decodedWords)
    let subject = headers["subject"] ?? ""
    // A letter attached whole.
    if depth < 4, part.type.hasPrefix("multipart/"),
      let inner = part.leaves.first(where: { $0.type == "message/rfc822" })
    {
      let letter = article(MailPart(inner.decodedBody[...]), depth: depth + 1)
      if letter.page != nil { return (letter.page, letter.words, true) }
    }
    guard var extraction = text(of: part, subject: subject) else { return (nil, 0, false) }
    var online = Self.address(in: headers)
    extraction.body.blocks.removeAll { isNotice($0, online: &online) }
    let letter = ForwardedLetter(in: &extraction.body, subject: subject)
    guard !extraction.body.isEmpty else { return (nil, 0, false) }
    let sender = name(of: letter?.sender ?? headers["from"] ?? "")
    let list = letter == nil ? name(of: headers["list-id"] ?? "") : ""
    extraction.metadata.title = PageText.line(ForwardedLetter.bare(letter?.subject ?? subject))
    extraction.metadata.author = sender
    extraction.metadata.site = list.isEmpty ? sender : list
    extraction.metadata.publishedAt = (letter?.date ?? headers["date"]).flatMap(PageText.date)
    extraction.metadata.canonicalURL = nil
    var page = CapturedPage(
      identity: headers["message-id"] ?? extraction.html, title: extraction.metadata.title ?? "",
      content: .article(extraction))
    page.link = online
    return (page, extraction.wordCount, letter != nil)
  }

  private static func text(of part: MailPart, subject: String) -> Extraction? {
    if let page = page(in: part) { return html(of: page, title: subject) }
    let plain = part.leaves.first {
      !$0.isAttachment && ($0.type == "text/plain" || $0.type.isEmpty)
    }
    guard let plain else { return nil }
    let text = CharacterEncoding.utf8(
      Array(unsigned(plain.decodedBody)), contentType: plain.headers["content-type"])
    return PageExtractor().article(fromText: text)
  }

  /// The letter's address in its headers: of an archive (RFC 5064), or from a newsletter's sender.
  private static func address(in headers: [String: String]) -> SavedLinks.Link? {
    ["archived-at", "x-newsletter", "x-archived-at", "list-post"].lazy.compactMap { headers[$0] }
      .flatMap { SavedLinks.found(in: $0) }.first { isOfOneIssue($0.address) }
  }

  /// Path components shared by all issues.
  private static let listPages: Set<String> = [
    "latest", "archive", "archives", "issues", "newsletter", "newsletters", "index.html", "home",
    "subscribe", "posts", "blog", "current", "browser",
  ]

  /// Whether an address can be that of one issue: not a bare host, a list of issues or the latest.
  private static func isOfOneIssue(_ address: WebAddress) -> Bool {
    let path = address.text.dropFirst(address.scheme.count + 3).drop { $0 != "/" && $0 != "?" }
    if path.contains("?") { return path.contains("=") }
    let parts = path.lowercased().split(separator: "/")
    return parts.last.map { !listPages.contains(String($0)) } ?? false
  }

  /// Whether a block only links to the mail on the web or to unsubscribing.
  private static func isNotice(_ block: ArticleBody.Block, online: inout SavedLinks.Link?) -> Bool {
    let body = ArticleBody(blocks: [block])
    let text = body.plainText
    guard text.count <= maxNotice else { return false }
    var isNotice = false
    for link in body.links {
      guard let address = try? WebAddress(link.url) else { continue }
      let words = link.text.lowercased()
      if isSubscription(address, words) { isNotice = true }
      if onlineWords.contains(where: words.contains) {
        if isOfOneIssue(address) {
          online = online ?? SavedLinks.Link(given: link.url, address: address)
        }
        isNotice = isNotice || text.count <= link.text.count + 80
      }
    }
    return isNotice
  }

  /// The words of links to a mail's web version.
  private static let onlineWords = [
    "in your browser", "in a browser", "view in browser", "read in browser", "open in browser",
    "view this email", "view online", "view this post", "view it online", "view as a web",
    "view as web", "view on the web", "read online", "read on the web", "read this online",
    "read this post", "open online", "web version", "webversion", "online version",
    "browser version", "im browser", "online ansehen", "online lesen",
    "onlineversion", "online-version", "webansicht", "dans votre navigateur", "dans un navigateur",
    "version en ligne", "voir en ligne", "lire en ligne", "en el navegador", "en tu navegador",
    "en su navegador", "versión web", "ver en línea", "nel browser", "versione online",
    "no navegador", "versão online", "in je browser", "in uw browser", "online bekijken",
    "bekijk online", "w przeglądarce", "v prohlížeči", "в браузере", "ブラウザで",
  ]

  private static func name(of text: String) -> String {
    let name = text.prefix { $0 != "<" }.filter { $0 != "\"" }
    return PageText.line(
      name.allSatisfy(\.isWhitespace) ? text.filter { !"<>".contains($0) } : name)
  }

  /// Decodes a header's encoded words (RFC 2047).
  package static func decodedWords(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "=?") {
      let parts = rest[open.upperBound...].split(
        separator: "?", maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 4, parts[3].hasPrefix("="), ["q", "b"].contains(parts[1].lowercased())
      else {
        result += rest[..<open.upperBound]
        rest = rest[open.upperBound...]
        continue
      }
      // Space between two encoded words is not text.
      let before = rest[..<open.lowerBound]
      if result.isEmpty || !before.allSatisfy(\.isWhitespace) { result += before }
      let text = parts[2].utf8.map { $0 == UInt8(ascii: "_") ? 32 : $0 }[...]
      let bytes = CharacterEncoding.utf8(
        parts[1].lowercased() == "b"
          ? MailPart.base64(Array(parts[2].utf8)[...]) : MailPart.quotedPrintable(text),
        contentType: "text/plain; charset=\(parts[0])")
      result += String(decoding: bytes, as: UTF8.self)
      rest = parts[3].dropFirst()
    }
    return result + rest
  }
}
