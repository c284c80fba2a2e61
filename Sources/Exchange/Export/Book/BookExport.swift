import ReadingList

/// Writes articles as an EPUB 3.3 book: a document for each, then the package files.
///
/// The book has no scripts and no remote resources. The same articles at the same time yield the
/// same bytes.
struct BookExport: ArticleExport {
  private let subject: ExportSubject
  private var zip = ZipWriter()
  private var pages: [Page] = []
  private var pictures: [(file: String, mediaType: String)] = []
  private var authors: Set<String> = []
  private var only: Article?

  /// An article in the package and the table of contents.
  private struct Page {
    var id: String
    var entry: BookEntry
    var language: String?
  }

  /// Supported by every EPUB reader.
  private static let formats: Set<PictureFormat> = [.jpeg, .png, .gif]

  init(_ subject: ExportSubject) { self.subject = subject }

  // MARK: Writing

  mutating func head() throws(ExchangeProblem) -> [UInt8] {
    // EPUB readers expect `mimetype` first in the file.
    try zip.file("mimetype", Array("application/epub+zip".utf8), isStored: true)
      + file("META-INF/container.xml", Self.container) + file("EPUB/style.css", BookStyle.sheet)
  }

  mutating func entry(of article: Article, stored: StoredArticle) throws(ExchangeProblem) -> [UInt8]
  {
    var known = Set(pictures.map(\.file))
    var added: [(file: String, mediaType: String, bytes: [UInt8])] = []
    let page = BookPage(article, body: stored.body, day: subject.day) { [subject] address in
      guard let bytes = subject.picture(article.id, address), let format = PictureFormat(of: bytes),
        Self.formats.contains(format)
      else { return nil }
      let file = "\(PictureName.key(of: address)).\(format.ending)"
      if known.insert(file).inserted { added.append((file, format.mediaType, bytes)) }
      return file
    }
    let file = article.id.text + ".xhtml"
    var entry = BookEntry(title: page.title, target: file, isRightToLeft: page.isRightToLeft)
    entry.add(page.headings)
    pages.append(Page(id: "a" + article.id.text, entry: entry, language: page.language))
    if let author = article.author?.shownInBook, !author.isEmpty { authors.insert(author) }
    only = pages.count == 1 ? article : nil
    var bytes = try zip.file("EPUB/" + file, Array(page.document.utf8))
    for picture in added {
      pictures.append((picture.file, picture.mediaType))
      bytes += try zip.file("EPUB/" + picture.file, picture.bytes, isStored: true)
    }
    return bytes
  }

  mutating func tail() throws(ExchangeProblem) -> [UInt8] {
    let bytes = try file("EPUB/nav.xhtml", navigation) + file("EPUB/package.opf", package)
    return bytes + zip.end()
  }

  private mutating func file(_ path: String, _ text: String) throws(ExchangeProblem) -> [UInt8] {
    try zip.file(path, Array(text.utf8))
  }

  // MARK: The whole book

  private var title: String {
    if only != nil, let page = pages.first { return page.entry.title }
    let title = subject.title.shownInBook
    return title.isEmpty ? "Articles" : title
  }

  /// The articles' most common language.
  private var language: String {
    var counts: [String: Int] = [:]
    for page in pages { if let language = page.language { counts[language, default: 0] += 1 } }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? "und"
  }

  private var isRightToLeft: Bool { pages.count { $0.entry.isRightToLeft } * 2 > pages.count }

  /// Unique; derived from the article or the selection.
  private var identifier: String {
    var digits = Array(SHA256.hex(of: Array((only?.id.text ?? subject.key).utf8)).prefix(32))
    // A version 8 UUID made of a hash (RFC 9562).
    digits[12] = "8"
    digits[16] = "a"
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
    return "urn:uuid:" + parts.joined(separator: "-")
  }

  private static let container = """
    <?xml version="1.0" encoding="UTF-8"?>
    <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
    <rootfiles>
    <rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
    </rootfiles>
    </container>

    """

  /// The table of contents; opens a book of several articles.
  private var navigation: String {
    let line = "\(pages.count.counted("article")) · \(subject.day(subject.now))".escapedMarkup
    let own = only == nil ? [BookEntry(title: title, target: "nav.xhtml")] : []
    return BookPage.document(
      title: title, language: "en",
      content: """
        <h1>\(title.escapedMarkup)</h1>
        <p class="facts">\(line)</p>
        <nav epub:type="toc" id="toc">
        \(BookEntry.list(own + pages.map(\.entry)))
        </nav>
        """)
  }

  private var package: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="book">
    <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    \(metadata.joined(separator: "\n"))
    </metadata>
    <manifest>
    \(manifest.joined(separator: "\n"))
    </manifest>
    <spine\(isRightToLeft ? " page-progression-direction=\"rtl\"" : "")>
    \(spine.map { "<itemref idref=\"\($0)\"/>" }.joined(separator: "\n"))
    </spine>
    </package>

    """
  }

  private var metadata: [String] {
    func element(_ name: String, _ text: String) -> String {
      "<dc:\(name)>\(text.escapedMarkup)</dc:\(name)>"
    }
    let modified = Timestamp(seconds: subject.now.milliseconds / 1000).rfc3339
    var lines = [
      "<dc:identifier id=\"book\">\(identifier)</dc:identifier>", element("title", title),
      element("language", language),
      element("creator", authors.count == 1 ? authors.first ?? "" : "Luego"),
      "<meta property=\"dcterms:modified\">\(modified)</meta>",
    ]
    guard let only else { return lines }
    if let site = only.site?.shownInBook, !site.isEmpty { lines.append(element("publisher", site)) }
    if let address = WebAddress.strict(only.url) { lines.append(element("source", address)) }
    if let published = only.publishedAt {
      lines.append(element("date", String(published.rfc3339.prefix(10))))
    }
    return lines + only.tags.map { element("subject", $0) }
  }

  private var manifest: [String] {
    func item(_ id: String, _ file: String, _ type: String, _ properties: String = "") -> String {
      "<item id=\"\(id)\" href=\"\(file)\" media-type=\"\(type)\"\(properties)/>"
    }
    let page = "application/xhtml+xml"
    return [
      item("nav", "nav.xhtml", page, " properties=\"nav\""),
      item("style", "style.css", "text/css"),
    ] + pages.map { item($0.id, $0.entry.target, page) }
      + pictures.enumerated().map { item("i\($0.offset)", $0.element.file, $0.element.mediaType) }
  }

  private var spine: [String] { (only == nil ? ["nav"] : []) + pages.map(\.id) }
}
