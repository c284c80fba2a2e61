import PageExtraction
import ReadingList
import Testing

@Suite("What pages set with care") struct TypographyTests {
  private static func html(_ inside: String) -> String {
    ArticleBody(blocks: Pages.blocks(of: inside)).fragmentHTML
  }

  @Test(
    "terms and what is said of them may stand in boxes",
    arguments: [
      "<div><dt>Heron</dt><dd>A bird.</dd></div><div><dt>Egret</dt><dt>White heron</dt><dd>It, too.</dd></div>",
      "<div><img src=/h.png><div><dt>Heron</dt><dd>A bird.</dd></div></div><div><img src=/e.png><div><dt>Egret</dt><dt>White heron</dt><dd>It, too.</dd></div></div>",
    ])
  func definitions(_ inside: String) {
    let text = Pages.extract(Pages.article("<dl>\(inside)</dl>")).html
    #expect(text.contains("<dt>Heron</dt><dd><p>A bird.</p>"))
    #expect(text.contains("<dt>Egret</dt><dt>White heron</dt><dd><p>It, too.</p>"))
  }

  @Test(
    "formulas in TeX are written in characters, and matrices by rows",
    arguments: [
      ("\\(x^2 + \\alpha \\leq \\frac{1}{2}\\)", "x^2 + α ≤ 1/2"),
      ("$$\\sum_{i=1}^n i = \\frac{n(n+1)}{2}$$", "∑_(i=1)^n i = (n(n+1))/2"),
      ("<script type='math/tex'>\\sqrt{\\beta} \\in \\mathbb{R}</script>", "√β ∈ ℝ"),
      ("\\[A = \\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}\\]", "A = (a, b; c, d)"),
      ("\\(\\hat{x} \\to \\left( \\text{all } y \\right)\\)", "x\u{302} → ( all y )"),
      ("\\(\\heron{2}\\)", "\\heron2"),
      (
        "<math><mo>[</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable><mo>]</mo></math>",
        "[1, 2; 3, 4]"
      ),
    ])
  func formulas(_ markup: String, _ expected: String) {
    #expect(
      Pages.blocks(of: "<p>So \(markup) it is.</p>") == [
        .paragraph([.text("So \(expected) it is.")])
      ])
  }

  @Test("signs of money and escaped brackets in code are no formulas") func noFormulas() {
    let text = Self.html("<p>From $$ to $$$ a night: <code>\\(x\\)</code>.</p>")
    #expect(text == "<p>From $$ to $$$ a night: <code>\\(x\\)</code>.</p>\n")
  }

  @Test("a note in the margin stands in parentheses in its line") func margins() {
    let text = Self.html(
      "<p>The heron<span class=sidenote>The grey one.</span> waits<span class=marginnote>For fish</span>.</p>"
    )
    #expect(text == "<p>The heron (The grey one.) waits (For fish).</p>\n")
  }

  @Test("a box that is called a note has a bar beside it, contents in such a box do not")
  func callouts() {
    let warning = "<p>Warning</p><p>Do not feed the herons by hand, since they bite.</p>"
    #expect(Self.html("<div class='admonition warning'>\(warning)</div>").hasPrefix("<blockquote>"))
    let short = "<p>Warning</p><p>Do not feed them.</p>"
    #expect(Self.html("<div class='admonition warning'>\(short)</div>").hasPrefix("<blockquote>"))
    let contents = (1...4).map { "<li><a href=#s\($0)>Where herons stand, part \($0)</a></li>" }
    let box = "<div class=callout><p>Some contents</p><ul>\(contents.joined())</ul></div>"
    #expect(!Self.html(box).contains("<blockquote>"))
  }

  @Test("papers and gists are links") func objects() {
    let html = Self.html(
      "<object data=/paper.pdf type=application/pdf width=600 height=800><p>No viewer.</p></object><script src=https://gist.github.com/ada/12ab.js></script>"
    )
    #expect(html.contains("<a href=\"https://example.org/paper.pdf\">PDF</a>"))
    #expect(html.contains("<a href=\"https://gist.github.com/ada/12ab\">"))
  }

  @Test("pictures in a group keep their captions, and the group has its own") func groups() {
    let pictures = ["one", "two"].map {
      "<figure><img src=/\($0).jpg><figcaption>Nest \($0).</figcaption></figure>"
    }.joined()
    let blocks = Pages.blocks(
      of: "<figure>\(pictures)<figcaption>Both nests.</figcaption></figure>")
    let captions = blocks.map { block in
      if case .figure(let figure) = block { figure.caption.plainText } else { "no picture" }
    }
    #expect(captions == ["Nest one.", "Nest two.", "Both nests."])
  }
}
