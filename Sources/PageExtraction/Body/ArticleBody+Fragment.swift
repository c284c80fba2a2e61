package import ReadingList

extension ArticleBody {
  /// Parses a stored HTML fragment.
  ///
  /// The output of `fragmentHTML` is restored exactly. Other markup is parsed leniently, always
  /// without scripts, control characters and unbounded nesting.
  package init(fragment: String) {
    let filter = MarkupFilter(Array(fragment.utf8))
    let tree = PageParser.parse(filter.markup)
    self = BodyBuilder.body(
      of: PageTree.root, in: tree, link: WebLink(base: nil), source: .fragment)
  }
}
