import Library
import ReadingList
import TestSupport
import Testing

/// Examples of the query language, run on a list with one article.
@Suite("A query of the list") struct QueryExampleTests {
  private let scratch = Scratch()
  private let now = Timestamp(seconds: 1_770_000_000)

  private func list(savedAt moment: Timestamp) throws -> LibrarySnapshot {
    var article = Article(address: try WebAddress("https://www.example.com/path"), savedAt: moment)
    article.title = "Élégance of Swift"
    article.author = "Ana Gómez"
    article.site = "Example News"
    article.tags = ["Deep Work", "design"]
    article.language = "en-GB"
    article.wordCount = 3000
    let library = try scratch.open()
    _ = try library.add([article], at: now)
    return library.snapshot()
  }

  private func finds(_ text: String, in list: LibrarySnapshot) throws -> Bool {
    let query = try Query(parsing: text)
    return !list.rows(in: .everything, matching: query, order: .newest, now: now).isEmpty
  }

  @Test("finds what it describes, and nothing else") func examples() throws {
    let list = try list(savedAt: now.advanced(bySeconds: -86_400))
    for text in [
      "", "swift", "SWIFT elegance", "\"of swift\"", "gomez", "news", "example.com/path", "design",
      "https://www.example.com", "-cooking", "title:élégance", "site:example", "author:ana",
      "url:path", "tag:\"deep work\"", "tag:#design", "lang:en", "is:unread", "is:pending",
      "minutes:10..20", "minutes:15", "minutes:..15", "words:1000..", "progress:0..0", "older:1d",
      "newer:2d", "-older:2d", "saved:2026-02-01", "saved:2026-01-01..2026-02-28",
      "saved:..2026-03-01", "has:tags", "-has:note", "in:list", "in:all", "-in:trash",
      "title:\"of swift\" -is:read",
    ] { #expect(try finds(text, in: list), "\(text)") }
    for text in [
      "cooking", "-swift", "\"swift of\"", "title:news", "tag:deep", "-tag:design", "lang:gb",
      "is:read", "is:archived", "minutes:..14", "minutes:16..", "words:..2999", "progress:1..",
      "older:2d", "newer:1w -newer:1w", "saved:2026-02-02", "has:highlights", "in:archived",
      "in:failed",
    ] { #expect(try !finds(text, in: list), "\(text)") }
  }

  @Test("saved:DATE includes the last moment of the day") func lastMoment() throws {
    let late = try #require(Timestamp(rfc3339: "2026-01-31T23:59:59.999Z"))
    let list = try list(savedAt: late)
    #expect(try finds("saved:2026-01-31", in: list) && !finds("saved:2026-02-01", in: list))
  }

  @Test("an order puts what lacks the sorted fact last", arguments: [Order.site, .recentlyRead])
  func lacking(order: Order) throws {
    let library = try scratch.open()
    let articles = try ["with", "later", "without"].enumerated().map { number, name in
      var article = Article(
        address: try WebAddress("https://\(name).example/"),
        savedAt: now.advanced(bySeconds: Int64(number)))
      if name != "without" {
        article.site = name == "with" ? "Zzz" : "Aaa"
        article.progress = Progress(percent: 50)
        article.readAt = now.advanced(bySeconds: name == "with" ? -99 : -9)
      }
      return article
    }
    _ = try library.add(articles, at: now)
    let list = library.snapshot()
    let rows = list.rows(in: .everything, matching: Query(), order: order, now: now)
    #expect(rows.map { list[$0].id } == [articles[1].id, articles[0].id, articles[2].id])
  }
}
