extension ArticleBody {
  /// Something in a body, as a reader comes upon it.
  package enum Part {
    /// A block; what is in it follows.
    case block(Block)
    /// A note of a block of notes; what is in it follows.
    case footnote(Footnote)
    /// The runs of a leaf, or of a cell of a table.
    case runs([Inline])
  }

  /// Visits everything in reading order.
  package func visit(_ body: (Part) -> Void) { Self.visit(blocks, body) }

  private static func visit(_ blocks: [Block], _ body: (Part) -> Void) {
    for block in blocks {
      body(.block(block))
      switch block {
      case .heading(_, let inlines, _), .paragraph(let inlines): body(.runs(inlines))
      case .list(let list): for item in list.items { visit(item, body) }
      case .definitions(let groups):
        for group in groups {
          for term in group.terms { body(.runs(term)) }
          for detail in group.details { visit(detail, body) }
        }
      case .quote(let inside): visit(inside, body)
      case .table(let table):
        body(.runs(table.caption))
        for row in [table.header] + table.rows { for cell in row { body(.runs(cell)) } }
      case .figure(let figure): body(.runs(figure.caption))
      case .details(let summary, let inside):
        body(.runs(summary))
        visit(inside, body)
      case .footnotes(let notes):
        for note in notes {
          body(.footnote(note))
          visit(note.blocks, body)
        }
      case .code, .rule: break
      }
    }
  }
}
