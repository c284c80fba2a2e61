import ArticleStore
import ReadingList
import Testing

@Suite("The list")
struct SnapshotTests {
  private let scratch = Scratch()

  private func check(_ snapshot: LibrarySnapshot, _ articles: [Article]) throws {
    let summaries = articles.map { ArticleSummary($0) }
    let all = snapshot.rows(in: .everything, matching: nil, order: .newest, favoritesStay: false)
    let trash = snapshot.rows(in: .trash, matching: nil, order: .newest, favoritesStay: false)
    #expect(
      Dictionary(uniqueKeysWithValues: (all + trash).map { (snapshot.id(of: $0), snapshot[$0]) })
        == Dictionary(uniqueKeysWithValues: summaries.map { ($0.id, $0) })
    )
    for favoritesStay in [false, true] {
      for scope in Questions.scopes {
        let expected = Questions.expected(summaries, scope, nil, .newest, favoritesStay)
        #expect(snapshot.counts.count(of: scope, favoritesStay: favoritesStay) == expected.count)
        for order in Order.allCases {
          let rows = snapshot.rows(
            in: scope,
            matching: nil,
            order: order,
            favoritesStay: favoritesStay
          )
          #expect(
            rows.map(snapshot.id)
              == Questions.expected(summaries, scope, nil, order, favoritesStay),
            "\(scope) \(order)"
          )
        }
      }
    }
    for text in Questions.queries {
      let query = try Query(parsing: text, now: at(20 * 86_400))
      for favoritesStay in [false, true] {
        let rows = snapshot.rows(
          in: .everything,
          matching: query,
          order: .title,
          favoritesStay: favoritesStay
        )
        #expect(
          rows.map(snapshot.id)
            == Questions.expected(summaries, .everything, query, .title, favoritesStay),
          "\(text)"
        )
      }
    }
    for article in articles {
      #expect(snapshot.row(of: article.id).map(snapshot.id) == article.id)
      #expect(snapshot.ids(withPrefix: String(article.id.text.prefix(7))).contains(article.id))
      #expect(snapshot.id(for: try WebAddress(article.url)) == article.id)
    }
    #expect(snapshot.row(of: ArticleID(canonicalURL: "x")) == nil)
    #expect(snapshot.ids(withPrefix: "").count == articles.count)
  }

  @Test("shows what the records say, in every order, for every query", arguments: [0, 1, 300])
  func index(count: Int) throws {
    let articles = try sampleArticles(count, seed: 1)
    _ = try scratch.open().add(articles, at: at(0))
    // Once from the list of changes beside an empty index, then from the index itself.
    try check(try scratch.open().snapshot(), articles)
    Scratch.remove(scratch.cache)
    try check(try scratch.open().snapshot(), articles)
    try check(try scratch.open().snapshot(), articles)
  }

  @Test("shows the same after changes beside the index as from the index alone")
  func overlay() throws {
    let articles = try sampleArticles(300, seed: 2)
    let library = try scratch.open()
    _ = try library.add(Array(articles[..<200]), at: at(0))
    _ = try library.snapshot()
    _ = try library.add(Array(articles[200...]), at: at(0))
    try check(try library.snapshot(), articles)
    let ids = articles[150..<250].map(\.id)
    _ = try library.apply(.archive(true), to: ids, at: at(1), favoritesStay: false)
    _ = try library.apply(
      .tag(add: ["tag 9"], remove: ["tag 1"]),
      to: ids,
      at: at(1),
      favoritesStay: false
    )
    _ = try library.purge(Array(ids[..<20]), at: at(2))
    let now = try articles.compactMap { try library.article($0.id) }
    #expect(now.count == 280)
    try check(try library.snapshot(), now)
    // Another process, with the list of changes from the cache.
    try check(try scratch.open().snapshot(), now)
    // And one without any cache.
    Scratch.remove(scratch.cache)
    try check(try scratch.open().snapshot(), now)
  }

  @Test("shows a change before the disk has it")
  func replacing() throws {
    let articles = try sampleArticles(120, seed: 3)
    let library = try scratch.open()
    _ = try library.add(Array(articles[..<100]), at: at(0))
    var changed = articles
    for index in 90..<95 { changed[index].title = "changed"; changed[index].isDeleted.toggle() }
    let snapshot = try library.snapshot().replacing(
      changed[90...].map { ArticleSummary($0) },
      removing: changed[..<10].map(\.id)
    )
    try check(snapshot, Array(changed[10...]))
  }
}
