package import ReadingList

/// Texts in many scripts, all of them difficult.
private let trickyTexts = [
  "One evening about a month ago I noticed something, and then it was gone again.",
  "日本語の文章です。改行、禁則「処理」も。", "한국어 텍스트는 띄어쓰기를 합니다.", "שלום עולם, זה טקסט מימין לשמאל.",
  "مرحبا بالعالم، هذا نص طويل قليلا.", "👨‍👩‍👧‍👦 and 👍🏽 and 🇩🇪🇫🇷 and ❤️ 1️⃣",
  "e\u{301}\u{323}o\u{308} z\u{300}\u{301}\u{302}\u{303}", "हिन्दी क्षत्रिय कर्त्तव्य", "กำลังใจและความหวัง",
  "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen",
  "Donau\u{ad}dampf\u{ad}schiff\u{ad}fahrt",
  "https://example.org/a/very/long/path/that/does/not/end?query=1&more=2#fragment", "a\tb\tc", "",
  " ", "\u{200b}\u{200d}\u{feff}", "\u{202e}evil\u{202c} \u{1b}[31m \u{9b}2J", "x\u{2028}y\u{85}z",
  "well-known state-of-the-art 1914–18 and/or 1/2 — dash—dash", "Bonjour ! « Ça va ? » Oui.",
  "(a) [b] {c} \"d\" 'e'", "中(文)中，「文」abc中abc", "\u{fffd}\u{fffe}\u{e000}", "ﾊﾝｶｸ カタカナー ッ",
  "\u{302}\u{302}", "\u{1f1e6}\u{1f1e7}\u{1f1e8}",
  // A single cluster with more letters than any script uses.
  "क्" + String(repeating: "ष्", count: 40) + "ष",
]

/// Random bodies with every kind of block and run.
package struct BodyMaker {
  private var numbers: SeededNumbers

  /// The same seed gives the same bodies.
  package init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  private mutating func upTo(_ most: Int) -> Int { Int.random(in: 0...most, using: &numbers) }

  private mutating func word() -> String { numbers.pick(trickyTexts) }

  private mutating func inlines(depth: Int = 2) -> [ArticleBody.Inline] {
    (0..<(1 + upTo(3))).map { _ in
      switch depth == 0 ? upTo(1) : upTo(11) {
      case 0, 1, 2: .text(word())
      case 3: .emphasis(inlines(depth: depth - 1))
      case 4: .strong(inlines(depth: depth - 1))
      case 5: .code(word())
      case 6: .link(inlines(depth: depth - 1), url: "https://example.org/\(upTo(9))")
      case 7: .strike(inlines(depth: depth - 1))
      case 8: upTo(1) == 0 ? .sub([.text("2")]) : .sup([.text("n+1x")])
      case 9: upTo(1) == 0 ? .mark(inlines(depth: depth - 1)) : .inserted(inlines(depth: depth - 1))
      case 10: .footnoteReference(label: "1", anchor: "n1")
      default: upTo(1) == 0 ? .lineBreak : .image(.init(url: "u", alternative: word()))
      }
    }
  }

  package mutating func blocks(depth: Int = 3) -> [ArticleBody.Block] {
    (0..<(1 + upTo(3))).map { _ in block(depth: depth) }
  }

  private mutating func block(depth: Int) -> ArticleBody.Block {
    switch depth == 0 ? upTo(5) : upTo(10) {
    case 0, 1: .paragraph(inlines())
    case 2: .heading(level: 1 + upTo(5), inlines(), anchor: nil)
    case 3:
      .code((0...upTo(3)).map { _ in "\tif x {\t" + word() }.joined(separator: "\n"), language: nil)
    case 4: .rule
    case 5:
      .figure(
        (0...upTo(2)).map { _ in .init(url: "u", alternative: word()) }, caption: inlines())
    case 6:
      .list(
        .init(
          start: upTo(1) == 0 ? nil : upTo(120),
          items: (0...upTo(2)).map { _ in blocks(depth: depth - 1) }))
    case 7: .quote(blocks(depth: depth - 1))
    case 8: table()
    case 9: .definitions([.init(terms: [inlines()], details: [blocks(depth: depth - 1)])])
    default:
      upTo(1) == 0
        ? .details(summary: inlines(), blocks(depth: depth - 1))
        : .footnotes([.init(label: "\(upTo(99))", anchor: "n1", blocks: blocks(depth: depth - 1))])
    }
  }

  private mutating func table() -> ArticleBody.Block {
    let columns = 1 + upTo(4)
    return .table(
      .init(
        caption: upTo(1) == 0 ? [] : inlines(depth: 0),
        header: upTo(1) == 0 ? [] : (0..<columns).map { _ in inlines(depth: 1) },
        rows: (0...upTo(3)).map { _ in (0..<(1 + upTo(columns - 1))).map { _ in inlines(depth: 1) }
        }))
  }

  package mutating func body() -> ArticleBody { ArticleBody(blocks: blocks()) }
}
