/// Finds pages that are what they link: an overview whose cards, each a link with a heading and a line of text, are
/// most of what stands in `<main>` or `<article>`.
enum Hub {
  private static let fewestCards = 3
  private static let longestCard = 700

  /// The part that holds the cards and what introduces them; nil where the page is no such overview.
  static func find(in tree: PageTree, body: PageTree.Index) -> PageTree.Index? {
    let mains = tree.elements([.main, .article, .div], in: body).filter {
      tree.tag($0) == .main || tree.tag($0) == .article
        || tree.attribute(.role, of: $0, equals: "main")
    }
    guard
      let main = mains.first(where: { tree.tag($0) != .article })
        ?? (mains.count == 1 ? mains.first : nil)
    else { return nil }
    var total = 0
    var cards = 0
    var count = 0
    var prose = 0
    var end = PageTree.none
    var node = tree.following(main, within: main)
    while node != PageTree.none {
      if node == end { end = PageTree.none }
      if GoodText.isFurniture(node, tree) {
        let next = tree.skipping(node, within: main)
        if end != PageTree.none, next == end { end = PageTree.none }
        node = next
        continue
      }
      let tag = tree.tag(node)
      if tag == .text {
        total += Int(tree[node].length)
        if end != PageTree.none { cards += Int(tree[node].length) }
      } else if end == PageTree.none {
        if isCard(node, tree) {
          count += 1
          end = tree.skipping(node, within: main)
          if end == PageTree.none { end = PageTree.Index.max }
        } else if tag == .p, tree.textLength(node) >= 120, tree.linkDensity(node) < 0.3 {
          prose += tree.textLength(node)
        }
      }
      node = tree.following(node, within: main)
    }
    guard count >= fewestCards, cards >= 150, cards * 2 > total, cards > prose else { return nil }
    return main
  }

  /// Whether an element is a link with a heading and a description in it.
  private static func isCard(_ node: PageTree.Index, _ tree: PageTree) -> Bool {
    guard tree.tag(node) == .a, tree.textLength(node) <= longestCard,
      let heading = tree.firstElement(TagSet.headings, in: node)
    else { return false }
    return tree.textLength(node) >= tree.textLength(heading) + 20
  }
}
