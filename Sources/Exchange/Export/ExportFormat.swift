package import ReadingList

package enum ExportFormat: String, CaseIterable, Sendable {
  /// Luego's own format, which is lossless; see `LuegoJSON`.
  case json
  /// A table; see `TableExport`.
  case csv
  /// Bookmarks in the Netscape format.
  case html
  /// A document for each article with its metadata, highlights and text.
  case markdown
  /// The addresses, one per line.
  case text
  /// A book; see `BookExport`.
  case epub

  /// The name used in sentences.
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

  /// The file name extension, without the dot.
  package var fileExtension: String {
    switch self {
    case .json, .csv, .html, .epub: rawValue
    case .markdown: "md"
    case .text: "txt"
    }
  }

  /// The format of a file, by its extension; nil if unknown.
  package static func named(by path: String) -> ExportFormat? {
    let name = path.lowercased()
    return allCases.first {
      name.hasSuffix("." + $0.fileExtension) || name.hasSuffix("." + $0.rawValue)
    }
      ?? (name.hasSuffix(".jsonl") ? .json : name.hasSuffix(".htm") ? .html : nil)
  }

  /// Whether it includes the texts of articles.
  package var hasTexts: Bool { self == .json || self == .markdown || self == .epub }

  /// Whether it is text that a terminal can show.
  package var isText: Bool { self != .epub }

  /// The file name of a single article: words of its title, the start of its id, and the extension.
  package func fileName(of article: Article) -> String {
    let words = article.title.lowercased().split { !$0.isLetter && !$0.isNumber }
    var name = ""
    for word in words where name.utf8.count + word.utf8.count < 60 {
      name += (name.isEmpty ? "" : "-") + word
    }
    return (name.isEmpty ? "" : name + "-") + article.id.text.prefix(8) + "." + fileExtension
  }

  /// Starts a file for the subject.
  package func export(_ subject: ExportSubject) -> any ArticleExport {
    self == .epub ? BookExport(subject) : TextExport(format: self)
  }
}
