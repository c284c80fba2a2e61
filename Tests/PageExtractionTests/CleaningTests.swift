import PageExtraction
import ReadingList
import Testing

@Suite("Cleaning what was found") struct CleaningTests {
  @Test(
    "no name takes an item out of its list or a cell out of its table",
    arguments: ["subheaders jumptargets", "header", "extra", "sidebar", "social", "footer"])
  func namedParts(name: String) {
    let text = Pages.blocks(
      of: "<dl><dt class='\(name)'>Heron</dt><dd class='\(name)'>A grey bird.</dd></dl>"
        + "<ul><li class='\(name)'>Egret</li><li>Bittern</li></ul>"
        + "<table><tr><th class='\(name)'>Name</th><th>Length</th></tr>"
        + "<tr><td class='\(name)'>Stork</td><td>110 cm</td></tr></table>"
    ).map { ArticleBody(blocks: [$0]).plainText }.joined(separator: "\n")
    for word in ["Heron", "A grey bird.", "Egret", "Bittern", "Name", "Stork"] {
      #expect(text.contains(word), "\(word)")
    }
  }

  @Test(
    "markup becomes blocks",
    arguments: [
      ("<h3 id=\"legs\">Legs</h3>", [.heading(level: 3, [.text("Legs")], anchor: "legs")]),
      ("<h2>Legs <a href=\"#legs\">¶</a></h2>", [.heading(level: 2, [.text("Legs")], anchor: nil)]),
      (
        "<ol start=3><li>Three<li><p>Four</p><p>and a half</p></ol>",
        [
          .list(
            .init(
              start: 3,
              items: [
                [.paragraph([.text("Three")])],
                [.paragraph([.text("Four")]), .paragraph([.text("and a half")])],
              ]))
        ]
      ),
      (
        "<ul><li>A<ul><li>B</li></ul></li></ul>",
        [
          .list(
            .init(items: [
              [.paragraph([.text("A")]), .list(.init(items: [[.paragraph([.text("B")])]]))]
            ]))
        ]
      ),
      (
        "<dl><dt>Heron</dt><dd>A grey bird.</dd></dl>",
        [
          .definitions([
            .init(terms: [[.text("Heron")]], details: [[.paragraph([.text("A grey bird.")])]])
          ])
        ]
      ),
      (
        "<blockquote><p>Quoth the heron.</p></blockquote>",
        [.quote([.paragraph([.text("Quoth the heron.")])])]
      ),
      (
        "<pre><code class=\"language-swift\">let a = 1\n\n  let b = 2\n</code></pre>",
        [.code("let a = 1\n\n  let b = 2", language: "swift")]
      ),
      ("<pre class=\"brush: js\">one<br>two</pre>", [.code("one\ntwo", language: "js")]),
      (
        "<pre><span class=\"lineno\">1 </span>one\n<span class=\"lineno\">2 </span>two</pre>",
        [.code("one\ntwo", language: nil)]
      ),
      (
        "<figure><img src=\"/h.jpg\" alt=\"A heron\"><figcaption>Still <b>life</b></figcaption></figure>",
        [
          .figure(
            .init(
              images: [.init(url: "https://example.org/h.jpg", alternative: "A heron")],
              caption: [.text("Still "), .strong([.text("life")])]))
        ]
      ),
      (
        "<details><summary>More</summary><p>Hidden lore.</p></details>",
        [.details(summary: [.text("More")], [.paragraph([.text("Hidden lore.")])])]
      ),
      (
        "<p>H<sub>2</sub>O, E=mc<sup>2</sup>, <del>old</del> <mark>new</mark> <code>x</code></p>",
        [
          .paragraph([
            .text("H"), .sub([.text("2")]), .text("O, E=mc"), .sup([.text("2")]), .text(", "),
            .strike([.text("old")]), .text(" "), .mark([.text("new")]), .text(" "), .code("x"),
          ])
        ]
      ),
      (
        "<p><math><mfrac><mi>a</mi><mn>2</mn></mfrac><mo>=</mo><msup><mi>x</mi><mn>2</mn></msup></math></p>",
        [.paragraph([.text("a/2 = x^2")])]
      ),
      (
        "<p><math><semantics><mi>a</mi><annotation encoding=\"application/x-tex\">\\alpha</annotation></semantics></math></p>",
        [.paragraph([.text("a")])]
      ),
      (
        "<iframe src=\"//www.youtube.com/embed/abc123?rel=0\"></iframe>",
        [
          .paragraph([
            .link([.text("Video (YouTube)")], url: "https://www.youtube.com/watch?v=abc123")
          ])
        ]
      ),
      (
        "<table><tr><td>Height</td><td>Weight</td><td>Span</td></tr><tr><td>98 cm</td><td>2 kg</td><td>185 cm</td></tr></table>",
        [
          .table(
            ArticleBody.Table(
              header: [],
              rows: ["Height Weight Span", "98_cm 2_kg 185_cm"].map {
                $0.split(separator: " ").map { [.text(String($0).replacing("_", with: " "))] }
              }))
        ]
      ),
      (
        "<table><tr><td><p>Only layout, \(Pages.sentence)</p></td></tr></table>",
        [.paragraph([.text("Only layout, \(Pages.sentence)")])]
      ),
      (
        "<table><caption>Birds</caption><tr><th>Name<th>Legs<tr><td>Heron<td>2<tr><td colspan=2>all</table>",
        [
          .table(
            .init(
              caption: [.text("Birds")], header: [[.text("Name")], [.text("Legs")]],
              rows: [[[.text("Heron")], [.text("2")]], [[.text("all")]]]))
        ]
      ),
    ] as [(String, [ArticleBody.Block])])
  func blocks(_ markup: String, _ expected: [ArticleBody.Block]) {
    #expect(Pages.blocks(of: markup) == expected)
  }

