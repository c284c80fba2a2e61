import PageExtraction
import ReadingList
import Testing

@Suite("Hostile pages") struct HostileInputTests {
  private static func extract(_ markup: String) -> Extraction { Pages.extract(markup) }

  @Test(
    "a hundred thousand nested elements keep their text",
    arguments: ["div", "b", "ul", "li", "table", "blockquote", "a", "span", "section"])
  func nesting(_ name: String) {
    let count = 100_000
    let open = name == "table" ? "<table><tr><td>" : name == "ul" ? "<ul><li>" : "<\(name)>"
    let found = Self.extract(
      String(repeating: open, count: count) + "<p>\(Pages.sentence)</p>"
        + String(repeating: "</\(name)>", count: count))
    #expect(found.text.contains("The heron stands"))
    #expect(ArticleBody(fragment: found.html) == found.body)
  }

  @Test("a page of one paragraph again and again keeps it, each time at the same price")
  func repeated() {
    let count = 20_000
    let found = Self.extract(String(repeating: "<p>\(Pages.sentence)</p>\n", count: count))
    #expect(found.body.blocks.count == count)
  }

  @Test("notes in a note without end are each looked at once", .timeLimit(.minutes(5)))
  func notes() {
    let notes = String(repeating: "<div class=note>\(Pages.sentence)</div>", count: 100_000)
    let found = Self.extract(Pages.article("<div class=note>\(notes)</div>"))
    #expect(found.text.contains("Paragraph 4."))
  }

  @Test("lists beside each other without end are each looked at once") func lists() {
    let lists = String(repeating: "<ul><li>x</ul>", count: 100_000)
    let found = Self.extract(Pages.article("<p>You need all of these for it:</p>\(lists)"))
    #expect(found.text.contains("Paragraph 4."))
  }

  @Test(
    "formulas without end, and lines of verse without end, are read once",
    arguments: [
      "\\(", "\\( x \\) $$ ", "\\(\\hat", "$$ a = ", "<div class=line>x</div><div>y</div>",
      "<div class=line>x<div class=line>",
    ])
  func formulas(_ piece: String) {
    let found = Self.extract(
      "<article>\(Pages.paragraphs(3))<div>\(String(repeating: piece, count: 100_000))</div></article>"
    )
    #expect(found.text.contains("Paragraph 3."))
    #expect(ArticleBody(fragment: found.html) == found.body)
  }

  @Test(
    "a caption that holds the quotation of its figure is no ring",
    arguments: ["", "<figure><figcaption>", "<div>"])
  func captionAroundQuotation(_ opening: String) {
    let found = Self.extract(
      "\(opening)<figure><figcaption><blockquote>\(Pages.sentence)</blockquote></figcaption></figure>"
    )
    #expect(found.html.contains("The heron stands"))
  }

  @Test("text in a set of frames is read") func frames() {
    let found = Self.extract("<frameset><td>\(Pages.sentence)<a href>a, b")
    #expect(found.text.contains("The heron"))
  }

  @Test(
    "elements without an end, or with one far behind, are read once",
    arguments: ["<title>", "<iframe>", "<title></p>", "<svg>", "<template>", "<textarea>"],
    ["", "</title>"])
  func withoutEnd(_ tag: String, _ end: String) {
    let found = Self.extract(Pages.article("") + String(repeating: tag, count: 100_000) + end)
    #expect(found.text.contains("Paragraph 6."))
  }

  @Test("a million attributes are not compared with each other") func attributes() {
    let list = (0..<1_000_000).map { "a\($0)=1" }.joined(separator: " ")
    let found = Self.extract("<html><body><div \(list)>\(Pages.paragraphs(3))</div></body></html>")
    #expect(found.text.contains("Paragraph 3."))
  }

  @Test("a text of 16 MiB, an attribute of 16 MiB and 16 MiB of tags are ordinary input")
  func large() {
    let size = 16 << 20
    let text = String(repeating: "herons wait. ", count: size / 13)
    #expect(Self.extract("<p>\(text)</p>").wordCount == size / 13 * 2)
    let attribute = String(repeating: "x", count: size)
    #expect(Self.extract("<p title=\"\(attribute)\">\(Pages.sentence)</p>").text == Pages.sentence)
    let tags = String(repeating: "<div>", count: size / 5)
    #expect(Self.extract(tags).verdict != .ready)
  }

