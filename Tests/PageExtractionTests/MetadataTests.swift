import PageExtraction
import ReadingList
import Testing

@Suite("Metadata") struct MetadataTests {
  private static let headline =
    "<title>On Herons</title><div class=top><a href=/>Bird News</a></div><h1>On Herons</h1>"

  /// The metadata of a page that starts with the given markup.
  private static func metadata(
    _ markup: String, url: String = "https://www.birdnews.example/a"
  ) -> PageMetadata {
    Pages.extract(
      "<html>\(markup)\(Pages.paragraphs(4))<p>In May 1998 3 herons came.</p></html>", url: url
    ).metadata
  }

  private static func published(_ markup: String) -> String? {
    metadata(markup).publishedAt?.rfc3339
  }

  // MARK: Titles and sites

  @Test(
    "the title comes without the site's name, its sections and markup",
    arguments: [
      "<title>Herons stand still | Bird News</title><meta property=og:site_name content='Bird News'>":
        "Herons stand still",
      "<title>Bird News: How the grey heron waits for fish</title><meta property=og:site_name content='Bird News'>":
        "How the grey heron waits for fish",
      "<title>X</title><meta property=og:title content='Herons &amp;amp; Terns'>": "Herons & Terns",
      #"<title>X</title><script type=application/ld+json>{"@graph":[{"@type":"BlogPosting","headline":"From the graph"}]}</script>"#:
        "From the graph",
      #"<script type=application/ld+json><![CDATA[{"@type":["NewsArticle"],"headline":"In CDATA"}]]></script>"#:
        "In CDATA",
      "<meta name=dc.title content=Dublin>": "Dublin",
      "<meta name=twitter:title content=Chirp>": "Chirp",
      "<title>Bird News - Herons stand</title><h1>Herons stand</h1>": "Herons stand",
      "<title>Marsh News</title><meta property=og:title content='Marsh News'><meta property=og:site_name content='Marsh News'><h1>The grey heron</h1>":
        "The grey heron",
      "<title>Marsh News</title><meta property=og:title content='Marsh News'><meta property=og:site_name content='Marsh News'><h1>Marsh News</h1><h1>The grey heron</h1>":
        "The grey heron",
      "<title>Marsh News</title><meta property=og:title content='Marsh News'><meta property=og:site_name content='Marsh News'>":
        "Marsh News",
      "<title>The grey heron：Marsh News</title><h1>The grey heron</h1>": "The grey heron",
      "<title>The grey heron － Marsh News</title><h1>The grey heron</h1>": "The grey heron",
      "<title>The grey heron｜Marsh News</title><h1>The grey heron</h1>": "The grey heron",
      "<title>The grey heron</title><meta property=og:title content='The &lt;i&gt;grey&lt;/i&gt; heron'><h1>The grey heron</h1>":
        "The grey heron",
      "<title>The &lt;b&gt; element</title><h1>The &lt;b&gt; element</h1>": "The <b> element",
      "<meta property=og:title content='On Herons | Bird News'><h1>On Herons</h1>": "On Herons",
      "<meta property=og:title content='On Herons - anything at all'><h1>On Herons</h1>":
        "On Herons",
      "<title>On Herons :: BirdNews</title><h1>On Herons</h1>": "On Herons",
      "<title>Bird News » On Herons</title><h1>On Herons</h1>": "On Herons",
      "<meta property=og:title content='On Herons | Bird News | Bird News'><h1>On Herons</h1>":
        "On Herons",
      "<title>On Herons_Bird News</title><h1>On Herons</h1>": "On Herons",
      "<title>On Herons · Bird News · Nature</title><h1>On Herons</h1>": "On Herons",
      "<title>On Herons – birdnews.example</title><h1>On Herons</h1>": "On Herons",
      "<title>Of herons and terns in winter / Water Birds / Bird News</title>":
        "Of herons and terns in winter",
      "<title>Of herons and terns in winter | Birds | Bird News</title>":
        "Of herons and terns in winter",
      "<title>Of herons and terns in winter - An Essay - Bird News</title>":
        "Of herons and terns in winter - An Essay",
      "<title>Of herons and terns in winter - Water Forum - Bird News</title><h1>Of herons and terns in winter - Water Forum</h1><h1>Of herons and terns in winter</h1>":
        "Of herons and terns in winter",
      "<title>Of herons and terns in winter: a guide</title><h1>Of herons and terns in winter: a guide</h1><h2>Of herons and terns in winter</h2>":
        "Of herons and terns in winter: a guide",
      "<title>Of herons and terns in winter – Bird News - Bird News</title><h1>Of herons and terns in winter – Bird News</h1>":
        "Of herons and terns in winter",
      "<title>Herons: a love story</title>": "Herons: a love story",
      "<title>Of herons and much more — “quoted” and all</title><h1>Of herons and much\n more — “quoted” and all</h1>":
        "Of herons and much more — “quoted” and all",
      // Titles for search engines and previews differ from what readers see.
      "<title>Best herons of 2026</title><meta property=og:type content=article><h1>My nine best herons</h1>":
        "My nine best herons",
      "<title>Best herons of 2026</title><h1>My nine best herons</h1>": "Best herons of 2026",
      "<title>Best herons of 2026</title><meta property=og:type content=article><h1>The editor's corner</h1>":
        "Best herons of 2026",
      "<title>How herons wait | Jane's Birds</title><meta property=og:title content='Waiting herons'><h1>Jane's Birds</h1>":
        "Waiting herons",
      "<title>How herons wait : r/birds</title><meta property=og:title content='A place for all'><h1>How herons wait</h1>":
        "How herons wait",
      "<title>Of herons and terns: a love story in the north</title>":
        "Of herons and terns: a love story in the north",
    ])
  func titles(_ markup: String, _ expected: String) {
    #expect(Self.metadata(markup).title == expected)
  }

