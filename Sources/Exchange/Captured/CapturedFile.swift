package import PageExtraction
import ReadingList
import Web

/// The content of a file that was saved, shared or dropped.
package enum CapturedFile: Sendable {
  case pages([CapturedPage])
  /// The chapters, and descriptions of the pages left out.
  case book([CapturedPage], leftOut: [String])
  /// Identified by the SHA-256 of its bytes in hexadecimal.
  case pdf(identity: String)
  /// An export of another service.
  case export

  /// Unpacked, in bytes.
  private static let maxSize = 64 << 20

  /// Reads a file by its content and its extension.
  ///
  /// With `readsTexts` every Markdown or plain text is an article; otherwise only one with more
  /// prose than links.
  ///
  /// - Throws: `ExchangeProblem` if nothing in it can be saved.
  package init(
    _ bytes: [UInt8], at path: String, readsTexts: Bool = false,
    extractor: PageExtractor = PageExtractor()
  ) throws(ExchangeProblem) {
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    let dot = name.lastIndex(of: ".")
    let ending = dot.map { name[name.index(after: $0)...].lowercased() } ?? ""
    let title = String(name[..<(dot ?? name.endIndex)])
    if Gunzip.isOne(bytes) {
      guard let whole = Gunzip.unpacked(bytes, limit: Self.maxSize) else {
        throw ExchangeProblem("its compression is damaged, or it is too large")
      }
      self = try CapturedFile(whole, at: title, readsTexts: readsTexts, extractor: extractor)
      return
    }
    switch ending {
    case "url", "desktop": self = .pages([try Self.shortcut(bytes, title, ending)])
    case "csv", "json", "opml", "jsonl", "zip": self = .export
    case "epub": self = try Self.book(at: path, title)
    default:
      self = try Self.read(bytes, ending, title, path, readsTexts: readsTexts, extractor)
    }
  }

  private static func book(at path: String, _ title: String) throws(ExchangeProblem) -> CapturedFile
  {
    let book = try EPUBBook(at: path, named: title)
    return .book(book.chapters, leftOut: book.leftOut)
  }

  private static func read(
    _ bytes: [UInt8], _ ending: String, _ title: String, _ path: String, readsTexts: Bool,
    _ extractor: PageExtractor
  ) throws(ExchangeProblem) -> CapturedFile {
    if ZipArchive.isOne(bytes) {
      return EPUBBook.isOne(bytes) ? try book(at: path, title) : .export
    }
    if PropertyList.isOne(bytes) {
      let list = try PropertyList.json(of: bytes)
      if list["WebMainResource"] != nil {
        return .pages([page(try SavedPage(bytes), title, extractor)])
      }
      guard list["Children"] == nil else { return .export }
      return .pages([CapturedPage(try link(list["URL"]?.string), title: title)])
    }
    let kind = ContentSniffer.kind(of: bytes, contentType: "", path: "." + ending)
    if kind == .pdf { return .pdf(identity: SHA256.hex(of: bytes)) }
    if let what = ContentSniffer.notText(bytes) {
      throw ExchangeProblem("it is \(what), not a page, a link or a text")
    }
    let isSavedMail = SavedPage.isSavedMail(bytes)
    if !isSavedMail, Mail.isMail(bytes) { return .pages(try Mail.captured(bytes)) }
    let text = CharacterEncoding.utf8(bytes, contentType: nil)
    if kind == .html || kind == .feed || isSavedMail
      || ["htm", "html", "xhtml", "mht", "mhtml"].contains(ending)
    {
      let format =
        isSavedMail
        ? nil : try? ExchangeFormat.detect(text.prefix(ExchangeFormat.headLength))
      if let format, ![.text, .newsboat].contains(format) { return .export }
      return .pages([page(try SavedPage(bytes), title, extractor)])
    }
    let words = String(decoding: text, as: UTF8.self)
    let isMarkdown = kind == .markdown
    if isMarkdown, FrontMatter.documents(in: text).contains(where: \.isOwn) { return .export }
    if isMarkdown || readsTexts, let page = noted(words, title, isText: readsTexts, extractor) {
      return .pages([page])
    }
    let isText = readsTexts && (isMarkdown || !isListOfAddresses(words)) || isProse(words)
    guard isText else { return .pages(try links(words)) }
    let article =
      isMarkdown
      ? extractor.extract(PageSource(markdown: text)) : extractor.article(fromText: text)
    let named = article.metadata.title ?? title
    return .pages([CapturedPage(identity: words, title: named, content: .article(article))])
  }

  /// A text with front matter; nil without front matter, or for a list of links.
  private static func noted(
    _ words: String, _ title: String, isText: Bool, _ extractor: PageExtractor
  ) -> CapturedPage? {
    guard let matter = FrontMatter(words, extractor) else { return nil }
    let article = matter.article
    let link = try? link(article.url)
    guard link != nil || isText || isProse(words) else { return nil }
    var text = matter.text
    let named = article.title.nonEmpty ?? title
    text.metadata.title = named
    text.metadata.author = article.author.nonEmpty ?? text.metadata.author
    text.metadata.site = article.site.nonEmpty
    text.metadata.excerpt = article.excerpt.nonEmpty ?? text.metadata.excerpt
    text.metadata.language = article.language.nonEmpty ?? text.metadata.language
    text.metadata.publishedAt = article.publishedAt ?? text.metadata.publishedAt
    let content: CapturedPage.Content = text.body.isEmpty ? .none : .article(text)
    var page = CapturedPage(link, identity: words, title: named, content: content)
    page.tags = article.tags.compactMap { normalizedTag($0) }
    page.savedAt = article.savedAt
    return page
  }

  private static func isListOfAddresses(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }.allSatisfy {
      line in line.isEmpty || ["http://", "https://"].contains(where: line.lowercased().hasPrefix)
    }
  }

  /// In words besides links; a shared link may come with more of them.
  private static let minProse = 20, minProseOfShare = 60

  /// Whether a text has more prose than links.
  private static func isProse(_ text: String) -> Bool {
    var (words, links, lines) = (0, 0, 0)
    for line in text.split(whereSeparator: \.isNewline) {
      let found = TextLinks.found(in: String(line))
      let beside = found.reduce(line.split(whereSeparator: \.isWhitespace).count) {
        $0 - 1 - $1.title.split(whereSeparator: \.isWhitespace).count
      }
      words += max(0, beside)
      links += found.count
      lines += 1
    }
    let isShare = links == 1 && lines <= 3
    return words >= (isShare ? minProseOfShare : minProse) && words > 8 * links
  }

  private static func page(
    _ saved: SavedPage, _ title: String, _ extractor: PageExtractor
  ) -> CapturedPage {
    var page = CapturedPage(title: title, content: .page(saved.html))
    if let address = saved.address(by: extractor) {
      page.link = SavedLinks.Link(given: address.text, address: address)
    } else {
      page.identity = String(decoding: saved.html, as: UTF8.self)
    }
    page.savedAt = saved.savedAt
    return page
  }

  /// Every address in a text; a single link without a title gets the other words as its title.
  private static func links(_ text: String) throws(ExchangeProblem) -> [CapturedPage] {
    var known: Set<WebAddress> = []
    let found = text.split(whereSeparator: \.isNewline).flatMap { TextLinks.found(in: String($0)) }
      .filter { known.insert($0.link.address).inserted }
    guard let first = found.first else { throw ExchangeProblem("it has no web address") }
    guard found.count == 1, first.title.isEmpty else {
      return found.map { CapturedPage($0.link, title: $0.title) }
    }
    let words =
      text.replacing(first.link.given, with: " ").split(whereSeparator: \.isNewline).map {
        $0.filter { !"[]()<>|".contains($0) }
      }.first { $0.contains(where: \.isLetter) } ?? ""
    return [CapturedPage(first.link, title: words.count <= 200 ? String(words) : "")]
  }

  /// The address in a Windows or Linux desktop shortcut, which is never run.
  private static func shortcut(
    _ bytes: [UInt8], _ title: String, _ ending: String
  ) throws(ExchangeProblem) -> CapturedPage {
    var values: [String: String] = [:], qualified: [String: String] = [:]
    let text = String(decoding: CharacterEncoding.utf8(bytes, contentType: nil), as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) {
      guard let equals = line.firstIndex(of: "=") else { continue }
      let name = line[..<equals].trimmed.lowercased()
      let value = line[line.index(after: equals)...].trimmed
      // A key may have a qualifier: `URL[$e]`, `Name[de]`.
      if let bracket = name.firstIndex(of: "[") {
        qualified[String(name[..<bracket])] = value
      } else if values[name] == nil {
        values[name] = value
      }
    }
    values.merge(qualified) { plain, _ in plain }
    if ending == "desktop", values["type"]?.lowercased() != "link" {
      throw ExchangeProblem("it starts a program; only links are taken")
    }
    return CapturedPage(try link(values["url"]), title: values["name"] ?? title)
  }

  private static func link(_ text: String?) throws(ExchangeProblem) -> SavedLinks.Link {
    guard let text, text.lowercased().hasPrefix("http") else {
      throw ExchangeProblem("it has no web address")
    }
    do throws(WebAddress.Problem) {
      return SavedLinks.Link(given: text, address: try WebAddress(text))
    } catch { throw ExchangeProblem(error.message(for: text)) }
  }
}
