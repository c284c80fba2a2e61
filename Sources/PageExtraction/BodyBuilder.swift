import ReadingList

/// Turns a part of a page into an `ArticleBody`.
struct BodyBuilder {
  typealias Block = ArticleBody.Block
  typealias Inline = ArticleBody.Inline

  /// Where the markup comes from.
  enum Source {
    /// A page, which says one thing and means another.
    case page
    /// A fragment that `FragmentWriter` wrote.
    case fragment
  }

  let tree: PageTree
  let link: WebLink
  let source: Source
  private let notes: FootnoteIndex
  private var out: [Block] = []
  private var line = InlineLine()
  private var anchor: String?
  /// How many lists, quotes and the like are open.
  private var depth = 0
  /// The deepest nesting of blocks; what is deeper loses its box and keeps its text.
  private static let deepest = 32

  init(_ tree: PageTree, link: WebLink, source: Source, top: PageTree.Index) {
    self.tree = tree
    self.link = link
    self.source = source
    notes = FootnoteIndex(tree, top: top, source: source)
  }

  /// Builds the body of everything below `top`.
  static func body(
    of top: PageTree.Index,
    in tree: PageTree,
    link: WebLink,
    source: Source
  ) -> ArticleBody {
    var builder = BodyBuilder(tree, link: link, source: source, top: top)
    let blocks = builder.blocks(of: top)
    return ArticleBody(blocks: source == .page ? LinkTargets.settled(blocks, link) : blocks)
  }

  // MARK: Blocks

  /// The blocks of a node's children, apart from what is being collected.
  private mutating func blocks(of parent: PageTree.Index) -> [Block] {
    depth += 1
    defer { depth -= 1 }
    flush()
    let before = out
    out = []
    emitChildren(of: parent)
    flush()
    let collected = out
    out = before
    return collected
  }

  /// The inline runs of a node's children.
  private mutating func inlines(of parent: PageTree.Index) -> [Inline] {
    Self.flattened(blocks(of: parent))
  }

  private mutating func flush() {
    let inlines = line.take()
    guard !inlines.isEmpty else { return }
    if let figure = Self.figure(of: inlines) {
      out.append(figure)
    } else {
      out.append(.paragraph(inlines))
    }
  }

  private mutating func append(_ block: Block) {
    flush()
    anchor = nil
    if case .footnotes(let more) = block, case .footnotes(let before)? = out.last {
      out[out.count - 1] = .footnotes(before + more)
      return
    }
    if case .rule = block {
      if out.isEmpty { return }
      if case .rule? = out.last { return }
    }
    out.append(block)
  }

  private mutating func emitChildren(of parent: PageTree.Index) {
    var child = tree[parent].first
    while child != PageTree.none {
      emit(child)
      child = tree[child].next
    }
  }

  private mutating func emit(_ node: PageTree.Index) {
    if tree[node].flags.contains(.hidden) { return }
    if depth > Self.deepest, TagSet.blocks.contains(tree.tag(node)), tree.tag(node) != .pre {
      flush()
      emitChildren(of: node)
      flush()
      return
    }
    switch tree.tag(node) {
    case .text: line.text(tree.text(node))
    case .br:
      line.lineBreak()
      if line.breaks >= 2 { flush() }
    case .b, .strong: wrap(node, .strong)
    case .i, .em, .cite, .dfn, .var: wrap(node, .emphasis)
    case .code, .kbd, .samp, .tt: wrap(node, .code)
    case .s, .strike, .del: wrap(node, .strike)
    case .sub: wrap(node, .sub)
    case .sup: wrap(node, .sup)
    case .mark: wrap(node, .mark)
    case .q:
      line.text(Array("“".utf8)[...])
      emitChildren(of: node)
      line.text(Array("”".utf8)[...])
    case .a: emitLink(node)
    case .img:
      if let image = PictureSource.image(node, tree, link) {
        line.append(.image(image))
      }
    case .picture: emitPicture(node)
    case .h1, .h2, .h3, .h4, .h5, .h6: emitHeading(node)
    case .ul, .ol, .menu, .dir: emitList(node)
    case .li: emitStray(node)
    case .dl: emitDefinitions(node)
    case .blockquote:
      let blocks = blocks(of: node)
      if !blocks.isEmpty { append(.quote(blocks)) }
    case .pre, .listing, .xmp, .plaintext: emitCode(node)
    case .table: emitTable(node)
    case .figure: emitFigure(node)
    case .hr: append(.rule)
    case .details: emitDetails(node)
    case .math: emitMath(node)
    case .iframe, .embed, .video, .audio, .object: emitMedia(node)
    case .script, .style, .template, .head, .title, .link, .meta, .base, .canvas, .select,
      .textarea, .button, .input, .datalist, .param, .source, .track, .map, .area, .noframes, .rp,
      .meter, .progress:
      break
    case let tag where TagSet.blocks.contains(tag):
      flush()
      if notes.isNote(node) {
        emitNote(node)
        return
      }
      if let id = tree.attribute(.id, of: node) { anchor = id }
      emitChildren(of: node)
      flush()
    default: emitChildren(of: node)
    }
  }