  @Test("the title of a site's first page is the site's name") func firstPage() {
    let page =
      "<title>Marsh News</title><meta property=og:site_name content='Marsh News'><h1>The grey heron</h1>"
    #expect(Self.metadata(page, url: "https://marsh.example/").title == "Marsh News")
  }

  @Test("the site is what it calls itself, before its publisher; else its host") func site() {
    func site(_ own: String?, publisher: String) -> String? {
      let name = own.map { "<meta property=og:site_name content='\($0)'>" } ?? ""
      let data = #"{"@type":"Article","publisher":{"name":"\#(publisher)"}}"#
      return Self.metadata(
        "<script type=application/ld+json>\(data)</script>\(name)\(Self.headline)"
      ).site
    }
    #expect(site("Bird News", publisher: "Feather Holding") == "Bird News")
    #expect(site("Bird News Inc", publisher: "Bird News") == "Bird News Inc")
    #expect(site("Bird News Online", publisher: "Bird News") == "Bird News Online")
    #expect(site(nil, publisher: "Feather Holding") == "Feather Holding")
    #expect(Self.metadata(Self.headline).site == "birdnews.example")
  }

  @Test("site, language, direction, excerpt, picture and address are read") func rest() {
    let html = """
      <html lang="ar" dir="RTL"><head><meta property="og:site_name" content="Bird News">
      <meta property="og:description" content="All about
        herons."><meta property="og:image" content="/lead.jpg">
      <link rel="canonical" href="/posts/herons"><meta property="article:published_time"
      content="2024-05-03T10:00:00+02:00"></head><body>\(Pages.paragraphs(3))</body></html>
      """
    let metadata = Pages.extract(html).metadata
    #expect(metadata.site == "Bird News")
    #expect(metadata.language == "ar")
    #expect(metadata.direction == "rtl")
    #expect(metadata.excerpt == "All about herons.")
    #expect(metadata.image == "https://example.org/lead.jpg")
    #expect(metadata.canonicalURL == "https://example.org/posts/herons")
    #expect(metadata.publishedAt == Timestamp(rfc3339: "2024-05-03T08:00:00Z"))
  }

  @Test("a page's base address counts for its links") func base() {
    let html =
      "<html><head><base href=\"/deep/er/\"></head><body><p><a href=\"x\">x</a> \(Pages.sentence)</p>\(Pages.paragraphs(3))</body></html>"
    #expect(Pages.extract(html).html.contains("https://example.org/deep/er/x"))
  }

  // MARK: Authors

