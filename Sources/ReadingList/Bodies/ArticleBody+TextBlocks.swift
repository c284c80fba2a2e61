extension ArticleBody {
  /// The plain text of every leaf of text, in reading order: what reading positions count over.
  ///
  /// Leaves are headings, paragraphs, code blocks, terms, summaries, pictures (their words), captions
  /// and table rows (cells joined by a tab). Rules have none.
  package var textBlocks: [String] {
    var texts: [String] = []
    Self.visit(blocks) { texts.append($0.text) }
    return texts
  }

  /// The leaf in which a share of the text has been read.
  package func position(of progress: Progress) -> ReadingPosition {
    let lengths = textBlocks.map(\.count)
    var left = lengths.reduce(0, +) * progress.percent / 100
    let block = lengths.firstIndex { length in
      left -= length
      return left < 0
    }
    return ReadingPosition(block: block ?? lengths.count - 1, offset: 0)
  }

  /// A leaf of text, as blocks have it.
  private enum Leaf {
    case inlines([Inline])
    case plain(String)
    case row([[Inline]])

    var text: String {
      switch self {
      case .inlines(let inlines): inlines.text
      case .plain(let text): text
      case .row(let cells): cells.map(\.text).joined(separator: "\t")
      }
    }
  }

  private static func visit(_ blocks: [Block], _ see: (Leaf) -> Void) {
    for block in blocks {
      switch block {
      case .heading(_, let inlines, _), .paragraph(let inlines): see(.inlines(inlines))
      case .code(let text, _): see(.plain(text))
      case .list(let list): for item in list.items { visit(item, see) }
      case .definitions(let groups):
        for group in groups {
          for term in group.terms { see(.inlines(term)) }
          for detail in group.details { visit(detail, see) }
        }
      case .quote(let inside): visit(inside, see)
      case .table(let table):
        if !table.caption.isEmpty { see(.inlines(table.caption)) }
        if !table.header.isEmpty { see(.row(table.header)) }
        for row in table.rows { see(.row(row)) }
      case .figure(let figure):
        for image in figure.images { see(.plain(image.alternative)) }
        if !figure.caption.isEmpty { see(.inlines(figure.caption)) }
      case .rule: break
      case .details(let summary, let inside):
        see(.inlines(summary))
        visit(inside, see)
      case .footnotes(let notes): for note in notes { visit(note.blocks, see) }
      }
    }
  }
}