  private mutating func wrap(_ node: PageTree.Index, _ wrapper: InlineLine.Wrapper) {
    let isOpen = line.open(wrapper)
    emitChildren(of: node)
    if isOpen { line.close() }
  }

  private mutating func emitLink(_ node: PageTree.Index) {
    if let name = tree.attribute(.id, of: node) ?? tree.attribute(.name, of: node) { anchor = name }
    if notes.isBackLink(node) { return }
    if source == .page, Permalink.isSign(node, tree) { return }
    if let reference = notes.reference(node) {
      line.append(.footnoteReference(label: reference.label, anchor: reference.anchor))
      return
    }
    guard let target = tree.attribute(.href, of: node).flatMap(link.resolve) else {
      emitChildren(of: node)
      return
    }
    let isOpen = line.open(.link(target))
    emitChildren(of: node)
    if isOpen { line.close() }
  }

  private mutating func emitHeading(_ node: PageTree.Index) {
    flush()
    let before = anchor
    anchor = nil
    let inner = blocks(of: node)
    let found = tree.attribute(.id, of: node) ?? anchor ?? before
    let level = Int(tree.tag(node).rawValue - Tag.h1.rawValue) + 1
    for block in inner {
      guard case .paragraph(let inlines) = block else {
        append(block)
        continue
      }
      let text = source == .page ? Permalink.removed(from: inlines) : inlines
      if !text.isEmpty {
        append(.heading(level: level, text, anchor: found.flatMap(AnchorName.plausible)))
      }
    }
  }

  // MARK: Lists

  private mutating func emitList(_ node: PageTree.Index) {
    flush()
    var items: [[Block]] = []
    var found: [ArticleBody.Footnote] = []
    for child in tree.children(of: node) {
      if tree.tag(child) == .li {
        let inner = blocks(of: child)
        if inner.isEmpty { continue }
        if let note = notes.note(child) {
          found.append(ArticleBody.Footnote(label: note.label, anchor: note.anchor, blocks: inner))
        } else {
          items.append(inner)
        }
      } else {
        let extra = blocksAlone(child)
        if extra.isEmpty { continue }
        if items.isEmpty { items.append(extra) } else { items[items.count - 1] += extra }
      }
    }
    if !items.isEmpty {
      let start = tree.attribute(.start, of: node).flatMap { Int($0) }
      let isNumbered = tree.tag(node) == .ol
      let first = start.map { min(max($0, 0), 1_000_000_000) } ?? 1
      append(.list(ArticleBody.List(start: isNumbered ? first : nil, items: items)))
    }
    if !found.isEmpty { append(.footnotes(found)) }
  }

  /// A list item without its list.
  private mutating func emitStray(_ node: PageTree.Index) {
    let inner = blocks(of: node)
    if inner.isEmpty { return }
    if let note = notes.note(node) {
      append(.footnotes([.init(label: note.label, anchor: note.anchor, blocks: inner)]))
      return
    }
    append(.list(ArticleBody.List(items: [inner])))
  }

  private mutating func emitNote(_ node: PageTree.Index) {
    guard let note = notes.note(node) else { return }
    let inner = blocks(of: node)
    if inner.isEmpty { return }
    append(.footnotes([.init(label: note.label, anchor: note.anchor, blocks: inner)]))
  }

  private mutating func emitDefinitions(_ node: PageTree.Index) {
    flush()
    var groups: [ArticleBody.Definition] = []
    collectDefinitions(node, &groups, depth: 0)
    groups.removeAll { $0.terms.isEmpty && $0.details.isEmpty }
    if !groups.isEmpty { append(.definitions(groups)) }
  }

