// Prepares a page for scoring.
extension ScoringRound {
  private static let scored: TagSet = [.section, .h2, .h3, .h4, .h5, .h6, .p, .td, .pre]
  private static let emptyable: TagSet = [.div, .section, .header, .h1, .h2, .h3, .h4, .h5, .h6]
  /// Children that prevent a `<div>` from being a paragraph.
  private static let blockChildren: TagSet = [
    .blockquote, .dd, .dl, .div, .dt, .img, .ol, .p, .pre, .table, .ul,
  ]
  /// Elements that are kept whatever they are called.
  private static let nameless: TagSet = [
    .body, .a, .pre, .code, .kbd, .samp, .var, .em, .strong, .i, .b, .mark, .sub, .sup, .dt, .dd,
    .li, .th, .td,
  ]
  private static let unlikelyRoles: [[UInt8]] = [
    "menu", "menubar", "complementary", "navigation", "alertdialog", "dialog",
  ].map { Array($0.utf8) }

  /// Removes what cannot be the article, wraps loose text in paragraphs, and returns the nodes to
  /// score.
  mutating func prune() -> [PageTree.Index] {
    var toScore: [PageTree.Index] = []
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
      if Self.emptyable.contains(current.tag), isEmpty(node) {
        node = remove(node)
        continue
      }
      if Self.scored.contains(current.tag) { toScore.append(node) }
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
    if node.marks.contains(.unlikely), !node.marks.contains(.perhaps),
      !Self.nameless.contains(node.tag), tree.ancestor(of: index, in: [.table, .code]) == nil
    {
      return true
    }
    if let role = tree.bytes(.role, of: index),
      Self.unlikelyRoles.contains(where: role.elementsEqual)
    {
      return true
    }
    return false
  }

  private func isEmpty(_ index: PageTree.Index) -> Bool {
    tree.children(of: index).allSatisfy { tree.tag($0) == .hr || LooseText.isSpace($0, tree) }
  }

  private func hasBlocks(_ index: PageTree.Index) -> Bool {
    tree.firstElement(Self.blockChildren, in: index) != nil
  }
}
