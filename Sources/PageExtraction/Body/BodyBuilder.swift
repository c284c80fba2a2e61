import ReadingList

/// Converts a part of a page to an `ArticleBody`.
struct BodyBuilder {
  typealias Block = ArticleBody.Block
  typealias Inline = ArticleBody.Inline

  enum Source {
    /// A page, whose markup may be misleading.
    case page
    /// A fragment that `FragmentWriter` wrote.
    case fragment
  }

  let tree: PageTree
  let link: WebLink
  let source: Source
  let footnotes: FootnoteIndex
  var out: [Block] = []
  var line: InlineLine
  private var anchor: String?
  /// The number of open lists, quotes and other containers.
  var depth = 0
  /// The number of open inline quotations.
  private var quotes = 0
  /// The maximum nesting of blocks; deeper blocks lose their container but not their text.
  private static let maxDepth = 32
  /// The maximum nesting of inline runs in a page.
  private static let maxRunDepth = 24

  init(_ tree: PageTree, link: WebLink, source: Source, top: PageTree.Index) {
    self.tree = tree
    self.link = link
    self.source = source
    // In a cell or caption, each block may add a level of strong text.
    line = InlineLine(
      deepest: source == .page ? Self.maxRunDepth : Self.maxRunDepth + Self.maxDepth + 1)
    footnotes = FootnoteIndex(tree, top: top, link: link, source: source)
  }

  /// Builds the body of all nodes below `top`.
  static func body(
    of top: PageTree.Index, in tree: PageTree, link: WebLink, source: Source
  ) -> ArticleBody {
    var builder = BodyBuilder(tree, link: link, source: source, top: top)
    let blocks = builder.blocks(of: top)
    let body = ArticleBody(blocks: blocks)
    return source == .page ? body.settlingAnchors(on: link) : body
  }

  // MARK: Blocks

  /// Builds the blocks of a node's children, separate from the output so far.
  mutating func blocks(of parent: PageTree.Index) -> [Block] {
    blocks { $0.emitChildren(of: parent) }
  }

  /// Builds the blocks of a node, separate from the output so far.
  mutating func blocksAlone(_ node: PageTree.Index) -> [Block] { blocks { $0.emit(node) } }

  /// Builds the blocks that `emit` appends, separate from the output so far.
  mutating func blocks(levels: Int = 1, _ emit: (inout BodyBuilder) -> Void) -> [Block] {
    depth += levels
    defer { depth -= levels }
    flush()
    let before = out
    out = []
    emit(&self)
    flush()
    defer { out = before }
    return out
  }

  /// Builds the inline runs of a node's children.
  mutating func inlines(of parent: PageTree.Index) -> [Inline] {
    FlattenedBlocks.inlines(blocks(of: parent))
  }

  mutating func flush() {
    var inlines = line.take()
    if source == .page, !footnotes.references.isEmpty { inlines = inlines.withoutNoteBrackets() }
    guard !inlines.isEmpty else { return }
    if let figure = FlattenedBlocks.figure(of: inlines) {
      out.append(figure)
    } else {
      out.append(.paragraph(inlines))
    }
  }

  mutating func append(_ block: Block) {
    flush()
    anchor = nil
    out.appendMerging(block)
  }

  mutating func emitChildren(of parent: PageTree.Index) {
    for child in tree.children(of: parent) { emit(child) }
  }

  mutating func emit(_ node: PageTree.Index) {
    if tree[node].flags.contains(.hidden) { return }
    if tree.tag(node) != .a, footnotes.backLinks.contains(node) { return }
    if depth > Self.maxDepth, TagSet.blocks.contains(tree.tag(node)), tree.tag(node) != .pre {
      flush()
      emitChildren(of: node)
      flush()
      return
    }
    if source == .page, Self.apart.contains(tree.tag(node)), line.endsWithWord, beginsApart(node) {
      write(" ")
    }
    switch tree.tag(node) {
    case .text: line.text(tree.text(node))
    case .br:
      line.lineBreak()
      if line.breaks >= 2 { flush() }
    // A whole reference, whose title is emphasized in it.
    case .cite where tree.firstElement([.i, .em, .cite], in: node) != nil:
      emitChildren(of: node)
    case .b, .strong: wrap(node, .strong([]))
    case .i, .em, .cite, .dfn, .var: wrap(node, .emphasis([]))
    case .code, .kbd, .samp, .tt: wrap(node, .code(""))
    case .s, .strike, .del: wrap(node, .strike([]))
    case .sub: wrap(node, .sub([]))
    case .sup: wrap(node, .sup([]))
    case .mark: wrap(node, .mark([]))
    case .ins: wrap(node, .inserted([]))
    case .q:
      quotes += 1
      write(quotes % 2 == 1 ? "“" : "‘")
      emitChildren(of: node)
      write(quotes % 2 == 1 ? "”" : "’")
      quotes -= 1
    case .rt:
      write("(")
      emitChildren(of: node)
      write(")")
    case .a: emitLink(node)
    case .img:
      if let image = PictureSource.image(node, tree, link) {
        line.append(.image(image))
      } else if let words = PictureSource.words(node, tree) {
        write("[\(words)]")
      }
    case .picture:
      if let image = PictureSource.picture(node, tree, link) { line.append(.image(image)) }
    case .h1, .h2, .h3, .h4, .h5, .h6: emitHeading(node)
    case .ul, .ol, .menu, .dir: emitList(node)
    case .li: emitStray(node)
    case .dl: emitDefinitions(node)
    case .blockquote: emitQuote(node)
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
      if footnotes.notes[node] != nil {
        emitNote(node)
        return
      }
      if let id = tree.attribute(.id, of: node) { anchor = id }
      if source == .page, isLooseCaption(node) {
        emitCaption(node)
        return
      }
      if source == .page, Callout.isBox(node, tree) {
        emitQuote(node)
        return
      }
      emitChildren(of: node)
      flush()
    case .span where source == .page && tree[node].marks.contains(.marginNote): emitMarginNote(node)
    default: emitChildren(of: node)
    }
  }