  private mutating func collectDefinitions(
    _ node: PageTree.Index,
    _ groups: inout [ArticleBody.Definition],
    depth: Int
  ) {
    for child in tree.children(of: node) where !tree[child].flags.contains(.hidden) {
      switch tree.tag(child) {
      case .dt:
        let term = inlines(of: child)
        if term.isEmpty { continue }
        if let last = groups.last, last.details.isEmpty {
          groups[groups.count - 1].terms.append(term)
        } else {
          groups.append(ArticleBody.Definition(terms: [term], details: []))
        }
      case .text:
        if tree[child].flags.contains(.blank) { continue }
        addDetail(blocksAlone(child), &groups)
      case .div where depth < 3, .unknown where depth < 3:
        collectDefinitions(child, &groups, depth: depth + 1)
      case .dd: addDetail(blocks(of: child), &groups)
      default: addDetail(blocksAlone(child), &groups)
      }
    }
  }

  private func addDetail(_ blocks: [Block], _ groups: inout [ArticleBody.Definition]) {
    if blocks.isEmpty { return }
    if groups.isEmpty { groups.append(ArticleBody.Definition(terms: [], details: [])) }
    groups[groups.count - 1].details.append(blocks)
  }

  private mutating func blocksAlone(_ node: PageTree.Index) -> [Block] {
    depth += 1
    defer { depth -= 1 }
    flush()
    let before = out
    out = []
    emit(node)
    flush()
    let collected = out
    out = before
    return collected
  }

  // MARK: Code, tables, figures

  private mutating func emitCode(_ node: PageTree.Index) {
    let code = CodeText.text(of: node, in: tree)
    flush()
    if code.isEmpty {
      emitChildren(of: node)
      flush()
      return
    }
    append(.code(code, language: CodeText.language(of: node, in: tree)))
  }

  private mutating func emitTable(_ node: PageTree.Index) {
    flush()
    let isData = source == .fragment || tree[node].flags.contains(.dataTable)
    if !isData {
      emitLayout(node)
      return
    }
    let parts = TableParts(node, tree)
    var table = ArticleBody.Table(rows: [])
    if let caption = parts.caption { table.caption = inlines(of: caption) }
    var inner: [Block] = []
    for row in parts.rows {
      var cells: [[Inline]] = []
      for cell in row.cells {
        guard cell != PageTree.none else {
          cells.append([])
          continue
        }
        let blocks = blocks(of: cell)
        inner += blocks
        cells.append(Self.flattened(blocks))
      }
      if cells.allSatisfy(\.isEmpty) { continue }
      if row.isHeader, table.header.isEmpty, table.rows.isEmpty {
        table.header = cells
      } else {
        table.rows.append(cells)
      }
    }
    let columns = ([table.header] + table.rows).map(\.count).max() ?? 0
    if source == .page, columns <= 1 || Self.isLaidOut(inner) {
      if !table.caption.isEmpty { append(.paragraph(table.caption)) }
      for block in inner { append(block) }
      return
    }
    if table.rows.isEmpty, table.header.isEmpty {
      if !table.caption.isEmpty { append(.paragraph(table.caption)) }
      return
    }
    append(.table(table))
  }

  /// Whether the cells hold what no cell of data holds.
  private static func isLaidOut(_ blocks: [Block]) -> Bool {
    blocks.contains {
      if case .heading = $0 { return true }
      if case .code(let text, _) = $0 { return text.utf8.count > 300 }
      return false
    }
  }

  private mutating func emitLayout(_ node: PageTree.Index) {
    emitChildren(of: node)
    flush()
  }

  private mutating func emitFigure(_ node: PageTree.Index) {
    flush()
    var captions: [PageTree.Index] = []
    for caption in tree.elements([.figcaption], in: node)
    where tree.ancestor(of: caption, in: [.figure]) == node {
      captions.append(caption)
    }
    let before = out
    out = []
    emitFigureContent(of: node, except: captions)
    flush()
    let inner = out
    out = before
    var caption: [Inline] = []
    for part in captions {
      let more = inlines(of: part)
      if more.isEmpty { continue }
      if !caption.isEmpty { caption.append(.lineBreak) }
      caption += more
    }
    var images: [ArticleBody.Image] = []
    var others: [Block] = []
    for block in inner {
      if case .figure(let figure) = block {
        images += figure.images
        if !figure.caption.isEmpty { others.append(.paragraph(figure.caption)) }
      } else {
        others.append(block)
      }
    }
    if !images.isEmpty {
      append(.figure(ArticleBody.Figure(images: images, caption: caption)))
      for block in others { append(block) }
    } else {
      for block in others { append(block) }
      if !caption.isEmpty { append(.paragraph(caption)) }
    }
  }

