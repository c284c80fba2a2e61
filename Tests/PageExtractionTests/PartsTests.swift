import PageExtraction
import Testing

@Suite("What of a page is its article") struct PartsTests {
  /// Markup, and what the extracted article contains.
  struct Part: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var url: String
    /// A part of an article, or a whole page.
    var markup: String
    /// The article's first words.
    var begins: String
    var stays: [String]
    var goes: [String]

    init(
      _ name: String, at url: String = Pages.address, _ markup: String, begins: String = "",
      stays: [String] = [], goes: [String] = []
    ) {
      (testDescription, self.url, self.markup) = (name, url, markup)
      (self.begins, self.stays, self.goes) = (begins, stays, goes)
    }

    var page: String { markup.contains("<body>") ? markup : Pages.article(markup) }
  }

  private static let documentation = "https://docs.example.org/guide/nests.html"

  /// Markup repeated for several values, such as numbers or words.
  private static func each<Thing>(
    _ things: some Sequence<Thing>, _ markup: (Thing) -> String
  ) -> String {
    things.map(markup).joined()
  }

  private static func page(_ body: String, title: String = "On Herons") -> String {
    "<html><head><title>\(title)</title></head><body>\(body)</body></html>"
  }

  private static let buttons = ["Open", "Save", "Print", "Share", "Email", "Close"]
  private static let jobs = ["Keeper of herons", "Warden of the marsh", "Boatman", "Clerk"]
  private static let birds = ["Grey heron", "Tern", "Goose"]
  private static let widgets = ["Row", "Column", "Stack", "Grid"]
  private static let slugs = ["Commentary", "Shared media", "Extra twigs"]
  private static let functions = ["fly", "stand", "fish"]
  private static let all = (1...8).map { "Paragraph \($0)." }

  // MARK: Words and lists

  private static let lists = [
    Part(
      "items that are the words of buttons",
      "<p>The menu of the program has these entries:</p><ul>\(each(buttons) { "<li>\($0)</li>" })</ul>",
      stays: buttons),
    Part(
      "items behind signs",
      """
      <h2>What to take</h2><section><ul>\(each(["Field glasses", "A flask of tea", "Boots", "A hat"]) {
        "<li><span><img src=/tick.svg width=20 height=20 alt=tick></span><span>\($0)</span></li>"
      })</ul></section>
      """, stays: ["A flask of tea\nBoots"]),
    Part(
      "a list of things elsewhere", cards(at: "https://shop.example"), stays: ["Card 3."]),
    Part("a list of things in the page", cards(at: "#birds"), stays: ["Card 3."]),
    Part(
      "entries of which one has more links",
      "<div class=picks>\(each(1...8) { entry($0, isLinked: $0 == 5) })</div>",
      stays: (1...8).map { "Hide number \($0)\n" } + ["the shop on the hill"]),
    Part(
      "what people say, in boxes",
      """
      <div class=carousel><ul>\(each(1...4) { """
        <li class=slide><div><div class=quote>“We put up \($0) boxes, and in the first spring, before the leaves were out, a pair
        of tits had moved into one of them, which surprised all of us very much.”</div><div>Keeper \($0)</div></div></li>
        """ })</ul></div>
      """, stays: (1...4).map { "We put up \($0) boxes" }),
    Part(
      "sentences around lists of links",
      "<div class=block><div class=block-content>\(books)</div></div>", stays: ["So there they are"]
    ),
    Part(
      "sentences around lists of links in an article with more than its text",
      page(
        """
        <article><header><h1>On herons</h1></header><div class="text">\(each(0..<4) {
          "<div class=block><div class=inner>\(Pages.paragraphs(2, from: 1 + 2 * $0))</div></div>"
        })<div class="block"><div class="inner">\(books)<h3>Films</h3><ul>\(links)</ul></div></div></div>
        <div class="meta"><a href=/tag>Birds</a></div></article>
        """), stays: ["So there they are"]),
    Part(
      "a section of links among sections of text, and a widget without links",
      section("Life", Pages.paragraphs(3, from: 11))
        + section(
          "Clubs",
          "<p>Near you are \((1...4).map { "<a href=\"https://e.org/\($0)\">bird club \($0)</a>" }.joined(separator: " and "))</p>"
        )
        + section("Food", Pages.paragraphs(3, from: 21))
        + "<div class=\"text-widget\"><p>Note: \(Pages.sentence) \(Pages.sentence) Truly.</p></div>",
      stays: ["Clubs\n\nNear you are bird club 1", "Note:"]),
    Part(
      "cards of an overview, each a link with a heading and a line",
      page(
        """
        <nav><a href=/>Home</a></nav><main><h1>Widgets</h1><p>What a screen is made of.</p><div class=grid>\(each(widgets) {
          "<a class=card href=/\($0)><h3>\($0)</h3><p>Lays out its children in the way of a \($0).</p></a>"
        })</div></main><footer><p>Copyright Bird News, all rights reserved, since 1999.</p></footer>
        """, title: "Widgets"),
      stays: widgets.map { "way of a \($0)." } + ["\n\nStack\n"], goes: ["since 1999"]),
    Part(
      "headings of an overview, each a link with a line below it, though no box holds each",
      page(
        """
        <main><h1>Guide</h1><div class="layout-sidebar-left"><div><p>What a small shop should know, in four short steps.</p></div>
        <section><div><h2>In this guide</h2></div><div>\(each(["Backing up", "Passwords", "Phishing", "Updates"]) {
          "<h3>Step: <a href=/\($0.count)>\($0) and what comes of it</a></h3><p>Five things to know when thinking of \($0).</p>"
        })</div></section></div></main><footer><p>\(Pages.sentence) \(Pages.sentence) \(Pages.sentence)</p></footer>
        """, title: "Guide"),
      stays: [
        "Step: Passwords and what comes of it", "when thinking of Updates.", "in four short steps",
      ], goes: ["heron"]),
  ]

  /// Similar cards, each with a linked heading and a line of text.
  private static func cards(at site: String) -> String {
    let items = each(1...3) {
      """
      <div class="card"><h5>Birds</h5><h3><a href="\(site)/\($0)"> Announcing the bird number \($0) </a></h3>
      <p>Card \($0). \(Pages.sentence) \(Pages.sentence)</p></div>
      """
    }
    return "<div class=\"grid\">\(items)</div>"
  }

  /// An entry in a list of tools: a heading, a line or two, and links.
  private static func entry(_ place: Int, isLinked: Bool) -> String {
    let links =
      "<p>Seen at <a href=/a>the shop by the river</a> and <a href=/b>the shop on the hill</a>, prices vary.</p>"
    return """
      <div class="pick pick-\(place)"><div class="pick-content"><h3>Hide number \(place)</h3>
      <p>It keeps the rain off and has room for two people, a flask and \(place) pairs of field glasses.</p>\(isLinked ? links : "")</div></div>
      """
  }

  private static func section(_ title: String, _ inside: String) -> String {
    "<div class=\"sect\"><h2>\(title)</h2><div class=\"inside\">\(inside)</div></div>"
  }

  private static let links = each(1...6) {
    "<li><a href=https://birds.example/\($0)>What other people wrote of the herons, number \($0)</a></li>"
  }
  private static let books = """
    <p><b>Books:</b></p><ul>\(links)</ul><p>So there they are, the first six steps to be taken before the birds come back,
    one after the other.</p><p>\(Pages.sentence)</p>
    """

  // MARK: Headings

  private static let headings = [
    Part(
      "a section called disclaimer",
      "<h2>Disclaimer</h2><p>\(Pages.sentence) I own no herons.</p>",
      stays: ["Disclaimer", "I own no herons."]),
    Part(
      "headings at the end",
      page(
        "<article><h1>On Herons</h1>\(Pages.paragraphs(5))\(each(jobs) { "<h2>\($0)</h2>" })</article><footer><p>Copyright Bird News</p></footer>"
      ), stays: jobs),
    Part(
      "a heading that a page builder puts in a box of its own",
      """
      <div class="row"><div class="col"><h2 class="t">Why they stand on one leg</h2><div class="bar"></div></div></div>
      <div class="row"><div class="col"><p>\(Pages.sentence) \(Pages.sentence)</p></div></div>
      """, stays: ["Why they stand on one leg"]),
    Part(
      "headings in headers that lead somewhere",
      each(birds) {
        "<div class=item><div class=entry-header><h2><a href=https://birds.example/\($0.count)>\($0)</a></h2></div><p>\(Pages.sentence)</p></div>"
      }, stays: birds.map { "\n\n\($0)\n\n" }),
    Part(
      "a header of a section",
      """
      <section><div class="component-header"><h2>What they eat</h2>
      <div class="component-description">Fish, frogs, and now and then a mouse that was not quick enough.</div>
      </div><p>\(Pages.sentence)</p></section>
      """, stays: ["What they eat", "now and then a mouse"]),
    Part(
      "a heading in a button, and one that is a link to nowhere",
      """
      <div><button><h3>Is it safe?</h3></button><p>Yes. \(Pages.sentence)</p></div>
      <h3><a href="#">Who may come?</a></h3><p>All. \(Pages.sentence)</p>
      """, stays: ["Is it safe?", "Who may come?"]),
    Part(
      "sections with ids that repeat the words of their headings", at: documentation,
      each(slugs) { title in
        let id = title.lowercased().replacing(" ", with: "-")
        return
          "<section id=\(id)><h2 id=\(id)>\(title)<a href='#\(id)'>¶</a></h2><p>Of \(title). \(Pages.sentence)</p></section>"
      }, stays: slugs.map { "\($0)\n\nOf \($0)." }),
    Part(
      "headings of an API that are called headers, without the signs that link to them",
      at: "https://docs.example.org/api/",
      "<details open><summary><span>Expand description</span></summary>\(Pages.paragraphs(1, from: 50))</details>"
        + each(functions) {
          """
          <details open><summary><section id="\($0)"><span class="since">1.0</span>
          <h4 class="code-header">func <a href="#\($0)" class="fn">\($0)</a>()</h4></section></summary>
          \(Pages.paragraphs(1))</details><div id="x-\($0)"><a href="#x-\($0)" class="anchor">§</a>Impl of \($0)</div>
          """
        },
      stays: functions.flatMap { ["func \($0)()", "\n\nImpl of \($0)"] } + ["Paragraph 50."],
      goes: ["§"]),
  ]

  // MARK: Notes, and boxes beside the text

  private static let boxes = [
    Part(
      "an aside that is a note",
      "<aside class=note><h4>Mind</h4><p>Herons are shy: stay behind the reeds, and do not wave at them at all.</p></aside>",
      stays: ["stay behind the reeds"]),
    Part(
      "an aside with links to other articles",
      """
      <aside><h4>Elsewhere</h4><ul><li><a href=/a>How the terns of the northern shore travel</a></li>
      <li><a href=/b>Why the geese of the river stay</a></li></ul></aside>
      """, stays: ["Paragraph 4."], goes: ["northern shore"]),
    Part(
      "a tip with a link", at: documentation,
      "<div class='admonition tip'><p>Tip</p><p>Read more of twigs in the <a href=/t>chapter on them</a>.</p></div>",
      stays: ["Read more of twigs"]),
    Part(
      "a term that is a link", at: documentation,
      "<div class='admonition seealso'><p>See also</p><dl><dt><a href=/t>Twigs</a></dt><dd><p>Learn of twigs.</p></dd></dl></div>",
      stays: ["Learn of twigs"]),
    Part(
      "a note without a paragraph", at: documentation,
      "<div class='alert alert-info' role=note><h4>Note</h4>A nest cannot hold <a href=/t>twigs of iron</a>.</div>",
      stays: ["twigs of iron"]),
    Part(
      "hidden notes that numbers lead to",
      page(
        """
        <article><h1>On Herons</h1><p>They fish<sup><a href='#n1' id=r1>1</a></sup> at night.</p>\(Pages.paragraphs(5))
        <section hidden><ol><li id=n1>So the miller says. <a href='#r1'>back</a></li></ol></section></article>
        """), stays: ["So the miller says."]),
    Part(
      "notes behind an article that has their numbers",
      page(
        """
        <article><h1>On Herons</h1>\(Pages.paragraphs(5))<p>They fish<sup>1</sup> at night.</p></article>
        <section class=footnotes><h2>Notes</h2><ol><li>So the miller says.</li></ol></section>
        """), stays: ["So the miller says."]),
    Part("a shadow root", shadow("shadowrootmode"), stays: ["Paragraph 5."], goes: ["Unused"]),
    Part("an old shadow root", shadow("shadowroot"), stays: ["Paragraph 5."], goes: ["Unused"]),
    Part(
      "a hidden part that is all there is",
      page("<p>One moment.</p><div aria-hidden=true>\(Pages.paragraphs(6))</div>"),
      stays: ["Paragraph 6."]),
    Part(
      "a page that hides all of itself until its script runs",
      page("<div style=\"visibility:hidden\">\(Pages.paragraphs(5))</div>"), stays: ["Paragraph 5."]
    ),
    Part(
      "text that stands only in noscript",
      page("<div id=app></div><noscript><div>\(Pages.paragraphs(5))</div></noscript>"),
      stays: ["Paragraph 5."]),
    Part(
      "menus, footers and lists of other articles",
      Pages.article("").replacing(
        "<footer",
        with:
          "<aside><h3>More</h3><ul>\(each(1...6) { "<li><a href=\"/o\($0)\">Another story about birds \($0)</a></li>" })</ul></aside><footer"
      ), stays: ["Paragraph 6."], goes: ["Archive", "Another story", "all rights reserved"]),
    Part(
      "comments of readers below an article", at: "https://example.org/community/birds",
      page(
        """
        <article><h1>On Herons</h1>\(Pages.paragraphs(6))</article><ol id=comments>\(each(1...3) {
          "<li class=\"comment\"><div class=\"comment-body\"><p>Nice \($0)!</p></div></li>"
        })</ol>
        """), stays: ["Paragraph 6."], goes: ["Nice 1!"]),
    Part(
      "comments of readers in a box that is called as its heading",
      """
      <div id="comments"><h2>Comments</h2><ol class="comment-list"><li class="comment">
      <p>First of all, well said. \(Pages.sentence)</p></li></ol><form><textarea></textarea></form></div>
      """, stays: ["Paragraph 4."], goes: ["well said"]),
    Part(
      "texts for readers of screens and their twins for eyes",
      """
      <p>Prep Time <span class=sr-only>13 minutes</span><span aria-hidden=true>13 mins</span></p>
      <p>Cook Time <span aria-hidden=true>25 mins</span> <span class=screen-reader-text>25 minutes</span></p>
      <p>Go on <span class=sr-only>(opens in a new tab)</span> here.</p>
      """, stays: ["Prep Time 13 minutes", "Cook Time 25 minutes"], goes: ["new tab"]),
    Part(
      "an advertisement that was left open around the prose",
      page(
        """
        <main><h1>On Herons</h1>\(Pages.paragraphs(2))<div class="ad-container" id="ad-1"><div class="ad"></div>
        \(Pages.paragraphs(3, from: 3))<div class="ad-container"><div class="ad"></div>\(Pages.paragraphs(6, from: 6))</main>
        """), stays: all),
    Part(
      "a menu with a forgotten end tag",
      page(
        """
        <header><button class=menu><div><div>Menu</button></div></header>
        <section><div></section><main><article>\(Pages.paragraphs(5))</article></main>
        """), begins: "Paragraph 1.", goes: ["Menu"]),
  ]

  private static func shadow(_ mode: String) -> String {
    page(
      """
      <x-story><template \(mode)=open><article><h1>On Herons</h1>\(Pages.paragraphs(5))</article></template>
      <p>Slotted.</p></x-story><template><p>Unused.</p></template>
      """)
  }

  // MARK: Beginnings, and boxes that hold the text

  private static let beginnings = [
    Part(
      "a first line of links",
      page(
        "<article><h1>Install</h1><p><a href=/linux>Download for Linux</a> | <a href=/mac>Download for Mac</a></p>\(Pages.paragraphs(4))</article>",
        title: "Install"), begins: "Download for Linux | Download for Mac"),
    Part(
      "first paragraphs in a box of their own",
      page(
        """
        <main><div class="hero"><h1>On Herons</h1><div class="hero-text"><p>First of all, \(Pages.sentence)
        \(Pages.sentence)</p><p>Then again, \(Pages.sentence) \(Pages.sentence)</p></div></div>
        <div class="content"><div class="post">\(Pages.paragraphs(8))</div></div></main>
        """), begins: "First of all", stays: ["Then again"] + all),
    Part(
      "first paragraphs below a headline that is not the title",
      page(
        """
        <div class=top><div><h1>What does it take to see a heron?</h1><div><p>It takes a boat, a flask of tea
        and three hours on a morning in March, and at times it takes more than one morning.</p></div></div></div>
        <div class=page><div class=text>\(Pages.paragraphs(8))</div></div>
        """, title: "Fen birds, Ely, 2026 - Bird News"), stays: ["It takes a boat"] + all),
    Part(
      "a line right below the headline",
      page(
        """
        <main><article><header><h1>On Herons</h1><p>They are patient, and easy to watch from the reeds.</p></header>
        <div class=text>\(Pages.paragraphs(6))</div></article></main>
        """), begins: "They are patient"),
    Part(
      "takeaways above the text",
      page(
        """
        <h1>On boxes</h1><div class="article-body"><div class="key-takeaways"><h4>Takeaways</h4><ol>\(each(1...4) {
          "<li>Takeaway \($0): boxes are put up in autumn, so that they have lost their smell by spring.</li>"
        })</ol></div><div class="article-body--main">\(Pages.paragraphs(8))</div></div>
        """, title: "On boxes"), stays: (1...4).map { "Takeaway \($0):" } + all),
    Part(
      "a synopsis in a box beside the dominant part", at: documentation,
      page(
        """
        <div class=wrap><div class=entry-page><div class=names><h2>NEST</h2></div>
        <div class=synopsis><h2>Synopsis</h2><pre>NEST [ BUILD | LINE | LEAVE ]
            [ WITH twig [, ...] ] [ OF color ] [ IN tree ] [ BY heron ] [ ON DATE date ] [ ELSE stay ]</pre></div>
        <div class=part><h2>Description</h2>\(Pages.paragraphs(4))</div></div></div>
        """, title: "NEST"), stays: ["NEST [ BUILD | LINE | LEAVE ]"]),
    Part(
      "an article cut into many boxes",
      page(
        "<div id=page><h1>Title of it</h1>\(each(0..<12) { "<div class=\"widget-row\"><div class=\"widget\"><div>\(Pages.paragraphs(2, from: 1 + $0 * 2))</div></div></div>" })</div>"
      ), stays: (1...24).map { "Paragraph \($0)." }),
  ]

  @Test(
    "what belongs to it stays, and what does not goes",
    arguments: lists + headings + boxes + beginnings)
  func parts(part: Part) {
    let text = Pages.extract(part.page, url: part.url).text
    #expect(text.hasPrefix(part.begins))
    for words in part.stays { #expect(text.contains(words), "\(words)") }
    for words in part.goes { #expect(!text.contains(words), "\(words)") }
  }
}
