import ReadingList
import TestSupport

/// Pages of every kind of block and script, and what is done to them.
enum BrokenPages {
  /// Whole pages, in UTF-8.
  static let pages: [[UInt8]] = [
    page(prose + list + table + prose), page(prose + figure + notes + code + prose, head: metadata),
    page(scripts + prose + definitions + scripts),
    page(prose + "<table><tr><td>\(prose)\(list)<td>\(table)</table>" + prose + loose),
    Array((prose + forms + prose).utf8),
  ]

  private static let sentence =
    "The heron stands in the shallow water for hours, quite still, and waits until a fish comes near. "
  private static let prose =
    "<p>\(sentence)<a href=\"/a?b=1&amp;c\">A link</a>, <em>lean</em> <b>heavy</b> <code>code()</code>"
    + "H<sub>2</sub>O x<sup>n+q</sup> <del>ten</del><ins>nine</ins> <mark>m</mark>. \(sentence)</p><h2 id=h>On herons</h2>"
  private static let list =
    "<ul><li>one<ul><li><p>two</p><li>three</ul><li><input type=checkbox checked> done</ul>"
    + "<ol reversed start=7 type=i><li value=9>nine<li>eight</ol>"
  private static let table =
    "<table><caption>Birds</caption><thead><tr><th>Bird<th>Weight<th>What it does</thead><tr><td>Heron<td>1,500 g"
    + "<td colspan=2>\(sentence)<tr><td rowspan=2>Egret<td>400&nbsp;g</table>"
  private static let figure =
    "<figure><img src=a.jpg alt='A heron' srcset='b.jpg 2x'><img data-src=c.jpg><figcaption>Still <i>life</i>.</figcaption></figure>"
  private static let code =
    "<pre><code class=language-swift>func wait() {\n\tif isStill { return }\n}\n</code></pre><pre>a\tb\r\n</pre><hr>"
  private static let notes =
    "<p>Noted<sup><a href=#fn1 id=r1>1</a></sup>.</p><ol><li id=fn1>A note. <a href=#r1>↩</a></ol>"
    + "<blockquote><p>Quoted.</p><blockquote>Twice.</blockquote></blockquote>"
  private static let definitions =
    "<dl><dt>Heron<dd>A bird.<dt>Egret<dd><p>Another.</p></dl><details><summary>More</summary><p>Less.</p></details>"
    + "<math><mi>x</mi><mo>=</mo><mfrac><mn>1</mn><mi>y</mi></mfrac></math><svg><title>s</title><text>t</text></svg>"
  private static let scripts =
    "<p dir=rtl>مرحبا بالعالم، هذا نص طويل 42 قليلا reader.</p><p>日本語の文章です。改行、禁則「処理」も。한국어 텍스트. กำลังใจและ</p>"
    + "<p>👨‍👩‍👧‍👦 👍🏽 🇩🇪🇫🇷 e\u{301} क्षत्रिय Donau&shy;dampf&shy;schiff &ldquo;x&rdquo; — „y“</p>"
  private static let loose =
    "Loose text<br><br>and more<br>of it<center><font color=red>old</font></center><template><p>t</template>"
  private static let forms =
    "<form><select><option>o</select><textarea>t</textarea><button>Press</button></form><noscript><p>n</noscript>"
    + "<script>document.write('<p>x')</script><style>p{}</style><iframe src=//v.example/embed/1></iframe>"
  private static let metadata =
    "<meta property=og:title content='Herons'><meta name=author content='Ada'><link rel=next href=/2>"
    + "<script type=application/ld+json>{\"@type\":\"Article\",\"headline\":\"H\",\"articleBody\":\"Text.\"}</script>"

  private static func page(_ inside: String, head: String = "") -> [UInt8] {
    Array(
      "<!DOCTYPE html><html lang=en><head><title>Herons</title>\(head)</head><body><nav><a href=/>Home</a></nav><article><h1>Herons</h1>\(inside)</article><footer>©</footer></body></html>"
        .utf8)
  }

