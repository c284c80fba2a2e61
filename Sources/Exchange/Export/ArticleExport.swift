package import ReadingList

/// Writes a file of articles in parts (head, entries, tail), so that a library of any size takes
/// little memory.
package protocol ArticleExport {
  mutating func head() throws(ExchangeProblem) -> [UInt8]

  /// The entry of an article; only formats with texts need the stored body.
  ///
  /// - Throws: `ExchangeProblem` if the file would exceed its maximum size.
  mutating func entry(of article: Article, stored: StoredArticle) throws(ExchangeProblem) -> [UInt8]

  /// Nothing may be added afterwards.
  mutating func tail() throws(ExchangeProblem) -> [UInt8]
}

package struct ExportSubject: Sendable {
  package var title: String
  /// The same for the same selection of the same library.
  package var key: String
  package var now: Timestamp
  package var day: @Sendable (Timestamp) -> String
  /// An article's picture by its address; nil if it is not stored.
  package var picture: @Sendable (ArticleID, String) -> [UInt8]?

  package init(
    title: String, key: String, now: Timestamp, day: @escaping @Sendable (Timestamp) -> String,
    picture: @escaping @Sendable (ArticleID, String) -> [UInt8]? = { _, _ in nil }
  ) {
    self.title = title
    self.key = key
    self.now = now
    self.day = day
    self.picture = picture
  }
}

struct TextExport: ArticleExport {
  let format: ExportFormat

  func head() -> [UInt8] {
    switch format {
    case .csv: Array(TableExport.header.utf8)
    case .html: Array(BookmarkExport.head.utf8)
    case .json, .markdown, .text, .epub: []
    }
  }

  /// Percent-encodings of characters that would end an address in text.
  private static let written: [Unicode.Scalar: String] = [
    "\"": "%22", "<": "%3C", ">": "%3E", "|": "%7C", "\u{201c}": "%E2%80%9C",
    "\u{201d}": "%E2%80%9D",
  ]

  func entry(of article: Article, stored: StoredArticle) -> [UInt8] {
    let text =
      switch format {
      case .json: LuegoJSON.line(of: stored) + "\n"
      case .csv: TableExport.row(of: article)
      case .html: BookmarkExport.entry(of: article)
      case .markdown: MarkdownExport.document(of: article, body: stored.body)
      case .text, .epub: article.url.replacingScalars(Self.written) + "\n"
      }
    return Array(text.utf8)
  }

  func tail() -> [UInt8] { format == .html ? Array(BookmarkExport.tail.utf8) : [] }
}

extension String {
  /// Without control characters and noncharacters, which XML cannot contain.
  var forMarkup: String {
    String(unicodeScalars.filter { $0.isForMarkup || ["\t", "\n"].contains($0) })
  }

  /// For content and quoted attributes.
  var escapedMarkup: String {
    forMarkup.replacingScalars(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])
  }
}

extension Unicode.Scalar {
  /// Whether markup can contain it.
  package var isForMarkup: Bool {
    switch value {
    case ..<0x20, 0x7f...0x9f, 0xfdd0...0xfdef: false
    default: value & 0xfffe != 0xfffe
    }
  }
}
