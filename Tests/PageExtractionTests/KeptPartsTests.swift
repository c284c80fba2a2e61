import PageExtraction
import ReadingList
import Testing

@Suite("What stays of a text, whatever its boxes are called") struct KeptPartsTests {
  struct Part: CustomTestStringConvertible, Sendable {
    var name: String
    var markup: String
    var kept: [String]
    var dropped: [String] = []
    var testDescription: String { name }
  }

  private static let links = (1...5).map {
    "<li><a href=https://birds.example/\($0)>What other people wrote of the herons, number \($0)</a></li>"
  }.joined()

  /// An entry of a list of tools: a heading, a line or two, and what else it holds.
  private static func entry(_ place: Int) -> String {
    let more =
      place == 5
      ? "<p>Seen at <a href=/a>the shop by the river</a> and <a href=/b>the shop on the hill</a>, prices vary.</p>"
      : ""
    return """
      <div class="pick pick-\(place)"><div class="pick-content"><h3>Hide number \(place)</h3>
      <p>It keeps the rain off and has room for two people, a flask and \(place) pairs of field glasses.</p>\(more)</div></div>
      """
  }

  private static let parts: [Part] = [
    Part(
      name: "a heading in a box of its own",
      markup: """
        <div class="row"><div class="col"><h2 class="t">Why they stand on one leg</h2><div class="bar"></div></div></div>
        <div class="row"><div class="col"><p>\(Pages.sentence) \(Pages.sentence)</p></div></div>
        """, kept: ["Why they stand on one leg"]),
    Part(
      name: "a heading with a link in what is called a header",
      markup: ["Grey heron", "Tern", "Goose"].map {
        "<div class=item><div class=entry-header><h2><a href=https://birds.example/\($0.count)>\($0)</a></h2></div><p>\(Pages.sentence)</p></div>"
      }.joined(), kept: ["\n\nGrey heron\n\n", "\n\nTern\n\n", "\n\nGoose\n\n"]),
    Part(
      name: "items with signs before them",
      markup: "<h2>What to take</h2><section><ul>"
        + ["Field glasses", "A flask of tea", "Boots", "A hat"].map {
          "<li><span><img src=/tick.svg width=20 height=20 alt=tick></span><span>\($0)</span></li>"
        }.joined() + "</ul></section>", kept: ["A flask of tea\nBoots"]),
    Part(
      name: "a box with sentences and a list of links",
      markup: """
        <div class="block"><div class="block-content"><p><b>Books:</b></p><ul>\(links)</ul>
        <p>So there they are, the first six steps to be taken before the birds come back.</p>
        <p>\(Pages.sentence)</p></div></div>
        """, kept: ["So there they are"]),
    Part(
      name: "all entries of a list, though one has more links",
      markup: "<div class=picks>\((1...8).map(entry).joined(separator: "\n"))</div>",
      kept: (1...8).map { "Hide number \($0)\n" } + ["the shop on the hill"]),
    Part(
      name: "what people say, in boxes that are no paragraphs",
      markup: "<div class=carousel><ul>"
        + (1...4).map {
          """
          <li class=slide><div><div class=quote>“We put up \($0) boxes, and in the first spring, before the leaves were out, a pair
          of tits had moved into one of them, which surprised all of us very much.”</div><div>Keeper \($0)</div></div></li>
          """
        }.joined() + "</ul></div>", kept: (1...4).map { "We put up \($0) boxes" }),
    Part(
      name: "the header of a section",
      markup: """
        <section><div class="component-header"><h2>What they eat</h2>
        <div class="component-description">Fish, frogs, and now and then a mouse that was not quick enough.</div>
        </div><p>\(Pages.sentence)</p></section>
        """, kept: ["What they eat", "now and then a mouse"]),
    Part(
      name: "a note, and not links to other articles",
      markup: """
        <aside class=note><h4>Mind</h4><p>Herons are shy: stay behind the reeds, and do not wave at them at all.</p></aside>
        <p>\(Pages.sentence)</p><aside><h4>Elsewhere</h4><ul><li><a href=/a>How the terns of the northern shore travel</a></li>
        <li><a href=/b>Why the geese of the river stay</a></li></ul></aside>
        """, kept: ["stay behind the reeds"], dropped: ["northern shore"]),
    Part(
      name: "a heading in a button, and one that is a link to nowhere",
      markup: """
        <div><button><h3>Is it safe?</h3></button><p>Yes. \(Pages.sentence)</p></div>
        <h3><a href="#">Who may come?</a></h3><p>All. \(Pages.sentence)</p>
        """, kept: ["Is it safe?", "Who may come?"]),
    Part(
      name: "nothing that is hidden beside an article",
      markup: "<div aria-hidden=true><p>Hidden. \(Pages.sentence) \(Pages.sentence)</p></div>",
      kept: [], dropped: ["Hidden."]),
    Part(
      name: "a tip with what it links",
      markup:
        "<div class='admonition tip'><p>Tip</p><p>Read more of twigs in the <a href=/t>chapter on them</a>.</p></div>",
      kept: ["Read more of twigs in the chapter"]),
    Part(
      name: "a note with what it links",
      markup:
        "<div class='alert alert-info' role=note><h4>Note</h4>A nest cannot hold <a href=/t>twigs of iron</a>.</div>",
      kept: ["twigs of iron"]),
    Part(
      name: "lines of code in elements of their own, empty ones too",
      markup: """
        <pre><code><span class=line><span>nest</span> build</span><span class=line></span><span class=line>nest line</span></code></pre>
        <p>\(Pages.sentence)</p><pre><span class=line>one</span>\n<span class=line>two</span></pre>
        """, kept: ["nest build\n\nnest line", "one\ntwo"]),
  ]

