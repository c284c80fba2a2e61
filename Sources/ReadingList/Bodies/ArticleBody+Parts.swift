extension ArticleBody {
  /// Something in a body, as a reader comes upon it.
  package enum Part {
    /// A block; what is in it follows.
    case block(Block)
    /// A note of a block of notes; what is in it follows.
    case footnote(Footnote)
    /// The cells of a leaf of text: of a heading, a paragraph, a code block, a term, a summary, the words of a
    /// picture, a caption or a table row, which alone may have several.
    case leaf([[Inline]])
  }

  /// Visits everything in reading order.
  package func visit(_ body: (Part) -> Void) { Self.visit(blocks, body) }

  static func visit(_ blocks: [Block], _ body: (Part) -> Void) {
    for block in blocks {
      body(.block(block))
      switch block {
      case .heading(_, let inlines, _), .paragraph(let inlines): body(.leaf([inlines]))
      case .code(let text, _): body(.leaf([[.text(text)]]))
      case .list(let list): for item in list.items { visit(item, body) }
      case .definitions(let groups):
        for group in groups {
          for term in group.terms { body(.leaf([term])) }
          for detail in group.details { visit(detail, body) }
        }
      case .quote(let inside): visit(inside, body)
      case .table(let table):
        if !table.caption.isEmpty { body(.leaf([table.caption])) }
        if !table.header.isEmpty { body(.leaf(table.header)) }
        for row in table.rows { body(.leaf(row)) }
      case .figure(let images, let caption):
        for image in images { body(.leaf([[.text(image.alternative)]])) }
        if !caption.isEmpty { body(.leaf([caption])) }
      case .details(let summary, let inside):
        body(.leaf([summary]))
        visit(inside, body)
      case .footnotes(let notes):
        for note in notes {
          body(.footnote(note))
          visit(note.blocks, body)
        }
      case .rule: break
      }
    }
  }
}
