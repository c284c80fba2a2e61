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

  @Test("a row of more cells than a table has columns is text") func wideTable() {
    func row(_ mark: String) -> String {
      "<tr>" + (1...150).map { "<td>\(mark)\($0)</td>" }.joined() + "</tr>"
    }
    func line(_ mark: String) -> String {
      "<p>" + (1...150).map { "\(mark)\($0)" }.joined(separator: " ") + "</p>"
    }
    let wide = "<table><caption>Counts</caption>\(row("a"))\(row("b"))</table>"
    #expect(Pages.fragment(of: wide) == "<p>Counts</p>" + line("a") + line("b"))
  }

  @Test("no cell is lost beside one that spans more columns than a table has") func wideCell() {
    let text = Pages.blocks(
      of: "<table><tr><th colspan=100>Birds<th>Legs<tr><td colspan=900>Heron<td>two</table>"
    ).map { ArticleBody(blocks: [$0]).plainText }.joined()
    for word in ["Birds", "Legs", "Heron", "two"] { #expect(text.contains(word), "\(word)") }
  }

  @Test(
    "markup becomes blocks",
    arguments: [
      "<h3 id=legs>Legs</h3>": "<h3 id='legs'>Legs</h3>",
      "<h2>Legs <a href=#legs>¶</a></h2>": "<h2>Legs</h2>",
      "<h2 id=legs><a href=#contents>Legs</a></h2>": "<h2 id='legs'>Legs</h2>",
      "<ol start=3><li>Three<li><p>Four</p><p>and a half</p></ol>":
        "<ol start='3'><li><p>Three</p></li><li><p>Four</p><p>and a half</p></li></ol>",
      "<ol reversed type=a><li>c<li>b<li>a</ol><ol start=5><li>five<li value=9>nine<li>ten</ol>":
        "<ol start='3' reversed type='a'><li><p>c</p></li><li><p>b</p></li><li><p>a</p></li></ol><ol start='5'><li><p>five</p></li><li value='9'><p>nine</p></li><li><p>ten</p></li></ol>",
      "<ul><li><span>•</span><div>One</div></ul><ol><li><span>1.</span><div>Two</div></ol>":
        "<ul><li><p>One</p></li></ul><ol><li><p>Two</p></li></ol>",
      "<ul><li>One<li>Two<li>Three</ul><ul><li>One<li>Two<li>Three</ul>":
        "<ul><li><p>One</p></li><li><p>Two</p></li><li><p>Three</p></li></ul>",
      "<ul><li>A<ul><li>B</li></ul></li></ul>":
        "<ul><li><p>A</p><ul><li><p>B</p></li></ul></li></ul>",
      "<dl><dt>Heron</dt><dd>A grey bird.</dd></dl>":
        "<dl><dt>Heron</dt><dd><p>A grey bird.</p></dd></dl>",
      "<dl><div><dt>Heron</dt><dd>A bird.</dd></div><div><dt>Egret</dt><dt>White heron</dt><dd>It, too.</dd></div></dl>":
        "<dl><dt>Heron</dt><dd><p>A bird.</p></dd><dt>Egret</dt><dt>White heron</dt><dd><p>It, too.</p></dd></dl>",
      "<dl><div><img src=/h.png><div><dt>Heron</dt><dd>A bird.</dd></div></div><div><img src=/e.png><div><dt>Egret</dt><dt>White heron</dt><dd>It, too.</dd></div></div></dl>":
        "<dl><dd><figure><img src='https://example.org/h.png' alt=''></figure></dd><dt>Heron</dt><dd><p>A bird.</p></dd><dd><figure><img src='https://example.org/e.png' alt=''></figure></dd><dt>Egret</dt><dt>White heron</dt><dd><p>It, too.</p></dd></dl>",
      "<blockquote><p>Quoth the heron.</p></blockquote>":
        "<blockquote><p>Quoth the heron.</p></blockquote>",
      "<div class='admonition warning'><p>Warning</p><p>Do not feed them.</p></div>":
        "<blockquote><p>Warning</p><p>Do not feed them.</p></blockquote>",
      "<div class='theme-admonition alert'><div class=admonitionHeading>tip</div><div class=admonition-content><p>Do not feed them by night.</p></div></div>":
        "<blockquote><p>tip</p><p>Do not feed them by night.</p></blockquote>",
      "<figure><img src=/h.jpg alt='A heron'><figcaption>Still <b>life</b></figcaption></figure>":
        "<figure><img src='https://example.org/h.jpg' alt='A heron'><figcaption>Still <strong>life</strong></figcaption></figure>",
      "<figure><figure><img src=/one.jpg><figcaption>Nest one.</figcaption></figure><figure><img src=/two.jpg><figcaption>Nest two.</figcaption></figure><figcaption>Both nests.</figcaption></figure>":
        "<figure><img src='https://example.org/one.jpg' alt=''><figcaption>Nest one.</figcaption></figure><figure><img src='https://example.org/two.jpg' alt=''><figcaption>Nest two.</figcaption></figure><figure><figcaption>Both nests.</figcaption></figure>",
      "<figure><img src=\"data:image/svg+xml,%3Csvg/%3E\" alt=\"\"><figcaption>A nest, seen from the air.</figcaption></figure>":
        "<figure><figcaption>A nest, seen from the air.</figcaption></figure>",
      "<div><a href=/shop><div><img src=\"data:image/svg+xml,%3Csvg/%3E\" alt=\"\"></div></a><figcaption>A nest, seen from the air.</figcaption></div>":
        "<figure><figcaption>A nest, seen from the air.</figcaption></figure>",
      "<details><summary>More</summary><p>Hidden lore.</p></details>":
        "<details><summary>More</summary><p>Hidden lore.</p></details>",
      "<p>H<sub>2</sub>O, E=mc<sup>2</sup>, <del>old</del> <mark>new</mark> <code>x</code></p>":
        "<p>H<sub>2</sub>O, E=mc<sup>2</sup>, <s>old</s> <mark>new</mark> <code>x</code></p>",
      "<table><tr><td>Height</td><td>Weight</td><td>Span</td></tr><tr><td>98 cm</td><td>2 kg</td><td>185 cm</td></tr></table>":
        "<table><tbody><tr><td>Height</td><td>Weight</td><td>Span</td></tr><tr><td>98 cm</td><td>2 kg</td><td>185 cm</td></tr></tbody></table>",
      "<figure><table><tr><td>Bird</td><td>Heron</td></tr><tr><td>Score</td><td><div>9</div><div>of 10</div></td></tr></table></figure>":
        "<table><tbody><tr><td>Bird</td><td>Heron</td></tr><tr><td>Score</td><td>9<br>of 10</td></tr></tbody></table>",
      "<table><tr><td><p>Only layout, \(Pages.sentence)</p></td></tr></table>":
        "<p>Only layout, \(Pages.sentence)</p>",
      "<table><caption>Birds</caption><tr><th>Name<th>Legs<tr><td>Heron<td>2<tr><td colspan=2>all</table>":
        "<table><caption>Birds</caption><thead><tr><th>Name</th><th>Legs</th></tr></thead><tbody><tr><td>Heron</td><td>2</td></tr><tr><td>all</td></tr></tbody></table>",
      "<div>One bird.<br><br>Two birds.<br> <br/>Three<br>birds.</div>":
        "<p>One bird.</p><p>Two birds.</p><p>Three<br>birds.</p>",
      "<p>&nbsp;</p><p>One.</p><p>&nbsp; &nbsp;<br></p><p>2&nbsp;km</p>":
        "<p>One.</p><p>2\u{a0}km</p>",
      "<a href=/x><h3>Head</h3><p>\(Pages.sentence)</p></a>":
        "<h3><a href='https://example.org/x'>Head</a></h3><p><a href='https://example.org/x'>\(Pages.sentence)</a></p>",
      "<h2><span id=.C3.9Cber></span><span id=about>About</span> legs</h2>":
        "<h2 id='about'>About legs</h2>",
      "<p><a href=#legs>Legs</a> <a href=#gone>Gone</a></p><h2 id=legs>Legs</h2>":
        "<p><a href='#legs'>Legs</a> <a href='https://example.org/posts/birds.html#gone'>Gone</a></p><h2 id='legs'>Legs</h2>",
    ])
  func blocks(_ markup: String, _ expected: String) {
    #expect(Pages.fragment(of: markup) == expected)
  }

  @Test(
    "what a browser draws is written down",
    arguments: [
      "<blockquote><p>To stand is to wait.</p><footer>— <cite>Ada Heron</cite></footer></blockquote>":
        "<blockquote><p>To stand is to wait.</p><p>— <em>Ada Heron</em></p></blockquote>",
      "<blockquote><p>To stand is to wait.</p><footer>Ada Heron</footer></blockquote>":
        "<blockquote><p>To stand is to wait.</p><p>— Ada Heron</p></blockquote>",
      "<figure><blockquote><p>To stand is to wait.</p></blockquote><figcaption>Ada Heron</figcaption></figure>":
        "<blockquote><p>To stand is to wait.</p><p>— Ada Heron</p></blockquote>",
      "<ul class=task-list><li><input type=checkbox checked disabled> Find a pond</li><li><input type=checkbox disabled> Wait</li></ul>":
        "<ul><li><p>☑ Find a pond</p></li><li><p>☐ Wait</p></li></ul>",
      "<p>Press <button>Start</button> and wait by the water until it rings.</p>":
        "<p>Press Start and wait by the water until it rings.</p>",
      "<h3><button>Do herons sleep?</button></h3><p>They do.</p>":
        "<h3>Do herons sleep?</h3><p>They do.</p>",
      "<div><div><button aria-expanded=false>Is it safe?</button><div><p>Yes. \(Pages.sentence)</p></div></div><div><button aria-expanded=false>Who may come?</button><div><p>All. \(Pages.sentence)</p></div></div></div>":
        "<h3>Is it safe?</h3><p>Yes. \(Pages.sentence)</p><h3>Who may come?</h3><p>All. \(Pages.sentence)</p>",
      "<h3>Sleep <button>Copy link</button></h3><p>They do.</p>": "<h3>Sleep</h3><p>They do.</p>",
      "<h2>Reiher <span>[<a href='/w?title=H&amp;action=edit'>Bearbeiten</a> | <a href='/w?action=edit'>Quelltext</a>]</span></h2><p>Sie warten.</p>":
        "<h2>Reiher</h2><p>Sie warten.</p>",
      "<p>A heron <img src=/h.png> flies.</p>":
        "<p>A heron <img src='https://example.org/h.png' alt=''>flies.</p>",
      "<p><ruby>鷺<rp>(</rp><rt>さぎ</rt><rp>)</rp></ruby>が立つ。</p>": "<p>鷺(さぎ)が立つ。</p>",
      "<p><q>He said <q>wait</q> twice</q>, she wrote.</p>":
        "<p>“He said ‘wait’ twice”, she wrote.</p>",
      "<p><span>Cook Time</span><span>20 minutes</span><a href=/x>Heron</a><a href=/y><b>Tern</b></a></p>":
        "<p>Cook Time 20 minutes <a href='https://example.org/x'>Heron</a> <a href='https://example.org/y'><strong>Tern</strong></a></p>",
      "<p><b>You</b><b>Tube</b> e<b>Bay</b> of <i>x</i><b>2</b>, <i>a.example/her</i><b>2on</b>, <code><span>get</span><span>Name</span></code></p>":
        "<p><strong>You</strong><strong>Tube</strong> e<strong>Bay</strong> of <em>x</em><strong>2</strong>, <em>a.example/her</em><strong>2on</strong>, <code>getName</code></p>",
      "<p><cite>Heron, Ada (1999). <i>Still Water</i>. Reed Press.</cite></p>":
        "<p>Heron, Ada (1999). <em>Still Water</em>. Reed Press.</p>",
      "<p>It cost <del>ten</del> <ins>nine</ins> fishes.</p>":
        "<p>It cost <s>ten</s> <ins>nine</ins> fishes.</p>",
      "<p>The heron<span class=sidenote>The grey one.</span> waits<span class=marginnote>For fish</span>.</p>":
        "<p>The heron (The grey one.) waits (For fish).</p>",
      "<p>It flew<span class='ltx_note ltx_role_footnote'><sup class=ltx_note_mark>1</sup><span class=ltx_note_outer><span class=ltx_note_content><sup class=ltx_note_mark>1</sup><span class='ltx_tag ltx_tag_note'>1</span>Twice.</span></span></span> away.</p>":
        "<p>It flew (Twice.) away.</p>",
      "<figure><img src=/h.jpg><figcaption><span>Still life.</span><span class=credit>Photo: A. Heron</span></figcaption></figure>":
        "<figure><img src='https://example.org/h.jpg' alt=''><figcaption>Still life. Photo: A. Heron</figcaption></figure>",
      "<figure><img src=/nest.jpg><figcaption>A nest. <span><b class=x>Credit</b></span> <span><span class=y>Credit</span>Ada Reed</span></figcaption></figure>":
        "<figure><img src='https://example.org/nest.jpg' alt=''><figcaption>A nest. <strong>Credit</strong> Credit Ada Reed</figcaption></figure>",
      "<table><tr><th>Bird<th>Eats<tr><td>Heron<td><ul><li>fish<li>frogs</ul></table>":
        "<table><thead><tr><th>Bird</th><th>Eats</th></tr></thead><tbody><tr><td>Heron</td><td>• fish<br>• frogs</td></tr></tbody></table>",
      "<p>Let<math><mi>c</mi><mo>=</mo><mn>0</mn></math>and look, or (<math><mi>c</mi><mo>=</mo><mn>0</mn></math>), at the <math><mi>n</mi></math>th heron.</p>":
        "<p>Let c = 0 and look, or (c = 0), at the nth heron.</p>",
      "<p>Of getting<mjx-container class=MathJax><mjx-math aria-hidden=true></mjx-math><mjx-assistive-mml><math><mi>k</mi></math></mjx-assistive-mml></mjx-container>heads when flipping 2<mjx-container class=MathJax><mjx-math aria-hidden=true></mjx-math><mjx-assistive-mml><math><mi>n</mi></math></mjx-assistive-mml></mjx-container>coins, a<mjx-container class=MathJax><mjx-math aria-hidden=true></mjx-math><mjx-assistive-mml><math><mi>b</mi></math></mjx-assistive-mml></mjx-container>.</p>":
        "<p>Of getting k heads when flipping 2n coins, ab.</p>",
      #"<p>From $$ to $$$ a night: <code>\(x\)</code>.</p>"#:
        #"<p>From $$ to $$$ a night: <code>\(x\)</code>.</p>"#,
    ])
  func drawn(_ markup: String, _ expected: String) {
    #expect(Pages.fragment(of: markup) == expected)
  }

  @Test(
    "code keeps its lines and its language, without the numbers of lines",
    arguments: [
      "<pre><code class=language-swift>let a = 1\n\n  let b = 2\n</code></pre>":
        "<pre><code class='language-swift'>let a = 1\n\n  let b = 2</code></pre>",
      "<pre class='brush: js'>one<br>two</pre>":
        "<pre><code class='language-js'>one\ntwo</code></pre>",
      "<pre><span class=lineno>1 </span>one\n<span class=lineno>2 </span>two</pre>":
        "<pre><code>one\ntwo</code></pre>",
      "<table><tr><td><pre>1\n2\n3</pre></td><td><pre>one\ntwo\nthree</pre></td></tr></table>":
        "<pre><code>one\ntwo\nthree</code></pre>",
      "<table><tr><td class=blob-num data-line-number=1></td><td class=blob-code>one</td></tr><tr><td class=blob-num></td><td class=blob-code></td></tr><tr><td class=blob-num></td><td class=blob-code>three</td></tr></table>":
        "<pre><code>one\n\nthree</code></pre>",
      "<pre><code><span style='display:flex'><span style='color:gray; user-select: none'> 1</span><span>let n = 1\n</span></span><span style='display:flex'><span style='color:gray; user-select: none'> 2</span><span>let n = 2\n</span></span></code></pre>":
        "<pre><code>let n = 1\nlet n = 2</code></pre>",
      "<pre><span style='user-select:none'>$ </span>make</pre>": "<pre><code>$ make</code></pre>",
      "<xmp>if a<b && <b>c</b> &amp; d</xmp>":
        "<pre><code>if a&lt;b &amp;&amp; &lt;b&gt;c&lt;/b&gt; &amp;amp; d</code></pre>",
      "<pre><code><span class=line><span>nest</span> build</span><span class=line></span><span class=line>nest line</span></code></pre>":
        "<pre><code>nest build\n\nnest line</code></pre>",
      "<pre><span class=line>one</span>\n<span class=line>two</span></pre>":
        "<pre><code>one\ntwo</code></pre>",
    ])
  func code(_ markup: String, _ expected: String) {
    #expect(Pages.fragment(of: markup) == expected)
  }

  @Test(
    "notes and their numbers find each other, whatever marks them, and arrows back are gone",
    arguments: [
      "<p>It flew<sup id=r1><a href=#n1>[1]</a></sup>.</p><ol class=footnotes><li id=n1>Twice, in fact. <a href=#r1>↩</a></li></ol>":
        "<p>It flew<sup><a href='#n1' role='doc-noteref'>1</a></sup>.</p><section role='doc-endnotes'><ol><li id='n1' data-label='1'><p>Twice, in fact.</p></li></ol></section>",
      "<p>It flew<sup id=r1>[<a href=#n1>1</a>]</sup> (twice) [<a href=#n1>1</a>, <a href=#n1>1</a>].</p><ol class=footnotes><li id=n1>Twice, in fact. <a href=#r1>↩</a></li></ol>":
        "<p>It flew<sup><a href='#n1' role='doc-noteref'>1</a></sup> (twice) <sup><a href='#n1' role='doc-noteref'>1</a></sup>, <sup><a href='#n1' role='doc-noteref'>1</a></sup>.</p><section role='doc-endnotes'><ol><li id='n1' data-label='1'><p>Twice, in fact.</p></li></ol></section>",
      "<p>It flew<a id=r1 href=https://example.org/posts/birds.html#n1>1</a>.</p><div class=footnote><a id=n1 href=https://example.org/posts/birds.html#r1>1</a><div><p>Twice, in fact.</p></div></div>":
        "<p>It flew<sup><a href='#n1' role='doc-noteref'>1</a></sup>.</p><section role='doc-endnotes'><ol><li id='n1' data-label='1'><p>Twice, in fact.</p></li></ol></section>",
      "<p>Birds fly <a class='footnote-reference brackets' href=#id2 id=id1>1</a>.</p><dl class='footnote brackets'><dt class=label id=id2><span class=brackets><a class=fn-backref href=#id1>1</a></span></dt><dd><p>Most of them.</p></dd></dl>":
        "<p>Birds fly <sup><a href='#id2' role='doc-noteref'>1</a></sup>.</p><section role='doc-endnotes'><ol><li id='id2' data-label='1'><p>Most of them.</p></li></ol></section>",
      "<p>Birds fly <sup><a data-type=noteref id=m-marker href=#m>1</a></sup>.</p><div data-type=footnotes><p data-type=footnote id=m><sup><a href=#m-marker>1</a></sup> Most of them.</p></div>":
        "<p>Birds fly <sup><a href='#m' role='doc-noteref'>1</a></sup>.</p><section role='doc-endnotes'><ol><li id='m' data-label='1'><p>Most of them.</p></li></ol></section>",
      "<p>It flew<sup id=r1><a href=#n1>1</a></sup>, twice<sup id=r2><a href=#n1>1</a></sup>.</p><ol class=references><li id=n1><span><b>^</b> <a href=#r1><sup><i>a</i></sup></a> <a href=#r2><sup><i>b</i></sup></a></span> Heron 1999.</li></ol>":
        "<p>It flew<sup><a href='#n1' role='doc-noteref'>1</a></sup>, twice<sup><a href='#n1' role='doc-noteref'>1</a></sup>.</p><section role='doc-endnotes'><ol><li id='n1' data-label='1'><p>Heron 1999.</p></li></ol></section>",
      "<p>Birds fly <a href=#_ftn1 name=_ftnref1>[1]</a>.</p><div><p><a href=#_ftnref1 name=_ftn1>[1]</a> Most of them.</p></div>":
        "<p>Birds fly <sup><a href='#_ftn1' role='doc-noteref'>1</a></sup>.</p><section role='doc-endnotes'><ol><li id='_ftn1' data-label='1'><p>Most of them.</p></li></ol></section>",
    ])
  func notes(_ markup: String, _ expected: String) {
    #expect(Pages.fragment(of: markup) == expected)
    #expect(ArticleBody(blocks: Pages.blocks(of: markup)).markdown.contains("[^1]: "))
  }

  @Test(
    "formulas are given once, and readable",
    arguments: [
      #"<span class=mwe-math-element><span style='display: none;'><math alttext='{\displaystyle x^{2}}'><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow><annotation encoding='application/x-tex'>{\displaystyle x^{2}}</annotation></semantics></math></span><img class=mwe-math-fallback-image-inline aria-hidden=true alt='{\displaystyle x^{2}}' src='/x.svg'></span>"#:
        "x^2",
      "<span class=katex><span class=katex-mathml><math><semantics><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><annotation encoding='application/x-tex'>a+b</annotation></semantics></math></span><span class=katex-html aria-hidden=true><span>a</span><span>+b</span></span></span>":
        "a + b",
      "<span class=MathJax_Preview></span><span class=MathJax id=MathJax-Element-1-Frame><nobr><span class=math><span>y</span></span></nobr><span class=MJX_Assistive_MathML><math><mi>y</mi></math></span></span><script type='math/tex'>y</script>":
        "y",
      #"<span class=MathJax_Preview>\(z\)</span><script type='math/tex'>\displaystyle z</script>"#:
        "z",
      "<math><mover accent=true><mi>x</mi><mo>¯</mo></mover></math>": "x\u{304}",
      "<math><mo>(</mo><mfrac linethickness=0><mi>n</mi><mi>k</mi></mfrac><mo>)</mo></math>":
        "(n choose k)",
      "<math><mtable columnalign='right left'><mtr><mtd><mi>a</mi></mtd><mtd><mo>=</mo><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd><mtd><mo>=</mo><mi>d</mi></mtd></mtr></mtable></math>":
        "a = b<br>c = d",
      "<math><mi>f</mi><mo>&#x2061;</mo><mo>(</mo><mi>x</mi><mo>)</mo></math>": "f(x)",
      "<math><mfrac><mi>a</mi><mn>2</mn></mfrac><mo>=</mo><msup><mi>x</mi><mn>2</mn></msup></math>":
        "a/2 = x^2",
      #"<math><semantics><mi>a</mi><annotation encoding='application/x-tex'>\alpha</annotation></semantics></math>"#:
        "a",
      #"\(x^2 + \alpha \leq \frac{1}{2}\)"#: "x^2 + α ≤ 1/2",
      #"$$\sum_{i=1}^n i = \frac{n(n+1)}{2}$$"#: "∑_(i=1)^n i = (n(n+1))/2",
      #"<script type='math/tex'>\sqrt{\beta} \in \mathbb{R}</script>"#: "√β ∈ ℝ",
      "<script type='math/tex'>x</script> <span class=MathJax>y</span><script type='math/tex'>y</script>":
        "x y",
      #"\[A = \begin{pmatrix} a & b \\ c & d \end{pmatrix}\]"#: "A = (a, b; c, d)",
      #"\(\hat{x} \to \left( \text{all } y \right)\)"#: "x\u{302} → ( all y )",
      #"\(\heron{2}\)"#: #"\heron2"#,
      "<math><mo>[</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable><mo>]</mo></math>":
        "[1, 2; 3, 4]",
    ])
  func formulas(_ markup: String, _ expected: String) {
    #expect(
      Pages.fragment(of: "<p>Let \(markup) be given.</p>") == "<p>Let \(expected) be given.</p>")
  }

  @Test(
    "what is embedded has a line with its kind, its title and its link",
    arguments: [
      "<iframe src=https://maps.example.net/pond title='The pond'></iframe>":
        "<p><a href='https://maps.example.net/pond'>Embedded page (maps.example.net): The pond</a></p>",
      "<iframe src=https://open.spotify.com/embed/episode/1></iframe>":
        "<p><a href='https://open.spotify.com/embed/episode/1'>Audio (Spotify)</a></p>",
      "<video controls title='A heron fishes'><source src=/h.mp4></video>":
        "<p><a href='https://example.org/h.mp4'>Video: A heron fishes</a></p>",
      "<audio controls src=/call.mp3></audio>":
        "<p><a href='https://example.org/call.mp3'>Audio</a></p>",
      "<video src=blob:https://example.org/1></video>": "<p>Video</p>",
      "<iframe src=https://x.doubleclick.net/ad></iframe>": "",
      "<iframe src=https://count.example.net/ width=1 height=1></iframe>": "",
      "<iframe src='//www.youtube.com/embed/abc123?rel=0'></iframe>":
        "<p><a href='https://www.youtube.com/watch?v=abc123'>Video (YouTube)</a></p>",
      "<iframe src=https://www.youtube.com/embed/abc title='Herons fishing' width=600 height=400></iframe>":
        "<p><a href='https://www.youtube.com/watch?v=abc'>Video (YouTube): Herons fishing</a></p>",
      "<object data=/paper.pdf type=application/pdf width=600 height=800><p>No viewer.</p></object><script src=https://gist.github.com/ada/12ab.js></script>":
        "<p><a href='https://example.org/paper.pdf'>PDF</a></p><p><a href='https://gist.github.com/ada/12ab'>Embedded page (gist.github.com)</a></p>",
    ])
  func embedded(_ markup: String, _ expected: String) {
    #expect(Pages.fragment(of: markup) == expected)
    #expect(Pages.fragment(of: "<div>\(markup)</div>") == expected)
  }

  @Test("the line of an embedded video and a caption are no text") func noText() {
    let parts = """
      <iframe src=https://www.youtube.com/embed/abc title="Herons fishing" width=600 height=400></iframe>
      <figure><img src=/a.jpg alt=""><figcaption>A heron at dawn.</figcaption></figure>
      """
    let found = Pages.extract(Pages.article(parts))
    for words in ["Video (YouTube): Herons fishing", "A heron at dawn."] {
      #expect(found.html.contains(words))
      #expect(!found.text.contains(words))
    }
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
    "links are absolute, and never script",
    arguments: [
      ("/a?b=1#c", "https://example.org/a?b=1#c"), ("x.html", "https://example.org/posts/x.html"),
      ("../up", "https://example.org/up"), ("//other.org/z", "https://other.org/z"),
      ("?page=2", "https://example.org/posts/birds.html?page=2"),
      ("mailto:a@example.org", "mailto:a@example.org"),
      // A sign with a combining accent counts as well.
      ("#&#x301;a", "\(Pages.address)#\u{301}a"),
      ("/&#x301;b/./c", "https://example.org/\u{301}b/c"),
      ("//d.example/&#x301;e/../f", "https://d.example/\u{301}e/../f"),
      ("HTTP://Upper.org/", "http://Upper.org/"),
      ("javascript:alert(1)", nil), ("JaVa\tScript:alert(1)", nil), (" javascript:alert(1)", nil),
      ("data:text/html,x", nil), ("vbscript:x", nil), ("file:///etc/passwd", nil), ("", nil),
    ] as [(String, String?)])
  func links(_ reference: String, _ expected: String?) {
    let link = expected.map { "<a href='\($0)'>this</a>" } ?? "this"
    #expect(
      Pages.fragment(of: "<p>See <a href=\"\(reference)\">this</a>.</p>") == "<p>See \(link).</p>")
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
      if case .figure(let images, _) = block { images.map(\.url) } else { [] }
    }
    #expect(urls == [expected].compactMap { $0 })
  }

  @Test(
    "a picture says what it shows without the control characters in that, and without a file of its own"
  )
  func words() {
    #expect(
      Pages.fragment(of: "<p><img src=/h.jpg alt='a &#27;[31mgray&#x1;&#10;heron&#127; here'></p>")
        == "<figure><img src='https://example.org/h.jpg' alt='a [31mgray heron here'></figure>")
    let place = "data:image/gif;base64,R0lGODlhAQABAAAAACw="
    #expect(
      Pages.fragment(of: "<p>See <img src='\(place)' alt='a heron'> there.</p>")
        == "<p>See there.</p>")
    let drawn = "src='data:image/png;base64,\(String(repeating: "iVBORw0KGgo=", count: 60))'"
    #expect(
      Pages.fragment(of: "<p>See <img \(drawn) alt='a heron'> there.</p>")
        == "<p>See [a heron] there.</p>")
    #expect(Pages.fragment(of: "<p><img \(drawn) alt='a heron'></p>") == "<p>[a heron]</p>")
    #expect(Pages.fragment(of: "<p><img \(drawn) alt=''></p>").isEmpty)
    #expect(Pages.fragment(of: "<p><img width=1 \(drawn) alt='counter'></p>").isEmpty)
  }
}