  @Test("in an article", arguments: parts)
  func inside(part: Part) {
    let text = Pages.extract(Pages.article(part.markup)).text
    for words in part.kept { #expect(text.contains(words)) }
    for words in part.dropped { #expect(!text.contains(words)) }
  }

  private static let pages: [Part] = [
    Part(
      name: "the first paragraphs where the headline is not the title",
      markup: """
        <html><head><title>Fen birds, Ely, 2026 - Bird News</title></head><body>
        <div class=top><div><h1>What does it take to see a heron?</h1><div><p>It takes a boat, a flask of tea
        and three hours on a morning in March, and at times it takes more than one morning.</p></div></div></div>
        <div class=page><div class=text>\(Pages.paragraphs(8))</div></div></body></html>
        """, kept: ["It takes a boat", "Paragraph 8."]),
    Part(
      name: "cards, each a link with a heading and a line",
      markup: """
        <!doctype html><title>Widgets</title><body><nav><a href=/>Home</a></nav>
        <main><h1>Widgets</h1><p>What a screen is made of.</p><div class=grid>
        """
          + ["Row", "Column", "Stack", "Grid"].map {
            "<a class=card href=/\($0)><h3>\($0)</h3><p>Lays out its children in the way of a \($0).</p></a>"
          }.joined() + """
            </div></main><footer><p>Example and its friends make software for screens of every size, and have done so
            since 1999 in a small town by the sea, where it rains, and the herons stand.</p></footer>
            """,
      kept: ["Row", "Column", "Stack", "Grid"].map { "way of a \($0)." } + ["\n\nStack\n"],
      dropped: ["since 1999"]),
    Part(
      name: "all of a page that is hidden until its script runs",
      markup:
        "<!doctype html><title>T</title><body><p>One moment.</p><div aria-hidden=true>\(Pages.paragraphs(6))</div>",
      kept: ["Paragraph 6."]),
    Part(
      name: "the line below a headline",
      markup: """
        <!doctype html><title>On Herons</title><body><main><article>
        <header><h1>On Herons</h1><p>They are patient, and easy to watch from the reeds.</p></header>
        <div class=text>\(Pages.paragraphs(6))</div></article></main>
        """, kept: ["They are patient"]),
  ]

  @Test("of a page", arguments: pages)
  func whole(part: Part) {
    let text = Pages.extract(part.markup).text
    for words in part.kept { #expect(text.contains(words)) }
    for words in part.dropped { #expect(!text.contains(words)) }
  }

  @Test(
    "what holds the article is not dropped by a word in its name",
    arguments: [
      "c-layout-sidebar-left", "with-sidebar overflow-hidden", "sidebarblock",
      "extra-wide menu-open", "cta promo",
    ])
  func holder(name: String) {
    let page = """
      <!doctype html><title>On Herons</title><body><nav><a href=/>Home</a></nav>
      <div class="\(name)"><div><h1>On Herons</h1>\(Pages.paragraphs(6))</div></div>
      <footer>Example</footer>
      """
    let text = Pages.extract(page).text
    #expect(text.contains("Paragraph 1."))
    #expect(text.contains("Paragraph 6."))
  }

  @Test("questions in buttons are headings of their answers") func accordion() {
    let questions = ["Is it safe?", "What does it cost?", "Who may come?"]
    let parts = questions.map {
      "<div><button aria-expanded=false>\($0)</button><div><p>Yes. \(Pages.sentence)</p></div></div>"
    }.joined()
    let headings = Pages.blocks(of: "<div>\(parts)</div>").compactMap { block -> String? in
      guard case .heading(_, let text, _) = block else { return nil }
      return text.plainText
    }
    #expect(headings == questions)
  }

  @Test("captions stand in the fragment and not in the text") func captions() {
    let figure =
      "<figure><img src=/a.jpg alt=\"\"><figcaption>A heron at dawn.</figcaption></figure>"
    let found = Pages.extract(Pages.article(figure))
    #expect(found.html.contains("A heron at dawn."))
    #expect(!found.text.contains("A heron at dawn."))
  }
}
