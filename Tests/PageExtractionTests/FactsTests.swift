import PageExtraction
import ReadingList
import Testing

@Suite("Facts of a page") struct FactsTests {
  private static func page(
    _ head: String, _ lead: String = "<h1>The grey heron</h1>", url: String? = Pages.address
  ) -> PageMetadata {
    Pages.extract(
      "<html><head>\(head)</head><body><article>\(lead)\(Pages.paragraphs(5))</article></body></html>",
      url: url
    ).metadata
  }

  @Test(
    "a title that is the site's name is none",
    arguments: ["<h1>The grey heron</h1>", "<h1>Marsh News</h1><h1>The grey heron</h1>"])
  func brand(_ lead: String) {
    let head =
      "<title>Marsh News</title><meta property=og:title content='Marsh News'><meta property=og:site_name content='Marsh News'>"
    #expect(Self.page(head, lead).title == "The grey heron")
    #expect(Self.page(head, "").title == "Marsh News")
    #expect(Self.page(head, lead, url: "https://marsh.example/").title == "Marsh News")
  }

  @Test(
    "wide marks part the site from the title",
    arguments: [
      "The grey heron：Marsh News", "The grey heron － Marsh News", "The grey heron｜Marsh News",
    ]
  )
  func wideMarks(_ title: String) {
    #expect(Self.page("<title>\(title)</title>").title == "The grey heron")
  }

  @Test("markup that was escaped into a title goes where the page shows it without")
  func markup() {
    let given =
      "<title>The grey heron</title><meta property=og:title content='The &lt;i&gt;grey&lt;/i&gt; heron'>"
    #expect(Self.page(given).title == "The grey heron")
    let code = "<title>The &lt;b&gt; element</title>"
    #expect(Self.page(code, "<h1>The &lt;b&gt; element</h1>").title == "The <b> element")
  }

  @Test(
    "all authors are named",
    arguments: [
      ("<meta name=author content='Ann Grey'><meta name=author content='Ben Reed'>", ""),
      (
        "",
        "<p class=byline>By <a rel=author href=/a>Ann Grey</a> and <a rel=author href=/b>Ben Reed</a></p>"
      ),
    ]
  )
  func authors(_ head: String, _ byline: String) {
    let found = Self.page(
      "<title>The grey heron</title>\(head)", "<h1>The grey heron</h1>\(byline)")
    #expect(found.author == "Ann Grey, Ben Reed")
  }

  @Test("a name right behind \"By\" in an element of its own is a name")
  func glued() {
    let lead =
      "<h1>The grey heron</h1><div class=author><span>By</span><span class=n>Ann Grey</span></div>"
    #expect(Self.page("<title>The grey heron</title>", lead).author == "Ann Grey")
  }

  @Test(
    "templates and stand-ins are no names",
    arguments: ["{{ author }}", "<%= name %>", "admin", "${user}"])
  func templates(_ name: String) {
    #expect(
      Self.page("<title>The grey heron</title><meta name=author content='\(name)'>").author == nil)
  }

  @Test(
    "the day in an address is the last resort",
    arguments: [
      ("https://a.example/2014/05/18/heron", "2014-05-18T12:00:00Z"),
      ("https://a.example/b/2021-10-20-heron", "2021-10-20T12:00:00Z"),
      ("https://a.example/2014/45/18/heron", nil), ("https://a.example/1014/05/18/heron", nil),
    ] as [(String, String?)])
  func address(_ url: String, _ date: String?) {
    let found = Self.page("<title>The grey heron</title>", url: url).publishedAt
    #expect(found == date.flatMap { Timestamp(rfc3339: $0) })
    let stated =
      "<title>The grey heron</title><meta property=article:published_time content=2015-01-02T03:04:05Z>"
    #expect(Self.page(stated, url: url).publishedAt == Timestamp(rfc3339: "2015-01-02T03:04:05Z"))
  }

  @Test(
    "months of many languages are read, in the case that dates have",
    arguments: [
      "24 серпня 2020", "24. srpna 2020", "2020. augusztus 24.", "24 Αυγούστου 2020",
      "24. elokuuta 2020", "24. august 2020", "24 август 2020", "24 rugpjūčio 2020",
      "24. avgust 2020",
    ])
  func months(_ date: String) {
    let found = Self.page("<title>The grey heron</title><meta name=date content='\(date)'>")
      .publishedAt
    #expect(found == Timestamp(rfc3339: "2020-08-24T12:00:00Z"))
  }

  @Test("the bar of an archive says nothing of the page") func archive() {
    let found = Self.page(
      "<title>The grey heron</title>",
      "<div id=wm-ipp-base><p>12 captures 02 Jan 2020</p></div><h1>The grey heron</h1>")
    #expect(found.publishedAt == nil)
  }
}
