package import ReadingList

/// A format that articles are written in.
///
/// A file is its head, an entry for each article in order, and its tail, so that a library of any size is written in
/// constant memory.
package enum ExportFormat: String, CaseIterable, Sendable {
  /// Luego's own, which loses nothing; see `LuegoJSON`.
  case json
  /// A table; see `TableExport`.
  case csv
  /// Bookmarks as browsers exchange them.
  case html
  /// A document for each article: what is known of it, its highlights and its text.
  case markdown
  /// The addresses, a line each.
  case text

  /// What it is called in sentences.
  package var title: String {
    switch self {
    case .json: "Luego JSON"
    case .csv: "CSV"
    case .html: "bookmarks"
    case .markdown: "Markdown"
    case .text: "text"
    }
  }

  /// How names of its files end, behind a dot.
  package var fileExtension: String {
    switch self {
    case .json, .csv, .html: rawValue
    case .markdown: "md"
    case .text: "txt"
    }
  }

  /// The format that a file's name says; nil where it says none.
  package static func named(by path: String) -> ExportFormat? {
    let name = path.lowercased()
    return allCases.first { name.hasSuffix("." + $0.fileExtension) }
      ?? (name.hasSuffix(".jsonl") ? .json : name.hasSuffix(".htm") ? .html : nil)
  }

  /// Whether it has the texts of articles.
  package var hasTexts: Bool { self == .json || self == .markdown }

  /// The name of an article's own file: words of its title, the beginning of its id and the extension.
  package func fileName(of article: Article) -> String {
    let words = article.title.lowercased().split { !$0.isLetter && !$0.isNumber }
    var name = ""
    for word in words where name.utf8.count + word.utf8.count < 60 {
      name += (name.isEmpty ? "" : "-") + word
    }
    return (name.isEmpty ? "" : name + "-") + article.id.text.prefix(8) + "." + fileExtension
  }

  /// What stands before the articles.
  package var head: String {
    switch self {
    case .csv: TableExport.header
    case .html: BookmarkExport.head
    case .json, .markdown, .text: ""
    }
  }

  /// What stands behind them.
  package var tail: String { self == .html ? BookmarkExport.tail : "" }

  /// What is written of an article.
  ///
  /// - Parameters:
  ///   - article: the article.
  ///   - stored: its files; only of formats that have texts is the body needed.
  /// - Returns: the entry, with a line feed at its end.
  package func entry(of article: Article, stored: StoredArticle) -> String {
    switch self {
    case .json: LuegoJSON.line(of: stored) + "\n"
    case .csv: TableExport.row(of: article)
    case .html: BookmarkExport.entry(of: article)
    case .markdown: MarkdownExport.document(of: article, body: stored.body)
    case .text: article.url + "\n"
    }
  }
}
