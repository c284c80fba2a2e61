import PageExtraction
import Testing

@Suite("Articles in several pages") struct NextPageTests {
  private static func next(
    _ href: String, from address: String, tag: String = "link", head: String = ""
  ) -> String? {
    let link = tag == "link" ? "<link rel=\"next\" href=\"\(href)\">" : ""
    let anchor = tag == "a" ? "<a class=more rel=\"nofollow next\" href=\"\(href)\">On</a>" : ""
    return Pages.extract(Pages.article(anchor, head: link + head), url: address).nextPage
  }

  @Test(
    "the next page of the same article is found",
    arguments: [
      ("https://e.org/life-of-herons/", "/life-of-herons/2/", "https://e.org/life-of-herons/2/"),
      ("https://e.org/life-of-herons/2/", "../3/", "https://e.org/life-of-herons/3/"),
      ("https://e.org/herons.html", "herons-2.html", "https://e.org/herons-2.html"),
      ("https://e.org/herons_2.php", "herons_3.php", "https://e.org/herons_3.php"),
      ("https://e.org/herons", "?page=2", "https://e.org/herons?page=2"),
      ("https://e.org/herons?id=7&page=2", "?id=7&page=3#top", "https://e.org/herons?id=7&page=3"),
      (
        "https://e.org/a/herons.html", "/a/herons.html?seite=2",
        "https://e.org/a/herons.html?seite=2"
      ),
    ])
  func found(_ page: (here: String, href: String, next: String)) {
    #expect(Self.next(page.href, from: page.here) == page.next)
    #expect(Self.next(page.href, from: page.here, tag: "a") == page.next)
  }

  @Test(
    "another article, an older list and a later chapter are not",
    arguments: [
      ("https://e.org/life-of-herons/", "/life-of-terns-and-gulls/"),
      ("https://e.org/life-of-herons/", "https://f.org/life-of-herons/2/"),
      ("https://e.org/life-of-herons/", "/life-of-herons/3/"),
      ("https://e.org/life-of-herons/2/", "/life-of-herons/1/"),
      ("https://e.org/life-of-herons/", "/life-of-herons/page/2/"), ("https://e.org/", "/2/"),
      ("https://e.org/blog", "/blog/2"), ("https://e.org/", "/page/2"),
      ("https://e.org/tag/birds?page=2", "/tag/birds?page=3"),
      ("https://e.org/comics/41", "/comics/42"), ("https://e.org/story/1234", "/story/1235"),
      ("https://e.org/?p=41", "/?p=42"), ("https://e.org/chapter-1.html", "/chapter-2.html"),
      ("https://e.org/herons-part-2.html", "/herons-part-3.html"),
      ("https://e.org/weekly-links", "/weekly-links-2"), ("https://e.org/herons?page=2", "?page=4"),
      ("https://e.org/herons?id=7", "?id=8&page=2"), ("https://e.org/herons", "?page=1"),
      ("https://e.org/herons", "javascript:next(2)"),
      ("https://e.org/herons-are-great", "herons-are-great/999999999999999999999"),
      ("https://e.org/threads/where-do-herons-sleep/", "/threads/where-do-herons-sleep/2"),
    ])
  func ignored(_ page: (here: String, href: String)) {
    #expect(Self.next(page.href, from: page.here) == nil)
  }

  @Test("the next page of the comments is not the article's") func comments() {
    let pager =
      "<section id=comments><p>Nice!</p><a rel=next href=\"?page=2\">Older comments</a></section>"
    #expect(Pages.extract(Pages.article(pager), url: "https://e.org/herons").nextPage == nil)
  }

  @Test("a list of articles has no next page") func list() {
    let articles = (1...4).map {
      "<article><h2><a href=\"/\($0)\">Bird \($0)</a></h2>\(Pages.paragraphs(1, from: $0))</article>"
    }
    let html = """
      <html><head><link rel=next href="?page=2"></head><body><main>\(articles.joined())</main></body></html>
      """
    #expect(Pages.extract(html, url: "https://e.org/all-about-herons").nextPage == nil)
  }
}
