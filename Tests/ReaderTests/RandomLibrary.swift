import Foundation
import Library
import PageExtraction
import ReadingList
import TestSupport

/// The kinds of libraries that random events run on.
enum RandomLibrary: CaseIterable {
  case usual, empty, welcome, thousand, hostile, damaged, readOnly, scripts, tagged, huge

  var access: Library.Access { self == .readOnly ? .readOnly : .readWrite }

  /// Adds articles to a new library.
  func fill(_ library: Library, at now: Timestamp, _ random: inout SeededNumbers) throws {
    switch self {
    case .empty: return
    case .welcome: return try welcome(library, at: now)
    case .thousand:
      let articles = try (0..<960).map { number in
        var article = Article(
          address: try WebAddress("https://many\(number % 7).example/\(number)"),
          savedAt: now.advanced(bySeconds: Int64(-number * 3000)))
        article.title = "\(random.pick(["Calm", "Slow", "漢字", "Long"])) number \(number)"
        article.tags = random.pick([[], [], ["slow"], ["calm", "x/\(number % 5)"]])
        article.isArchived = random.one(in: 6)
        article.fetch = random.pick([.pending(reason: nil), .failed(reason: "404")])
        return article
      }
      _ = try library.add(articles, at: now)
    default: break
    }
    let samples = samples(&random)
    for sample in samples { try sample.store(in: library) }
    for sample in samples where random.one(in: self == .huge ? 30 : 9) {
      _ = try library.apply(.delete(true), to: [sample.id], at: now)
    }
    if self == .damaged { try damage(library, &random) }
  }

  /// Adds the program's welcome articles.
  private func welcome(_ library: Library, at now: Timestamp) throws {
    let directory = URL(filePath: samplePages).deletingLastPathComponent().path + "/welcome"
    for name in try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    where name.hasSuffix(".html") {
      let html = try String(contentsOfFile: directory + "/" + name, encoding: .utf8)
      let urn = ArticleID.urn(forContent: name)
      let article = Article(canonicalURL: urn, url: urn, title: name, savedAt: now)
      _ = try library.keep(article, html: ArticleBody(fragment: html).fragmentHTML, at: now)
    }
  }

  /// Adds records that are unreadable, empty or not files.
  private func damage(_ library: Library, _ random: inout SeededNumbers) throws {
    for path in LibraryFiles.records(in: library.directory) where random.one(in: 4) {
      let bytes: [UInt8] = random.pick([[], [0x7b], [0xff, 0x9b, 0], Array("[1, 2]".utf8)])
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    }
  }

  private var titles: [String] {
    switch self {
    case .hostile:
      [
        "\u{9b}31mred", "one\u{1b}[2Jtwo", unprintable, "\u{202e}turned\u{2066}", "a\u{0}b\r\nc\td",
        "\u{9d}52;c;AAAA\u{9c}", String(repeating: "e\u{301}\u{302}\u{303}", count: 40),
        "z" + String(repeating: "\u{310}", count: 200),
      ]
    case .scripts:
      [
        "漢字かな交じり文の長い題名がここにあって途中で切れることになるでしょう", "שלום עולם and back", "नमस्ते दुनिया",
        "مرحبا بالعالم في هذا المقال الطويل جدا", "한국어 제목이 여기 있습니다", "👩‍👩‍👧 🇩🇪 👍🏽", "ไทยไม่มีช่องว่างระหว่างคำ",
      ]
    default:
      [
        "The Slow Web", "漢字かな交じり文の長い題名がここにあって途中で切れることになるでしょう", "",
        "A title that is far too long for any list, " + String(repeating: "word ", count: 40),
        "e\u{301}e\u{301} 👩‍👩‍👧 🇩🇪 👍🏽 end", "שלום עולם and back", "नमस्ते दुनिया", "x", "ﷺ\u{200b}\u{200d}",
      ]
    }
  }

