import PageExtraction
import ReadingList
import Testing

enum Pages {
  static let address = "https://example.org/posts/birds.html"

  /// A sentence long enough to count as prose.
  static let sentence =
    "The heron stands in the shallow water for hours, quite still, and waits until a fish comes near."

  /// Numbered paragraphs of prose.
  static func paragraphs(_ count: Int, from first: Int = 1) -> String {
    (first..<(first + count)).map { "<p>Paragraph \($0). \(sentence) \(sentence)</p>" }.joined()
  }

  /// An article in a page with header, menu and footer.
  static func article(_ inside: String, head: String = "", title: String = "On Herons") -> String {
    """
    <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>\(title)</title>\(head)</head>
    <body><header class="site-header"><a href="/">Bird News</a></header>
    <nav><ul><li><a href="/a">Home</a></li><li><a href="/b">Archive</a></li></ul></nav>
    <article class="post"><h1>\(title)</h1>\(paragraphs(3))\(inside)\(paragraphs(3, from: 4))</article>
    <footer class="footer"><p>Copyright Bird News, all rights reserved, since 1999.</p></footer>
    </body></html>
    """
  }

  static func extract(_ html: String, url: String? = address) -> Extraction {
    PageExtractor().extract(PageSource(html: Array(html.utf8), url: url))
  }

  /// The blocks between the third and fourth paragraphs of `article(_:)`.
  static func blocks(of inside: String) -> [ArticleBody.Block] {
    let blocks = extract(article(inside)).body.blocks
    let texts = blocks.map { ArticleBody(blocks: [$0]).plainText }
    guard let before = texts.firstIndex(where: { $0.hasPrefix("Paragraph 3.") }),
      let after = texts.firstIndex(where: { $0.hasPrefix("Paragraph 4.") })
    else {
      Issue.record("the paragraphs around it are gone")
      return []
    }
    return Array(blocks[(before + 1)..<after])
  }

  /// The same blocks in the form of `ArticleBody.line`.
  static func fragment(of inside: String) -> String { ArticleBody(blocks: blocks(of: inside)).line }
}

extension ArticleBody {
  /// The stored fragment with single quotes and without line feeds between its elements.
  var line: String { fragmentHTML.replacing(">\n", with: ">").replacing("\"", with: "'") }
}
