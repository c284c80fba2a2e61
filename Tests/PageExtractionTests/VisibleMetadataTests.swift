import PageExtraction
import ReadingList
import Testing

@Suite("Facts that a page shows") struct VisibleMetadataTests {
  private static func metadata(
    _ lead: String, head: String = "<title>On Herons</title>",
    url: String = "https://www.birdnews.example/a"
  ) -> PageMetadata {
    let page = """
      <html><head>\(head)</head><body><div class=top><a href=/>Bird News</a></div>
      <h1>On Herons</h1>\(lead)\(Pages.paragraphs(4))<p>In May 1998 3 herons came.</p></body></html>
      """
    return Pages.extract(page, url: url).metadata
  }

  @Test(
    "a date beside the headline is that of publication",
    arguments: [
      "<time datetime=\"2024-05-03T12:00:00Z\">last week</time>", "<time>3 May 2024</time>",
      "<span itemprop=datePublished content=2024-05-03>x</span>",
      "<span property=\"dc:date\" content=2024-05-03></span>",
      "<div class=\"post-date\">May 3rd, 2024</div>", "<p>Published on May 3, 2024</p>",
      "<p>Updated June 9, 2025</p><p>Posted: 2024/05/03</p>", "<div>Berlin, 3. Mai 2024</div>",
      "<p>vendredi 3 mai 2024</p>", "<p>3 de mayo de 2024</p>", "<p>3 мая 2024 г.</p>",
      "<p>2024年5月3日</p>", "<p>2024년 5월 3일</p>", "<p>3 मई 2024</p>", "<p>3 مايو 2024</p>",
      "<p>03.05.2024</p>", "<p>৩ মে ২০২৪</p>",
    ])
  func dates(_ lead: String) {
    #expect(Self.metadata(lead).publishedAt == Timestamp(rfc3339: "2024-05-03T12:00:00Z"))
  }

  @Test(
    "a date far from the headline counts where it alone is said to be that of publication",
    arguments: [
      "<p>Posted on May 3, 2024</p>", "<div><p>Published</p><p>3 May 2024</p></div>",
      "<p class=date>May 3, 2024. <i>Updated: June 9, 2025</i></p>",
      "<h4>Published</h4><time>3 May 2024</time><h4>Reviewed</h4><time>9 June 2025</time>",
    ])
  func farDates(_ line: String) {
    func date(_ lines: String) -> Timestamp? {
      Pages.extract(
        """
        <html><head><title>On Herons</title></head><body><h1>On Herons</h1>\(Pages.paragraphs(9))
        <p>This was first published on April 1, 2011 elsewhere.</p><div>\(lines)</div></body></html>
        """
      ).metadata.publishedAt
    }
    #expect(date(line) == Timestamp(rfc3339: "2024-05-03T12:00:00Z"))
    #expect(date(line + "<p>Posted on May 4, 2024</p><p>Posted on May 5, 2024</p>") == nil)
  }

