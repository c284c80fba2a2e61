/// Normalizes a page before analysis: for example, moves pictures out of `<noscript>` and splits
/// paragraphs at double line breaks.
enum PagePreparation {
  static func prepare(_ tree: inout PageTree) {
    removeArchiveBar(&tree)
    removeBreakHints(&tree)
    StreamedParts.settle(&tree)
    for template in tree.elements([.template], in: PageTree.root) where tree.hasText(template) {
      tree[template].tag = .div
    }
    Formulas.settle(&tree)
    PlainFormulas.settle(&tree)
    reveal(&tree)
    dropNoteNumbers(&tree)
    revealNotes(&tree)
    restorePictures(&tree)
    splitAtBreaks(&tree)
    DrawnText.write(in: &tree)
    Accordion.settle(&tree)
    keepTwins(&tree)
    TableKind.mark(&tree, below: PageTree.root)
    for font in tree.elements([.font], in: PageTree.root) { tree[font].tag = .span }
  }

  /// Keeps a screen reader's text that spells out the adjacent visible text, and hides other such
  /// spans.
  private static func keepTwins(_ tree: inout PageTree) {
    // The answer of each parent, which may have any number of such spans.
    var showsText: [PageTree.Index: Bool] = [:]
    for index in tree.nodes.indices
    where tree.nodes[index].marks.contains(.screenReader) && tree.nodes[index].tag != .text {
      let node = PageTree.Index(index)
      guard tree[node].parent != PageTree.none, !tree[node].flags.contains(.hidden) else {
        continue
      }
      let parent = tree[node].parent
      let isTwin = showsText[parent] ?? beginsVisibly(parent, tree)
      showsText[parent] = isTwin
      if isTwin {
        tree[node].marks.subtract([.screenReader, .negative, .unlikely])
      } else if tree.tag(node) == .span {
        tree[node].flags.insert(.hidden)
      }
    }
  }

  /// Whether one of the first children is text that only screen readers do not read.
  private static func beginsVisibly(_ parent: PageTree.Index, _ tree: PageTree) -> Bool {
    tree.children(of: parent).prefix(8).contains {
      tree[$0].flags.contains(.hidden) && tree.attribute(.ariaHidden, of: $0, equals: "true")
        && tree.hasText($0)
    }
  }

  /// Reveals hidden content if it is a large part of the page's text.
  ///
  /// Pages built by scripts have their text in a hidden element or in `<noscript>`.
  private static func reveal(_ tree: inout PageTree) {
    guard let body = tree.firstElement([.body], in: PageTree.root) else { return }
    var covered: [(node: PageTree.Index, length: Int)] = []
    let shown = tree.descendants(of: body) { node in
      guard tree.tag(node) == .noscript || tree[node].flags.contains(.hidden) else { return false }
      let length = tree.textLength(node)
      if length >= 250 { covered.append((node, length)) }
      return true
    }
    let visible = shown.reduce(0) { $0 + (tree.tag($1) == .text ? Int(tree[$1].length) : 0) }
    for part in covered {
      let isNoscript = tree.tag(part.node) == .noscript
      guard part.length * 2 > visible * (isNoscript ? 1 : 3) else { continue }
      tree[part.node].flags.remove(.hidden)
      if tree.tag(part.node) == .noscript { tree[part.node].tag = .div }
    }
  }

  /// Removes the Internet Archive's toolbar, whose dates are not the page's.
  private static func removeArchiveBar(_ tree: inout PageTree) {
    for box in tree.elements([.div], in: PageTree.root)
    where ["wm-ipp-base", "wm-ipp"].contains(tree.attribute(.id, of: box)) { tree.detach(box) }
  }

  private static func removeBreakHints(_ tree: inout PageTree) {
    guard CleanText.hasHints(tree.bytes[...]) else { return }
    for index in tree.nodes.indices where tree.nodes[index].tag == .text {
      let node = PageTree.Index(index)
      let bytes = tree.text(node)
      guard tree[node].parent != PageTree.none, CleanText.hasHints(bytes) else { continue }
      let text = CleanText.withoutHints(String(decoding: bytes, as: UTF8.self))
      if text.isEmpty { tree.detach(node) } else { tree.replace(node, with: tree.makeText(text)) }
    }
  }

