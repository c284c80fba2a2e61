package import ReadingList

package enum ExportFormat: String, CaseIterable, Sendable {
  /// Lossless; see `LuegoJSON`.
  case json
  /// See `TableExport`.
  case csv
  /// Netscape bookmarks.
  case html
  /// A document for each article: metadata, highlights and text.
  case markdown
  /// Addresses, one per line.
  case text
  /// See `BookExport`.
  case epub

  /// For sentences.
  package var title: String {
    switch self {
    case .json: "Luego JSON"
    case .csv: "CSV"
    case .html: "bookmarks"
    case .markdown: "Markdown"
    case .text: "text"
    case .epub: "EPUB"
    }
  }

  /// Without the dot.
  package var fileExtension: String {
    switch self {
    case .json, .csv, .html, .epub: rawValue
    case .markdown: "md"
    case .text: "txt"
    }
  }

  /// By the extension; nil if unknown.
  package static func named(by path: String) -> ExportFormat? {
    let name = path.lowercased()
    return allCases.first {
      name.hasSuffix("." + $0.fileExtension) || name.hasSuffix("." + $0.rawValue)
    }
      ?? (name.hasSuffix(".jsonl") ? .json : name.hasSuffix(".htm") ? .html : nil)
  }

  package var hasTexts: Bool { self == .json || self == .markdown || self == .epub }

  package var isText: Bool { self != .epub }

  /// For a single article: words of its title, the start of its id, and the extension.
  package func fileName(of article: Article) -> String {
    let words = article.title.lowercased().split { !$0.isLetter && !$0.isNumber }
    var name = ""
    for word in words where name.utf8.count + word.utf8.count < 60 {
      name += (name.isEmpty ? "" : "-") + word
    }
    return (name.isEmpty ? "" : name + "-") + article.id.text.prefix(8) + "." + fileExtension
  }

  package func export(_ subject: ExportSubject) -> any ArticleExport {
    self == .epub ? BookExport(subject) : TextExport(format: self)
  }
}
