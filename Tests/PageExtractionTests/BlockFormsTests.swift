import PageExtraction
import ReadingList
import Testing

/// What pages draw or hide in markup, and how it stands in the body.
@Suite("Forms of blocks") struct BlockFormsTests {
  private func text(_ markup: String) -> String {
    ArticleBody(blocks: Pages.blocks(of: markup)).plainText
  }

  @Test(
    "what a browser draws is written down",
    arguments: [
      (
        "<blockquote><p>To stand is to wait.</p><footer>— <cite>Ada Heron</cite></footer></blockquote>",
        "To stand is to wait.\n\n— Ada Heron"
      ),
      (
        "<blockquote><p>To stand is to wait.</p><footer>Ada Heron</footer></blockquote>",
        "To stand is to wait.\n\n— Ada Heron"
      ),
      (
        "<figure><blockquote><p>To stand is to wait.</p></blockquote><figcaption>Ada Heron</figcaption></figure>",
        "To stand is to wait.\n\n— Ada Heron"
      ),
      (
        "<dl><div><dt>Heron</dt><dd>A grey bird.</dd></div><div><dt>Egret</dt><dd>A white one.</dd></div></dl>",
        "Heron\nA grey bird.\nEgret\nA white one."
      ),
      (
        "<ul class=\"task-list\"><li><input type=checkbox checked disabled> Find a pond</li><li><input type=checkbox disabled> Wait</li></ul>",
        "☑ Find a pond\n☐ Wait"
      ),
      (
        "<p>Press <button>Start</button> and wait by the water until it rings.</p>",
        "Press Start and wait by the water until it rings."
      ),
      ("<p>A heron <img src=\"/h.png\"> flies.</p>", "A heron flies."),
      ("<p><ruby>鷺<rp>(</rp><rt>さぎ</rt><rp>)</rp></ruby>が立つ。</p>", "鷺(さぎ)が立つ。"),
      ("<p><q>He said <q>wait</q> twice</q>, she wrote.</p>", "“He said ‘wait’ twice”, she wrote."),
      ("<p>It cost <del>ten</del> <ins>nine</ins> fishes.</p>", "It cost ~~ten~~ +nine+ fishes."),
    ])
  func written(_ markup: String, _ expected: String) { #expect(text(markup) == expected) }

  @Test("the title of a folded part is kept where it is a button, a tool beside a heading is not")
  func buttons() {
    #expect(text("<h3><button>Do herons sleep?</button></h3><p>They do.</p>").contains("sleep?"))
    #expect(!text("<h3>Sleep <button>Copy link</button></h3><p>They do.</p>").contains("Copy"))
  }

  @Test("numbered lists keep their numbers, their order and their numerals") func numbers() throws {
    let blocks = Pages.blocks(
      of: "<ol reversed type=a><li>c<li>b<li>a</ol><ol start=5><li>five<li value=9>nine<li>ten</ol>"
    )
    guard case .list(let falling)? = blocks.first, case .list(let jumping)? = blocks.last else {
      Issue.record("no lists")
      return
    }
    #expect(falling.itemNumbers.map(falling.written) == ["c", "b", "a"])
    #expect(jumping.itemNumbers.map(jumping.written) == ["5", "9", "10"])
    let body = ArticleBody(blocks: blocks)
    #expect(ArticleBody(fragment: body.fragmentHTML) == body)
  }

  @Test(
    "every kind of numeral counts",
    arguments: [
      (ArticleBody.List.Numerals.lowerLetters, 28, "ab"), (.upperLetters, 26, "Z"),
      (.lowerRoman, 1994, "mcmxciv"), (.upperRoman, 4, "IV"), (.lowerRoman, 0, "0"),
      (.decimal, 7, "7"),
    ])
  func numerals(_ numerals: ArticleBody.List.Numerals, _ number: Int, _ expected: String) {
    #expect(ArticleBody.List(start: 1, items: [], numerals: numerals).written(number) == expected)
  }

  @Test(
    "what is embedded has a line with its kind, its title and its link",
    arguments: [
      (
        "<iframe src=\"https://maps.example.net/pond\" title=\"The pond\"></iframe>",
        "Embedded page (maps.example.net): The pond", "https://maps.example.net/pond"
      ),
      (
        "<iframe src=\"https://open.spotify.com/embed/episode/1\"></iframe>", "Audio (Spotify)",
        "https://open.spotify.com/embed/episode/1"
      ),
      (
        "<video controls title=\"A heron fishes\"><source src=\"/h.mp4\"></video>",
        "Video: A heron fishes", "https://example.org/h.mp4"
      ),
      ("<audio controls src=\"/call.mp3\"></audio>", "Audio", "https://example.org/call.mp3"),
      ("<video src=\"blob:https://example.org/1\"></video>", "Video", nil),
      ("<iframe src=\"https://x.doubleclick.net/ad\"></iframe>", nil, nil),
      ("<iframe src=\"https://count.example.net/\" width=1 height=1></iframe>", nil, nil),
    ] as [(String, String?, String?)])
  func embedded(_ markup: String, _ label: String?, _ url: String?) {
    let expected: [ArticleBody.Block] =
      label.map { label in
        [.paragraph(url.map { [.link([.text(label)], url: $0)] } ?? [.text(label)])]
      } ?? []
    #expect(Pages.blocks(of: markup) == expected)
    #expect(Pages.blocks(of: "<div>\(markup)</div>") == expected)
  }

  @Test(
    "formulas are given once, and readable",
    arguments: [
      (
        "<span class=mwe-math-element><span style=\"display: none;\"><math alttext=\"{\\displaystyle x^{2}}\"><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow><annotation encoding=\"application/x-tex\">{\\displaystyle x^{2}}</annotation></semantics></math></span><img class=mwe-math-fallback-image-inline aria-hidden=true alt=\"{\\displaystyle x^{2}}\" src=\"/x.svg\"></span>",
        "x^2"
      ),
      (
        "<span class=katex><span class=katex-mathml><math><semantics><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><annotation encoding=\"application/x-tex\">a+b</annotation></semantics></math></span><span class=katex-html aria-hidden=true><span>a</span><span>+b</span></span></span>",
        "a + b"
      ),
      (
        "<span class=MathJax_Preview></span><span class=MathJax id=MathJax-Element-1-Frame><nobr><span class=math><span>y</span></span></nobr><span class=MJX_Assistive_MathML><math><mi>y</mi></math></span></span><script type=\"math/tex\">y</script>",
        "y"
      ),
      (
        "<span class=MathJax_Preview>\\(z\\)</span><script type=\"math/tex\">\\displaystyle z</script>",
        "z"
      ),
      ("<math><mover accent=true><mi>x</mi><mo>¯</mo></mover></math>", "x\u{304}"),
      (
        "<math><mo>(</mo><mfrac linethickness=0><mi>n</mi><mi>k</mi></mfrac><mo>)</mo></math>",
        "(n choose k)"
      ),
      (
        "<math><mtable columnalign=\"right left\"><mtr><mtd><mi>a</mi></mtd><mtd><mo>=</mo><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd><mtd><mo>=</mo><mi>d</mi></mtd></mtr></mtable></math>",
        "a = b\nc = d"
      ),
      ("<math><mi>f</mi><mo>&#x2061;</mo><mo>(</mo><mi>x</mi><mo>)</mo></math>", "f(x)"),
    ])
  func formulas(_ markup: String, _ expected: String) {
    #expect(text("<p>Let \(markup) be given.</p>") == "Let \(expected) be given.")
  }

  @Test(
    "the numbers of lines are not code",
    arguments: [
      "<table><tr><td><pre>1\n2\n3</pre></td><td><pre>one\ntwo\nthree</pre></td></tr></table>",
      "<table><tr><td class=blob-num data-line-number=1></td><td class=blob-code>one</td></tr><tr><td class=blob-num></td><td class=blob-code>two</td></tr><tr><td class=blob-num></td><td class=blob-code>three</td></tr></table>",
    ])
  func gutters(_ markup: String) { #expect(text(markup) == "one\ntwo\nthree") }

  @Test("a heading has no link to its editor") func editors() {
    let links =
      "<span>[<a href=\"/w?title=H&amp;action=edit\">Bearbeiten</a> | <a href=\"/w?action=edit\">Quelltext</a>]</span>"
    #expect(text("<h2>Reiher \(links)</h2><p>Sie warten.</p>") == "Reiher\n\nSie warten.")
  }

  @Test("a caption's credit stands apart from it") func credits() {
    let blocks = Pages.blocks(
      of:
        "<figure><img src=\"/h.jpg\"><figcaption><span>Still life.</span><span class=credit>Photo: A. Heron</span></figcaption></figure>"
    )
    guard case .figure(let figure)? = blocks.first else {
      Issue.record("no figure")
      return
    }
    #expect(figure.caption == [.text("Still life. Photo: A. Heron")])
  }

  @Test(
    "a picture says what it shows without the control characters in that, and without a file of its own"
  )
  func words() {
    let blocks = Pages.blocks(
      of: "<p><img src=/h.jpg alt='a &#27;[31mgray&#x1;&#10;heron&#127; here'></p>")
    #expect(
      blocks == [
        .figure(
          ArticleBody.Figure(images: [
            ArticleBody.Image(
              url: "https://example.org/h.jpg", alternative: "a [31mgray heron here")
          ]))
      ])
    let dot = "data:image/png;base64," + String(repeating: "iVBORw0KGgo=", count: 60)
    let place = "data:image/gif;base64,R0lGODlhAQABAAAAACw="
    #expect(text("<p>See <img src=\"\(place)\" alt='a heron'> there.</p>") == "See there.")
    #expect(text("<p><img src=\"\(dot)\" alt='a heron'></p>").contains("[a heron]"))
    #expect(
      text("<p>See <img src=\"\(dot)\" alt='a heron'> there.</p>").contains("See [a heron] there."))
    #expect(!text("<p><img src=\"\(dot)\" alt=''></p>").contains("["))
    #expect(!text("<p><img width=1 src=\"\(dot)\" alt='counter'></p>").contains("counter"))
  }