  @Test(
    "links are absolute, and never script",
    arguments: [
      ("/a?b=1#c", "https://example.org/a?b=1#c"), ("x.html", "https://example.org/posts/x.html"),
      ("../up", "https://example.org/up"), ("//other.org/z", "https://other.org/z"),
      ("?page=2", "https://example.org/posts/birds.html?page=2"),
      ("mailto:a@example.org", "mailto:a@example.org"), ("HTTP://Upper.org/", "http://Upper.org/"),
      ("javascript:alert(1)", nil), ("JaVa\tScript:alert(1)", nil), (" javascript:alert(1)", nil),
      ("data:text/html,x", nil), ("vbscript:x", nil), ("file:///etc/passwd", nil), ("", nil),
    ] as [(String, String?)])
  func links(_ reference: String, _ expected: String?) {
    let blocks = Pages.blocks(of: "<p>See <a href=\"\(reference)\">this</a>.</p>")
    let text: [ArticleBody.Inline] =
      expected.map { [.text("See "), .link([.text("this")], url: $0), .text(".")] } ?? [
        .text("See this.")
      ]
    #expect(blocks == [.paragraph(text)])
  }

  @Test(
    "lazy pictures are resolved, pixels are not pictures",
    arguments: [
      (
        "<img src=\"data:image/gif;base64,R0\" data-src=\"/real.jpg\">",
        "https://example.org/real.jpg"
      ),
      ("<img srcset=\"/s.jpg 400w, /l.jpg 1200w, /xl.jpg 4000w\">", "https://example.org/l.jpg"),
      ("<img src=\"/blank.gif\" data-original=\"/r.png\">", "https://example.org/r.png"),
      ("<img data-weird=\"/odd.webp\">", "https://example.org/odd.webp"),
      (
        "<picture><source srcset=\"/p.webp 800w\"><img alt=x></picture>",
        "https://example.org/p.webp"
      ),
      (
        "<img src=\"data:,x\"><noscript><img src=\"/ns.jpg\"></noscript>",
        "https://example.org/ns.jpg"
      ),
      ("<img src=\"/count.gif\" width=1 height=1>", nil), ("<img src=\"javascript:x\">", nil),
    ] as [(String, String?)])
  func pictures(_ markup: String, _ expected: String?) {
    let urls = Pages.blocks(of: "<p>\(markup)</p>").flatMap { block -> [String] in
      if case .figure(let figure) = block { figure.images.map(\.url) } else { [] }
    }
    #expect(urls == [expected].compactMap { $0 })
  }

