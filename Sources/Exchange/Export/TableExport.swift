import ReadingList

/// Writes articles as CSV (RFC 4180) in UTF-8, with a line feed after each row.
///
/// Importing it restores the articles without their texts and highlights. Times are in RFC 3339,
/// tags are a JSON array, and unknown values are empty.
enum TableExport {
  private static let columns: [(name: String, value: @Sendable (Article) -> String)] = [
    ("url", { $0.url }), ("title", { $0.title }), ("author", { $0.author ?? "" }),
    ("site", { $0.site ?? "" }), ("language", { $0.language ?? "" }),
    ("excerpt", { $0.excerpt ?? "" }), ("published", { $0.publishedAt?.rfc3339 ?? "" }),
    ("saved", { $0.savedAt.rfc3339 }),
    ("tags", { JSON.array($0.tags.map { .string($0) }).compact }),
    ("favorite", { String($0.isFavorite) }), ("archived", { String($0.isArchived) }),
    ("deleted", { String($0.isDeleted) }), ("progress", { String($0.progress.percent) }),
    ("words", { $0.wordCount > 0 ? String($0.wordCount) : "" }), ("note", { $0.note }),
  ]

  static let header = columns.map(\.name).joined(separator: ",") + "\n"

  static func row(of article: Article) -> String {
    columns.map { quoted($0.value(article)) }.joined(separator: ",") + "\n"
  }

  private static func quoted(_ text: String) -> String {
    let text = String(text.unicodeScalars.filter { $0.properties.isWhitespace || $0.isForMarkup })
    let needsQuotes = text.utf8.contains { $0 == 0x22 || $0 == 0x2c || $0 == 0x0a || $0 == 0x0d }
    return needsQuotes ? "\"" + text.replacingScalars(["\"": "\"\""]) + "\"" : text
  }
}
