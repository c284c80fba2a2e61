import PageExtraction
import ReadingList
import Testing

@Suite("Metadata") struct MetadataTests {
  private static func metadata(_ head: String, _ body: String = "") -> PageMetadata {
    Pages.extract("<html><head>\(head)</head><body>\(body)\(Pages.paragraphs(3))</body></html>")
      .metadata
  }

  @Test(
    "the title comes without the site's name",
    arguments: [
      (
        "<title>Herons stand still | Bird News</title><meta property=og:site_name content='Bird News'>",
        "Herons stand still"
      ),
      (
        "<title>Bird News: How the grey heron waits for fish</title><meta property=og:site_name content='Bird News'>",
        "How the grey heron waits for fish"
      ),
      (
        "<title>X</title><meta property=\"og:title\" content=\"Herons &amp;amp; Terns\">",
        "Herons & Terns"
      ),
      (
        "<title>X</title><script type=\"application/ld+json\">{\"@graph\":[{\"@type\":\"BlogPosting\",\"headline\":\"From the graph\"}]}</script>",
        "From the graph"
      ),
      (
        "<script type=\"application/ld+json\"><![CDATA[{\"@type\":[\"NewsArticle\"],\"headline\":\"In CDATA\"}]]></script>",
        "In CDATA"
      ),
      ("<meta name=\"dc.title\" content=\"Dublin\">", "Dublin"),
      ("<meta name=\"twitter:title\" content=\"Chirp\">", "Chirp"),
    ] as [(String, String)])
  func title(_ head: String, _ expected: String) { #expect(Self.metadata(head).title == expected) }

  @Test("the headline says which part of the title is the article's") func headline() {
    let found = Self.metadata("<title>Bird News - Herons stand</title>", "<h1>Herons stand</h1>")
    #expect(found.title == "Herons stand")
  }

  @Test(
    "the author comes without By and without dates",
    arguments: [
      ("<meta name=\"author\" content=\"By Ann Finch\">", "", "Ann Finch"),
      (
        "<script type=\"application/ld+json\">{\"@type\":\"Article\",\"author\":[{\"name\":\"Ann\"},{\"name\":\"Bob\"}]}</script>",
        "", "Ann, Bob"
      ),
      ("<meta property=\"article:author\" content=\"https://social.example/ann\">", "", nil),
      ("", "<p class=\"byline\">By Ann Finch | May 3, 2024</p>", "Ann Finch"),
      (
        "", "<div class=\"byline\">Posted by <a rel=\"author\">Ann Finch</a> in Birds</div>",
        "Ann Finch"
      ),
      (
        "",
        "<p class=\"byline\"><span itemprop=\"author\"><span itemprop=\"name\">Ann</span>, editor</span></p>",
        "Ann"
      ),
      ("", "<p class=\"dateline\">3 May 2024</p>", nil),
    ] as [(String, String, String?)])
  func author(_ head: String, _ body: String, _ expected: String?) {
    #expect(Self.metadata(head, body).author == expected)
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
    #expect(metadata.publishedText == "2024-05-03T10:00:00+02:00")
  }

  @Test("a page's base address counts for its links") func base() {
    let html =
      "<html><head><base href=\"/deep/er/\"></head><body><p><a href=\"x\">x</a> \(Pages.sentence)</p>\(Pages.paragraphs(3))</body></html>"
    #expect(Pages.extract(html).html.contains("https://example.org/deep/er/x"))
  }

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
      ("mar, 4 juin 2024", "2024-06-04T12:00:00Z"),
      ("10:00-12:30, 3-May-2024", "2024-05-03T10:00:00Z"), ("٣ مايو ٢٠٢٤", "2024-05-03T12:00:00Z"),
      ("yesterday", nil), ("5 May", nil), ("99999-99-99", nil), ("31 February 2024", nil),
      ("", nil),
    ] as [(String, String?)])
  func dates(_ text: String, _ expected: String?) {
    let found = Self.metadata("<meta property=\"article:published_time\" content=\"\(text)\">")
    #expect(found.publishedAt?.rfc3339 == expected)
  }
}
