import PageExtraction
import ReadingList
import Testing

@Suite("Plain text and Markdown") struct TextFormsTests {
  private static func markdown(_ text: String) -> Extraction {
    PageExtractor().article(fromMarkdown: Array(text.utf8), url: "https://example.org/a/b.md")
  }

  @Test(
    "Markdown is read as blocks",
    arguments: [
      (
        "# Not the title\n\n## H *e*",
        [.heading(level: 2, [.text("H "), .emphasis([.text("e")])], anchor: nil)]
      ),
      (
        "Head\n----\ntext",
        [.heading(level: 2, [.text("Head")], anchor: nil), .paragraph([.text("text")])]
      ),
      ("a\nb  \nc", [.paragraph([.text("a b"), .lineBreak, .text("c")])]),
      (
        "**b** _e_ ~~s~~ `c` \\*",
        [
          .paragraph([
            .strong([.text("b")]), .text(" "), .emphasis([.text("e")]), .text(" "),
            .strike([.text("s")]), .text(" "), .code("c"), .text(" *"),
          ])
        ]
      ),
      (
        "[x](../y) <https://z.org> [r]\n\n[r]: /ref",
        [
          .paragraph([
            .link([.text("x")], url: "https://example.org/y"), .text(" "),
            .link([.text("https://z.org")], url: "https://z.org/"), .text(" "),
            .link([.text("r")], url: "https://example.org/ref"),
          ])
        ]
      ),
      (
        "- a\n- b\n  - c\n\n1. d\n2. e",
        [
          .list(
            .init(items: [
              [.paragraph([.text("a")])],
              [.paragraph([.text("b")]), .list(.init(items: [[.paragraph([.text("c")])]]))],
            ])),
          .list(.init(start: 1, items: [[.paragraph([.text("d")])], [.paragraph([.text("e")])]])),
        ]
      ),
      ("> q\n> r", [.quote([.paragraph([.text("q r")])])]),
      ("```swift\nlet a\n\n  b\n```", [.code("let a\n\n  b", language: "swift")]),
      ("    code\n    more", [.code("code\nmore", language: nil)]),
      (
        "| a | b |\n|---|---|\n| 1 | 2 |",
        [
          .table(
            .init(header: [[.text("a")], [.text("b")]], rows: [[[.text("1")], [.text("2")]]]))
        ]
      ),
      (
        "x[^1]\n\n[^1]: note",
        [
          .paragraph([.text("x"), .footnoteReference(label: "1", anchor: "fn-1")]),
          .footnotes([.init(label: "1", anchor: "fn-1", blocks: [.paragraph([.text("note")])])]),
        ]
      ),
      (
        "![alt](/i.png)",
        [.figure(.init(images: [.init(url: "https://example.org/i.png", alternative: "alt")]))]
      ),
      ("a\n\n***\n\nb", [.paragraph([.text("a")]), .rule, .paragraph([.text("b")])]),
      (
        "snake_case_word and 2*3*4",
        [.paragraph([.text("snake_case_word and 2"), .emphasis([.text("3")]), .text("4")])]
      ),
      ("[bad](javascript:x)", [.paragraph([.text("bad")])]),
      (
        "- [x] a\n- [ ] b",
        [.list(.init(items: [[.paragraph([.text("☑ a")])], [.paragraph([.text("☐ b")])]]))]
      ),
      (
        "www.a.org me@a.org",
        [
          .paragraph([
            .link([.text("www.a.org")], url: "http://www.a.org/"), .text(" "),
            .link([.text("me@a.org")], url: "mailto:me@a.org"),
          ])
        ]
      ),
      (
        "a <b>b</b><script>x</script>\n\n<blockquote>\n\n*q*\n\n</blockquote>",
        [
          .paragraph([.text("a "), .strong([.text("b")])]),
          .quote([.paragraph([.emphasis([.text("q")])])]),
        ]
      ),
    ] as [(String, [ArticleBody.Block])])
  func reads(_ text: String, _ expected: [ArticleBody.Block]) {
    #expect(Self.markdown(text).body.blocks == expected)
  }

  @Test("front matter and a first heading give the metadata") func frontMatter() {
    let found = Self.markdown(
      "---\ntitle: \"Herons\"\nauthor: Ann\ndate: 2024-05-03\n---\n# Herons\n\nText.")
    #expect(found.metadata.title == "Herons")
    #expect(found.metadata.author == "Ann")
    #expect(found.metadata.publishedAt == Timestamp(rfc3339: "2024-05-03T12:00:00Z"))
    #expect(found.text == "Text.")
  }

