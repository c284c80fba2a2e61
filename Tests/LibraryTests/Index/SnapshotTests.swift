import Library
import ReadingList
import TestSupport
import Testing

@Suite("The list") struct SnapshotTests {
  private let scratch = Scratch()

  /// The list as another process reads it without a cache.
  private func fromRecords() throws -> LibrarySnapshot {
    Scratch.remove(scratch.cache)
    return try scratch.open().snapshot()
  }

  private func check(_ snapshot: LibrarySnapshot, _ articles: [Article]) throws {
    let summaries = articles.map { ArticleSummary($0) }
    let all = snapshot.rows(in: .everything, order: .newest)
    let trash = snapshot.rows(in: .trash, order: .newest)
    #expect(
      Dictionary(uniqueKeysWithValues: (all + trash).map { (snapshot.id(of: $0), snapshot[$0]) })
        == Dictionary(uniqueKeysWithValues: summaries.map { ($0.id, $0) }))
    var snapshot = snapshot
    for rules in [ListRules(), ListRules(favoritesStay: true)] {
      snapshot.rules = rules
      for view in Questions.views {
        let expected = Questions.expected(summaries, view, nil, .newest, rules)
        #expect(snapshot.count(of: view) == expected.count)
        for order in Order.allCases {
          #expect(
            snapshot.rows(in: view, order: order).map(snapshot.id)
              == Questions.expected(summaries, view, nil, order, rules), "\(view) \(order)")
        }
        #expect(
          snapshot.first(in: view, order: .recentlyRead)
            == snapshot.rows(in: view, order: .recentlyRead).first)
      }
    }
    let now = at(20 * 86_400)
    for text in Questions.queries {
      let query = try Query(parsing: text)
      for rules in [ListRules(), ListRules(favoritesStay: true)] {
        snapshot.rules = rules
        #expect(
          snapshot.rows(in: .everything, matching: query, order: .title, now: now).map(snapshot.id)
            == Questions.expected(summaries, .everything, query, .title, rules, now: now), "\(text)"
        )
        // A user-defined view is listed and counted like any other.
        let own = SavedView(key: "own", name: text, query: query, order: .oldest)
        let held = Questions.expected(summaries, own, nil, .oldest, rules, now: now)
        #expect(
          snapshot.rows(in: own, order: own.order, now: now).map(snapshot.id) == held, "\(text)")
        #expect(snapshot.count(of: own, now: now) == held.count, "\(text)")
        let ids = snapshot.ids(in: own, matching: Query(), now: now)
        #expect(ids == held.sorted(), "\(text)")
        let not = Query(all: [], none: [.inView(own)])
        #expect(
          snapshot.rows(in: .everything, matching: not, order: .site, now: now).map(snapshot.id)
            == Questions.expected(summaries, .everything, not, .site, rules, now: now),
          "not \(text)")
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

  @Test("shows what the records say, in every order, for every query", arguments: [0, 1, 120])
  func index(count: Int) throws {
    let articles = try sampleArticles(count, seed: 1)
    _ = try scratch.open().add(articles, at: at(0))
    // First with every article changed since an empty table was written, then from the table alone.
    try check(try scratch.open().snapshot(), articles)
    try check(fromRecords(), articles)
    try check(try scratch.open().snapshot(), articles)
  }

  @Test("shows every kind of page, state of fetching and color of highlights") func states() throws
  {
    let states: [FetchState] = [
      .ready, .failed(reason: "x"), .pending(reason: nil), .suspect(reason: "x"),
    ]
    var articles: [Article] = []
    for kind in PageKind.allCases {
      for fetch in states {
        var new = try article("https://example.com/\(articles.count)")
        (new.pageKind, new.fetch, new.progress) = (kind, fetch, Progress(percent: 100))
        new.highlights = Highlight.Color.allCases.map {
          Highlight(
            id: $0.rawValue, quote: "q", start: .start, end: .start, color: $0, createdAt: at(0),
            changedAt: at(0))
        }
        articles.append(new)
      }
    }
    _ = try scratch.open().add(articles, at: at(0))
    try check(fromRecords(), articles)
    try check(scratch.open().snapshot(), articles)
  }

  @Test("shows the same with changes since the table was written as from the table alone")
  func overlay() throws {
    let articles = try sampleArticles(150, seed: 2)
    _ = try scratch.open().add(Array(articles[..<100]), at: at(0))
    Scratch.remove(scratch.cache)
    let library = try scratch.open()
    library.beginSession()
    _ = library.snapshot()
    _ = try library.add(Array(articles[100...]), at: at(0))
    try check(library.snapshot(), articles)
    let ids = articles[75..<125].map(\.id)
    _ = try library.apply(.archive(true), to: ids, at: at(1))
    _ = try library.apply(.tag(add: ["tag 9"], remove: ["tag 1"]), to: ids, at: at(1))
    _ = try library.purge(Array(ids[..<20]), at: at(2))
    let now = try articles.compactMap { try library.article($0.id) }
    #expect(now.count == 130)
    try check(library.snapshot(), now)
    // Another process detects the changes, or has the table that this one wrote at its end.
    try check(try scratch.open(.readOnly).snapshot(), now)
    library.endSession()
    try check(try scratch.open().snapshot(), now)
    // A process without a cache.
    try check(fromRecords(), now)
  }

  @Test(
    "has what a look at each article finds, for random queries, answers of full text and rankings",
    arguments: [false, true])
  func randomQueries(isChanged: Bool) throws {
    let articles = try sampleArticles(250, seed: 7)
    let library = try scratch.open()
    library.beginSession()
    _ = try library.add(Array(articles[..<200]), at: at(0))
    _ = library.snapshot()
    _ = try library.add(Array(articles[200...]), at: at(0))
    _ = try library.apply(
      .note("Remember\n the swift"), to: articles[150..<220].map(\.id), at: at(0))
    var snapshot = isChanged ? library.snapshot() : try fromRecords()
    let summaries = try articles.compactMap { try library.article($0.id) }.map {
      ArticleSummary($0)
    }
    let ids = summaries.map(\.id)
    var random = SeededNumbers(seed: 8)
    let now = at(20 * 86_400)
    for round in 0..<(100 * testScale) {
      snapshot.rules = ListRules(favoritesStay: round % 2 == 0)
      let query = RandomQueries.query(using: &random)
      var texts = TextMatches()
      for test in query.textConditions where Bool.random(using: &random) {
        let most = Bool.random(using: &random) ? 8 : ids.count
        texts[test] = ids.shuffled(using: &random).prefix(most / 2).sorted()
      }
      let view = Questions.views[round % Questions.views.count]
      let order = query.order ?? .title
      let expected = Questions.expected(
        summaries, view, query, order, snapshot.rules, texts: texts, now: now)
      let found = snapshot.rows(in: view, matching: query, order: .title, texts: texts, now: now)
      #expect(found.map(snapshot.id) == expected, "\(query.text)")
      // Unknown and duplicate ids change nothing.
      let ranking =
        ids.shuffled(using: &random).prefix(60) + [ids[0], ArticleID(canonicalURL: "x")]
      let ranked = snapshot.rows(
        in: view, matching: query, order: .title, texts: texts, now: now, ranking: Array(ranking))
      var first: [ArticleID] = []
      for id in ranking where expected.contains(id) && !first.contains(id) { first.append(id) }
      #expect(
        ranked.map(snapshot.id) == first + expected.filter { !first.contains($0) }, "\(query.text)")
      let own = SavedView(key: "own", name: "Own", query: query, order: order)
      let held = Questions.expected(summaries, own, nil, order, snapshot.rules, now: now)
      #expect(snapshot.count(of: own, now: now) == held.count, "\(query.text)")
    }
  }

  @Test("shows a change before the disk has it") func replacing() throws {
    let articles = try sampleArticles(120, seed: 3)
    let library = try scratch.open()
    _ = try library.add(Array(articles[..<100]), at: at(0))
    var changed = articles
    for index in 90..<95 {
      changed[index].title = "changed";
      changed[index].isDeleted.toggle()
    }
    let snapshot = library.snapshot().replacing(
      changed[90...].map { ArticleSummary($0) }, removing: changed[..<10].map(\.id))
    try check(snapshot, Array(changed[10...]))
  }
}

