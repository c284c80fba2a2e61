import PageExtraction
import ReadingList
import Testing

@Suite("Finding the article") struct ExtractionTests {
  @Test("all paragraphs of an article come, in order, and nothing of the page around it")
  func wholeArticle() {
    let found = Pages.extract(Pages.article(""))
    let starts = found.text.split(separator: "\n\n").map { $0.prefix(12) }
    #expect(starts == (1...6).map { "Paragraph \($0)." }.map { $0.prefix(12) })
    #expect(found.verdict == .ready)
    #expect(found.metadata.title == "On Herons")
  }

  @Test(
    "parts that are not the article's are left out",
    arguments: [
      "<div class=\"share-buttons\"><a href=\"/s\">Share on everything</a></div>",
      "<aside class=\"related-posts\"><h3>Related</h3><ul><li><a href=\"/x\">A tern</a></li></ul></aside>",
      "<div class=\"author-bio\"><p>Ann Finch has written about birds for all of her life.</p></div>",
      "<div id=\"cookie-banner\" class=\"cookie consent\"><p>We use cookies for your birds.</p></div>",
      "<div class=\"tags-list\"><a href=\"/t\">herons</a> <a href=\"/u\">water</a></div>",
      "<div class=\"ad-slot\"><p>Buy seeds now, they are the best seeds in town.</p></div>",
      "<ul class=\"pagination\"><li><a href=\"/2\">2</a></li><li><a href=\"/3\">3</a></li></ul>",
      "<form><input name=q><button>Search the birds</button></form>",
      "<div style=\"display: none\"><p>Secret \(Pages.sentence)</p></div>",
      "<div aria-hidden=\"true\"><p>Secret \(Pages.sentence)</p></div>",
      "<div hidden><p>Secret \(Pages.sentence)</p></div>", "<script>var birds = 'Secret';</script>",
      "<style>p { color: red }</style>", "<svg><path d=\"M0 0\"/><text>Secret</text></svg>",
      "<!-- Secret -->", "<template><p>Secret \(Pages.sentence)</p></template>",
      "<select><option>Secret</option></select>", "<textarea>Secret</textarea>",
    ])
  func furniture(_ part: String) {
    #expect(Pages.extract(Pages.article(part)).text == Pages.extract(Pages.article("")).text)
  }

  /// Items alike, with a linked heading and a line of text each.
  private static func cards(_ site: String) -> String {
    let items = (1...3).map {
      """
      <div class="card"><h5>Birds</h5><h3><a href="\(site)/\($0)"> Announcing the bird number \($0) </a></h3>
      <p>Card \($0). \(Pages.sentence) \(Pages.sentence)</p></div>
      """
    }
    return "<div class=\"grid\">\(items.joined())</div>"
  }

  @Test(
    "a list of things elsewhere, or in this page, is part of the article",
    arguments: ["https://shop.example", "#birds"])
  func listicle(_ site: String) {
    #expect(Pages.extract(Pages.article(Self.cards(site))).text.contains("Card 3."))
  }

  @Test("a title repeated at the top is left out") func duplicateTitle() {
    let found = Pages.extract(Pages.article("", title: "Herons Stand Very Still"))
    #expect(found.metadata.title == "Herons Stand Very Still")
    #expect(!found.text.contains("Herons Stand"))
  }

  @Test("the first paragraphs come along when they stand in a box of their own") func leadIn() {
    let html = """
      <html><head><title>On Herons</title></head><body><main>
      <div class="hero"><h1>On Herons</h1><div class="hero-text"><p>First of all, \(Pages.sentence)
      \(Pages.sentence)</p><p>Then again, \(Pages.sentence) \(Pages.sentence)</p></div></div>
      <div class="content"><div class="post">\(Pages.paragraphs(8))</div></div></main></body></html>
      """
    let text = Pages.extract(html).text
    #expect(text.hasPrefix("First of all"))
    #expect(text.contains("Then again"))
    #expect(text.contains("Paragraph 8."))
  }

