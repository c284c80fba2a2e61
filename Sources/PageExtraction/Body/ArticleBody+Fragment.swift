package import ReadingList

extension ArticleBody {
  /// Reads a stored HTML fragment back.
  ///
  /// What `fragmentHTML` wrote comes back as it was; anything else is read as well as it can be, and
  /// never with scripts, control characters or unbounded nesting.
  package init(fragment: String) {
    let filter = MarkupFilter(Array(fragment.utf8))
    var tree = PageParser.parse(filter.markup)
    TextMeasure.measure(&tree)
    self = BodyBuilder.body(
      of: PageTree.root, in: tree, link: WebLink(base: nil), source: .fragment)
  }
}
