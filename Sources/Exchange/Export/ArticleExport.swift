package import ReadingList

/// A file of articles as it is written: the bytes that come next, of its head, of each article in order, and of its
/// tail, so that a library of any size is written in little memory.
package protocol ArticleExport {
  /// What stands before the articles.
  mutating func head() throws(ExchangeProblem) -> [UInt8]

  /// What is written of an article.
  ///
  /// - Parameters:
  ///   - article: the article.
  ///   - stored: its files; only formats that have texts need the body.
  /// - Returns: the bytes that come next.
  /// - Throws: `ExchangeProblem` where the file would be larger than it may be.
  mutating func entry(of article: Article, stored: StoredArticle) throws(ExchangeProblem) -> [UInt8]

  /// What stands behind them; nothing may be added then.
  mutating func tail() throws(ExchangeProblem) -> [UInt8]
}

/// What an export is about, for formats that say it.
package struct ExportSubject: Sendable {
  /// What all of it is called.
  package var title: String
  /// The same for the same choice of the same library.
  package var key: String
  /// The present moment.
  package var now: Timestamp
  /// A date as a person reads it.
  package var day: @Sendable (Timestamp) -> String
  /// The file of the picture that an article has from an address; nil where it is not at hand.
  package var picture: @Sendable (ArticleID, String) -> [UInt8]?

  /// Says what an export is about.
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

/// A file of text.
struct TextExport: ArticleExport {
  let format: ExportFormat
  private var isInArchive = false

  init(format: ExportFormat) { self.format = format }

  func head() -> [UInt8] {
    switch format {
    case .csv: Array(TableExport.header.utf8)
    case .html: Array(BookmarkExport.head.utf8)
    case .json, .markdown, .text, .epub: []
    }
  }

  mutating func entry(of article: Article, stored: StoredArticle) -> [UInt8] {
    let isFirstArchived = article.isArchived && !isInArchive
    isInArchive = isInArchive || isFirstArchived
    let text =
      switch format {
      case .json: LuegoJSON.line(of: stored) + "\n"
      case .csv: TableExport.row(of: article)
      case .html:
        (isFirstArchived ? BookmarkExport.archiveHead : "") + BookmarkExport.entry(of: article)
      case .markdown: MarkdownExport.document(of: article, body: stored.body)
      case .text, .epub: article.url + "\n"
      }
    return Array(text.utf8)
  }

  func tail() -> [UInt8] {
    let tail = (isInArchive ? BookmarkExport.tail : "") + BookmarkExport.tail
    return format == .html ? Array(tail.utf8) : []
  }
}

extension String {
  /// As text or a quoted value of markup; what XML cannot hold, control characters and noncharacters are left out.
  var escapedMarkup: String {
    var out = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "&": out.append(contentsOf: "&amp;".unicodeScalars)
      case "<": out.append(contentsOf: "&lt;".unicodeScalars)
      case ">": out.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": out.append(contentsOf: "&quot;".unicodeScalars)
      case "\t", "\n", "\r": out.append(scalar)
      default: if scalar.isForMarkup { out.append(scalar) }
      }
    }
    return String(out)
  }
}

extension Unicode.Scalar {
  /// Whether markup can hold it.
  var isForMarkup: Bool {
    switch value {
    case ..<0x20, 0x7f...0x9f, 0xfdd0...0xfdef: false
    default: value & 0xfffe != 0xfffe
    }
  }
}
