import PageExtraction
import ReadingList
import Web

/// An EPUB book, each of whose chapters becomes an article, all under one tag.
struct EPUBBook {
  private(set) var chapters: [CapturedPage] = []
  private(set) var leftOut: [String] = []

  /// In bytes of markup.
  private static let maxChapter = 8 << 20, maxBook = 64 << 20
  /// They compress to almost nothing, so the sizes do not bound them.
  private static let maxTags = 3_000_000
  private static let maxChapters = 2000
  /// Of a copyright page, in words.
  private static let maxRights = 400

  static func isOne(_ bytes: [UInt8]) -> Bool {
    Array(bytes.prefix(128)).has("application/epub+zip")
  }

  /// - Throws: `ExchangeProblem` if there is no text to read.
  init(at path: String, named name: String) throws(ExchangeProblem) {
    var files = try Self.markup(at: path)
    guard let root = files["META-INF/container.xml"].flatMap(Self.rootFile),
      let opf = files[root].flatMap({ XMLElement($0) })
    else { throw ExchangeProblem("the book has no list of its chapters, or is encrypted") }
    let book = BookPackage(opf, at: root)
    let title = book.title.isEmpty ? PageText.line(name) : book.title
    let tag = normalizedTag(title.filter { !",#".contains($0) })
    var known: Set<String> = []
    for part in book.spine where known.insert(part.path).inserted {
      guard let html = files.removeValue(forKey: part.path) else {
        leftOut.append(part.role ?? "a page that cannot be read")
        continue
      }
      guard chapters.count < Self.maxChapters else {
        leftOut.append("a page after the first \(Self.maxChapters) chapters")
        continue
      }
      var text = PageExtractor().article(fromContent: html)
      if let what = part.role ?? Self.role(of: text) {
        leftOut.append(what)
        continue
      }
      if case .heading(_, let words, _)? = text.body.blocks.first, text.body.blocks.count > 1 {
        text.metadata.title = ArticleBody(blocks: [.paragraph(words)]).plainText
        text.body.blocks.removeFirst()
      }
      let own = PageText.line(text.metadata.title ?? "")
      text.metadata.title = own.isEmpty || own == title ? "\(title) (\(chapters.count + 1))" : own
      text.metadata.author = book.authors.isEmpty ? nil : book.authors.joined(separator: ", ")
      text.metadata.site = title
      text.metadata.language = text.metadata.language ?? book.language.nonEmpty
      text.metadata.publishedAt = PageText.date(book.date)
      text.metadata.canonicalURL = nil
      var page = CapturedPage(
        identity: "\(title)\n\(part.path)\n" + String(decoding: html, as: UTF8.self), title: own,
        content: .article(text))
      page.tags = [tag].compactMap(\.self)
      chapters.append(page)
    }
    guard !chapters.isEmpty else {
      throw ExchangeProblem("the book has no chapter that can be read")
    }
  }

  /// Describes a page that is not a chapter, by its words; nil for a chapter.
  private static func role(of text: Extraction) -> String? {
    if text.wordCount == 0 { return "a page without text" }
    let words = text.text.lowercased()
    let isRights =
      ["all rights reserved", "alle rechte vorbehalten", "tous droits réservés", "isbn"].contains(
        where: words.contains)
      && (words.contains("copyright") || words.contains("©") || words.contains("isbn"))
    if isRights, text.wordCount <= maxRights { return "the copyright page" }
    let first = words.split(whereSeparator: \.isNewline).first.map { $0.trimmed } ?? ""
    let isList = [
      "contents", "table of contents", "inhalt", "inhaltsverzeichnis", "table des matières",
    ].contains(first)
    let linked = text.body.links.reduce(0) { $0 + $1.text.count }
    if isList, linked * 2 > words.count { return "the table of contents" }
    return nil
  }

  private static func markup(at path: String) throws(ExchangeProblem) -> [String: [UInt8]] {
    let archive = try ZipArchive(path)
    var files: [String: [UInt8]] = [:]
    var (length, tags) = (0, 0)
    while let entry = try archive.next() {
      let name = entry.path.lowercased()
      guard entry.problem == nil,
        [".xml", ".opf", ".xhtml", ".html", ".htm"].contains(where: name.hasSuffix)
      else { continue }
      let stream = archive.content
      guard let content = stream.rest(limit: maxChapter), length + content.count <= maxBook
      else { throw ExchangeProblem("the book's text is longer than \(maxBook >> 20) MiB") }
      if let problem = stream.problem {
        // A damaged chapter is left out, not shortened.
        guard !problem.isOfSystem else { throw problem }
        continue
      }
      length += content.count
      tags += content.count { $0 == UInt8(ascii: "<") }
      guard tags <= maxTags else { throw ExchangeProblem("the book has too many elements") }
      files[entry.path] = content
    }
    return files
  }

  private static func rootFile(_ container: [UInt8]) -> String? {
    XMLElement(container)?.all(["rootfile"]).first?["full-path"]
  }
}

private struct BookPackage {
  let title: String, language: String, date: String
  let authors: [String]
  /// The texts in reading order, each with its role if it is not a chapter.
  private(set) var spine: [(path: String, role: String?)] = []

  init(_ opf: XMLElement, at path: String) {
    func lines(_ name: String) -> [String] {
      opf.all([name]).map { PageText.line($0.text) }.filter { !$0.isEmpty }
    }
    title = (lines("title").first ?? "").bounded(.title)
    language = lines("language").first ?? ""
    date = lines("date").first ?? ""
    authors = lines("creator").prefix(100).map { $0.bounded(.author) }.reduce(into: []) {
      authors, name in
      if !authors.contains(name) { authors.append(name) }
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    var items: [String: (href: String, isContents: Bool)] = [:]
    for item in opf.all(["item"]) {
      let isContents = (item["properties"] ?? "").split(separator: " ").contains("nav")
      items[item["id"] ?? ""] = (item["href"] ?? "", isContents)
    }
    for part in opf.all(["itemref"]) {
      guard let item = items[part["idref"] ?? ""] else { continue }
      let role =
        part["linear"]?.lowercased() == "no"
        ? "a page outside of the reading order"
        : item.isContents ? "the table of contents" : nil
      spine.append((Self.resolved(item.href, in: folder), role))
    }
  }

  /// A path within the archive; `..` cannot leave its root.
  private static func resolved(_ href: String, in folder: String) -> String {
    let plain = href.prefix { $0 != "#" }
    var parts: [Substring] = []
    for part in (folder + (DeepLink.percentDecoded(plain) ?? String(plain))).split(separator: "/") {
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}