  @Test("lists in the cells of a table keep their bullets") func cells() {
    let blocks = Pages.blocks(
      of: "<table><tr><th>Bird<th>Eats<tr><td>Heron<td><ul><li>fish<li>frogs</ul></table>")
    guard case .table(let table)? = blocks.first else {
      Issue.record("no table")
      return
    }
    #expect(table.rows[0][1].plainText == "• fish\n• frogs")
  }

  @Test("a formula of several signs stands apart from the words beside it, a letter does not")
  func formulaSpace() {
    let equation = "<math><mi>c</mi><mo>=</mo><mn>0</mn></math>"
    let letter = "<math><mi>n</mi></math>"
    let part = "<p>Let\(equation)and look, or (\(equation)), at the \(letter)th heron.</p>"
    #expect(
      Pages.extract(Pages.article(part)).text.contains(
        "Let c = 0 and look, or (c = 0), at the nth heron."))
  }

  @Test("a letter stands apart from the words before and behind it, whose ends touch the formula")
  func letterSpace() {
    func letter(_ name: String) -> String {
      "<mjx-container class=MathJax><mjx-math aria-hidden=true></mjx-math>"
        + "<mjx-assistive-mml><math><mi>\(name)</mi></math></mjx-assistive-mml></mjx-container>"
    }
    let part =
      "<p>Of getting\(letter("k"))heads when flipping 2\(letter("n"))coins, a\(letter("b")).</p>"
    #expect(
      Pages.extract(Pages.article(part)).text.contains(
        "Of getting k heads when flipping 2n coins, ab."))
  }

  @Test("words under a picture that the page does not give are still no text")
  func captionsOfNothing() {
    let empty = "<img src=\"data:image/svg+xml,%3Csvg/%3E\" alt=\"\">"
    for picture in [
      "<figure>\(empty)<figcaption>A nest, seen from the air.</figcaption></figure>",
      "<div><a href=/shop><div>\(empty)</div></a><figcaption>A nest, seen from the air.</figcaption></div>",
    ] {
      let extraction = Pages.extract(Pages.article(picture))
      #expect(!extraction.text.contains("A nest"))
      #expect(extraction.html.contains("<figcaption>A nest, seen from the air.</figcaption>"))
      #expect(ArticleBody(fragment: extraction.html) == extraction.body)
    }
  }

  @Test("words of a caption that only their looks set apart are two") func creditsApart() {
    let picture =
      "<figure><img src=/nest.jpg><figcaption>A nest. <span><b class=x>Credit</b></span> <span><span class=y>Credit</span>Ada Reed</span></figcaption></figure>"
    #expect(Pages.extract(Pages.article(picture)).html.contains("Credit Ada Reed"))
  }

  @Test("the line of an embedded video is no text") func embedded() {
    let video =
      "<iframe src=https://www.youtube.com/embed/abc title=\"Herons fishing\" width=600 height=400></iframe>"
    let extraction = Pages.extract(Pages.article(video))
    #expect(extraction.html.contains("Video (YouTube): Herons fishing"))
    #expect(!extraction.text.contains("Video (YouTube)"))
  }
}
