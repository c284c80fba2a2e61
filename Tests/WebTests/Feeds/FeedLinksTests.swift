import ReadingList
import Testing
import Web

@Suite struct FeedLinksTests {
  private func inPage(_ html: String) -> [String] {
    FeedLinks.inPage(Array(html.utf8), at: "https://blog.example/posts/").map(\.text)
  }

  @Test(arguments: [
    "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"/feed\">",
    "<LINK HREF='https://blog.example/feed' TYPE='application/atom+xml' REL='Alternate home'/>",
    "<link rel=alternate type=application/feed+json href=../feed>",
    "<base href='https://blog.example/'><link rel=alternate type='application/rss+xml' href=feed>",
    "<link type='application/rss+xml; charset=utf-8' rel='alternate' title='a > b' href='/feed'>",
    "<link\nrel='alternate'\ntype='application/rdf+xml'\nhref=' /feed '\n>",
    "<!-- <link rel=alternate type=application/rss+xml href=/old> --><link rel=alternate "
      + "type=application/rss+xml href=/feed><link rel=alternate type=application/atom+xml href=/feed>",
    "<script>'<link rel=alternate type=application/rss+xml href=/old>'</script>"
      + "<link rel=alternate type=application/rss+xml href=/feed>",
  ]) func `a page names its feed`(html: String) {
    let page = "<!doctype html><html><head><title>x</title>\(html)</head><body>y</body></html>"
    #expect(inPage(page) == ["https://blog.example/feed"])
  }

  @Test(arguments: [
    "", "<link rel=stylesheet href=/a.css>", "<link rel=alternate hreflang=de href=/de>",
    "<link rel=alternate type=application/rss+xml>",
    "<link rel=alternate type=application/rss+xml href='javascript:x'>",
    "<link rel=alternate type=application/rss+xml href=/cut", "<link rel='alternate",
    "<a rel=alternate type=application/rss+xml href=/feed>",
  ]) func `a page without feeds names none`(html: String) { #expect(inPage(html).isEmpty) }

  @Test func `several feeds come in the page's order`() {
    let html = """
      <link rel=alternate type=application/atom+xml href=/b?x=1&amp;y=2>
      <link rel=alternate type=application/rss+xml href=/a>
      """
    #expect(inPage(html) == ["https://blog.example/b?x=1&y=2", "https://blog.example/a"])
  }

  @Test func `a page full of unfinished links takes no time`() {
    #expect(inPage(String(repeating: "<link ", count: 80_000)).isEmpty)
    #expect(inPage(String(repeating: "<link rel='", count: 50_000)).isEmpty)
    #expect(inPage(String(repeating: "<script>", count: 60_000)).isEmpty)
  }

  @Test(arguments: [
    "<p>A blog. <a href='https://a.example/feed'>Feed</a></p>",
    "A blog. &lt;a href='https://a.example/feed'&gt;Feed&lt;/a&gt;",
    "&lt;a href=&#39;https://a.example/feed&#39;&gt;Feed&lt;/a&gt;",
    "<a href='https://a.example/'>Site</a> <a href=\"https://a.example/feed\">RSS</a>",
    "<a href=https://a.example/feed>Feed</a><a href='https://a.example/feed'>again</a>",
    "Feed: href='https://a.example/feed' and so on", "<A HREF = 'https://a.example/feed'>x",
  ]) func `a description names the feed of a blog`(markup: String) {
    let found = FeedLinks.inDescription(markup, at: "https://blogroll.example/feed")
    #expect(found.map(\.text) == ["https://a.example/feed"])
  }

  @Test(arguments: [
    "https://a.example/index.xml", "https://a.example/rss", "https://a.example/?feed=rss2",
    "https://a.example/feed/", "https://a.example/blog/atom.xml", "https://a.example/feed.json",
    "https://feeds.example/a.rss",
  ]) func `links that look like feeds come alone`(link: String) {
    let markup = "<a href='https://a.example/about'>x</a><a href='\(link)'>y</a>"
    #expect(FeedLinks.inDescription(markup, at: "").map(\.text) == [link])
  }

  @Test func `without any that looks like a feed all links are given`() {
    let markup =
      "<a href='https://a.example/'>x</a><a href='/b'>y</a><a href='mailto:c@d.example'>z</a>"
    #expect(
      FeedLinks.inDescription(markup, at: "https://r.example/x").map(\.text) == [
        "https://a.example/", "https://r.example/b",
      ])
    #expect(FeedLinks.inDescription("", at: "").isEmpty)
    #expect(FeedLinks.inDescription("href='", at: "").isEmpty)
  }
}