  @Test(
    "title, author, site and summary are short, whatever the page says",
    arguments: ["long ", "\u{200b}", "e\u{301}\u{302}", "a\u{301}"])
  func longMetadata(_ piece: String) {
    let long = "A " + String(repeating: piece, count: 10_000)
    let found = Self.extract(
      "<html><head><title>\(long)</title><meta name=author content='\(long)'>"
        + "<meta property='og:site_name' content='\(long)'>"
        + "<meta name=description content='\(long)'></head><body><article><h1>\(long)</h1>"
        + "\(Pages.paragraphs(3))</article></body></html>"
    ).metadata
    #expect((found.title?.count ?? 0) <= MetadataLength.title.characters)
    #expect((found.author?.count ?? 0) <= MetadataLength.author.characters)
    #expect((found.site?.count ?? 0) <= MetadataLength.site.characters)
    #expect((found.excerpt?.count ?? 0) <= MetadataLength.excerpt.characters)
  }

  @Test(
    "end tags without a beginning cost no search",
    arguments: ["</b>", "</div>", "</section>", "</p>", "</table>", "</zz>"])
  func endTags(_ tag: String) {
    let found = Self.extract(
      String(repeating: "<i>", count: 100_000) + String(repeating: tag, count: 100_000)
        + "<p>\(Pages.sentence)</p>")
    #expect(found.body.blocks.count <= 2)
  }

  @Test(
    "broken markup is read without harm",
    arguments: [
      "", "<", "<!", "<!--", "<!-->", "</", "<a", "<a href", "<a href=", "<a href=\"", "&", "&#",
      "&#x", "&#99999999999;", "&#xD800;", "&unknown;", "<![CDATA[", "<?", "<!DOCTYPE", "<html",
      "<svg><svg>", "<template><template></template>", "<script>", "<style><p>", "<textarea>",
      "<title>", "<plaintext>", "<frameset><frame>", "<table><table><tr></table>", "</html><p>x",
      "<p><td></p>", "<ol start=999999999999999999999><li>x</ol>",
      "<td rowspan=-1 colspan=99999999999>x", "<base href=\"http://[::1\">",
      "<meta charset=\"utf-16\"><p>x", "<math><mfrac></mfrac></math>",
    ])
  func broken(_ markup: String) {
    for page in [markup, markup + Pages.article(""), Pages.article(markup)] {
      let found = Self.extract(page)
      #expect(ArticleBody(fragment: found.html) == found.body)
    }
  }

  @Test("no control character, escape or direction override survives anywhere") func controls() {
    let scalars =
      (1...0x20).map { $0 } + [0x7f, 0x80, 0x85, 0x9b, 0x9f, 0xfeff, 0xe000]
      + Array(0x202a...0x202e) + Array(0x2066...0x2069) + [0x2028, 0xfff9, 0xe0001]
    let raw = scalars.compactMap { Unicode.Scalar($0) }.map { "a\($0)b" }.joined()
    let entities = scalars.map { "a&#\($0);b" }.joined()
    for text in [raw, entities] {
      let html = """
        <html lang="\(text)"><head><title>T \(text)</title><meta name=author content="\(text)"></head><body>
        <p>\(text) \(Pages.sentence)</p><h2 id="\(text)">H \(text)</h2><pre>\(text)</pre>
        <p><a href="/\(text)">x</a><img src="/i.png" alt="\(text)">, \(Pages.sentence)</p>\(Pages.paragraphs(4))</body></html>
        """
      let found = Self.extract(html)
      let metadata = found.metadata
      let all = [
        found.text, found.html, found.body.markdown, metadata.title, metadata.author,
        metadata.language,
      ]
      for scalar in all.compactMap({ $0 }).joined().unicodeScalars {
        let isAllowed =
          scalar == "\n" || scalar == "\t"
          || !(scalar.properties.generalCategory == .control
            || (0x202a...0x202e).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value))
        #expect(isAllowed, "U+\(String(scalar.value, radix: 16))")
      }
    }
  }

  @Test("NUL bytes do not end the page") func zeros() {
    let html = Pages.article("").replacing(" ", with: " \u{0}")
    #expect(Self.extract(html).text.contains("Paragraph"))
  }

  @Test("two streamed parts for one place, and parts inside themselves, are no knot")
  func streamedKnots() {
    let html = """
      <template id="B:0"></template><div hidden id="S:0">\(Pages.paragraphs(2))<template id="B:1"></template></div>
      <div hidden id="S:0">\(Pages.paragraphs(2))</div><div hidden id="S:1"><template id="B:0"></template>x</div>
      """
    #expect(Self.extract(html).text.contains("Paragraph 1."))
  }

  @Test("markup in text stays text") func escaped() {
    let found = Pages.extract(
      Pages.article("<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp;</p>"))
    #expect(found.text.contains("<script>alert(1)</script> &amp;"))
    #expect(!found.html.contains("<script"))
    #expect(ArticleBody(fragment: found.html) == found.body)
  }
}