  /// Writes a margin note in parentheses at its place in the line.
  private mutating func emitMarginNote(_ node: PageTree.Index) {
    guard tree.hasText(node) else { return }
    write(" (")
    emitChildren(of: node)
    write(word(beside: tree[node].next, isBefore: false).isEmpty ? ")" : ") ")
  }

  private mutating func wrap(_ node: PageTree.Index, _ wrapper: ArticleBody.Inline) {
    let isOpen = line.open(wrapper)
    emitChildren(of: node)
    if isOpen { line.close() }
  }

  private mutating func emitQuote(_ node: PageTree.Index) {
    let blocks = blocks(of: node)
    if !blocks.isEmpty { append(.quote(blocks)) }
  }

  private mutating func emitLink(_ node: PageTree.Index) {
    if let name = tree.attribute(.id, of: node) ?? tree.attribute(.name, of: node) { anchor = name }
    if footnotes.backLinks.contains(node) { return }
    if source == .page, Permalink.isSign(node, tree) { return }
    if let reference = footnotes.references[node] {
      line.append(.footnoteReference(label: reference.label, anchor: reference.anchor))
      return
    }
    guard let target = tree.attribute(.href, of: node).flatMap(link.resolve) else {
      emitChildren(of: node)
      return
    }
    wrap(node, .link([], url: target))
  }

  private mutating func emitHeading(_ node: PageTree.Index) {
    flush()
    let before = anchor
    anchor = nil
    let inner = blocks(of: node)
    let inside = tree.elements([.span], in: node).compactMap { tree.attribute(.id, of: $0) }
    let found = tree.attribute(.id, of: node) ?? anchor ?? inside.last ?? before
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

  /// Elements that pages set apart without spaces: labels, values, names, links.
  private static let apart: TagSet = [.a, .b, .em, .i, .label, .small, .span, .strong, .time]
  /// Two equal ones without a class may be parts of one word, such as a name in two weights.
  private static let emphasis: TagSet = [.b, .em, .i, .strong]

  /// Whether an element is right behind another one and begins with a capital or digit.
  private func beginsApart(_ node: PageTree.Index) -> Bool {
    let previous = tree[node].previous
    let isWord =
      Self.emphasis.contains(tree.tag(node)) && tree.tag(previous) == tree.tag(node)
      && !tree.has(.class, previous) && !tree.has(.class, node)
    guard !isWord, Self.apart.contains(tree.tag(previous)) else { return false }
    var first = node
    while Self.apart.contains(tree.tag(first)), footnotes.references[first] == nil {
      first = tree[first].first
    }
    guard tree.tag(first) == .text,
      let start = String(decoding: tree.text(first).prefix(4), as: UTF8.self).unicodeScalars.first
    else { return false }
    return start.properties.isUppercase || (0x30...0x39).contains(start.value)
  }

  private mutating func write(_ text: String) { line.text(Array(text.utf8)[...]) }

  private mutating func emitMath(_ node: PageTree.Index) {
    let rows = MathText.lines(of: node, in: tree)
    // Pages space formulas with margins.
    let isSpaced = rows.contains { $0.contains(" ") }
    let before = word(beside: tree[node].previous, isBefore: true)
    if isSpaced ? !before.isEmpty : before.count > 1 && before.allSatisfy(\.isLetter) { write(" ") }
    for (place, row) in rows.enumerated() {
      if place > 0 { line.lineBreak() }
      write(row)
    }
    let after = word(beside: tree[node].next, isBefore: false)
    let isApart = after.first?.isLetter == true && !Self.endings.contains(after)
    if isSpaced ? !after.isEmpty : isApart { write(" ") }
  }

  /// Suffixes that follow a formula directly, as in "the nth of all its xs".
  private static let endings: Set<String> = ["th", "st", "nd", "rd", "s", "ths"]

  /// The letters and digits of a neighbor adjacent to a formula, at most four.
  private func word(beside neighbor: PageTree.Index, isBefore: Bool) -> String {
    guard neighbor != PageTree.none else { return "" }
    let text = tree.text(ofLeaf: neighbor)
    let near = isBefore ? Array(text.suffix(4).reversed()) : Array(text.prefix(4))
    let word = near.prefix { (0x30...0x39).contains($0) || (0x41...0x5a).contains($0 & 0xdf) }
    return String(decoding: word, as: UTF8.self)
  }

  private mutating func emitMedia(_ node: PageTree.Index) {
    guard let media = EmbeddedMedia(node, tree, link, source: source) else { return }
    flush()
    let label: [Inline] = [.text(media.label)]
    append(.paragraph(media.url.map { [.link(label, url: $0)] } ?? label))
  }
}

extension [ArticleBody.Block] {
  /// Appends a block: collapses repeated rules, and merges footnotes.
  mutating func appendMerging(_ block: Element) {
    switch (block, last) {
    case (.rule, nil), (.rule, .rule?): return
    case (.footnotes(let more), .footnotes(let before)?):
      self[count - 1] = .footnotes(before + more)
    default: append(block)
    }
  }
}
