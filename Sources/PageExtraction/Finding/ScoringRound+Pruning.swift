// What is done to a page before it is scored.
extension ScoringRound {
  private static let scored: TagSet = [.section, .h2, .h3, .h4, .h5, .h6, .p, .td, .pre]
  /// Children that keep a `<div>` from being a paragraph.
  private static let blockChildren: TagSet = [
    .blockquote, .dd, .dl, .div, .dt, .img, .ol, .p, .pre, .table, .ul,
  ]
  private static let unlikelyRoles: [[UInt8]] = [
    "menu", "menubar", "complementary", "navigation", "alert", "alertdialog", "dialog",
  ].map { Array($0.utf8) }

  /// Removes what is no article and turns loose text into paragraphs; returns what is to be scored.
  mutating func prune() -> [PageTree.Index] {
    var toScore: [PageTree.Index] = []
    var node = tree.following(body, within: body)
    while node != PageTree.none {
      let current = tree[node]
      if current.tag != .text, isUnlikely(node) {
        let next = tree.skipping(node, within: body)
        tree.detach(node)
        node = next
        continue
      }
      if Self.scored.contains(current.tag) { toScore.append(node) }
      if current.tag == .div {
        LooseText.wrap(in: node, &tree)
        if let only = LooseText.onlyParagraph(of: node, tree), tree.linkDensity(node) < 0.25 {
          tree.replace(node, with: only)
          node = only
          toScore.append(node)
        } else if tree.firstElement(Self.blockChildren, in: node) == nil {
          tree[node].tag = .p
          toScore.append(node)
        }
      }
      node = tree.following(node, within: body)
    }
    return toScore
  }

  private func isUnlikely(_ index: PageTree.Index) -> Bool {
    let node = tree[index]
    if node.flags.contains(.hidden) || node.tag == .noscript { return true }
    guard dropsUnlikely else { return false }
    if node.marks.contains(.unlikely), !node.marks.contains(.perhaps), node.tag != .body,
      node.tag != .a, tree.ancestor(of: index, in: [.table, .code]) == nil
    {
      return true
    }
    return tree.bytes(.role, of: index).map { role in
      Self.unlikelyRoles.contains(where: role.elementsEqual)
    } ?? false
  }
}
