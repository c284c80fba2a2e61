/// Removes boilerplate from an article by the names of its parts.
///
/// Scoring leaves parts that look like text: newsletter boxes, related links, author cards, share
/// rows, tag lists, advertisements. Their names identify them; a part so large that it may be the
/// article is kept whatever its name is.
enum Boilerplate {
  private static let named: ClassHints = [
    .newsletter, .related, .authorCard, .tagList, .navigation, .advertisement, .consent,
    .screenReader, .shareRow, .comments,
  ]

  /// Removes boilerplate; with `isProduct`, lists of other products are removed even if they are
  /// larger than the product's own text.
  static func remove(from part: inout ArticlePart, isProduct: Bool) {
    let total = part.tree.textLength(part.top)
    var node = part.tree.following(part.top, within: part.top)
    while node != PageTree.none {
      if isUnwanted(node, part, total, isProduct: isProduct) {
        let next = part.tree.skipping(node, within: part.top)
        part.tree.detach(node)
        node = next
      } else {
        node = part.tree.following(node, within: part.top)
      }
    }
  }

  private static func isUnwanted(
    _ index: PageTree.Index, _ part: ArticlePart, _ total: Int, isProduct: Bool
  ) -> Bool {
    let node = part.tree[index]
    if isProduct, node.marks.contains(.related), [.section, .div, .ul].contains(node.tag) {
      return part.tree.textLength(index) * 10 < total * 8
    }
    guard node.tag != .text, !node.marks.isDisjoint(with: named) else { return false }
    if GoodText.isPart(node) { return false }
    if [.code, .pre, .table, .tbody, .tr, .h1, .body, .a].contains(node.tag) { return false }
    // A quoted post of another site, such as a tweet.
    if node.marks.contains(.shareRow), GoodText.isQuotation(index, part.tree) { return false }
    let length = part.tree.textLength(index)
    return length * 5 < total && !GoodText.isCode(index, part.tree)
  }
}
