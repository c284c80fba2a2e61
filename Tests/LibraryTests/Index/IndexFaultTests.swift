import Glibc
import Library
import Platform
import ReadingList
import Synchronization
import TestSupport
import Testing

@Suite("The list table") struct IndexFaultTests {
  private let scratch = Scratch()

  private struct Answers: Equatable {
    var counts: LibraryCounts
    var lists: [[ArticleSummary]]
    var found: [ArticleID?]
  }

  private func answers(_ list: LibrarySnapshot, _ articles: [Article]) throws -> Answers {
    var lists: [[ArticleSummary]] = []
    for (order, text) in zip(
      Order.allCases, ["", "the", "tag:\"tag 1\"", "-lang:en", "minutes:..9", "", "", ""])
    {
      let query = try Query(parsing: text)
      let rows = list.rows(in: .everything, matching: query, order: order)
      lists.append(rows.map { list[$0] })
    }
    let found = try articles.prefix(5).map {
      list.id(for: try WebAddress("http://www." + $0.url.dropFirst(8)))
    }
    return Answers(counts: list.counts, lists: lists, found: found)
  }

  /// Rebuilds a table with every article.
  private func remakeTable() throws {
    Scratch.remove(scratch.cache)
    _ = try scratch.open().snapshot()
  }

  private func tables() -> [String] {
    Scratch.contents(scratch.cache).keys.filter { $0.contains("/list-") }.sorted()
  }

  @Test("damaged anywhere is made again and gives no wrong list; a first look waits for no record")
  func damaged() throws {
    let articles = try sampleArticles(24, seed: 5)
    _ = try scratch.open().add(articles, at: at(0))
    try remakeTable()
    let expected = try answers(scratch.open().snapshot(), articles)
    let table = try #require(tables().first)
    let whole = try #require(Scratch.read(table))
    let zeros = [UInt8](repeating: 0, count: whole.count)
    var damaged = [zeros, Array("garbage".utf8), whole + whole]
    damaged += stride(from: 0, to: whole.count, by: whole.count / 30).map { Array(whole[..<$0]) }
    var random = SeededNumbers(seed: 6)
    for _ in 0..<(60 * testScale) {
      var bytes = whole
      let place = Int.random(in: bytes.indices, using: &random)
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      damaged.append(bytes)
    }
    let reads = Mutex(0)
    let files = FileLayer { _, path in
      if path.hasSuffix(".json"), LibraryFiles.isRecord(path) { reads.withLock { $0 += 1 } }
      return 0
    }
    for (number, bytes) in ([whole] + damaged).enumerated() {
      Scratch.write(bytes, to: table)
      let library = try scratch.open(files: files)
      reads.withLock { $0 = 0 }
      let known = library.cachedSnapshot()
      let seen = try answers(known, articles)
      #expect(reads.withLock { $0 } == 0, "damage \(number)")
      #expect(known.needsReload && number > 0 || seen == expected, "damage \(number)")
      #expect(try answers(library.snapshot(), articles) == expected, "damage \(number)")
    }
    Scratch.remove(scratch.cache)
    let nothing = try scratch.open().cachedSnapshot()
    #expect(nothing.needsReload && nothing.count(of: .everything) == 0)
  }

  @Test("gives at a glance what few changes made of it") func quick() throws {
    let articles = try sampleArticles(40, seed: 10)
    let writer = try scratch.open()
    _ = try writer.add(Array(articles[..<30]), at: at(0))
    // Much later, when directory times are trusted.
    var later = FileLayer.real
    later.now = { FileLayer.real.now() + 3_600_000_000_000 }
    Scratch.remove(scratch.cache)
    _ = try scratch.open(files: later).snapshot()
    _ = try writer.add(Array(articles[30..<33]), at: at(1))
    let counts = writer.snapshot().counts
    #expect(try scratch.open(files: later).cachedSnapshot().counts == counts)
  }

