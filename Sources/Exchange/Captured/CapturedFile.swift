import PageExtraction
import PageFetch
import ReadingList

/// What a file that somebody saved, shared or dropped holds.
package enum CapturedFile: Sendable {
  case pages([CapturedPage])
  /// A PDF, known by this.
  case pdf(identity: String)
  /// What another service exported.
  case export

  /// Reads a file by its bytes and the ending of its name.
  ///
  /// - Parameters:
  ///   - bytes: all of it.
  ///   - path: where it is.
  ///   - readsTexts: whether Markdown and plain text are articles; else the addresses in them are what is saved, as
  ///     it is where a text has nothing but addresses.
  /// - Throws: `ExchangeProblem` for what holds nothing that can be saved.
  package init(
    _ bytes: [UInt8],
    at path: String,
    readsTexts: Bool = false
  ) throws(ExchangeProblem) {
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    let dot = name.lastIndex(of: ".")
    let ending = dot.map { name[name.index(after: $0)...].lowercased() } ?? ""
    let title = String(name[..<(dot ?? name.endIndex)])
    switch ending {
    case "url", "desktop": self = .pages([try Self.shortcut(bytes, title, ending)])
    case "webloc": self = .pages([try Self.webloc(bytes, title)])
    case "csv", "json", "opml", "jsonl", "zip": self = .export
    case "epub": self = .pages(try EPUBBook.chapters(at: path, named: title))
    default: self = try Self.read(bytes, ending, title, path, readsTexts: readsTexts)
    }
  }

  /// Reads what only its bytes tell.
  private static func read(
    _ bytes: [UInt8],
    _ ending: String,
    _ title: String,
    _ path: String,
    readsTexts: Bool
  ) throws(ExchangeProblem) -> CapturedFile {
    if ZipArchive.isOne(bytes) {
      return EPUBBook.isOne(bytes) ? .pages(try EPUBBook.chapters(at: path, named: title)) : .export
    }
    let kind = ContentSniffer.kind(of: bytes, contentType: "", path: "")
    if kind == .pdf { return .pdf(identity: SHA256.hex(of: bytes)) }
    guard kind.isText else { throw ExchangeProblem("it is not a page, a link or a text") }
    if !["mht", "mhtml"].contains(ending), Mail.isMail(bytes), !isSavedPage(bytes) {
      return .pages(try Mail.captured(bytes))
    }
    let text = CharacterEncoding.utf8(bytes, contentType: nil)
    if kind == .html || ["htm", "html", "xhtml", "mht", "mhtml"].contains(ending) {
      let format = try? ExchangeFormat.detect(text.prefix(ExchangeFormat.headLength)).format
      if let format, ![.text, .newsboat].contains(format) { return .export }
      return .pages([try page(SavedPage(bytes), title)])
    }
    let isMarkdown = ["md", "markdown"].contains(ending)
    let words = String(decoding: text, as: UTF8.self)
    guard readsTexts, isMarkdown || !isListOfAddresses(words) else {
      return .pages(try links(words))
    }
    let extractor = PageExtractor()
    let article =
      isMarkdown ? extractor.article(fromMarkdown: text) : extractor.article(fromText: text)
    let named = article.metadata.title ?? title
    return .pages([CapturedPage(identity: words, title: named, content: .article(article))])
  }

  /// Whether each line of a text is an address.
  private static func isListOfAddresses(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
      .allSatisfy { line in
        line.isEmpty || ["http://", "https://"].contains(where: line.lowercased().hasPrefix)
      }
  }

  /// Whether what looks like a mail is a page that a browser saved.
  private static func isSavedPage(_ bytes: [UInt8]) -> Bool {
    MailPart(bytes[...]).headers["snapshot-content-location"] != nil
  }

  private static func page(_ saved: SavedPage, _ title: String) -> CapturedPage {
    if let address = saved.address,
      case .success(let links) = SavedLinks.addresses(in: address.text),
      let link = links.first
    {
      return CapturedPage(link, title: title, content: .page(saved.html))
    }
    return CapturedPage(
      identity: String(decoding: saved.html, as: UTF8.self),
      title: title,
      content: .page(saved.html)
    )
  }

  /// Every address in a text; one alone takes the words beside it for a title.
  private static func links(_ text: String) throws(ExchangeProblem) -> [CapturedPage] {
    let found = SavedLinks.found(in: text)
    guard let first = found.first else { throw ExchangeProblem("it has no web address") }
    guard found.count == 1, !text.contains("](") else {
      return found.map { link in
        // Markdown: [title](address).
        let before = text.firstRange(of: "](\(link.given)").map { text[..<$0.lowerBound] } ?? ""
        let open = before.suffix(500).lastIndex(of: "[")
        return CapturedPage(link, title: open.map { String(before[$0...].dropFirst()) } ?? "")
      }
    }
    let words =
      text.replacing(first.given, with: " ").split(whereSeparator: \.isNewline)
      .map { $0.filter { !"[]()<>|".contains($0) } }
      .first { $0.contains(where: \.isLetter) } ?? ""
    return [CapturedPage(first, title: words.count <= 200 ? String(words) : "")]
  }

  /// The address in a shortcut of Windows or of a Linux desktop, which is never run.
  private static func shortcut(
    _ bytes: [UInt8],
    _ title: String,
    _ ending: String
  ) throws(ExchangeProblem) -> CapturedPage {
    var values: [String: String] = [:]
    let text = String(decoding: CharacterEncoding.utf8(bytes, contentType: nil), as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) {
      guard let equals = line.firstIndex(of: "=") else { continue }
      let name = String(line[..<equals]).trimmingSpace.lowercased()
      if values[name] == nil {
        values[name] = String(line[line.index(after: equals)...]).trimmingSpace
      }
    }
    if ending == "desktop", values["type"]?.lowercased() != "link" {
      throw ExchangeProblem("it starts a program; only links are taken")
    }
    return CapturedPage(try link(values["url"]), title: values["name"] ?? title)
  }

  /// The address in a shortcut of macOS: XML, or a binary property list.
  private static func webloc(
    _ bytes: [UInt8],
    _ title: String
  ) throws(ExchangeProblem) -> CapturedPage {
    if bytes.starts(with: "bplist".utf8) {
      for (place, byte) in bytes.enumerated().dropFirst(8) where byte & 0xf0 == 0x50 {
        // A string: its length is in the marker, or in the integer after it.
        var (start, length) = (place + 1, Int(byte & 15))
        if length == 15, start + 2 < bytes.count {
          let size = 1 << Int(bytes[start] & 3)
          guard size <= 2, start + size < bytes.count else { continue }
          length = bytes[(start + 1)...].prefix(size).reduce(0) { $0 << 8 | Int($1) }
          start += 1 + size
        }
        let text = bytes[start...].prefix(length)
        guard text.count == length, text.starts(with: "http".utf8) else { continue }
        return CapturedPage(try link(String(decoding: text, as: UTF8.self)), title: title)
      }
      throw ExchangeProblem("it has no web address")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let open = text.firstRange(of: "<string>")?.upperBound,
      let close = text[open...].firstRange(of: "</string>")?.lowerBound
    else { throw ExchangeProblem("it has no web address") }
    return CapturedPage(try link(PageText.line(ofMarkup: String(text[open..<close]))), title: title)
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
