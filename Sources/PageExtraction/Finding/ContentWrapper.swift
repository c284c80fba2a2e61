/// Finds the part of a page that its markup declares as content.
///
/// The signs are `<article>`, `<main>`, the landmark role, the microdata property `articleBody`,
/// and class names of publishing systems. They count when scoring finds little.
enum ContentWrapper {
  /// Returns the innermost such part with the most running text; nil if there is none.
  static func find(in tree: PageTree, body: PageTree.Index, _ good: GoodText) -> PageTree.Index? {
    var best: PageTree.Index?
    var node = tree.following(body, within: body)
    while node != PageTree.none {
      if GoodText.isFurniture(node, tree) {
        node = tree.skipping(node, within: body)
        continue
      }
      if good[node] > 0, isNamed(node, tree) {
        if let before = best {
          let isInner = tree.isInside(node, before) && good[node] * 10 >= good[before] * 9
          if isInner || good[node] > good[before] { best = node }
        } else {
          best = node
        }
      }
      node = tree.following(node, within: body)
    }
    return best
  }

  /// Whether the markup declares a part as content.
  static func isNamed(_ node: PageTree.Index, _ tree: PageTree) -> Bool {
    switch tree.tag(node) {
    case .article, .main: return true
    case .div, .section, .td: break
    default: return false
    }
    return tree[node].marks.contains(.bodyText)
      || tree.attribute(.itemprop, of: node, equals: "articleBody")
      || tree.attribute(.role, of: node, equals: "main")
  }
}
