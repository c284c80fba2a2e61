import PageExtraction
import ReadingList
import Testing

@Suite("Plain text and Markdown") struct TextFormsTests {
  private static func markdown(_ text: String) -> Extraction {
    PageExtractor().extract(
      PageSource(markdown: Array(text.utf8), url: "https://example.org/a/b.md"))
  }

  @Test(
    "Markdown is read as blocks",
    arguments: [
      "# Not the title\n\n## H *e*": "<h2>H <em>e</em></h2>",
      "Head\n----\ntext": "<h2>Head</h2><p>text</p>", "a\nb  \nc": "<p>a b<br>c</p>",
      "**b** _e_ ~~s~~ `c` \\*":
        "<p><strong>b</strong> <em>e</em> <s>s</s> <code>c</code> *</p>",
      "[x](../y) <https://z.org> [r]\n\n[r]: /ref":
        "<p><a href='https://example.org/y'>x</a> <a href='https://z.org/'>https://z.org</a> <a href='https://example.org/ref'>r</a></p>",
      "- a\n- b\n  - c\n\n1. d\n2. e":
        "<ul><li><p>a</p></li><li><p>b</p><ul><li><p>c</p></li></ul></li></ul><ol><li><p>d</p></li><li><p>e</p></li></ol>",
      "> q\n> r": "<blockquote><p>q r</p></blockquote>",
      "```swift\nlet a\n\n  b\n```": "<pre><code class='language-swift'>let a\n\n  b</code></pre>",
      "    code\n    more": "<pre><code>code\nmore</code></pre>",
      "| a | b |\n|---|---|\n| 1 | 2 |":
        "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
      "x[^1]\n\n[^1]: note":
        "<p>x<sup><a href='#fn-1' role='doc-noteref'>1</a></sup></p><section role='doc-endnotes'><ol><li id='fn-1' data-label='1'><p>note</p></li></ol></section>",
      "![alt](/i.png)": "<figure><img src='https://example.org/i.png' alt='alt'></figure>",
      "a\n\n***\n\nb": "<p>a</p><hr><p>b</p>",
      "snake_case_word and 2*3*4": "<p>snake_case_word and 2<em>3</em>4</p>",
      "[bad](javascript:x)": "<p>bad</p>",
      "- [x] a\n- [ ] b": "<ul><li><p>☑ a</p></li><li><p>☐ b</p></li></ul>",
      "www.a.org me@a.org":
        "<p><a href='http://www.a.org/'>www.a.org</a> <a href='mailto:me@a.org'>me@a.org</a></p>",
      "a <b>b</b><script>x</script>\n\n<blockquote>\n\n*q*\n\n</blockquote>":
        "<p>a <strong>b</strong></p><blockquote><p><em>q</em></p></blockquote>",
    ])
  func reads(_ text: String, _ expected: String) {
    #expect(Self.markdown(text).body.line == expected)
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
      found.body.line == """
        <p>The Heron</p><p>It stands in the water for hours, quite still, and waits until a fish comes near; then it is \
        quick.</p><ul><li><p>one</p></li><li><p>two</p></li></ul><pre><code>    +---+
            | H |
            +---+</code></pre><p>Still<br>as a<br>stone</p>
        """)
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

  @Test("a title below a picture is the title") func titleBelowPicture() {
    let found = Self.markdown("<p><img src=a.png alt=A></p>\n\n# Herons\n\nThey wait.")
    #expect(found.metadata.title == "Herons")
    #expect(found.body.fragmentHTML.hasSuffix("</figure>\n<p>They wait.</p>\n"))
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

  @Test(
    "what would take hours or all memory as Markdown stays text, and nothing of it is lost",
    arguments: [
      ("x ", "<?", 500_000), ("x ", "<![CDATA[", 200_000), ("x ", "<!A ", 400_000),
      (
        String(repeating: "|a", count: 400) + "|\n" + String(repeating: "|-", count: 400) + "|\n",
        "a\n", 400_000
      ),
      ("[a]: " + String(repeating: "b", count: 90_000) + "\n\n", "[a]", 100_000),
      ("[^a]: b\n\n", "[^a]", 200_000), ("http://a.b/", ")", 400_000),
      (String(repeating: ">", count: 900) + "a\n", "b\n", 100_000),
      ("", ">", 400_000), (String(repeating: "- ", count: 200), "a\n\n", 400_000),
    ])
  func costly(start: String, piece: String, count: Int) {
    let text = start + String(repeating: piece, count: count)
    let found = Self.markdown("First\n\n" + text + "\n\nlast").text
    #expect(found.hasPrefix("First") && found.hasSuffix("last"))
    // Marks may go: of a reference, its brackets.
    #expect(found.utf8.count > text.utf8.count / 5)
  }

  @Test("code that opens many instructions, and closed ones, cost no marks")
  func closedInstructions() {
    let code = "```php\n" + String(repeating: "<?php echo 1 ?>\n\n", count: 800) + "```\n\n**end**"
    #expect(Self.markdown(code).body.blocks.last == .paragraph([.strong([.text("end")])]))
  }
}
