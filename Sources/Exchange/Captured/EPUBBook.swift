import Feeds
import PageExtraction
import ReadingList

/// The chapters of an EPUB, each a text of its own under one tag.
enum EPUBBook {
  /// The longest chapter and the longest book that are read, in bytes of markup.
  private static let maxChapter = 8 << 20, maxBook = 64 << 20
  /// Fewer words are a title page or an imprint.
  private static let minWords = 100
  private static let maxChapters = 2000

  /// Whether an archive says first that it is a book.
  static func isOne(_ bytes: [UInt8]) -> Bool {
    Array(bytes.prefix(128)).has("application/epub+zip")
  }

  /// What the package file says.
  private struct Package {
    var title = "", author = "", language = ""
    /// Paths of the texts in reading order.
    var texts: [String] = []
  }

  static func chapters(
    at path: String,
    named name: String
  ) throws(ExchangeProblem) -> [CapturedPage] {
    let files = try markup(at: path)
    guard let root = files["META-INF/container.xml"].flatMap(rootFile), let opf = files[root] else {
      throw ExchangeProblem("the book has no list of its chapters, or is encrypted")
    }
    let book = package(opf, at: root)
    let title = book.title.isEmpty ? PageText.line(name) : book.title
    let tag = normalizedTag(title.filter { !",#".contains($0) })
    var pages: [CapturedPage] = []
    for path in book.texts.prefix(maxChapters) {
      guard let html = files[path] else { continue }
      var text = PageExtractor().article(fromContent: html)
      guard text.wordCount >= minWords else { continue }
      if case .heading(_, let words, _)? = text.body.blocks.first {
        text.metadata.title = ArticleBody(blocks: [.paragraph(words)]).plainText
        text.body.blocks.removeFirst()
      }
      let own = PageText.line(text.metadata.title ?? "")
      text.metadata.title = own.isEmpty || own == title ? "\(title) (\(pages.count + 1))" : own
      text.metadata.author = book.author.isEmpty ? nil : book.author
      text.metadata.site = title
      text.metadata.language =
        text.metadata.language ?? (book.language.isEmpty ? nil : book.language)
      text.metadata.canonicalURL = nil
      var page = CapturedPage(
        identity: "\(title)\n\(path)\n" + String(decoding: html, as: UTF8.self),
        title: own,
        content: .article(text)
      )
      page.tags = [tag].compactMap(\.self)
      pages.append(page)
    }
    guard !pages.isEmpty else { throw ExchangeProblem("the book has no chapter with text") }
    return pages
  }

  private static func markup(at path: String) throws(ExchangeProblem) -> [String: [UInt8]] {
    let archive = try ZipArchive(path)
    var files: [String: [UInt8]] = [:]
    var length = 0
    while let entry = try archive.next() {
      let name = entry.path.lowercased()
      guard entry.problem == nil,
        [".xml", ".opf", ".xhtml", ".html", ".htm"].contains(where: name.hasSuffix)
      else { continue }
      guard let content = archive.content.rest(limit: maxChapter), length + content.count <= maxBook
      else { throw ExchangeProblem("the book's text is longer than \(maxBook >> 20) MiB") }
      length += content.count
      files[entry.path] = content
    }
    return files
  }

  private static func rootFile(_ container: [UInt8]) -> String? {
    var scanner = MarkupScanner(container)
    while let token = scanner.next() {
      if case .start(let name, _) = token, scanner.matches(name, "rootfile"),
        let path = scanner.value("full-path")
      {
        return String(decoding: container[path], as: UTF8.self)
      }
    }
    return nil
  }

  private static func package(_ opf: [UInt8], at path: String) -> Package {
    var scanner = MarkupScanner(opf)
    var book = Package()
    var paths: [String: String] = [:]
    var field: WritableKeyPath<Package, String>?
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    func value(_ name: StaticString) -> String {
      scanner.value(name).map { PageText.line(ofMarkup: String(decoding: opf[$0], as: UTF8.self)) }
        ?? ""
    }
    while let token = scanner.next() {
      switch token {
      case .start(let name, _):
        field =
          scanner.matches(name, "dc:title")
          ? \.title
          : scanner.matches(name, "dc:creator")
            ? \.author : scanner.matches(name, "dc:language") ? \.language : nil
        if scanner.matches(name, "item") || scanner.matches(name, "opf:item") {
          paths[value("id")] = resolved(value("href"), in: folder)
        } else if scanner.matches(name, "itemref") || scanner.matches(name, "opf:itemref"),
          let text = paths[value("idref")]
        {
          book.texts.append(text)
        }
      case .text(let range), .literal(let range):
        guard let into = field, book[keyPath: into].isEmpty else { continue }
        book[keyPath: into] = PageText.line(ofMarkup: String(decoding: opf[range], as: UTF8.self))
      case .end: field = nil
      }
    }
    return book
  }

  /// A path within the archive; what climbs out of it names nothing there.
  private static func resolved(_ href: String, in folder: String) -> String {
    let plain = href.prefix { $0 != "#" }
    var parts: [Substring] = []
    for part in (folder + (DeepLink.percentDecoded(plain) ?? String(plain))).split(separator: "/") {
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}
