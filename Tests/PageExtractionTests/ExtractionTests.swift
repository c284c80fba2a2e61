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

  @Test("a title repeated at the top is left out") func duplicateTitle() {
    let found = Pages.extract(Pages.article("", title: "Herons Stand Very Still"))
    #expect(found.metadata.title == "Herons Stand Very Still")
    #expect(!found.text.contains("Herons Stand"))
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
    let found = Pages.extract(html, url: "https://docs.example.org/api/").body.line
    for part in [
      "<pre><code class='language-swift'>let a = 1</code></pre>",
      "<pre><code class='language-c'>int a = 1;</code></pre>",
      "<thead><tr><th>Name</th><th>Use</th></tr></thead><tbody><tr><td>a</td><td>a number</td></tr></tbody>",
    ] { #expect(found.contains(part)) }
  }

  @Test(
    "paragraphs at the end stay, whatever words are in them",
    arguments: [
      "The European Commission wants to protect the marshes, and it has asked all member states for their plans by the end of the year.",
      "The commission said that donations are not responsible for the change, without notice of which nobody would have come.",
      "Ann Grey was the first who counted the herons at the mill, and she has gone there every morning for forty years.",
      "Bird News has learned that the minister will visit the marsh in May, when the young birds leave their nests.",
    ])
  func lastParagraphs(_ paragraph: String) {
    let found = Pages.extract(
      """
      <html><head><title>On Herons</title><meta name=author content='Ann Grey'>
      <meta property=og:site_name content='Bird News'></head><body><nav><a href="/">Home</a> <a href="/b">Birds</a></nav>
      <article><h1>On Herons</h1>\(Pages.paragraphs(5))<p>\(paragraph)</p><p>\(paragraph) Again.</p></article>
      <footer><p>Copyright Bird News</p></footer></body></html>
      """)
    #expect(found.text.contains(paragraph))
    #expect(found.text.hasSuffix("Again."))
  }

  @Test(
    "lines in a text stay, though others use such words for menus and appeals",
    arguments: [
      "<h2>Print</h2>", "<p>4 / 5</p>", "<p>3 of 5</p>",
      "<p>Get the latest birds onto your list before the winter comes, said the old man.</p>",
      "<p>Don't miss the herons when you walk along the river in the morning, he said.</p>",
      "<p>Categories: herons, egrets and bitterns are the three that we saw on that day.</p>",
    ])
  func lines(_ line: String) {
    let words = ArticleBody(fragment: line).plainText
    #expect(Pages.extract(Pages.article(line)).text.contains(words))
  }

  @Test(
    "headings between boxes stay, at any address",
    arguments: ["https://a.example/x", "https://a.example/community/x", "https://a.example/t/x"])
  func boxes(_ url: String) {
    let boxes = (1...3).map {
      "<h2>Part \($0)</h2><div class=rich-text>\(Pages.paragraphs(2, from: $0 * 2))</div>"
        + "<p>Between \($0). \(Pages.sentence)</p>"
    }
    let found = Pages.extract(
      "<html><head><title>On Herons</title></head><body><main><h1>On Herons</h1>\(boxes.joined())</main></body></html>",
      url: url)
    for part in 1...3 {
      #expect(found.text.contains("Part \(part)"))
      #expect(found.text.contains("Between \(part)."))
    }
    #expect(found.kind != .thread)
  }

  @Test("a table of contents stays or goes as a whole") func contents() {
    let items = (1...5).map { number in
      let inner =
        number % 2 == 0 ? "" : "<ul><li><a href='#x\(number)'>Of no use \(number)</a></li></ul>"
      return "<li><a href='#h\(number)'>Birds of part \(number)</a>\(inner)</li>"
    }
    let parts = (1...5).map {
      "<h2 id=h\($0)>Birds of part \($0)</h2>\(Pages.paragraphs(2, from: 2 * $0))<pre>kind: \($0)</pre>"
    }
    let found = Pages.extract(
      "<title>On Herons</title><main><div class=toc><ul>\(items.joined())</ul></div><h1>On Herons</h1>\(parts.joined())</main>",
      url: "https://docs.example.org/guide/nests.html")
    let counts = ["Of no use", "Birds of part"].map { found.text.ranges(of: $0).count }
    #expect(counts == [3, 10] || counts == [0, 5])
  }

  @Test("a short page is all that is no menu")
  func shortPage() {
    let found = Pages.extract(
      "<body><nav>Home</nav><h1>Rain</h1><p>It rains.</p><ul><li>Here</li><li>There</li></ul><footer>Imprint</footer></body>"
    )
    #expect(found.metadata.title == "Rain")
    #expect(found.text == "It rains.\n\nHere\nThere")
  }

  @Test("pictures go with the text around them")
  func pictures() {
    let page = Pages.article("<img src=/in.png alt=heron>")
      .replacing("<footer", with: "<aside><a href=/x><img src=/out.png></a></aside><footer")
    let html = Pages.extract(page).html
    #expect(html.contains("/in.png"))
    #expect(!html.contains("/out.png"))
  }

  @Test("soft hyphens and spaces of no width go from title and text") func breakHints() {
    let found = Pages.extract(
      "<html><head><title>Fisch&shy;reiher</title><meta property='og:title' content='Fisch\u{ad}reiher'></head>"
        + "<body><article><h1>Fisch&shy;reiher</h1><p>The mill&#8203;pond freezes, and the Fisch&shy;reiher leaves.</p>"
        + "<p>&#8203;</p>\(Pages.paragraphs(5))</article></body></html>")
    #expect(found.metadata.title == "Fischreiher")
    #expect(found.text.hasPrefix("The millpond freezes, and the Fischreiher leaves."))
  }

  @Test(
    "a table of numbers and code is a block of the article, however short that is and however framed",
    arguments: [0, 1, 3]) func codeTable(_ frames: Int)
  {
    let found = Pages.extract(
      "<html><head><title>Sums</title></head><body><article><h3>Sums of herons</h3><p>They add up thus:</p>"
        + String(repeating: "<div>", count: frames)
        + "<div class='language-python'><pre><code><table class=rouge-table><tbody><tr><td class='gutter gl'>"
        + "<pre class=lineno>1\n2\n3\n</pre></td><td class=code><pre>a = 1\n\nb = a + 1\n</pre></td></tr></tbody></table>"
        + "</code></pre></div>" + String(repeating: "</div>", count: frames)
        + "<p>No more is needed.</p></article></body></html>")
    #expect(
      found.text
        == "Sums of herons\n\nThey add up thus:\n\na = 1\n\nb = a + 1\n\nNo more is needed.")
    #expect(found.body.blocks.contains(.code("a = 1\n\nb = a + 1", language: "python")))
  }

  @Test("numbers that code printed are no line numbers of other code", arguments: [true, false])
  func printedNumbers(_ hasMoreCode: Bool) {
    let more = hasMoreCode ? "<p>Backwards:</p><pre>for i in 3...1</pre>" : ""
    let found = Pages.extract(
      "<html><head><title>Counting</title></head><body><article><h1>Counting</h1>"
        + "\(Pages.paragraphs(3))<pre>for i in 1...3</pre><p>It prints:</p><pre>1\n2\n3</pre>"
        + "\(more)</article></body></html>")
    #expect(found.body.blocks.contains(.code("1\n2\n3", language: nil)))
  }

  @Test("a box about cookies is no part of a short article and does not make it suspect")
  func notice() {
    let lines = (1...8).map { "<p>– „Zeile \($0) am Weiher.“</p>" }.joined()
    let box =
      "<div class='widget widget_cookie_law'><form>Cookies: Diese Seite verwendet Cookies. Wer sie weiter benutzt, "
      + "stimmt dem zu. Mehr dazu, auch zur Kontrolle von Cookies, steht hier: <a href='/c'>Cookie-Richtlinie</a></form></div>"
    let found = Pages.extract(
      "<html lang=de><head><title>Am Weiher</title></head><body><div id=content><h2>Am Weiher</h2>\(lines)</div>\(box)</body></html>"
    )
    #expect(!found.text.contains("Cookies") && found.text.contains("Zeile 8"))
    #expect(found.verdict == .ready)
    let wall = Pages.extract(
      "<html><head><title>Before</title></head><body><a href='/'>Home</a>\(box)</body></html>")
    #expect(wall.verdict != .ready)
  }
}