@Suite("Stamps for full text") struct SearchStampTests {
  private let scratch = Scratch()

  private func stamps(_ list: LibrarySnapshot) -> [ArticleID: UInt64] {
    let all = list.searchStamps()
    #expect(all.map(\.id) == all.map(\.id).sorted())
    #expect(!all.contains { $0.stamp == 0 })
    return Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.stamp) })
  }

  @Test(
    "are there for every article, in Trash or not, and the same from table, changes and records")
  func everyArticle() throws {
    let articles = try sampleArticles(200, seed: 5)
    let library = try scratch.open()
    library.beginSession()
    _ = try library.add(Array(articles[..<150]), at: at(0))
    _ = library.snapshot()
    _ = try library.add(Array(articles[150...]), at: at(0))
    _ = try library.purge(articles[..<10].map(\.id), at: at(1))
    let list = library.snapshot()
    #expect(Set(stamps(list).keys) == Set(articles[10...].map(\.id)))
    Scratch.remove(scratch.cache)
    let fresh = try scratch.open().snapshot()
    #expect(stamps(fresh) == stamps(list))
  }

  @Test(
    "differ when what is searched does, and only then",
    arguments: [
      (.note("other"), true), (.title("other"), true), (.tag(add: ["other"], remove: []), true),
      (.archive(true), false), (.delete(true), false), (.read(true), false),
      (.favorite(true), false),
    ] as [(ArticleChange, Bool)])
  func change(change: ArticleChange, isSearched: Bool) throws {
    let library = try scratch.open()
    let ids = try ["a", "b"].map { name in
      let new = try article("https://example.com/\(name)")
      _ = try library.add([new], at: at(0))
      return new.id
    }
    let before = library.snapshot()
    _ = try library.apply(change, to: [ids[0]], at: at(1))
    let after = library.snapshot()
    #expect((stamps(before)[ids[0]] != stamps(after)[ids[0]]) == isSearched)
    #expect(stamps(before)[ids[1]] == stamps(after)[ids[1]])
    // A row shown before the write has the stamp that the written one will have.
    let row = try #require(before.row(of: ids[0]))
    let shown = try #require(before[row].applying(change, at: at(1), ListRules()))
    #expect(stamps(before.replacing([shown], removing: [])) == stamps(after))
  }

  @Test("differ when another text is stored") func text() throws {
    let library = try scratch.open()
    let new = try article("https://example.com/a")
    _ = try library.add([new], at: at(0))
    var seen = Set(stamps(library.snapshot()).values)
    for text in ["<p>one</p>", "<p>two</p>"] {
      _ = try library.saveFetched(new.id, at: at(1), body: text) { $0.fetch = .ready }
      let stamp = try #require(stamps(library.snapshot())[new.id])
      #expect(seen.insert(stamp).inserted)
    }
  }
}
