extension ArticleBody {
  /// The text alone: blocks separated by blank lines, headings, list items and table rows on lines
  /// of their own, no markup but marks around what was struck or inserted; without pictures.
  package var plainText: String { PlainTextWriter.text(of: blocks) }
}

/// Writes a body as plain text.
private enum PlainTextWriter {
  static func text(of blocks: [ArticleBody.Block]) -> String {
    blocks.map { text(of: $0) }.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private static func text(of block: ArticleBody.Block) -> String {
    switch block {
    case .heading(_, let inlines, _), .paragraph(let inlines): text(of: inlines)
    case .list(let list): lines(list.items)
    case .definitions(let groups):
      groups.map { group in
        (group.terms.map { text(of: $0) } + [lines(group.details)]).filter { !$0.isEmpty }.joined(
          separator: "\n")
      }.joined(separator: "\n")
    case .quote(let blocks): text(of: blocks)
    case .code(let text, _): text
    case .table(let table):
      ([text(of: table.caption)]
        + ([table.header] + table.rows).map { row in
          row.map { cell in text(of: cell).split(separator: "\n").joined(separator: " ") }.joined(
            separator: "\t")
        }).filter { !$0.isEmpty }.joined(separator: "\n")
    // Captions stand beside the text, not in it.
    case .figure: ""
    case .rule: ""
    case .details(let summary, let blocks):
      [text(of: summary), text(of: blocks)].filter { !$0.isEmpty }.joined(separator: "\n\n")
    case .footnotes(let notes):
      notes.map { "\($0.label) \(text(of: $0.blocks))" }.joined(separator: "\n")
    }
  }

  /// Items one a line; the blocks of one item follow each other without blank lines.
  private static func lines(_ items: [[ArticleBody.Block]]) -> String {
    items.map { item in item.map { text(of: $0) }.filter { !$0.isEmpty }.joined(separator: "\n") }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func text(of inlines: [ArticleBody.Inline]) -> String {
    var out = ""
    inlines.write(to: &out, marksEdits: true)
    return out
  }
}