  @Test("footnotes and their references find each other, and arrows back are gone") func footnotes()
  {
    let blocks = Pages.blocks(
      of: """
        <p>It flew<sup id="r1"><a href="#n1">[1]</a></sup>.</p><ol class="footnotes">
        <li id="n1">Twice, in fact. <a href="#r1">↩</a></li></ol>
        """)
    #expect(
      blocks == [
        .paragraph([.text("It flew"), .footnoteReference(label: "1", anchor: "n1"), .text(".")]),
        .footnotes([
          .init(label: "1", anchor: "n1", blocks: [.paragraph([.text("Twice, in fact.")])])
        ]),
      ])
  }

  @Test(
    "a reference that has a name of its own is no note, and its note is",
    arguments: [
      """
      <p>Birds fly <a class="footnote-reference brackets" href="#id2" id="id1">1</a>.</p>
      <dl class="footnote brackets"><dt class="label" id="id2"><span class="brackets"><a class="fn-backref" href="#id1">1</a></span></dt>
      <dd><p>Most of them.</p></dd></dl>
      """,
      """
      <p>Birds fly <sup><a data-type="noteref" id="m-marker" href="#m">1</a></sup>.</p>
      <div data-type="footnotes"><p data-type="footnote" id="m"><sup><a href="#m-marker">1</a></sup> Most of them.</p></div>
      """,
      """
      <p>Birds fly <a href="#_ftn1" name="_ftnref1">[1]</a>.</p>
      <div><p><a href="#_ftnref1" name="_ftn1">[1]</a> Most of them.</p></div>
      """,
    ])
  func namedReferences(markup: String) throws {
    let blocks = Pages.blocks(of: markup)
    guard case .paragraph(let text)? = blocks.first, case .footnotes(let notes)? = blocks.last
    else {
      Issue.record("\(blocks)")
      return
    }
    let anchor = notes.first?.anchor ?? ""
    #expect(
      text == [.text("Birds fly "), .footnoteReference(label: "1", anchor: anchor), .text(".")])
    #expect(
      notes == [.init(label: "1", anchor: anchor, blocks: [.paragraph([.text("Most of them.")])])])
    #expect(blocks.count == 2)
    let markdown = ArticleBody(blocks: blocks).markdown
    #expect(markdown.contains("[^1]: Most of them."), "\(markdown)")
  }

  @Test("a link to a place in the article stays; one to a place that is gone leads to the page")
  func anchors() {
    let blocks = Pages.blocks(
      of: "<p><a href=\"#legs\">Legs</a> <a href=\"#gone\">Gone</a></p><h2 id=legs>Legs</h2>")
    #expect(
      blocks.first
        == .paragraph([
          .link([.text("Legs")], url: "#legs"), .text(" "),
          .link([.text("Gone")], url: "\(Pages.address)#gone"),
        ]))
  }

  @Test("a link around blocks is a link in each of them") func linkAroundBlocks() {
    let blocks = Pages.blocks(
      of: "<a href=\"/x\"><h3>Head</h3><p>\(Pages.sentence)</p></a>")
    #expect(
      blocks == [
        .heading(level: 3, [.link([.text("Head")], url: "https://example.org/x")], anchor: nil),
        .paragraph([.link([.text(Pages.sentence)], url: "https://example.org/x")]),
      ])
  }

  @Test("a sign of an address counts with an accent after it") func accentedSigns() {
    let blocks = Pages.blocks(
      of:
        "<p><a href='#&#x301;a'>a</a> <a href='/&#x301;b/./c'>b</a> <a href='//d.example/&#x301;e/../f'>c</a></p>"
    )
    let page = "https://example.org"
    #expect(
      blocks == [
        .paragraph([
          .link([.text("a")], url: Pages.address + "#\u{301}a"), .text(" "),
          .link([.text("b")], url: page + "/\u{301}b/c"), .text(" "),
          .link([.text("c")], url: "https://d.example/\u{301}e/../f"),
        ])
      ])
  }
}