  @Test("an article cut into many boxes comes whole") func boxes() {
    let boxes = (0..<12).map {
      "<div class=\"widget-row\"><div class=\"widget\"><div>\(Pages.paragraphs(2, from: $0 * 2))</div></div></div>"
    }
    let found = Pages.extract(
      "<html><body><div id=page><h1>Title of it</h1>\(boxes.joined())</div></body></html>")
    for number in 0..<24 { #expect(found.text.contains("Paragraph \(number).")) }
  }

  @Test("a section of links among sections of text is text, a widget without links too")
  func sectionOfLinks() {
    func section(_ title: String, _ inside: String) -> String {
      "<div class=\"sect\"><h2>\(title)</h2><div class=\"inside\">\(inside)</div></div>"
    }
    let links = (1...4).map { "<a href=\"https://e.org/\($0)\">bird club \($0)</a>" }
    let text = Pages.extract(
      Pages.article(
        section("Life", Pages.paragraphs(3, from: 11))
          + section("Clubs", "<p>Near you are \(links.joined(separator: " and "))</p>")
          + section("Food", Pages.paragraphs(3, from: 21))
          + "<div class=\"text-widget\"><p>Note: \(Pages.sentence) \(Pages.sentence) Truly.</p></div>"
      )
    ).text
    #expect(text.contains("Clubs\n\nNear you are bird club 1"))
    #expect(text.contains("Note:"))
  }

  @Test("a page that streams its parts gets them back in order") func streaming() {
    let html = """
      <html><body><main><article><h1>T</h1>\(Pages.paragraphs(3))
      <!--$?--><template id="B:0"></template><p>Loading the rest of it</p><!--/$-->
      \(Pages.paragraphs(3, from: 7))</article></main>
      <div hidden id="S:0">\(Pages.paragraphs(3, from: 4))</div><script>$RC("B:0","S:0")</script></body></html>
      """
    let text = Pages.extract(html).text
    let numbers = text.split(separator: "Paragraph ").compactMap { Int($0.prefix { $0 != "." }) }
    #expect(numbers == Array(1...9))
    #expect(!text.contains("Loading"))
  }

  @Test("text that only stands in noscript is read") func noscript() {
    let html =
      "<html><body><div id=app></div><noscript><div>\(Pages.paragraphs(5))</div></noscript></body></html>"
    #expect(Pages.extract(html).text.contains("Paragraph 5."))
  }

  @Test("a page that hides all of itself until its script runs is read") func hiddenPage() {
    let html =
      "<html><body><div style=\"visibility:hidden\">\(Pages.paragraphs(5))</div></body></html>"
    #expect(Pages.extract(html).text.contains("Paragraph 5."))
  }

  @Test("a forgotten end tag in a menu does not swallow the article") func misnested() {
    let html = """
      <html><body><header><button class=menu><div><div>Menu</button></div></header>
      <section><div></section><main><article>\(Pages.paragraphs(5))</article></main></body></html>
      """
    let text = Pages.extract(html).text
    #expect(text.hasPrefix("Paragraph 1."))
    #expect(!text.contains("Menu"))
  }

  @Test("comments under an article are not taken for a thread") func comments() {
    let comments = (1...3).map {
      "<li class=\"comment\"><div class=\"comment-body\"><p>Nice \($0)!</p></div></li>"
    }
    let page = Pages.article("").split(separator: "</article>")
    let html = "\(page[0])</article><ol id=comments>\(comments.joined())</ol>\(page[1])"
    let found = Pages.extract(html, url: "https://example.org/community/birds")
    #expect(found.text.contains("Paragraph 6."))
    #expect(!found.text.contains("Nice 1!"))
  }

  @Test("doubly encoded punctuation is mended") func mojibake() {
    let broken = "It\u{e2}\u{80}\u{99}s a heron\u{e2}\u{80}\u{99}s life, caf\u{c3}\u{a9}."
    #expect(
      Pages.extract(Pages.article("<p>\(broken)</p>")).text.contains("It’s a heron’s life, café."))
  }

  @Test("documentation keeps its code, tables and the panels of its tabs") func documentation() {
    let html = """
      <html><body><main><h1>API</h1>\(Pages.paragraphs(2))
      <div class="tabs"><div role="tabpanel"><pre><code class="language-swift">let a = 1</code></pre></div>
      <div role="tabpanel" hidden><pre><code class="language-c">int a = 1;</code></pre></div></div>
      <table><thead><tr><th>Name</th><th>Use</th></tr></thead><tr><td>a</td><td>a number</td></tr></table>
      \(Pages.paragraphs(2, from: 3))</main></body></html>
      """
    let blocks = Pages.extract(html, url: "https://docs.example.org/api/").body.blocks
    #expect(blocks.contains(.code("let a = 1", language: "swift")))
    #expect(blocks.contains(.code("int a = 1;", language: "c")))
    #expect(
      blocks.contains(
        .table(
          .init(
            header: [[.text("Name")], [.text("Use")]], rows: [[[.text("a")], [.text("a number")]]]))
      ))
  }

  @Test(
    "documentation keeps headings that are called headers, and loses the signs that link to them")
  func apiHeadings() {
    func item(_ name: String) -> String {
      """
      <details open><summary><section id="\(name)"><span class="since">1.0</span>
      <h4 class="code-header">func <a href="#\(name)" class="fn">\(name)</a>()</h4></section></summary>
      \(Pages.paragraphs(1))</details><div id="x-\(name)"><a href="#x-\(name)" class="anchor">§</a>Impl of \(name)</div>
      """
    }
    let text = Pages.extract(
      Pages.article(
        "<details open><summary><span>Expand description</span></summary>\(Pages.paragraphs(1, from: 50))</details>"
          + ["fly", "stand", "fish"].map(item).joined()), url: "https://docs.example.org/api/"
    ).text
    for name in ["fly", "stand", "fish"] {
      #expect(text.contains("func \(name)()"))
      #expect(text.contains("\n\nImpl of \(name)"))
    }
    #expect(!text.contains("§"))
    #expect(text.contains("Paragraph 50."))
  }
}
