import ReadingList

extension ArticleBody {
  /// The body with other names for the places in it, and for its links to them.
  ///
  /// Pages of one article number their notes anew; without names of their own, a reference would lead
  /// to the note of another page.
  func renamingAnchors(_ name: (String) -> String) -> ArticleBody {
    ArticleBody(blocks: blocks.map { $0.renamingAnchors(name) })
  }
}

extension ArticleBody.Block {
  fileprivate func renamingAnchors(_ name: (String) -> String) -> Self {
    func all(_ inlines: [ArticleBody.Inline]) -> [ArticleBody.Inline] {
      inlines.map { $0.renamingAnchors(name) }
    }
    func all(_ blocks: [Self]) -> [Self] { blocks.map { $0.renamingAnchors(name) } }
    switch self {
    case .heading(let level, let text, let anchor):
      return .heading(level: level, all(text), anchor: anchor.map(name))
    case .paragraph(let text): return .paragraph(all(text))
    case .list(var list):
      list.items = list.items.map(all)
      return .list(list)
    case .definitions(let groups):
      return .definitions(
        groups.map { .init(terms: $0.terms.map(all), details: $0.details.map(all)) }
      )
    case .quote(let blocks): return .quote(all(blocks))
    case .table(let table):
      return .table(
        .init(
          caption: all(table.caption),
          header: table.header.map(all),
          rows: table.rows.map { $0.map(all) }
        )
      )
    case .figure(let figure):
      return .figure(.init(images: figure.images, caption: all(figure.caption)))
    case .details(let summary, let blocks): return .details(summary: all(summary), all(blocks))
    case .footnotes(let notes):
      return .footnotes(
        notes.map { .init(label: $0.label, anchor: name($0.anchor), blocks: all($0.blocks)) }
      )
    case .code, .rule: return self
    }
  }
}

extension ArticleBody.Inline {
  fileprivate func renamingAnchors(_ name: (String) -> String) -> Self {
    func all(_ inlines: [Self]) -> [Self] { inlines.map { $0.renamingAnchors(name) } }
    switch self {
    case .emphasis(let text): return .emphasis(all(text))
    case .strong(let text): return .strong(all(text))
    case .link(let text, let url):
      return .link(all(text), url: ArticleBody.anchor(of: url).map { "#" + name($0) } ?? url)
    case .strike(let text): return .strike(all(text))
    case .sub(let text): return .sub(all(text))
    case .sup(let text): return .sup(all(text))
    case .mark(let text): return .mark(all(text))
    case .inserted(let text): return .inserted(all(text))
    case .footnoteReference(let label, let anchor):
      return .footnoteReference(label: label, anchor: name(anchor))
    case .text, .code, .image, .lineBreak: return self
    }
  }
}