  @Test("what is written as Markdown is read back with the same text") func roundTrip() {
    let html = """
      <h2>Legs_of * herons</h2><p>1. not a list, # not a heading &lt;b&gt; [x](y) `z` a_b_c &amp;amp;</p>
      <ul><li>one<ol><li>in</li></ol></li><li>two</li></ul><blockquote><p>q</p><p>r</p></blockquote>
      <pre><code>``` fence
        kept</code></pre><table><tr><th>a|b</th><th>c</th></tr><tr><td>1</td><td>2</td></tr></table>
      <p><b>bold </b>and <i>it</i><sub>2</sub></p>
      """
    let body = ArticleBody(fragment: html)
    let back = Self.markdown("x\n\n" + body.markdown)
    #expect(
      back.text.split(separator: "\n").dropFirst().joined(separator: "\n").filter { $0 != "\n" }
        == body.plainText.filter { $0 != "\n" })
  }

  @Test("plain text has blocks apart, items and rows on lines of their own, and no markup")
  func plainText() {
    let body = ArticleBody(
      fragment:
        "<h2>H</h2><p>a <b>b</b><br>c</p><ul><li>x</li><li>y<ul><li>z</li></ul></li></ul><table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table><hr><p>end</p>"
    )
    #expect(body.plainText == "H\n\na b\nc\n\nx\ny\nz\n\n1\t2\n3\t4\n\nend")
  }

  @Test("paragraphs, lists, drawings and verse are found in plain text") func readsText() {
    let text = """
      The Heron

      It stands in the water for hours, quite still, and waits until a
      fish comes near; then it is quick.

      - one
      - two

          +---+
          | H |
          +---+

      Still
      as a
      stone
      """
    let found = PageExtractor().article(fromText: Array(text.utf8))
    #expect(found.metadata.title == "The Heron")
    #expect(
      found.body.blocks == [
        .paragraph([.text("The Heron")]),
        .paragraph([
          .text(
            "It stands in the water for hours, quite still, and waits until a fish comes near; then it is quick."
          )
        ]),
        .list(.init(items: [[.paragraph([.text("one")])], [.paragraph([.text("two")])]])),
        .code("    +---+\n    | H |\n    +---+", language: nil),
        .paragraph([.text("Still"), .lineBreak, .text("as a"), .lineBreak, .text("stone")]),
      ])
  }

  @Test(
    "TeX between dollar signs is written as it is, prices are not",
    arguments: [
      (#"$f(x) = \sum_{i=0}^n a_i*x^i$ grows"#, #"$f(x) = \sum_{i=0}^n a_i*x^i$ grows"#),
      (#"$$\frac{a_1}{b[2]}$$"#, #"$$\frac{a_1}{b[2]}$$"#),
      ("from $40 to $50_ or *more*", #"from $40 to $50\_ or \*more\*"#),
      (#"a $ sign and \alpha"#, #"a $ sign and \\alpha"#),
    ])
  func formulas(text: String, expected: String) {
    #expect(ArticleBody(blocks: [.paragraph([.text(text)])]).markdown == expected)
  }

  @Test("Markdown of more than 4 MiB is read as plain text, and all of it") func longMarkdown() {
    let found = Self.markdown(String(repeating: "a", count: 4_200_000) + "\n\n**end**")
    #expect(found.text.hasSuffix("**end**"))
  }

  @Test("a rule below the title goes with it") func ruleBelowTitle() {
    let found = Self.markdown("# Herons\n\n---\n\nThey wait.\n\n---\n\nThey leave.")
    #expect(found.body.fragmentHTML == "<p>They wait.</p>\n<hr>\n<p>They leave.</p>\n")
  }

  @Test("a table of thousands of columns stays text, and what is around it is read")
  func wideTable() {
    let found = Self.markdown(
      String(repeating: "|a", count: 4_000) + "\n" + String(repeating: "|-", count: 4_000)
        + "\n|a|\n\n**end**")
    #expect(found.text.hasPrefix("|a|a|a") && found.text.hasSuffix("end"))
    #expect(!found.text.contains("**"))
  }

  @Test(
    "unruly Markdown costs no time and no stack",
    arguments: ["[", "*", "_a", "> ", "- ", "`", "![", "\\", "&", "<", "|", "a@", "<b>", "1. "])
  func unruly(_ piece: String) {
    _ = Self.markdown(String(repeating: piece, count: 20_000))
    _ = Self.markdown(String(repeating: piece + "\n", count: 5_000))
  }
}
