extension ArticleBody {
  /// The plain text of every leaf of text, in reading order: what reading positions count over.
  ///
  /// Leaves are headings, paragraphs, code blocks, terms, summaries, pictures (their words), captions
  /// and table rows (cells joined by a tab). Rules have none.
  package var textBlocks: [String] {
    var leaves: [String] = []
    Self.collect(blocks, into: &leaves)
    return leaves
  }

  private static func collect(_ blocks: [Block], into leaves: inout [String]) {
    for block in blocks {
      switch block {
      case .heading(_, let inlines, _), .paragraph(let inlines): leaves.append(inlines.text)
      case .code(let text, _): leaves.append(text)
      case .list(let list): for item in list.items { collect(item, into: &leaves) }
      case .definitions(let groups):
        for group in groups {
          leaves += group.terms.map(\.text)
          for detail in group.details { collect(detail, into: &leaves) }
        }
      case .quote(let inside): collect(inside, into: &leaves)
      case .table(let table):
        if !table.caption.isEmpty { leaves.append(table.caption.text) }
        let rows = (table.header.isEmpty ? [] : [table.header]) + table.rows
        leaves += rows.map { row in row.map(\.text).joined(separator: "\t") }
      case .figure(let figure):
        leaves += figure.images.map(\.alternative)
        if !figure.caption.isEmpty { leaves.append(figure.caption.text) }
      case .rule: break
      case .details(let summary, let inside):
        leaves.append(summary.text)
        collect(inside, into: &leaves)
      case .footnotes(let notes): for note in notes { collect(note.blocks, into: &leaves) }
      }
    }
  }
}
