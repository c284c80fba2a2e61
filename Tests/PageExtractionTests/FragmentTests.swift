import PageExtraction
import ReadingList
import Testing

@Suite("Stored fragments") struct FragmentTests {
  private static let body = ArticleBody(blocks: [
    .heading(level: 2, [.text("A & <b> \"q\"")], anchor: "a-1"),
    .paragraph([
      .text("One "), .emphasis([.text("two "), .strong([.text("three")])]), .text(" "),
      .link([.text("four")], url: "https://example.org/?a=1&b=2"), .lineBreak, .code("x < y"),
      .strike([.text("no")]), .sub([.text("2")]), .sup([.text("3")]), .mark([.text("m")]),
      .footnoteReference(label: "1", anchor: "n"),
      .image(.init(url: "https://example.org/i.png", alternative: "an \"i\"")), .text("."),
    ]),
    .list(
      .init(items: [
        [.paragraph([.text("a")])],
        [.paragraph([.text("b")]), .list(.init(start: 5, items: [[.paragraph([.text("c")])]]))],
      ])),
    .definitions([
      .init(
        terms: [[.text("t")], [.text("u")]],
        details: [[.paragraph([.text("d")])], [.code("e", language: nil)]])
    ]),
    .quote([.paragraph([.text("q")]), .quote([.paragraph([.text("r")])])]),
    .code("  indented\n\n<tag> & \"quote\"\ttab", language: "c++"),
    .table(
      .init(
        caption: [.text("c")], header: [[.text("h")], []],
        rows: [[[.text("1")], [.text("2")]], [[], [.strong([.text("3")])]]])),
    .figure(
      [
        .init(url: "https://example.org/a.png"),
        .init(url: "https://example.org/b.png", alternative: "b"),
      ], caption: [.text("cap")]), .rule,
    .details(summary: [.text("s")], [.paragraph([.text("in")])]),
    .details(summary: [], [.paragraph([.text("only")])]),
    .footnotes([.init(label: "1", anchor: "n", blocks: [.paragraph([.text("note")])])]),
  ])

  @Test("what was written is read back as it was") func roundTrip() {
    #expect(ArticleBody(fragment: Self.body.fragmentHTML) == Self.body)
  }

  @Test("each block by itself is read back as it was") func eachBlock() {
    for block in Self.body.blocks where block != .rule {
      let one = ArticleBody(blocks: [block])
      #expect(ArticleBody(fragment: one.fragmentHTML) == one)
    }
  }

  @Test(
    "a fragment from elsewhere is sanitised as it is read",
    arguments: [
      ("<p onclick=\"x()\">a<script>b</script></p>", "<p>a</p>\n"),
      ("<p><a href=\"javascript:x\">a</a></p>", "<p>a</p>\n"),
      ("loose <b>text</b>", "<p>loose <strong>text</strong></p>\n"),
      ("<div><p>a</div><p>b", "<p>a</p>\n<p>b</p>\n"), ("", ""), ("<p> </p>", ""),
      ("<object data=x></object><iframe src=\"https://evil.example\"></iframe>", ""),
    ])
  func sanitised(_ fragment: String, _ expected: String) {
    #expect(ArticleBody(fragment: fragment).fragmentHTML == expected)
  }

  @Test("nesting in a fragment is bounded") func deep() {
    let deep = String(repeating: "<blockquote>", count: 10_000) + "x"
    let body = ArticleBody(fragment: deep)
    #expect(body.plainText == "x")
    #expect(ArticleBody(fragment: body.fragmentHTML) == body)
  }

  @Test(
    "the body of a page and its stored fragment agree",
    arguments: [
      "<p><a href=\"/a\">x <a href=\"/b\">y</a></p>", "<a href=/a><div><a href=/b>y</a></div></a>",
      "<p>\u{e001} text after an icon</p>", "<h2>Head <a href=#h>#</a> tail</h2>",
      "<hr><p>Advertisement</p><hr><p>x</p>", "<p><code><a href=/x>a</a> </code></p>",
      "<h2 id=\"a b\">x</h2>", "<h2 id=\"a\u{1b}b\">x</h2>",
      "<table><tr><th>a<td><pre>one\n   two </pre><tr><td>b<td><table><tr><td><code>x </code><td>y</table></table>",
      "<dl><dl><dl><dl><dt>a<dd>b</dl></dl></dl></dl>",
      "<p><b><i><u><b><i><b><i>deep</i></b></i></b></u></i></b> <b> </b><i></i></p>",
      "<ol><ol><li>a</ol><li>b<ul>c</ul></ol>",
      "<figure><table><tr><td>a</table><figcaption>b</figcaption></figure>",
      "<figure><img src=/h.jpg alt=h><i> m</i></figure>",
      "<figure><img src=/h.jpg><figcaption>" + String(repeating: "<em>", count: 30)
        + "a<h2>b</h2></figcaption></figure>", "<p>a<br> <br>b<br></p>",
      "<details><p>a</p><summary>s</summary></details>",
      "<ol reversed type=a><li>c<li>b<li>a</ol><ol start=5><li>five<li value=9>nine<li>ten</ol>",
      "<figure><img src='data:image/svg+xml,%3Csvg/%3E' alt=''><figcaption>A nest.</figcaption></figure>",
    ])
  func agrees(_ markup: String) {
    let found = Pages.extract(Pages.article(markup))
    #expect(ArticleBody(fragment: found.html) == found.body)
    #expect(ArticleBody(fragment: found.html).fragmentHTML == found.html)
  }
}