  private var bodies: [String] {
    let usual = [
      longHTML, "<p>Short.</p>", "<p>漢字かな交じり文。</p>",
      "<h1>One</h1><p>Text <a href='https://new.example/here'>link</a></p><h2>Two</h2>"
        + "<pre>code\n\tmore code that is long enough to be cut somewhere at the right</pre>"
        + "<ul><li>a<li>b</ul><table><tr><td>1<td>漢字</table><blockquote>quoted</blockquote>",
    ]
    switch self {
    case .hostile: return usual + [hostileHTML]
    case .scripts:
      return usual + [
        "<p dir=rtl>" + String(repeating: "שלום עולם and back، ", count: 60) + "</p>",
        "<p>" + String(repeating: "漢字かな交じり文。「かぎ」", count: 90) + "</p>",
      ]
    case .huge:
      let word = String(repeating: "Lorem ipsum dolor sit amet. ", count: 400)
      let rows = (1...120).map { "<tr><td>\($0)<td>\(word.prefix(90))<td>漢字" }.joined()
      return [String(repeating: longHTML, count: 4) + "<p>\(word)</p><table>\(rows)</table>"]
    default: return usual
    }
  }

  private func tags(_ random: inout SeededNumbers) -> [String] {
    switch self {
    case .tagged: (0..<8).map { _ in "t\(random.below(40))/\(random.below(5))/\(random.below(3))" }
    case .hostile:
      random.pick([["\u{9b}31m"], ["a\u{202e}b"], ["slow"]]).compactMap { normalizedTag($0) }
    default: random.pick([[], [], ["slow"], ["slow", "calm", "漢字"], ["x"]])
    }
  }

  private func samples(_ random: inout SeededNumbers) -> [Sample] {
    let states: [FetchState] = [
      .ready, .ready, .ready, .ready, .pending(reason: nil), .pending(reason: "No answer"),
      .failed(reason: self == .hostile ? "404 \u{9b}31m" : "404"),
      .suspect(reason: "only 16 words found"),
    ]
    let authors =
      self == .hostile
      ? [unprintable] : ["Jack Cheng", "A very long name of several people and others"]
    let count = self == .huge ? 6 : 20 + random.below(41)
    return (0..<count).map { number in
      Sample(
        url: "https://\(random.pick(["one", "two", "xn--mgbh0fb"])).example/\(number)",
        title: random.pick(titles), html: random.pick(bodies),
        savedAt: "2026-11-\(10 + random.below(11))T1\(random.below(10)):0\(random.below(10)):00Z",
        site: random.pick([nil, "one.example", self == .hostile ? unprintable : "漢字.example"]),
        author: random.pick([nil] + authors), words: random.pick([0, 10, 800, 2400, 100_000]),
        tags: tags(&random), isFavorite: random.one(in: 5), isArchived: random.one(in: 5),
        progress: random.pick([0, 0, 0, 1, 50, 99, 100]), state: random.pick(states))
    }
  }
}

/// Every character that must not reach a terminal, separated by letters.
let unprintable: String = {
  let ranges: [ClosedRange<UInt32>] = [
    0...0x1f, 0x7f...0x9f, 0x61c...0x61c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x206f,
    0xfff9...0xfffb, 0xe0001...0xe0001, 0xe0020...0xe007f,
  ]
  var text = String.UnicodeScalarView()
  for scalar in ranges.joined().compactMap({ Unicode.Scalar($0) }) {
    text.append(scalar)
    text.append("i")
  }
  return String(text)
}()

/// A text with these characters in every kind of block.
let hostileHTML = """
  <h1>One \(unprintable)</h1><p>\(unprintable) <a href='https://x.example/\(unprintable)'>\(unprintable)</a>
  <em>\(unprintable)</em> <code>\(unprintable)</code></p><pre>\(unprintable)</pre><blockquote>\(unprintable)
  </blockquote><ul><li>\(unprintable)</ul><ol><li>\(unprintable)</ol><table><caption>\(unprintable)</caption>
  <tr><th>\(unprintable)<td>\(unprintable)</table><figure><img src='https://x.example/p.png' alt='\(unprintable)'>
  <figcaption>\(unprintable)</figcaption></figure><h2 id='a'>Two \(unprintable)</h2><hr>
  """
