extension ArticleBody {
  /// The body with other runs in its leaves and cells, and other names for the places in it.
  ///
  /// - Parameters:
  ///   - anchor: what a place is called instead.
  ///   - runs: what stands instead of the runs of a leaf.
  /// - Returns: that body.
  package func mapping(
    anchor: (String) -> String = { $0 }, runs: ([Inline]) -> [Inline]
  ) -> ArticleBody { ArticleBody(blocks: blocks.map { $0.mapping(anchor, runs) }) }

  /// The names of the places in it.
  package var anchors: Set<String> {
    var anchors: Set<String> = []
    visit { part in
      switch part {
      case .block(.heading(_, _, let anchor?)): anchors.insert(anchor)
      case .footnote(let note): anchors.insert(note.anchor)
      default: break
      }
    }
    return anchors
  }
}

extension ArticleBody.Block {
  fileprivate func mapping(
    _ anchor: (String) -> String, _ runs: ([ArticleBody.Inline]) -> [ArticleBody.Inline]
  ) -> Self {
    func all(_ blocks: [Self]) -> [Self] { blocks.map { $0.mapping(anchor, runs) } }
    switch self {
    case .heading(let level, let text, let name):
      return .heading(level: level, runs(text), anchor: name.map(anchor))
    case .paragraph(let text): return .paragraph(runs(text))
    case .list(var list):
      list.items = list.items.map(all)
      return .list(list)
    case .definitions(let groups):
      return .definitions(
        groups.map { .init(terms: $0.terms.map(runs), details: $0.details.map(all)) })
    case .quote(let blocks): return .quote(all(blocks))
    case .table(let table):
      return .table(
        .init(
          caption: runs(table.caption), header: table.header.map(runs),
          rows: table.rows.map { $0.map(runs) }))
    case .figure(let images, let caption): return .figure(images, caption: runs(caption))
    case .details(let summary, let blocks): return .details(summary: runs(summary), all(blocks))
    case .footnotes(let notes):
      return .footnotes(
        notes.map { .init(label: $0.label, anchor: anchor($0.anchor), blocks: all($0.blocks)) })
    case .code, .rule: return self
    }
  }
}

extension ArticleBody.Inline {
  /// The run with others in it; itself where it has none.
  package func containing(_ runs: [Self]) -> Self {
    switch self {
    case .emphasis: .emphasis(runs)
    case .strong: .strong(runs)
    case .link(_, let url): .link(runs, url: url)
    case .strike: .strike(runs)
    case .sub: .sub(runs)
    case .sup: .sup(runs)
    case .mark: .mark(runs)
    case .inserted: .inserted(runs)
    case .text, .code, .footnoteReference, .image, .lineBreak: self
    }
  }
}