  @Test("goes on answering while it is open when it is replaced or removed")
  func removedWhileOpen() throws {
    let articles = try sampleArticles(40, seed: 8)
    _ = try scratch.open().add(articles, at: at(0))
    try remakeTable()
    let library = try scratch.open()
    let list = library.snapshot()
    try remakeTable()
    Scratch.remove(scratch.cache)
    let summaries = articles.map { ArticleSummary($0) }
    for order in Order.allCases {
      let rows = list.rows(in: .everything, order: order)
      let expected = Questions.expected(summaries, .everything, nil, order, ListRules())
      #expect(rows.map(list.id) == expected)
      #expect(rows.allSatisfy { summaries.contains(list[$0]) })
    }
    #expect(list.id(for: try WebAddress(articles[3].url)) == articles[3].id)
    #expect(library.snapshot().counts == list.counts)
  }

  @Test("is one for a library, however its path is written") func spelling() throws {
    _ = try scratch.open().add([try article("https://example.com/a")], at: at(0))
    let link = scratch.path + "/link"
    symlink(scratch.library, link)
    for path in [scratch.library, scratch.library + "/", scratch.path + "/./library", link] {
      let library = try Library.open(path, cache: scratch.cache)
      #expect(library.snapshot().count(of: .everything) == 1)
    }
    #expect(tables().count == 1)
  }

  @Test("lists, changes and takes in thousands of records that another program brings")
  func arrival() throws {
    let articles = try sampleArticles(4500, seed: 14)
    let library = try scratch.open()
    library.beginSession()
    _ = library.snapshot()
    _ = try scratch.open().add(articles, at: at(0))
    func check(_ list: LibrarySnapshot) throws {
      let now = try articles.compactMap { try library.article($0.id) }.map { ArticleSummary($0) }
      let query = try Query(parsing: "the")
      for (order, query) in [
        (Order.newest, nil), (.title, nil), (.siteReversed, query), (.progress, query),
      ] {
        let expected = Questions.expected(now, .everything, query, order, ListRules())
        let rows = list.rows(in: .everything, matching: query, order: order)
        #expect(rows.map(list.id) == expected)
        let byID = Dictionary(uniqueKeysWithValues: now.map { ($0.id, $0) })
        #expect(rows.prefix(50).map { list[$0] } == expected.prefix(50).map { byID[$0] })
      }
      #expect(list.rows(in: .tag("tag 1"), order: .newest).count == list.count(of: .tag("tag 1")))
      for article in now.prefix(20) {
        #expect(list.id(for: try WebAddress(article.url)) == article.id)
      }
    }
    try check(library.snapshot())
    _ = try library.apply(.favorite(true), to: articles[..<40].map(\.id), at: at(1))
    _ = try library.purge(articles[40..<45].map(\.id), at: at(2))
    for article in articles[45..<50] { Scratch.remove(scratch.file(article.id)) }
    try check(library.snapshot())
    #expect(library.snapshot().purged.sorted() == articles[40..<45].map(\.id).sorted())
    library.endSession()
    try check(library.snapshot())
    try check(try scratch.open().snapshot())
  }

  @Test("0.24 loading the list, in any order, reads no text and, the second time, no record")
  func readsNoBodies() throws {
    let library = try scratch.open()
    let articles = try (0..<1_000).map {
      try article("https://example.com/\($0)", at: at(Int64($0)))
    }
    _ = try library.add(articles, at: at(0))
    for article in articles.prefix(10) {
      _ = try library.saveFetched(article.id, at: at(1), body: "<p>text</p>") { $0.fetch = .ready }
    }
    Scratch.remove(scratch.cache)
    let texts = Mutex(0)
    let records = Mutex(0)
    var files = FileLayer { operation, path in
      guard operation == .open else { return 0 }
      if LibraryFiles.isText(path) { texts.withLock { $0 += 1 } }
      if LibraryFiles.isRecord(path), path.hasSuffix(".json") { records.withLock { $0 += 1 } }
      return 0
    }
    // An hour later, because the times of fresh files prove nothing yet.
    files.now = { SystemClock.nanoseconds() + 3_600_000_000_000 }
    for _ in 0..<2 {
      let list = try scratch.open(files: files).snapshot()
      for order in Order.allCases {
        #expect(list.rows(in: .everything, order: order).count == 1_000)
      }
      let first = list.rows(in: .list(.readingList), order: .newest).first
      #expect(first.map { list[$0].url } == articles.last?.url)
      #expect(records.withLock { $0 } == 1_000)
    }
    #expect(texts.withLock { $0 } == 0)
  }
}
