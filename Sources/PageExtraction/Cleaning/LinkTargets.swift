import ReadingList

/// Sends links to places that the article does not have back to the page.
enum LinkTargets {
  typealias Block = ArticleBody.Block

  static func settled(_ blocks: [Block], _ link: WebLink) -> [Block] {
    var anchors: Set<String> = []
    gather(blocks, &anchors)
    let base = link.base
    return BodyMap(
      inline: { inline in
        guard case .link(let inner, let url) = inline, let anchor = ArticleBody.anchor(of: url),
          !anchors.contains(anchor)
        else { return [inline] }
        return base.isEmpty ? inner : [.link(inner, url: base + url)]
      }
    ).blocks(blocks)
  }

  private static func gather(_ blocks: [Block], _ anchors: inout Set<String>) {
    for block in blocks {
      switch block {
      case .heading(_, _, let anchor): if let anchor { anchors.insert(anchor) }
      case .footnotes(let notes):
        for note in notes {
          anchors.insert(note.anchor)
          gather(note.blocks, &anchors)
        }
      case .list(let list): for item in list.items { gather(item, &anchors) }
      case .quote(let inner), .details(_, let inner): gather(inner, &anchors)
      case .definitions(let groups):
        for group in groups { for detail in group.details { gather(detail, &anchors) } }
      default: break
      }
    }
  }
}

/// Rewrites every inline run of a body.
struct BodyMap {
  typealias Block = ArticleBody.Block
  typealias Inline = ArticleBody.Inline

  let inline: (Inline) -> [Inline]

  func blocks(_ blocks: [Block]) -> [Block] { blocks.map(block) }

  private func block(_ block: Block) -> Block {
    switch block {
    case .heading(let level, let text, let anchor):
      return .heading(level: level, inlines(text), anchor: anchor)
    case .paragraph(let text): return .paragraph(inlines(text))
    case .list(var list):
      list.items = list.items.map(blocks)
      return .list(list)
    case .definitions(let groups):
      return .definitions(
        groups.map {
          .init(terms: $0.terms.map(inlines), details: $0.details.map(blocks))
        }
      )
    case .quote(let inner): return .quote(blocks(inner))
    case .table(var table):
      table.caption = inlines(table.caption)
      table.header = table.header.map(inlines)
      table.rows = table.rows.map { $0.map(inlines) }
      return .table(table)
    case .figure(var figure):
      figure.caption = inlines(figure.caption)
      return .figure(figure)
    case .details(let summary, let inner):
      return .details(summary: inlines(summary), blocks(inner))
    case .footnotes(let notes):
      return .footnotes(
        notes.map { .init(label: $0.label, anchor: $0.anchor, blocks: blocks($0.blocks)) }
      )
    case .code, .rule: return block
    }
  }

  func inlines(_ inlines: [Inline]) -> [Inline] {
    var out: [Inline] = []
    for inner in inlines.flatMap({ inline(inside($0)) }) {
      if case .text(let text) = inner, case .text(let before)? = out.last {
        out[out.count - 1] = .text(before + text)
      } else {
        out.append(inner)
      }
    }
    return out
  }

  private func inside(_ inline: Inline) -> Inline {
    switch inline {
    case .emphasis(let inner): .emphasis(inlines(inner))
    case .strong(let inner): .strong(inlines(inner))
    case .strike(let inner): .strike(inlines(inner))
    case .sub(let inner): .sub(inlines(inner))
    case .sup(let inner): .sup(inlines(inner))
    case .mark(let inner): .mark(inlines(inner))
    case .inserted(let inner): .inserted(inlines(inner))
    case .link(let inner, let url): .link(inlines(inner), url: url)
    default: inline
    }
  }
}