  private mutating func emitFigureContent(
    of node: PageTree.Index,
    except captions: [PageTree.Index]
  ) {
    for child in tree.children(of: node) where !captions.contains(child) {
      if captions.contains(where: { tree.isInside($0, child) }) {
        emitFigureContent(of: child, except: captions)
      } else {
        emit(child)
      }
    }
  }

  private mutating func emitPicture(_ node: PageTree.Index) {
    if let image = PictureSource.picture(node, tree, link) {
      line.append(.image(image))
    }
  }

  private mutating func emitDetails(_ node: PageTree.Index) {
    depth += 1
    defer { depth -= 1 }
    flush()
    var summary: [Inline] = []
    var inner: [Block] = []
    let before = out
    out = []
    for child in tree.children(of: node) {
      if tree.tag(child) == .summary, summary.isEmpty {
        flush()
        summary = inlines(of: child)
      } else {
        emit(child)
      }
    }
    flush()
    inner = out
    out = before
    if !summary.isEmpty || !inner.isEmpty { append(.details(summary: summary, inner)) }
  }

  private mutating func emitMath(_ node: PageTree.Index) {
    line.text(Array(MathText.text(of: node, in: tree).utf8)[...])
  }

  private mutating func emitMedia(_ node: PageTree.Index) {
    guard let media = EmbeddedMedia(node, tree, link) else { return }
    flush()
    append(.paragraph([.link([.text(media.label)], url: media.url)]))
  }

  // MARK: Flattening

  /// A paragraph of nothing but pictures is a figure.
  private static func figure(of inlines: [Inline]) -> Block? {
    var images: [ArticleBody.Image] = []
    func gather(_ inlines: [Inline]) -> Bool {
      for inline in inlines {
        switch inline {
        case .image(let image): images.append(image)
        case .link(let inner, _), .emphasis(let inner), .strong(let inner):
          if !gather(inner) { return false }
        case .lineBreak: continue
        case .text(let text): if text != " " { return false }
        default: return false
        }
      }
      return true
    }
    guard gather(inlines), !images.isEmpty else { return nil }
    return .figure(ArticleBody.Figure(images: images))
  }

  private static func endsWithSpace(_ inline: Inline) -> Bool {
    switch inline {
    case .text(let text), .code(let text): text.utf8.last == 0x20
    case .emphasis(let inner), .strong(let inner), .strike(let inner), .sub(let inner),
      .sup(let inner), .mark(let inner), .link(let inner, _):
      inner.last.map(endsWithSpace) ?? false
    case .lineBreak: true
    case .footnoteReference, .image: false
    }
  }

  /// Blocks as the inline runs of a cell, one line a block.
  static func flattened(_ blocks: [Block]) -> [Inline] {
    var out: [Inline] = []
    func add(_ inlines: [Inline]) {
      if inlines.isEmpty { return }
      if !out.isEmpty { out.append(.lineBreak) }
      out += inlines
    }
    for block in blocks {
      switch block {
      case .heading(_, let inlines, _): add([.strong(inlines)])
      case .paragraph(let inlines): add(inlines)
      case .list(let list): for item in list.items { add(flattened(item)) }
      case .definitions(let groups):
        for group in groups {
          for term in group.terms { add(term) }
          for detail in group.details { add(flattened(detail)) }
        }
      case .quote(let inner): add(flattened(inner))
      case .code(let text, _):
        for row in text.split(separator: "\n") {
          let row = EntityText.collapsed(String(row))
          if !row.isEmpty { add([.code(row)]) }
        }
      case .table(let table):
        for row in [table.header] + table.rows {
          var joined: [Inline] = []
          for cell in row where !cell.isEmpty {
            if let last = joined.last, !endsWithSpace(last) { joined.append(.text(" ")) }
            joined += cell
          }
          add(joined)
        }
      case .figure(let figure):
        for image in figure.images { add([.image(image)]) }
        add(figure.caption)
      case .rule: continue
      case .details(let summary, let inner):
        add(summary)
        add(flattened(inner))
      case .footnotes(let notes): for note in notes { add(flattened(note.blocks)) }
      }
    }
    return out
  }
}