  @Test(
    "all authors come, as the page states or shows them, without By, dates and roles",
    arguments: [
      "<meta name=author content='By Ann Finch'>": "Ann Finch",
      #"<script type=application/ld+json>{"@type":"Article","author":[{"name":"Ann"},{"name":"Bob"}]}</script>"#:
        "Ann, Bob",
      "<meta property=article:author content='https://social.example/ann'>": nil,
      "<p class=byline>By Ann Finch | May 3, 2024</p>": "Ann Finch",
      "<div class=byline>Posted by <a rel=author>Ann Finch</a> in Birds</div>": "Ann Finch",
      "<p class=byline><span itemprop=author><span itemprop=name>Ann</span>, editor</span></p>":
        "Ann",
      "<p class=dateline>3 May 2024</p>": nil,
      "<meta name=author content='Ann Grey'><meta name=author content='Ben Reed'>":
        "Ann Grey, Ben Reed",
      "<p class=byline>By <a rel=author href=/a>Ann Grey</a> and <a rel=author href=/b>Ben Reed</a></p>":
        "Ann Grey, Ben Reed",
      "<div class=author><span>By</span><span class=n>Ann Grey</span></div>": "Ann Grey",
      "<meta name=author content='{{ author }}'>": nil,
      "<meta name=author content='<%= name %>'>": nil,
      "<meta name=author content=admin>": nil,
      "<meta name=author content='${user}'>": nil,
      "<meta name=citation_author content='Ann Finch'><meta name=citation_author content='Bo Tern'>":
        "Ann Finch, Bo Tern",
      "<meta name=twitter:label1 content='Written by'><meta name=twitter:data1 content='Ann Finch'>":
        "Ann Finch",
      #"<script type=application/ld+json>{"@type":"Article","author":[{"@type":"Organization","name":"Bird News"},{"@type":"Person","name":"Ann Finch"}]}</script>"#:
        "Ann Finch",
      #"<script type=application/ld+json>{"@graph":[{"@type":"Article","author":{"@id":"a"}},{"@type":"Person","@id":"a","name":"Ann Finch"}]}</script>"#:
        "Ann Finch",
      "<meta name=author content='Bird News'><meta property=og:site_name content='Bird News'><meta name=parsely-author content='Ann Finch'>":
        "Ann Finch",
      #"<script type=application/ld+json>{"@type":"Article","creator":"af75"}</script><h1>On Herons</h1><p>By Ann Finch</p>"#:
        "Ann Finch",
      "<meta name=author content='Ann Finch (https://ann.example)'>":
        "Ann Finch (https://ann.example)",
      "<meta name=author content=https://ann.example><h1>On Herons</h1><p>By Bo Tern</p>":
        "Bo Tern",
      "<h1>On Herons</h1><p>Par <span itemprop=author><a href=/a>Ann Finch</a> (avec Bo Tern)</span></p>":
        "Ann Finch (avec Bo Tern)",
      "<div class=sidebar><p>By <b>Ann Finch</b></p></div><h1>On Herons</h1>": nil,
      "<h1>On Herons</h1><div class=byline><div>Written by <span>Ada Heron</span></div><div>Pond Coordinator</div></div>":
        "Ada Heron",
      "<h1>On Herons</h1><div class=byline><p>Ada Heron</p><p>Senior Bird Reporter</p></div>":
        "Ada Heron",
      "<h1>On Herons</h1><div class=byline><span class=author>Ada Heron<span>@adaheron</span></span></div>":
        "Ada Heron",
      "<h1>On Herons</h1><div class=byline>By <span>Ada Heron</span> and <span>Bea Egret</span></div>":
        "Ada Heron and Bea Egret",
    ] as [String: String?])
  func authors(_ markup: String, _ expected: String?) {
    #expect(Self.metadata("<title>On Herons</title>\(markup)").author == expected)
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
  func shownAuthors(_ lead: String) {
    #expect(Self.metadata(Self.headline + lead).author == "Ann Finch")
  }

  @Test(
    "what only looks like a name is none",
    arguments: [
      "<p>By the end of the year all were gone.</p>", "<span class=author>Author</span>",
      "<span class=byline>Updated</span>", "<div class=author>Written by</div>",
      "<div class=author>Follow Author</div>", "<a rel=author href=/f>Follow Ann Finch</a>",
      "<span class=byline>Subscribe to Bird News</span>", "<p class=author>Following</p>",
    ])
  func noAuthors(_ lead: String) {
    #expect(Self.metadata(Self.headline + lead).author == nil)
  }

  // MARK: Dates

  @Test(
    "dates are read in the usual forms",
    arguments: [
      ("2024-05-03", "2024-05-03T12:00:00Z"), ("2024-05-03T10:11:12Z", "2024-05-03T10:11:12Z"),
      ("2024-05-03 10:11", "2024-05-03T10:11:00Z"), ("20240503", "2024-05-03T12:00:00Z"),
      ("1714730400", "2024-05-03T10:00:00Z"), ("1714730400000", "2024-05-03T10:00:00Z"),
      ("Fri, 03 May 2024 10:00:00 +0200", "2024-05-03T08:00:00Z"),
      ("Fri, 03 May 2024 10:00:00 GMT", "2024-05-03T10:00:00Z"),
      ("May 3, 2024", "2024-05-03T12:00:00Z"), ("May 3rd, 2024 2:30 PM", "2024-05-03T14:30:00Z"),
      ("3. Mai 2024", "2024-05-03T12:00:00Z"), ("3 mai 2024", "2024-05-03T12:00:00Z"),
      ("3 de mayo de 2024", "2024-05-03T12:00:00Z"), ("03.05.2024", "2024-05-03T12:00:00Z"),
      ("2024/05/03", "2024-05-03T12:00:00Z"), ("05/31/2024", "2024-05-31T12:00:00Z"),
      ("2024年5月3日", "2024-05-03T12:00:00Z"), ("May 2024", "2024-05-01T12:00:00Z"),
      ("May 3, 2024 9:15 p.m. ET", "2024-05-04T01:15:00Z"),
      ("Dec 3, 2024 12:15AM EST", "2024-12-03T05:15:00Z"),
      ("Fri May  3 10:00:00 CEST 2024", "2024-05-03T08:00:00Z"),
      ("Fri May 03 2024 10:00:00 GMT+0200 (Central European Summer Time)", "2024-05-03T08:00:00Z"),
      ("Fri May 3 10:00:00.123456 2024 -05:30", "2024-05-03T15:30:00Z"),
      ("3-May-24 10:00:00 GMT", "2024-05-03T10:00:00Z"),
      ("mar, 4 juin 2024", "2024-06-04T12:00:00Z"), ("01/25/26", "2026-01-25T12:00:00Z"),
      ("Jan 3, 2024 10:00 PM PT", "2024-01-04T06:00:00Z"),
      ("March 10, 2024 10:00 CT", "2024-03-10T15:00:00Z"),
      ("10:00-12:30, 3-May-2024", "2024-05-03T10:00:00Z"), ("٣ مايو ٢٠٢٤", "2024-05-03T12:00:00Z"),
      ("yesterday", nil), ("5 May", nil), ("99999-99-99", nil), ("31 February 2024", nil),
      ("", nil),
    ] as [(String, String?)])
  func dates(_ text: String, _ expected: String?) {
    let stated = "<meta property=article:published_time content=\"\(text)\">"
    #expect(Self.published(stated) == expected)
  }

  @Test(
    "months of many languages are read, in the case that dates have",
    arguments: [
      "24 серпня 2020", "24. srpna 2020", "2020. augusztus 24.", "24 Αυγούστου 2020",
      "24. elokuuta 2020", "24. august 2020", "24 август 2020", "24 rugpjūčio 2020",
      "24. avgust 2020",
    ])
  func months(_ date: String) {
    #expect(Self.published("<meta name=date content='\(date)'>") == "2020-08-24T12:00:00Z")
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
  func shownDates(_ lead: String) {
    #expect(Self.published(Self.headline + lead) == "2024-05-03T12:00:00Z")
  }

  @Test(
    "a date far from the headline counts where it alone is said to be that of publication",
    arguments: [
      "<p>Posted on May 3, 2024</p>", "<div><p>Published</p><p>3 May 2024</p></div>",
      "<p class=date>May 3, 2024. <i>Updated: June 9, 2025</i></p>",
      "<h4>Published</h4><time>3 May 2024</time><h4>Reviewed</h4><time>9 June 2025</time>",
    ])
  func farDates(_ line: String) {
    let first = """
      <title>On Herons</title><h1>On Herons</h1>\(Pages.paragraphs(9))
      <p>This was first published on April 1, 2011 elsewhere.</p>
      """
    #expect(Self.published("\(first)<div>\(line)</div>") == "2024-05-03T12:00:00Z")
    let others = "<p>Posted on May 4, 2024</p><p>Posted on May 5, 2024</p>"
    #expect(Self.published("\(first)<div>\(line)\(others)</div>") == nil)
  }

  @Test("what a member did, what is held by copyright and the bar of an archive date no article")
  func otherDates() {
    let lead = Self.headline + "<p>Joined: 4 July 2012</p><p>© 1 January 2019</p>"
    #expect(Self.published(lead) == nil)
    #expect(Self.published(lead + "<p>3 May 2024</p>") == "2024-05-03T12:00:00Z")
    let bar = "<div id=wm-ipp-base><p>12 captures 02 Jan 2020</p></div>"
    #expect(Self.published("<title>On Herons</title>\(bar)<h1>On Herons</h1>") == nil)
  }

  @Test("a date above a headline of the third level is a fact") func blog() {
    let post = """
      <title>Bird Notes: On Herons</title><h1>Bird Notes</h1><div>
      <h2 class=date-header>Friday, May 3, 2024</h2><h3>On Herons</h3>
      """
    #expect(Self.published(post) == "2024-05-03T12:00:00Z")
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
    let found = Self.metadata("<meta name=date content=\"\(text)\">")
    #expect(found.publishedOffset == offset)
    #expect(found.publishedAt?.components(utcOffset: offset).day == 3)
  }

  @Test("of several things described, the first is what the page is about") func firstItem() {
    let posts = ["2024-05-03", "2024-06-01"].map {
      "<div itemscope><meta itemprop=datePublished content=\($0)>\(Pages.paragraphs(2))</div>"
    }.joined()
    let asked = "<time itemprop=dateCreated datetime=2024-05-03>long ago</time>"
    for lead in [posts, asked + posts] {
      #expect(Self.published(Self.headline + lead) == "2024-05-03T12:00:00Z")
    }
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
      #expect(Pages.extract(page).metadata.publishedAt?.rfc3339 == "\(expected)T12:00:00Z")
    }
  }

  @Test(
    "a month in a sentence, a version and a span of years are no date",
    arguments: ["<p>Release 3.10.2</p>", "<p>Open 2019-2024</p>", "<p>It may be 5 or 6.</p>"])
  func noDates(_ lead: String) { #expect(Self.published(Self.headline + lead) == nil) }

  @Test(
    "dates are found under other names",
    arguments: [
      "<meta name=citation_publication_date content=2024/05/03>",
      "<meta name=published_on content=2024-05-03>", "<meta name=birds.date content=2024-05-03>",
      "<meta name=Published content='May 3, 2024'>",
      #"<script type=application/ld+json>{"@type":"WebPage","datePublished":"2024-05-03"}</script>"#,
    ])
  func statedDates(_ head: String) {
    #expect(Self.published(head + Self.headline) == "2024-05-03T12:00:00Z")
  }

  @Test(
    "the day in an address is the last resort",
    arguments: [
      ("https://a.example/2014/05/18/heron", "2014-05-18T12:00:00Z"),
      ("https://a.example/b/2021-10-20-heron", "2021-10-20T12:00:00Z"),
      ("https://a.example/2014/45/18/heron", nil), ("https://a.example/1014/05/18/heron", nil),
      ("https://a.example/2014/+5/18/heron", nil),
    ] as [(String, String?)])
  func address(_ url: String, _ date: String?) {
    #expect(Self.metadata(Self.headline, url: url).publishedAt?.rfc3339 == date)
    let stated = "<meta property=article:published_time content=2015-01-02T03:04:05Z>"
    #expect(
      Self.metadata(stated + Self.headline, url: url).publishedAt?.rfc3339
        == "2015-01-02T03:04:05Z")
  }
}
