package import ReadingList

/// A format that articles are written in.
///
/// `export(_:)` writes a file of it.
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
  /// A book; see `BookExport`.
  case epub

  /// What it is called in sentences.
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

  /// How names of its files end, behind a dot.
  package var fileExtension: String {
    switch self {
    case .json, .csv, .html, .epub: rawValue
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
  package var hasTexts: Bool { self == .json || self == .markdown || self == .epub }

  /// Whether it is text, which a terminal can show.
  package var isText: Bool { self != .epub }

  /// The name of an article's own file: words of its title, the beginning of its id and the extension.
  package func fileName(of article: Article) -> String {
    let words = article.title.lowercased().split { !$0.isLetter && !$0.isNumber }
    var name = ""
    for word in words where name.utf8.count + word.utf8.count < 60 {
      name += (name.isEmpty ? "" : "-") + word
    }
    return (name.isEmpty ? "" : name + "-") + article.id.text.prefix(8) + "." + fileExtension
  }

  /// Begins a file.
  package func export(_ subject: ExportSubject) -> any ArticleExport {
    self == .epub ? BookExport(subject) : TextExport(format: self)
  }
}
