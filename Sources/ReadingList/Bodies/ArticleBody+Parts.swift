extension ArticleBody {
  /// Something in a body, as a reader comes upon it.
  package enum Part {
    /// A block; what is in it follows.
    case block(Block)
    /// A note of a block of notes; what is in it follows.
    case footnote(Footnote)
    case leaf(Leaf)
  }

  /// A leaf of text: a heading, a paragraph, a code block, a term, a summary, the words of a picture, a
  /// caption or a table row.
  package enum Leaf {
    case inlines([Inline])
    case plain(String)
    case row([[Inline]])

    /// The plain text; the cells of a row are joined by a tab.
    package var text: String {
      switch self {
      case .inlines(let inlines): inlines.text
      case .plain(let text): text
      case .row(let cells): cells.map(\.text).joined(separator: "\t")
      }
    }

    /// Its runs, by cell.
    package var runs: [[Inline]] {
      switch self {
      case .inlines(let inlines): [inlines]
      case .plain: []
      case .row(let cells): cells
      }
    }
  }

  /// Visits everything in reading order.
  package func visit(_ body: (Part) -> Void) { Self.visit(blocks, body) }

  static func visit(_ blocks: [Block], _ body: (Part) -> Void) {
    for block in blocks {
      body(.block(block))
      switch block {
      case .heading(_, let inlines, _), .paragraph(let inlines): body(.leaf(.inlines(inlines)))
      case .code(let text, _): body(.leaf(.plain(text)))
      case .list(let list): for item in list.items { visit(item, body) }
      case .definitions(let groups):
        for group in groups {
          for term in group.terms { body(.leaf(.inlines(term))) }
          for detail in group.details { visit(detail, body) }
        }
      case .quote(let inside): visit(inside, body)
      case .table(let table):
        if !table.caption.isEmpty { body(.leaf(.inlines(table.caption))) }
        if !table.header.isEmpty { body(.leaf(.row(table.header))) }
        for row in table.rows { body(.leaf(.row(row))) }
      case .figure(let images, let caption):
        for image in images { body(.leaf(.plain(image.alternative))) }
        if !caption.isEmpty { body(.leaf(.inlines(caption))) }
      case .details(let summary, let inside):
        body(.leaf(.inlines(summary)))
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
