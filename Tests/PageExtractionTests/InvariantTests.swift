import PageExtraction
import ReadingList
import TestSupport
import Testing

/// Properties of any page's text, whatever the block model decides.
@Suite("The text of any page") struct InvariantTests {
  @Test(
    "is in the page's order, once, and whole: headings with what they head, lists, captions",
    arguments: 0..<4 as Range<UInt64>)
  func ordinary(part: UInt64) {
    for number in stride(from: part, to: UInt64(40 * testScale), by: 4) {
      let page = GeneratedPage(seed: number, isHostile: false)
      let found = Pages.extract(page.html)
      #expect(found.verdict == .ready, "page \(number)")
      #expect(page.problems(of: found) + page.gaps(in: found) == [], "page \(number)\n\(page.html)")
    }
  }

  @Test(
    "is in the page's order, once, and harmless, however broken its markup is",
    arguments: 0..<4 as Range<UInt64>)
  func hostile(part: UInt64) {
    for number in stride(from: part, to: UInt64(60 * testScale), by: 4) {
      let page = GeneratedPage(seed: 1000 + number, isHostile: true)
      let found = Pages.extract(page.html)
      #expect(page.problems(of: found) == [], "page \(number)\n\(page.html)")
    }
  }
}

/// A page whose sentences are numbered.
private struct GeneratedPage {
  private(set) var html = ""
  /// The numbers of the sentences in each list and in the captions.
  private var lists: [[Int]] = []
  private var captions: [Int] = []
  private var count = 0
  private var random: SeededNumbers

  private static let ends = [
    "stands in the shallow water for hours, quite still, and waits until a fish comes near",
    "was counted at the mill in the morning, when the fog had gone and the wind had not come yet",
    "flew over the meadows to the river, where the others had built their nests in the old trees",
    "is older than the bridge, says the man who has looked after the weir for thirty-two years",
  ]

  /// Insertions in an article that are not text.
  private static let noise = [
    "<!-- a comment -->", "<script>document.write('<p>')</script>", "<style>p{color:red}</style>",
    "<div></div>", "<p>&nbsp;</p>", "<a name=here></a>", "<template><p>Nothing</p></template>",
  ]

  /// Broken or malicious markup without text.
  private static let hostile = [
    "</div></div>", "</section>", "<b>", "<div><div>", "</b></i></p>", "\u{0}", "\u{1b}[31m",
    "&#0;", "&#x9b;", "<p onclick='x()'>", "<span style='display:none'></span>", "</span>",
    "<svg onload=x()></svg>", "<table><tr></table>", "<![CDATA[]]>", "<a href='javascript:x()'>",
    "</a>", "\u{202e}", "<font size=7>", "<center>", "</center>",
    "<iframe src=//e.example></iframe>",
    "<base href='http://['>", "<ul></ul>", "<li></li>", "<object data=x></object>",
  ]

  init(seed: UInt64, isHostile: Bool) {
    random = SeededNumbers(seed: seed)
    var inside = ""
    for _ in 0..<(6 + Int.random(in: 0...12, using: &random)) {
      inside += block()
      if random.chance(20) { inside += random.pick(Self.noise) }
      if isHostile, random.chance(60) { inside += random.pick(Self.hostile) }
    }
    let (open, close) = random.pick([
      ("<article>", "</article>"), ("<main>", "</main>"),
      ("<div class=content>", "</div>"), ("<article><div><div>", "</div></div></article>"),
    ])
    html = """
      <!DOCTYPE html><html lang=en><head><title>On herons</title></head><body>
      <nav><ul><li><a href=/>Home</a></li><li><a href=/b>Birds</a></li></ul></nav>
      \(open)<h1>On herons</h1>\(inside)\(close)
      <footer><p>Copyright Bird News, all rights reserved.</p></footer></body></html>
      """
  }

  private mutating func sentence() -> String {
    count += 1
    return "The heron w\(count)w \(random.pick(Self.ends))."
  }

  private mutating func prose() -> String {
    (0...Int.random(in: 1...3, using: &random)).map { _ in sentence() }.joined(separator: " ")
  }