  @Test("what a member did and what is held by copyright is not dated for the article")
  func otherDates() {
    let lead = "<p>Joined: 4 July 2012</p><p>© 1 January 2019</p>"
    #expect(Self.metadata(lead).publishedAt == nil)
    #expect(
      Self.metadata(lead + "<p>3 May 2024</p>").publishedAt
        == Timestamp(rfc3339: "2024-05-03T12:00:00Z"))
  }

  @Test("a date above a headline of the third level is a fact") func blog() {
    let found = Pages.extract(
      """
      <html><head><title>Bird Notes: On Herons</title></head><body><h1>Bird Notes</h1><div>
      <h2 class=date-header>Friday, May 3, 2024</h2><h3>On Herons</h3>\(Pages.paragraphs(4))</div></body></html>
      """)
    #expect(found.metadata.publishedAt == Timestamp(rfc3339: "2024-05-03T12:00:00Z"))
    let changes = (1...3).map { "<h2>2024-05-0\($0)</h2>\(Pages.paragraphs(2))" }.joined()
    #expect(
      Pages.extract("<html><body><h1>Changes</h1>\(changes)</body></html>").text.contains(
        "2024-05-01"))
  }

  @Test(
    "a day is that of the zone which the page names",
    arguments: [
      ("2024-05-03T22:10:00-0700", -25200), ("2024-05-03T22:10:00-07:00", -25200),
      ("2024-05-03T01:10:00+05:30", 19800), ("May 3, 2024 10:00 PM PT", -25200),
      ("2024-05-03T22:10:00Z", 0), ("2024-05-03", 0),
    ])
  func zones(_ text: String, _ offset: Int) {
    let found = Self.metadata("", head: "<meta name=date content=\"\(text)\">")
    #expect(found.publishedOffset == offset)
    #expect(found.publishedAt?.components(utcOffset: offset).day == 3)
  }

  @Test("of several things described, the first is what the page is about") func firstItem() {
    let posts = ["2024-05-03", "2024-06-01"].map {
      "<div itemscope><meta itemprop=datePublished content=\($0)>\(Pages.paragraphs(2))</div>"
    }.joined()
    #expect(Self.metadata(posts).publishedAt == Timestamp(rfc3339: "2024-05-03T12:00:00Z"))
    let asked = "<time itemprop=dateCreated datetime=2024-05-03>long ago</time>"
    #expect(Self.metadata(asked + posts).publishedAt == Timestamp(rfc3339: "2024-05-03T12:00:00Z"))
  }

  @Test(
    "numbers of a date stand in the order of the page's language",
    arguments: [
      ("en", "01-04-2024", "2024-01-04"), ("en-US", "01/04/2024", "2024-01-04"),
      ("en-GB", "01-04-2024", "2024-04-01"), ("fr", "01/04/2024", "2024-04-01"),
      ("en-GB", "2024-01-04", "2024-01-04"), ("en-AU", "04/25/2024", "2024-04-25"),
      ("de", "4.1.2024", "2024-01-04"),
    ])
  func orderOfLanguage(language: String, date: String, expected: String) {
    let shown = Pages.article("").replacing("lang=\"en\"", with: "lang=\"\(language)\"").replacing(
      "</h1>", with: "</h1><p>Post time: \(date)</p>")
    let stated = Pages.article("", head: "<meta name=date content=\"\(date)\">").replacing(
      "lang=\"en\"", with: "lang=\"\(language)\"")
    for page in [shown, stated] {
      #expect(
        Pages.extract(page).metadata.publishedAt == Timestamp(rfc3339: expected + "T12:00:00Z"))
    }
  }

  @Test(
    "a month in a sentence, a version and a span of years are no date",
    arguments: ["<p>Release 3.10.2</p>", "<p>Open 2019-2024</p>", "<p>It may be 5 or 6.</p>"])
  func noDates(_ lead: String) { #expect(Self.metadata(lead).publishedAt == nil) }

  @Test(
    "dates of other names and forms are read",
    arguments: [
      ("<meta name=citation_publication_date content=2024/05/03>", "2024-05-03T12:00:00Z"),
      ("<meta name=published_on content=2024-05-03>", "2024-05-03T12:00:00Z"),
      ("<meta name=birds.date content=2024-05-03>", "2024-05-03T12:00:00Z"),
      ("<meta name=Published content=\"May 3, 2024\">", "2024-05-03T12:00:00Z"),
      ("<meta name=date content=01/25/26>", "2026-01-25T12:00:00Z"),
      ("<meta name=date content=\"mar, 10 juin 2025\">", "2025-06-10T12:00:00Z"),
      ("<meta name=date content=\"May 3, 2024 10:00 AM ET\">", "2024-05-03T14:00:00Z"),
      ("<meta name=date content=\"Jan 3, 2024 10:00 PM PT\">", "2024-01-04T06:00:00Z"),
      ("<meta name=date content=\"March 10, 2024 10:00 CT\">", "2024-03-10T15:00:00Z"),
      (
        "<script type=\"application/ld+json\">{\"@type\":\"WebPage\",\"datePublished\":\"2024-05-03\"}</script>",
        "2024-05-03T12:00:00Z"
      ),
    ] as [(String, String)])
  func statedDates(_ head: String, _ expected: String) {
    #expect(Self.metadata("", head: head).publishedAt == Timestamp(rfc3339: expected))
  }

  @Test(
    "an author beside the headline is known",
    arguments: [
      "<p>By Ann Finch</p>", "<div>by <b>Ann Finch</b></div>", "<a href=/author/ann>Ann Finch</a>",
      "<p>Von Ann Finch</p>", "<div class=author>Written by Ann Finch, staff writer</div>",
      "<span class=byline><a href=/p/ann>Ann Finch</a> Senior Reporter</span>",
      "<a rel=author href=/x>View all posts by Ann Finch</a>", "<p>Autor: Ann Finch</p>",
      "<div class=author>Ann Finch <button>Follow</button> <span>Follow Author</span></div>",
      "<a class=byline href=/f>Follow Author</a><p>By Ann Finch</p>",
    ])
  func authors(_ lead: String) { #expect(Self.metadata(lead).author == "Ann Finch") }

  @Test(
    "what only looks like a name is none",
    arguments: [
      "<p>By the end of the year all were gone.</p>", "<span class=author>Author</span>",
      "<span class=byline>Updated</span>", "<div class=author>Written by</div>",
      "<div class=author>Follow Author</div>", "<a rel=author href=/f>Follow Ann Finch</a>",
      "<span class=byline>Subscribe to Bird News</span>", "<p class=author>Following</p>",
    ])
  func noAuthors(_ lead: String) { #expect(Self.metadata(lead).author == nil) }

  @Test(
    "authors that a page states",
    arguments: [
      (
        "<meta name=citation_author content=\"Ann Finch\"><meta name=citation_author content=\"Bo Tern\">",
        "Ann Finch, Bo Tern"
      ),
      (
        "<meta name=twitter:label1 content=\"Written by\"><meta name=twitter:data1 content=\"Ann Finch\">",
        "Ann Finch"
      ),
      (
        "<script type=\"application/ld+json\">{\"@type\":\"Article\",\"author\":[{\"@type\":\"Organization\",\"name\":\"Bird News\"},{\"@type\":\"Person\",\"name\":\"Ann Finch\"}]}</script>",
        "Ann Finch"
      ),
      (
        "<script type=\"application/ld+json\">{\"@graph\":[{\"@type\":\"Article\",\"author\":{\"@id\":\"#a\"}},{\"@type\":\"Person\",\"@id\":\"#a\",\"name\":\"Ann Finch\"}]}</script>",
        "Ann Finch"
      ),
      (
        "<meta name=author content=\"Bird News\"><meta property=og:site_name content=\"Bird News\"><meta name=parsely-author content=\"Ann Finch\">",
        "Ann Finch"
      ),
    ] as [(String, String)])
  func statedAuthors(_ head: String, _ expected: String) {
    #expect(Self.metadata("", head: head).author == expected)
  }

  @Test(
    "a person shown comes before the name of a user, an address after a name stays",
    arguments: [
      (
        "<script type=\"application/ld+json\">{\"@type\":\"Article\",\"creator\":\"af75\"}</script>",
        "<p>By Ann Finch</p>", "Ann Finch"
      ),
      (
        "<meta name=author content=\"Ann Finch (https://ann.example)\">", "",
        "Ann Finch (https://ann.example)"
      ),
      ("<meta name=author content=\"https://ann.example\">", "<p>By Bo Tern</p>", "Bo Tern"),
      (
        "", "<p>Par <span itemprop=author><a href=/a>Ann Finch</a> (avec Bo Tern)</span></p>",
        "Ann Finch (avec Bo Tern)"
      ),
    ] as [(String, String, String)])
  func shownAuthors(_ head: String, _ lead: String, _ expected: String) {
    #expect(Self.metadata(lead, head: head).author == expected)
  }

  @Test("who makes the site, named in its sidebar, is not thereby an author") func sidebar() {
    let page = """
      <html><head><title>On Herons</title></head><body><div class=sidebar><p>By <b>Ann Finch</b></p></div>
      <h1>On Herons</h1>\(Pages.paragraphs(4))</body></html>
      """
    #expect(Pages.extract(page).metadata.author == nil)
  }

  @Test(
    "the site's name is cut off a title, wherever the title is from",
    arguments: [
      "<meta property=og:title content=\"On Herons | Bird News\">",
      "<meta property=og:title content=\"On Herons - anything at all\">",
      "<title>On Herons :: BirdNews</title>", "<title>Bird News » On Herons</title>",
      "<meta property=og:title content=\"On Herons | Bird News | Bird News\">",
      "<title>On Herons_Bird News</title>", "<title>On Herons · Bird News · Nature</title>",
      "<title>On Herons – birdnews.example</title>",
    ])
  func titles(_ head: String) { #expect(Self.metadata("", head: head).title == "On Herons") }

  @Test("the sections of a site between its name and the title are cut with it") func sections() {
    func title(_ title: String, _ body: String = "") -> String? {
      Pages.extract(
        """
        <html><head><title>\(title)</title></head><body>\(body)\(Pages.paragraphs(4))</body></html>
        """, url: "https://www.birdnews.example/a"
      ).metadata.title
    }
    let own = "Of herons and terns in winter"
    #expect(title("\(own) / Water Birds / Bird News") == own)
    #expect(title("\(own) | Birds | Bird News") == own)
    #expect(title("\(own) - An Essay - Bird News") == "\(own) - An Essay")
    let headings = "<h1>\(own) - Water Forum</h1><h1>\(own)</h1>"
    #expect(title("\(own) - Water Forum - Bird News", headings) == own)
    let part = "<h1>\(own): a guide</h1><h2>\(own)</h2>"
    #expect(title("\(own): a guide", part) == "\(own): a guide")
    #expect(title("\(own) – Bird News - Bird News", "<h1>\(own) – Bird News</h1>") == own)
  }

  @Test("a title with a colon, and one whose parts are its own, stay whole") func wholeTitles() {
    for title in ["Herons: a love story", "Of herons and terns: a love story in the north"] {
      let page =
        "<html><head><title>\(title)</title></head><body>\(Pages.paragraphs(4))</body></html>"
      #expect(Pages.extract(page).metadata.title == title)
    }
  }

  @Test("the site is what it calls itself, before its publisher; else its host") func site() {
    let data = """
      <script type="application/ld+json">{"@type":"Article","publisher":{"name":"Feather Holding"}}</script>
      """
    let named = data + "<meta property=og:site_name content=\"Bird News\">"
    #expect(Self.metadata("", head: named).site == "Bird News")
    for (own, publisher, expected) in [
      ("Bird News Inc", "Bird News", "Bird News Inc"),
      ("Bird News Online", "Bird News", "Bird News Online"),
    ] {
      let head =
        data.replacing("Feather Holding", with: publisher)
        + "<meta property=og:site_name content=\"\(own)\">"
      #expect(Self.metadata("", head: head).site == expected)
    }
    #expect(Self.metadata("", head: data).site == "Feather Holding")
    #expect(Self.metadata("").site == "birdnews.example")
  }

  @Test(
    "a line of only the date or only the author at the top is a fact, not text",
    arguments: [
      "<p>May 3, 2024</p>", "<p>Friday, 3 May 2024</p>", "<p>Freitag, 3. Mai 2024</p>",
      "<p>By Ann Finch</p>", "<p>作者：Ann Finch</p>", "<p>Автор: Ann Finch</p>",
      "<p>Von Ann Finch</p>", "<p>文：Ann Finch</p>", "<p>글 Ann Finch 기자</p>",
      "<p>بقلم Ann Finch</p>", "<p>מאת Ann Finch</p>", "<p>โดย Ann Finch</p>",
      "<p>लेखक Ann Finch</p>",
    ])
  func factLines(_ line: String) {
    let page =
      "<html><head><title>On Herons</title><meta name=author content=\"Ann Finch\"></head><body><h1>On Herons</h1>\(line)\(Pages.paragraphs(4))</body></html>"
    #expect(Pages.extract(page).text.hasPrefix("Paragraph 1."))
  }

  @Test("a role in an element of its own behind a name is no part of it, another name is")
  func roles() {
    func author(_ byline: String) -> String? {
      Pages.extract(
        Pages.article("").replacing("</h1>", with: "</h1><div class=byline>\(byline)</div>")
      ).metadata.author
    }
    #expect(
      author("<div>Written by <span>Ada Heron</span></div><div>Pond Coordinator</div>")
        == "Ada Heron")
    #expect(author("<p>Ada Heron</p><p>Senior Bird Reporter</p>") == "Ada Heron")
    #expect(author("<span class=author>Ada Heron<span>@adaheron</span></span>") == "Ada Heron")
    #expect(
      author("By <span>Ada Heron</span> and <span>Bea Egret</span>") == "Ada Heron and Bea Egret")
  }
}
