import ReadingList

/// Reads the text of an article that a page states as data, beside or instead of showing it.
///
/// `articleBody` in JSON-LD is plain text in most pages, markup in some, and markup with its brackets escaped in others.
enum StatedText {
  /// Less text is not worth comparing.
  private static let minLength = 300

  /// The body, where there is far more text in it than in what was found.
  static func body(_ stated: String?, link: WebLink, insteadOf found: ArticleBody) -> ArticleBody? {
    guard let stated, stated.utf8.count >= minLength, stated.utf8.count < 1 << 22 else {
      return nil
    }
    let length = found.plainText.utf8.count
    guard stated.utf8.count > length * 2 else { return nil }
    let body = read(stated, link: link)
    let statedLength = body.plainText.utf8.count
    return statedLength >= minLength && statedLength > length * 2 ? body : nil
  }

  private static func read(_ stated: String, link: WebLink) -> ArticleBody {
    var markup = stated
    if !hasTags(markup), markup.contains("&lt;") { markup = EntityText.unescaped(markup) }
    guard hasTags(markup) else { return TextArticle.body(EntityText.unescaped(stated)) }
    var tree = PageParser.parse(MarkupFilter(Array(markup.utf8)).markup)
    TextMeasure.measure(&tree)
    PagePreparation.prepare(&tree)
    return BodyBuilder.body(of: PageTree.root, in: tree, link: link, source: .page)
  }

  private static func hasTags(_ text: String) -> Bool {
    ["</p>", "<br", "</div>", "</h2>", "</li>"].contains { text.contains($0) }
  }
}