  private mutating func block() -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1:
      count += 1
      let level = Int.random(in: 2...3, using: &random)
      return "<h\(level)>The mill w\(count)w of the valley</h\(level)><p>\(prose())</p>"
    case 2, 3:
      let before = "<p>\(prose())</p>"
      let first = count + 1
      let items = (0...Int.random(in: 1...4, using: &random)).map { _ in "<li>\(sentence())</li>" }
      lists.append(Array(first...count))
      let name = random.pick(["ul", "ol"])
      return before + "<\(name)>\(items.joined())</\(name)><p>\(prose())</p>"
    case 4:
      count += 1
      captions.append(count)
      let picture = "<img src=/p\(count).jpg width=800 height=600 alt=''>"
      let caption = "<figcaption>A bird w\(count)w at the mill.</figcaption>"
      return "<figure>\(picture)\(caption)</figure><p>\(prose())</p>"
    case 5: return "<blockquote><p>\(prose())</p></blockquote><p>\(prose())</p>"
    case 6: return "<p>\(sentence()) <em>\(sentence())</em> <a href=/x>\(sentence())</a></p>"
    case 7:
      let rows = (0..<3).map { _ in "<tr><td>\(sentence())</td><td>\(sentence())</td></tr>" }
      return "<table><tr><th>Bird</th><th>Place</th></tr>\(rows.joined())</table><p>\(prose())</p>"
    default: return "<p>\(prose())</p>"
    }
  }

  /// The sentence numbers in a text, in order.
  private static func numbers(in text: String) -> [Int] {
    text.matches(of: /w(\d+)w/).compactMap { Int($0.output.1) }
  }

  private static func numbers(in blocks: [ArticleBody.Block]) -> [Int] {
    numbers(in: ArticleBody(blocks: blocks).markdown)
  }

  /// Describes what must not occur in any text.
  func problems(of found: Extraction) -> [String] {
    var problems: [String] = []
    let there = Self.numbers(in: found.body.blocks)
    if zip(there, there.dropFirst()).contains(where: { $0 >= $1 }) {
      problems.append("not once and in order: \(there)")
    }
    if ArticleBody(fragment: found.html) != found.body {
      problems.append("the fragment is another body")
    }
    if Pages.extract(html) != found { problems.append("it is another one the second time") }
    let words = Set(html.split { !$0.isLetter && !$0.isNumber })
    let strange = found.text.split { !$0.isLetter && !$0.isNumber }.filter { !words.contains($0) }
    if !strange.isEmpty { problems.append("not of the page: \(strange)") }
    if found.html.firstMatch(of: /(?i)javascript:|<script|onclick|\x1b/) != nil {
      problems.append("something that could be run")
    }
    return problems
  }

  /// Describes what is missing from a complete page's text, allowing three sentences in a hundred.
  func gaps(in found: Extraction) -> [String] {
    var problems: [String] = []
    let there = Self.numbers(in: found.body.blocks)
    let lost = Set(1...count).subtracting(there).sorted()
    if lost.count * 100 > count * 3 { problems.append("lost of \(count): \(lost)") }
    for (block, next) in zip(found.body.blocks, found.body.blocks.dropFirst().map(\.self) + [nil]) {
      guard case .heading(let level, _, _) = block else { continue }
      if case .heading(let other, _, _)? = next, other > level { continue }
      if case .heading? = next { problems.append("a heading without a text") }
      if next == nil { problems.append("a heading at the end") }
    }
    let blocks = Self.flat(found.body.blocks)
    for list in lists {
      let items = list.compactMap { number in
        blocks.firstIndex {
          guard case .list(let list) = $0 else { return false }
          return list.items.contains { Self.numbers(in: $0) == [number] }
        }
      }
      if items.count < Set(list).intersection(there).count || Set(items).count > 1 {
        problems.append("the list of \(list) is apart")
      }
    }
    for caption in captions where there.contains(caption) {
      let isWhole = blocks.contains {
        guard case .figure(let images, _) = $0 else { return false }
        return images.contains { $0.url.hasSuffix("p\(caption).jpg") }
          && Self.numbers(in: [$0]) == [caption]
      }
      if !isWhole { problems.append("the caption \(caption) is without its picture") }
    }
    return problems
  }

  /// Blocks with those inside quotations and items.
  private static func flat(_ blocks: [ArticleBody.Block]) -> [ArticleBody.Block] {
    blocks.flatMap { block in
      switch block {
      case .quote(let inside), .details(_, let inside): [block] + flat(inside)
      case .list(let list): [block] + list.items.flatMap(flat)
      default: [block]
      }
    }
  }
}
