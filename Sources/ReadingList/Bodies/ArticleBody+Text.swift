extension ArticleBody {
  /// The text alone: blocks separated by blank lines, headings, list items and table rows on lines
  /// of their own, no markup.
  package var plainText: String { PlainTextWriter.text(of: blocks) }
}

extension ArticleBody {
  /// What stands around struck text where there are no styles.
  package static let strikeMark = "~~"
  /// What stands around inserted text where there are no styles.
  package static let insertionMark = "++"
}

extension [ArticleBody.Inline] {
  /// The text of inline runs, line breaks as newlines; pictures have none.
  package var plainText: String {
    var out = ""
    PlainTextWriter.write(self, to: &out)
    return out
  }
}

/// Writes a body as plain text.
private enum PlainTextWriter {
  static func text(of blocks: [ArticleBody.Block]) -> String {
    var parts: [String] = []
    for block in blocks {
      let text = text(of: block)
      if !text.isEmpty { parts.append(text) }
    }
    return parts.joined(separator: "\n\n")
  }

  private static func text(of block: ArticleBody.Block) -> String {
    switch block {
    case .heading(_, let inlines, _), .paragraph(let inlines): inlines.plainText
    case .list(let list): lines(list.items)
    case .definitions(let groups):
      groups.map { group in
        (group.terms.map(\.plainText) + [lines(group.details)]).filter { !$0.isEmpty }
          .joined(separator: "\n")
      }.joined(separator: "\n")
    case .quote(let blocks): text(of: blocks)
    case .code(let text, _): text
    case .table(let table):
      ([table.caption.plainText]
        + ([table.header] + table.rows).map { row in
          row.map { cell in
            cell.plainText.split(separator: "\n").joined(separator: " ")
          }.joined(separator: "\t")
        }).filter { !$0.isEmpty }.joined(separator: "\n")
    // Captions stand beside the text, not in it.
    case .figure: ""
    case .rule: ""
    case .details(let summary, let blocks):
      [summary.plainText, text(of: blocks)].filter { !$0.isEmpty }.joined(separator: "\n\n")
    case .footnotes(let notes):
      notes.map { "\($0.label) \(text(of: $0.blocks))" }.joined(separator: "\n")
    }
  }

  /// Items one a line; the blocks of one item follow each other without blank lines.
  private static func lines(_ items: [[ArticleBody.Block]]) -> String {
    items.map { item in
      item.map { text(of: $0) }.filter { !$0.isEmpty }.joined(separator: "\n")
    }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func write(
    _ inlines: [ArticleBody.Inline],
    between mark: String,
    to out: inout String
  ) {
    out += mark
    write(inlines, to: &out)
    out += mark
  }

  static func write(_ inlines: [ArticleBody.Inline], to out: inout String) {
    for inline in inlines {
      switch inline {
      case .text(let text), .code(let text): out += text
      case .emphasis(let inner), .strong(let inner), .sub(let inner), .sup(let inner),
        .mark(let inner), .link(let inner, _):
        write(inner, to: &out)
      case .strike(let inner): write(inner, between: ArticleBody.strikeMark, to: &out)
      case .inserted(let inner): write(inner, between: ArticleBody.insertionMark, to: &out)
      case .footnoteReference(let label, _): out += "[\(label)]"
      case .image: break
      case .lineBreak: out += "\n"
      }
    }
  }
}
