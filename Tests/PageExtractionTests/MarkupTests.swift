import PageExtraction
import ReadingList
import Testing

@Suite("HTML 5 for a parser of HTML 4") struct MarkupTests {
  private static func text(_ markup: String) -> String { Pages.extract(markup).text }

  @Test(
    "a body begins before the first thing that cannot stand in a head",
    arguments: [
      "main", "article", "header", "section", "figure", "details", "my-page", "div", "p",
      "blockquote",
    ])
  func impliedBody(_ name: String) {
    let page = """
      <!doctype html><meta charset=utf-8><title>x</title><link rel=icon href=i>
      <\(name)><h1>T</h1><p>Hello world.</p></\(name)>
      """
    #expect(Self.text(page).contains("Hello world."))
    #expect(Pages.extract(page).metadata.title == "x")
  }

  @Test("text that stands in a head is in the body, and so is what follows") func textInHead() {
    let page =
      "<html lang=de><head><title>x</title>Hello <b>world</b>.</head><body><p>More.</p></body>"
    #expect(Self.text(page).split(separator: "\n\n") == ["Hello world.", "More."])
    let early = "Warning: line 3<html lang=de><head><title>x</title></head><body><p>More.</p>"
    #expect(Self.text(early).contains("Warning: line 3"))
  }

  @Test("scripts, styles and the no-script part of a head do not begin the body")
  func noscriptInHead() {
    let page = """
      <html><head><noscript><link rel=stylesheet href=n.css></noscript><script>1</script>
      <title>On Herons</title><meta name=author content="Ann Finch"></head>
      <body class=post>\(Pages.paragraphs(3))</body></html>
      """
    let found = Pages.extract(page)
    #expect(found.metadata.author == "Ann Finch")
    #expect(found.text.hasPrefix("Paragraph 1."))
  }

  @Test("end tags of body and html mean nothing before the end") func earlyEnd() {
    let page = "<html><body><p>One.</p></body></html><p>Two.</p><div>Three.</div></body></html>"
    #expect(Self.text(page).split(separator: "\n\n") == ["One.", "Two.", "Three."])
  }

  @Test(
    "character references of HTML 5 are characters, with and without a semicolon",
    arguments: [
      ("&mldr;", "…"), ("&ccaron;", "č"), ("&lstrok;", "ł"), ("&scedil;", "ş"),
      ("a&nbsp;b", "a\u{a0}b"), ("&copy 2020", "© 2020"), ("AT&ampT", "AT&T"),
      ("caf&eacute", "café"), ("&notit;", "¬it;"), ("&NotEqualTilde;", "≂̸"), ("R&D", "R&D"),
      ("&unknown;", "&unknown;"), ("&lt;b&gt;", "<b>"), ("&Tab;x&NewLine;y", "x y"),
      ("&#8230;&#x2026", "……"), ("&", "&"), ("&nvlt;", "<⃒"),
    ])
  func references(_ source: String, _ text: String) {
    #expect(Self.text("<body><p>x \(source) y</p>") == "x \(text) y")
    let title = Pages.extract(Pages.article("", title: "About \(source) birds")).metadata.title
    #expect(
      title == "About \(text) birds".split(separator: /[ \t\n\u{a0}]+/).joined(separator: " "))
    let author = "<meta name=author content=\"Ann \(source) Finch\">"
    // In an attribute, a name without a semicolon is no reference if a letter follows.
    if source != "AT&ampT", source != "&notit;" {
      #expect(
        Pages.extract(Pages.article("", head: author)).metadata.author
          == "Ann \(text) Finch".split(separator: /[ \t\n\u{a0}]+/).joined(separator: " "))
    }
  }

  @Test("a parameter of an address is no character reference") func parameters() {
    let html = Pages.extract("<body><p><a href=\"/x?a=1&copy=2&amp;reg=3\">Go</a></p>").html
    #expect(html.contains("/x?a=1&amp;copy=2&amp;reg=3"))
  }

  @Test("references in JSON-LD are characters") func linkedData() {
    let data = """
      <script type="application/ld+json">{"@type": "Article", "headline": "A caf&eacute; &mldr;",
      "author": {"name": "Jan &Lstrok;uk"}}</script>
      """
    let found = Pages.extract(Pages.article("", head: data, title: "A café …")).metadata
    #expect(found.title == "A café …")
    #expect(found.author == "Jan Łuk")
  }

  @Test(
    "void elements swallow nothing",
    arguments: [
      "<embed src=x>", "<source src=x>", "<track src=x>", "<wbr>", "<img>", "<input>", "<param>",
      "<keygen>", "<bgsound src=x>", "<hr>", "<embed src=x></embed>",
    ])
  func voids(_ tag: String) {
    let text = Self.text(
      "<body><p>One \(tag) two.</p><div><object>\(tag)</object></div><p>Three.</p>")
    #expect(text.contains("two."))
    #expect(text.contains("Three."))
    #expect(Pages.extract(Pages.article(tag)).text == Pages.extract(Pages.article("")).text)
  }

  @Test("a choice that never ends does not swallow the page, and one that ends holds no blocks")
  func choice() {
    let open = Pages.article("<select><option>Secret")
    #expect(!Pages.extract(open).text.contains("Secret"))
    #expect(Pages.extract(open).text.contains("Paragraph 6."))
    let closed = Pages.article("<select><div><option>Secret</option></div></select>")
    #expect(Pages.extract(closed).text == Pages.extract(Pages.article("")).text)
  }

  @Test("a title holds no tags") func title() {
    let page = Pages.article("", title: "The <b> element")
    #expect(Pages.extract(page).metadata.title == "The <b> element")
  }

  @Test("a bracket in the value of a listener ends no tag") func listeners() {
    let button =
      "<p class=x @click=\"copy(text.replaceAll(/^[\\$>]/g, '')); setTimeout(() => done = false, 20);\">Herons wait.</p>"
    let text = Pages.extract(Pages.article(button)).text
    #expect(text.contains("Herons wait.") && !text.contains("setTimeout"))
  }
}