  /// Reveals hidden notes that numbers in the text link to; scripts show them next to the numbers.
  private static func revealNotes(_ tree: inout PageTree) {
    var hidden: [String: PageTree.Index] = [:]
    let outermost = tree.descendants(of: PageTree.root) {
      tree[tree[$0].parent].flags.contains(.hidden)
    }
    for top in outermost
    where tree[top].flags.contains(.hidden) && tree.textLength(top) <= maxNotes {
      for node in tree.subtree(top) where tree.tag(node) != .text {
        if let id = tree.attribute(.id, of: node) { hidden[id] = top }
      }
    }
    guard !hidden.isEmpty else { return }
    for link in tree.elements([.a], in: PageTree.root) {
      guard let href = tree.attribute(.href, of: link), href.first == "#",
        let note = hidden[String(href.dropFirst())], !tree.isInside(link, note)
      else { continue }
      let label = tree.innerText(link, limit: 8).filter { !"[]() ".contains($0) }
      if !label.isEmpty, label.allSatisfy({ $0.isNumber || "*†‡§".contains($0) }) {
        tree[note].flags.remove(.hidden)
      }
    }
  }

  /// Drops the numbers that LaTeXML repeats before a note, whose text stands in the line.
  private static func dropNoteNumbers(_ tree: inout PageTree) {
    for node in tree.elements([.sup, .span], in: PageTree.root)
    where tree.attribute(.class, of: node, equals: "ltx_note_mark")
      || tree.attribute(.class, of: node, equals: "ltx_tag ltx_tag_note")
    { tree.detach(node) }
  }

  /// The maximum length of hidden notes, in characters.
  private static let maxNotes = 20_000

  /// Moves the picture of a `<noscript>` to its intended place.
  private static func restorePictures(_ tree: inout PageTree) {
    for noscript in tree.elements([.noscript], in: PageTree.root) {
      let pictures = tree.elements([.img], in: noscript)
      guard pictures.count == 1, !tree.hasText(noscript) else { continue }
      let picture = pictures[0]
      var before = tree[noscript].previous
      for _ in 0..<maxBlanks
      where before != PageTree.none && tree.tag(before) == .text
        && tree[before].flags.contains(.blank)
      { before = tree[before].previous }
      if before != PageTree.none, let old = onlyPicture(before, tree) {
        let isReal = tree.bytes(.src, of: old).map { !$0.starts(with: "data:".utf8) } ?? false
        if isReal, tree.tag(before) != .img || tree.has(.dataSource, old) == false {
          tree.detach(noscript)
          continue
        }
        tree.replace(before, with: picture)
        tree.detach(noscript)
      } else if tree.ancestor(of: noscript, in: [.body]) != nil {
        tree.replace(noscript, with: picture)
      }
    }
    for noscript in tree.elements([.noscript], in: PageTree.root) { tree.detach(noscript) }
  }

  /// The maximum number of nodes of white space between a picture and its `<noscript>`.
  private static let maxBlanks = 8
  /// The maximum number of nodes of a picture's box.
  private static let maxBox = 200

  /// The only picture of a small box without text.
  private static func onlyPicture(_ index: PageTree.Index, _ tree: PageTree) -> PageTree.Index? {
    var picture: PageTree.Index?
    for (count, node) in tree.subtree(index).enumerated() {
      if count == maxBox { return nil }
      if tree.tag(node) == .text, !tree[node].flags.contains(.blank) { return nil }
      guard tree.tag(node) == .img else { continue }
      if picture != nil { return nil }
      picture = node
    }
    return picture
  }

  /// Splits text at double line breaks into paragraphs.
  private static func splitAtBreaks(_ tree: inout PageTree) {
    for lineBreak in tree.elements([.br], in: PageTree.root)
    where tree[lineBreak].parent != PageTree.none {
      if tree.ancestor(of: lineBreak, in: [.pre, .code]) != nil { continue }
      var isDouble = false
      var next = tree.pastBlanks(tree[lineBreak].next)
      while next != PageTree.none, tree.tag(next) == .br {
        isDouble = true
        let after = tree[next].next
        tree.detach(next)
        next = tree.pastBlanks(after)
      }
      guard isDouble else { continue }
      makeParagraph(at: lineBreak, &tree)
    }
  }

  private static func makeParagraph(at lineBreak: PageTree.Index, _ tree: inout PageTree) {
    let paragraph = tree.makeElement(.p)
    tree.replace(lineBreak, with: paragraph)
    var child = tree[paragraph].next
    while child != PageTree.none {
      if tree.tag(child) == .br {
        let after = tree.pastBlanks(tree[child].next)
        if after != PageTree.none, tree.tag(after) == .br { break }
      }
      guard LooseText.isPhrasing(child, tree) else { break }
      let next = tree[child].next
      tree.detach(child)
      tree.append(child, to: paragraph)
      child = next
    }
    LooseText.trimEnd(of: paragraph, &tree)
    let parent = tree[paragraph].parent
    if parent != PageTree.none, tree.tag(parent) == .p { tree[parent].tag = .div }
  }
}