  /// What is hard to read, to show or to end.
  private static let snippets: [[UInt8]] =
    [
      "<", ">", "\"", "'", "=", "&", "&#", "&#27;[31m", "&#x9b;2J", "&#0;", "&#xd800;",
      "&#x110000;", "&shy;", "&nbsp;", "&#8238;evil", "\u{202e}", "\u{200b}", "\u{2028}", "\u{85}",
      "\u{feff}", "\u{10ffff}", "\u{e0041}", "<!--", "-->", "<![CDATA[", "]]>", "<?", "</", "</p>",
      "</div>", "</table>", "</article>", "<table>", "<tr>", "<td>", "<li>", "<ul>", "<ol>", "<dl>",
      "<dd>", "<pre>", "<p>", "<br>", "<a href=#x>", "</a>", "<b>", "<sup>", "<sub>", "</sup>",
      "<blockquote>", "<details>", "<summary>", "<svg>", "<math>", "<template>", "<script>",
      "</script>", "<style>", "<title>", "<textarea>", "<plaintext>", "<frameset>", "<select>",
      "<ruby>漢<rt>か</rt>", " id=fn1", " href='javascript:x'", " hidden", " style=display:none",
      " class=\"comment sidebar\"", "\t", "\r", "☐ ", "**", "# ", "```", "| a | b |", "> ",
    ].map { Array($0.utf8) } + [
      [0], [0x1b, 0x5b, 0x41], [0x7f], [0x9b], [0xff, 0xfe], [0xe9, 0x20],
      [0x82, 0xa0, 0x82, 0xa2], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80],
      [0xe2, 0x80], [0xcc, 0x81], [0xef, 0xbf, 0xbe],
    ]

  /// What may be repeated without an end in sight.
  private static let repeated: [[UInt8]] = [
    "<div>", "<b>", "<ul><li>", "<table><tr><td>", "<blockquote>", "<sup>", "<dl><dd>", "</div>",
    "&nbsp;", "&shy;", "\u{301}", "क्", "\u{200d}👩", "🇩", "x", "日", "ا", " ", "\n", "\t", "<br>",
    "<td>", "<a href=u>",
  ].map { Array($0.utf8) }

  /// Changes a page at a few places.
  static func mutate(_ page: inout [UInt8], with others: [[UInt8]], _ random: inout SeededNumbers) {
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let place = Int.random(in: 0...page.count, using: &random)
      let end = min(page.count, place + Int.random(in: 1...64, using: &random))
      switch Int.random(in: 0..<10, using: &random) {
      case 0: if place < page.count { page[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
      case 1: page.removeSubrange(place..<end)
      case 2:
        page.insert(
          contentsOf: page[place..<end], at: Int.random(in: 0...page.count, using: &random))
      case 3, 4: page.insert(contentsOf: random.pick(snippets), at: place)
      case 5:
        let piece = random.pick(repeated)
        let count = random.pick([2, 5, 20, 80, 300])
        page.insert(contentsOf: (0..<count).flatMap { _ in piece }, at: place)
      case 6: cut(&page, at: UInt8(ascii: "<"), from: place, &random)
      case 7: cut(&page, at: random.pick(Array("\"'=>/&;".utf8)), from: place, &random)
      case 8: page.removeSubrange(place...)
      default:
        let other = random.pick(others)
        let from = Int.random(in: 0...other.count, using: &random)
        let to = min(other.count, from + Int.random(in: 1...600, using: &random))
        page.insert(contentsOf: other[from..<to], at: place)
      }
    }
  }

  /// Takes the next sign of a kind out, and perhaps some of what follows.
  private static func cut(
    _ page: inout [UInt8], at sign: UInt8, from place: Int, _ random: inout SeededNumbers
  ) {
    guard let found = page[place...].firstIndex(of: sign) else { return }
    let end = min(page.count, found + random.pick([1, 1, 2, 4, 12]))
    page.removeSubrange(found..<end)
  }
}
