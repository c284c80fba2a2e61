import Library
import ReadingList
import TestSupport

/// Articles that differ in every field that lists and queries use.
func sampleArticles(_ count: Int, seed: UInt64) throws -> [Article] {
  var random = SeededNumbers(seed: seed)
  let words = [
    "swift", "Élan", "ÖL", "naïve", "日本語", "कि", "👩‍👩‍👧", "Title\nwith line", "a", "tea", "the", "mmap",
    "œuvre", "ZEBRA", "", "\u{0}nul", "e\u{301}te",
  ]
  func text(_ most: Int) -> String {
    (0..<Int.random(in: 0...most, using: &random)).map { _ in
      words[Int.random(in: 0..<words.count, using: &random)]
    }.joined(separator: " ")
  }
  func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
  var articles: [Article] = []
  for number in 0..<count {
    let host =
      ["example.com", "www.news.org", "münchen.de", "blog.example.com"].randomElement(
        using: &random) ?? ""
    var new = try article(
      "https://\(host)/\(text(1).filter { $0.isLetter })/\(number)?utm_source=x",
      at: at(Int64.random(in: 0...40, using: &random) * 86_400))
    new.title = text(4)
    new.author = maybe(text(2))
    new.site = maybe(text(1))
    new.language = maybe(["en", "en-GB", "DE", "ja"].randomElement(using: &random) ?? "")
    new.excerpt = maybe(text(20))
    new.publishedAt = maybe(at(Int64.random(in: -9...9, using: &random) * 1000))
    new.wordCount = [0, 0, 50, 200, 1000, 5000].randomElement(using: &random) ?? 0
    new.tags = Array(
      Set(
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
          ["tag 0", "tag 1", "tag 2", "tag 3", "tag 1/x", "tag 2/y", "tag 5/y"].randomElement(
            using: &random) ?? ""
        }))
    new.membership = Membership(
      isFavorite: Int.random(in: 0...3, using: &random) == 0,
      isArchived: Int.random(in: 0...3, using: &random) == 0,
      isDeleted: Int.random(in: 0...5, using: &random) == 0)
    new.fetch =
      [.ready, .pending(reason: nil), .failed(reason: "404"), .suspect(reason: "short")]
      .randomElement(using: &random) ?? .ready
    new.progress = Progress(percent: [0, 0, 1, 50, 99, 100].randomElement(using: &random) ?? 0)
    new.readAt = maybe(at(Int64.random(in: 0...99, using: &random)))
    new.note = maybe("note") ?? ""
    articles.append(new)
  }
  return articles
}

/// All scopes and orders and a query of each kind, for comparing lists.
enum Questions {
  static let views: [SavedView] =
    Filter.allCases.map(SavedView.list) + [
      .inProgress, .failed, .trash, .everything, .tag("tag 1"), .tag("none"),
    ]

  static let queries = [
    "swift", "-swift", "élan", "elan", "tea the", "क", "日本", "title:swift", "-title:a",
    "site:example", "author:zebra", "url:news", "tag:\"tag 2\"", "-tag:\"tag 2\"", "tag:\"tag 5\"",
    "tag:\"tag 1/x\"", "lang:en", "-lang:de", "is:unread", "is:read", "is:started", "is:favorite",
    "is:archived", "is:deleted", "is:pending", "is:ready", "is:failed", "is:suspect", "minutes:..5",
    "-minutes:5..", "words:200..", "words:..300", "minutes:..1", "progress:1..94", "in:trash",
    "in:list", "in:progress", "in:favorites", "has:tags", "has:note", "-has:highlights",
    "saved:2026-02-03..2026-02-10", "newer:1w", "\"line swift\"",
    "is:unread minutes:..20 -tag:\"tag 1\" a", "zzzz",
  ]

  /// The ids that a list must contain, derived from the articles alone.
  static func expected(
    _ articles: [ArticleSummary], _ view: SavedView, _ query: Query?, _ order: Order,
    _ rules: ListRules, texts: TextMatches = TextMatches(), now: Timestamp? = nil
  ) -> [ArticleID] {
    articles.filter {
      $0.isIn(view, rules, texts: texts, now: now)
        && query?.matches($0, rules, texts: texts, now: now) ?? true
    }.sorted(by: order.areInOrder).map(\.id)
  }
}
