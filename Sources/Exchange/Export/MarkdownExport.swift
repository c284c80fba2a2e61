import PageExtraction
import ReadingList

/// Writes an article as Markdown: YAML front matter, highlights as quotes, and the text.
enum MarkdownExport {
  static func document(of article: Article, body: String?) -> String {
    var lines = ["---", "title: \(quoted(article.title))", "url: \(quoted(article.url))"]
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { lines.append("\(name): \(quoted(value))") }
    }
    add("author", article.author)
    add("site", article.site)
    add("language", article.language)
    lines.append("saved: \(article.savedAt.rfc3339)")
    if let published = article.publishedAt { lines.append("published: \(published.rfc3339)") }
    lines.append("tags: [\(article.tags.map(quoted).joined(separator: ", "))]")
    lines += ["favorite: \(article.isFavorite)", "archived: \(article.isArchived)"]
    lines += ["progress: \(article.progress.percent)"]
    add("note", article.note)
    let highlights = article.highlights
    if !highlights.isEmpty { lines.append("highlights: \(highlights.count)") }
    lines += ["id: \(article.id.text)", "---", ""]
    let heading = ArticleBody(blocks: [.heading(level: 1, [.text(article.title)], anchor: nil)])
    var parts = [lines.joined(separator: "\n"), heading.markdown]
    if !highlights.isEmpty {
      parts.append("## Highlights")
      parts += highlights.map(quotation)
      if body != nil { parts.append("## Text") }
    }
    if let body { parts.append(ArticleBody(fragment: body).markdown) }
    return (parts.map(\.trimmed).joined(separator: "\n\n") + "\n").forMarkup
  }

  private static func quotation(_ highlight: Highlight) -> String {
    func paragraph(_ lines: some Sequence<Substring>) -> ArticleBody.Block {
      .paragraph(Array(lines.map { [.text(String($0))] }.joined(separator: [.lineBreak])))
    }
    let quote = highlight.quote.split(whereSeparator: \.isNewline).map { paragraph([$0]) }
    let note = highlight.note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .split { $0.allSatisfy(\.isWhitespace) }.map { paragraph($0) }
    return ArticleBody(blocks: [.quote(quote)] + note).markdown
  }

  /// Every JSON string is a double-quoted YAML scalar.
  private static func quoted(_ text: String) -> String { JSON.string(text).compact }
}
