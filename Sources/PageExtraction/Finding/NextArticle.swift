/// Takes the articles off a page that follow the one it is about: pages without end load the next below it.
enum NextArticle {
  /// A shorter first article is one of a list.
  private static let minLength = 500

  /// The page without them; nil where there are none.
  static func removed(from tree: PageTree, body: PageTree.Index, title: String?) -> PageTree? {
    guard let title, !title.isEmpty else { return nil }
    let articles = tree.elements([.article], in: body).prefix(100)
    guard articles.count > 1,
      let first = articles.first(where: { isNamed(title, $0, tree) == true }),
      tree.textLength(first) >= minLength
    else { return nil }
    let others = articles.filter {
      $0 > first && !tree.isInside($0, first)
        && (isNamed(title, $0, tree) == false || isAlike($0, first, tree))
        || tree.isInside($0, first) && isAnnouncement($0, tree)
    }
    guard !others.isEmpty else { return nil }
    var tree = tree
    for other in others where tree.isInside(other, body) { tree.detach(other) }
    return tree
  }

  /// Whether an article is built as another beside it is, and as long: one of several in one stream.
  private static func isAlike(
    _ article: PageTree.Index,
    _ first: PageTree.Index,
    _ tree: PageTree
  ) -> Bool {
    tree[article].parent == tree[first].parent && tree.textLength(article) >= minLength
      && (tree.bytes(.class, of: article) ?? []).elementsEqual(tree.bytes(.class, of: first) ?? [])
  }

  /// Whether an article within another one begins with a heading that leads to it.
  private static func isAnnouncement(_ article: PageTree.Index, _ tree: PageTree) -> Bool {
    guard let heading = tree.firstElement(TagSet.headings, in: article),
      tree.textLength(article) < minLength * 2
    else { return false }
    return tree.firstElement([.a], in: heading) != nil
      || tree.ancestor(of: heading, in: [.a], upTo: 3) != nil
  }

  /// Whether the headline of an article is the page's title; nil where it has none of the first level.
  private static func isNamed(
    _ title: String,
    _ article: PageTree.Index,
    _ tree: PageTree
  ) -> Bool? {
    guard let headline = tree.firstElement([.h1], in: article), tree.hasText(headline) else {
      return nil
    }
    return TitleText.similarity(title, tree.innerText(headline, limit: 1000)) > 0.5
  }
}
