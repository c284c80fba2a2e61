import ReadingList

/// Parses the text of an article that a page states as data, in addition to or instead of showing
/// it.
///
/// In JSON-LD, `articleBody` is usually plain text, sometimes markup, and sometimes markup with
/// escaped brackets.
enum StatedText {
  /// The minimum length of a text to compare, in bytes.
  private static let minLength = 300

  /// The stated body, if it is more than twice as long as the found one.
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
    if !hasTags(markup), markup.contains("&lt;") { markup = PageText.unescaped(markup) }
    guard hasTags(markup) else { return TextArticle.body(PageText.unescaped(stated)) }
    var tree = PageParser.parse(MarkupFilter(Array(markup.utf8)).markup)
    PagePreparation.prepare(&tree)
    return BodyBuilder.body(of: PageTree.root, in: tree, link: link, source: .page)
  }

  private static func hasTags(_ text: String) -> Bool {
    ["</p>", "<br", "</div>", "</h2>", "</li>"].contains { text.contains($0) }
  }
}
