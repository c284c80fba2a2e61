// Prepares a page for scoring.
extension ScoringRound {
  private static let scored: TagSet = [.section, .h2, .h3, .h4, .h5, .h6, .p, .td, .pre]
  private static let emptyable: TagSet = [.div, .section, .header, .h1, .h2, .h3, .h4, .h5, .h6]
  /// Children that prevent a `<div>` from being a paragraph.
  private static let blockChildren: TagSet = [
    .blockquote, .dd, .dl, .div, .dt, .img, .ol, .p, .pre, .table, .ul,
  ]
  private static let unlikelyRoles: [[UInt8]] = [
    "menu", "menubar", "complementary", "navigation", "alertdialog", "dialog",
  ].map { Array($0.utf8) }

  /// Removes what cannot be the article, wraps loose text in paragraphs, and returns the nodes to
  /// score.
  mutating func prune() -> [PageTree.Index] {
    var toScore: [PageTree.Index] = []
    var wantsTitleHeading = true
    var textBefore = 0
    var node = tree.following(body, within: body)
    while node != PageTree.none {
      let current = tree[node]
      if current.tag == .text {
        node = tree.following(node, within: body)
        continue
      }
      if isFurniture(node, current) {
        node = remove(node)
        continue
      }
      if wantsByline, byline == nil, let name = Self.byline(node, tree) {
        byline = name
        node = remove(node)
        continue
      }
      if wantsTitleHeading, current.tag == .h1 || (current.tag == .h2 && textBefore < 300),
        tree.textLength(node) <= Self.maxTitleLength,
        TitleText.similarity(titleWords, tree.innerText(node)) > 0.75
      {
        wantsTitleHeading = false
        node = remove(node)
        continue
      }
      if Self.emptyable.contains(current.tag), isEmpty(node) {
        node = remove(node)
        continue
      }
      if Self.scored.contains(current.tag) { toScore.append(node) }
      if current.tag == .p { textBefore += tree.textLength(node) }
      if current.tag == .div {
        LooseText.wrap(in: node, &tree)
        if let only = LooseText.onlyParagraph(of: node, tree), tree.linkDensity(node) < 0.25 {
          tree[only].marks.formUnion(tree[node].marks)
          tree.replace(node, with: only)
          node = only
          toScore.append(node)
        } else if !hasBlocks(node) {
          tree[node].tag = .p
          toScore.append(node)
        }
      }
      node = tree.following(node, within: body)
    }
    return toScore
  }

  private mutating func remove(_ node: PageTree.Index) -> PageTree.Index {
    let next = tree.skipping(node, within: body)
    tree.detach(node)
    return next
  }

  private func isFurniture(_ index: PageTree.Index, _ node: PageTree.Node) -> Bool {
    if node.flags.contains(.hidden) { return true }
    if node.tag == .noscript { return true }
    guard dropsUnlikely else { return false }
    // A notice box in an article is an alert, too, but longer than "Saved".
    if tree.attribute(.role, of: index, equals: "alert"), tree.textLength(index) < 100 {
      return true
    }
    if GoodText.isUnlikely(index, tree), tree.ancestor(of: index, in: [.table, .code]) == nil {
      return true
    }
    if let role = tree.bytes(.role, of: index),
      Self.unlikelyRoles.contains(where: role.elementsEqual)
    {
      return true
    }
    return false
  }

  private static let authorName = Array("author".utf8)

  /// The author's name, if a node is a byline.
  static func byline(_ index: PageTree.Index, _ tree: PageTree) -> String? {
    let isMarked =
      tree[index].marks.contains(.byline) || tree.attribute(.rel, of: index, equals: "author")
      || (tree.bytes(.itemprop, of: index).map { ByteText.contains($0, authorName) } ?? false)
    guard isMarked, tree.textLength(index) < 200 else { return nil }
    let text = tree.innerText(index)
    guard !text.isEmpty, text.count < 100 else { return nil }
    return BylineText.names(in: index, tree) ?? ""
  }

  private func isEmpty(_ index: PageTree.Index) -> Bool {
    var child = tree[index].first
    while child != PageTree.none {
      switch tree.tag(child) {
      case .text: if !tree[child].flags.contains(.blank) { return false }
      case .br, .hr: break
      default: return false
      }
      child = tree[child].next
    }
    return true
  }

  private func hasBlocks(_ index: PageTree.Index) -> Bool {
    tree.firstElement(Self.blockChildren, in: index) != nil
  }
}
