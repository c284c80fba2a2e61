import PageExtraction
import ReadingList
import Synchronization
import Testing

@Suite("Site rules") struct SiteRulesTests {
  private static let page = """
    <html><head><title>Wrong</title></head><body><h1 class=t>Right</h1><span class=who>Ann</span>
    <span class=who>Bob</span><time>3 May 2024</time><div id=main><p>One.</p><div class=" promo-box ">Buy</div>
    <img src="/h.png" alt=h><p>Two.</p><p class=x>Strip me</p></div>
    <a class=next href="/p/2">on</a><a class=all href="?all=1">all</a></body></html>
    """
  private static let rule = """
    # a comment
    title: //h1[@class='t']
    author: //span[@class='who']
    date: //time
    body: //div[@id='nowhere']
    body: //div[@id='main']
    strip: //p[@class='x']
    strip_id_or_class: promo-box
    next_page_link: //a[@class='next']
    next_page_link: //a[@class='next']/@href
    http_header(User-Agent): Heron/1
    test_url: https://example.org/
    """

  private static func extract(
    _ rule: String, file: String = "example.org.txt", from page: String = SiteRulesTests.page
  ) -> Extraction {
    PageExtractor(rules: SiteRules(lookup: { $0 == file ? rule : nil })).extract(
      PageSource(html: Array(page.utf8), url: "https://www.example.org/p/1"))
  }

  @Test("a rule decides on title, author, date, body and what is stripped") func applies() {
    let found = Self.extract(Self.rule)
    #expect(found.metadata.title == "Right")
    #expect(found.metadata.author == "Ann, Bob")
    #expect(found.metadata.publishedAt == Timestamp(rfc3339: "2024-05-03T12:00:00Z"))
    #expect(
      found.body.line
        == "<p>One.</p><figure><img src='https://www.example.org/h.png' alt='h'></figure><p>Two.</p>"
    )
  }

  @Test(
    "a link to another page may be an element, which means where it leads",
    arguments: ["//a[@class='next']", "//a[@class='next']/@href", "//div[a[@class='all']]"])
  func selectedLinks(_ expression: String) {
    let page = """
      <html><body><div id=main><p>One.</p></div><a class=next href="/p/2">on</a>
      <div><a class=all href="/p/2">all</a></div></body></html>
      """
    let rule = "body: //div[@id='main']\nnext_page_link: \(expression)"
    #expect(Self.extract(rule, from: page).nextPage == "https://www.example.org/p/2")
  }

  @Test("directives that the format does not have, and expressions that are no XPath, are named")
  func problems() {
    let rule = SiteRule(
      parsing: """
        body: //p
        authr: //a
        authr: //b
        test_url: x
        tidy: no
        title: //h1[
        prune: no
        """)
    #expect(rule.problems == ["unknown directive “authr”", "title: “//h1[” is not valid XPath"])
    let long = SiteRule(parsing: "body: " + String(repeating: "(", count: 30_000))
    #expect(long.problems.count == 1)
    #expect(long.problems.allSatisfy { $0.count < 200 })
  }

  @Test("what stands in noscript is found") func noscript() {
    let page = """
      <html><body><noscript><p>Told in noscript.</p></noscript></body></html>
      """
    let found = Self.extract("body: //noscript", from: page)
    #expect(found.body.blocks == [.paragraph([.text("Told in noscript.")])])
  }

  @Test("where a rule has no body, the usual judgement holds") func bodiless() {
    let words = Array(repeating: "A heron waits in the shallow water, quite still.", count: 9)
    let page = "<html><body><article><p>\(words.joined(separator: " "))</p></article></body></html>"
    let found = Self.extract("title: //h1", from: page)
    #expect(found.text.contains("heron"))
  }

  @Test(
    "the file is found by host",
    arguments: [
      ("example.org.txt", true), (".example.org.txt", true), ("org.txt", false),
      ("other.org.txt", false),
    ])
  func lookup(_ file: String, _ isFound: Bool) {
    #expect((Self.extract(Self.rule, file: file).metadata.title == "Right") == isFound)
  }

  @Test(
    "hosts that are no file names are not looked up",
    arguments: ["https://../x", "https://a%2f/x", "file:///x", "x"])
  func hosts(_ url: String) {
    let rules = SiteRules(lookup: { name in
      Issue.record("asked for \(name)");
      return nil
    })
    #expect(rules.rule(for: url) == nil)
  }

  @Test("bad expressions find nothing, and the usual judgement goes on") func badExpressions() {
    let found = Self.extract("title: //h1[\nbody: ///\nbody: count(//p)\nstrip: )(\nauthor: 'x'")
    #expect(found.text.contains("One."))
    #expect(found.metadata.author == "x")
  }

  @Test(
    "a rule whose expressions never end on a page is told, and the page is read without it",
    arguments: [
      "body: //*[count(//*[count(//*)>1])>1]", "strip: //*[count(//*[count(//*)>1])>1]",
      String(repeating: "author: //*[count(preceding::*)>100000]\n", count: 5000),
    ])
  func endlessExpressions(rule: String) {
    let paragraph = "<p>Some words, many of them, that make a paragraph of an article here.</p>"
    let html = "<article><h1>T</h1>" + String(repeating: paragraph, count: 2000) + "</article>"
    let told = Mutex<[String]>([])
    let file = "title: //p[1]\nreplace_string(words): herrings\n" + rule
    let rules = SiteRules(
      lookup: { $0 == "example.org.txt" ? file : nil },
      tooSlow: { name in told.withLock { $0.append(name) } })
    let page = PageSource(html: Array(html.utf8), url: "https://example.org/p/1")
    #expect(PageExtractor(rules: rules).extract(page) == PageExtractor().extract(page))
    #expect(told.withLock { $0 } == ["example.org.txt"])
  }
}
