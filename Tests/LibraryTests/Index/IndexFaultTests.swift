import Glibc
import Library
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

  private func answers(_ articles: [Article]) throws -> Answers {
    let list = try scratch.open().snapshot()
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

  /// Leaves a table that has every article.
  private func remakeTable() throws {
    Scratch.remove(scratch.cache)
    _ = try scratch.open().snapshot()
  }

  private func tables() -> [String] {
    Scratch.contents(scratch.cache).keys.filter { $0.contains("/list-") }.sorted()
  }

  @Test("with a bit turned over anywhere never crashes and never gives a wrong list")
  func bitFlips() throws {
    let articles = try sampleArticles(24, seed: 5)
    let library = try scratch.open()
    _ = try library.add(Array(articles[..<20]), at: at(0))
    try remakeTable()
    // One that is beside the table each time.
    _ = try library.add(Array(articles[20...]), at: at(0))
    let expected = try answers(articles)
    #expect(tables().count == 1)
    let table = try #require(tables().first)
    let whole = try #require(Scratch.read(table))
    var random = SeededNumbers(seed: 6)
    for _ in 0..<(60 * testScale) {
      var bytes = whole
      let place = Int.random(in: bytes.indices, using: &random)
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      Scratch.write(bytes, to: table)
      #expect(try answers(articles) == expected, "byte \(place)")
    }
  }

  @Test("cut short anywhere, empty or replaced by something else, is made again") func truncated()
    throws
  {
    let articles = try sampleArticles(24, seed: 7)
    _ = try scratch.open().add(articles, at: at(0))
    try remakeTable()
    let expected = try answers(articles)
    let index = try #require(tables().first)
    let bytes = try #require(Scratch.read(index))
    for length in stride(from: 0, to: bytes.count, by: bytes.count / 30) {
      Scratch.write(Array(bytes[..<length]), to: index)
      #expect(try answers(articles) == expected)
    }
    for other in [[UInt8](repeating: 0, count: bytes.count), Array("garbage".utf8), bytes + bytes] {
      Scratch.write(other, to: index)
      #expect(try answers(articles) == expected)
    }
  }

  @Test(
    "is not waited for: what has to be read from the records is said, and read by the next look")
  func cachedSnapshot() throws {
    let articles = try sampleArticles(24, seed: 9)
    let writer = try scratch.open()
    _ = try writer.add(articles, at: at(0))
    try remakeTable()
    let expected = try answers(articles)
    let index = try #require(tables().first)
    let whole = try #require(Scratch.read(index))
    let reads = Mutex(0)
    func open() throws -> Library {
      try scratch.open(
        files: FileLayer { operation, path in
          if path.hasSuffix(".json"), LibraryFiles.isRecord(path) { reads.withLock { $0 += 1 } }
          return 0
        })
    }
    func ask(_ list: LibrarySnapshot) throws -> [ArticleID] {
      _ = list.ids(like: try WebAddress("https://nobody.example/"))
      for order in Order.allCases {
        let query = try Query(parsing: order == .title ? "the" : "")
        _ = list.rows(in: .everything, matching: query, order: order)
      }
      return list.rows(in: .everything, order: .newest).map(list.id)
    }
    let ids = try ask(try open().snapshot())
    #expect(ids.count == articles.count { !$0.isDeleted })
    var toBeRead = 0
    for cut in stride(from: 0, through: whole.count, by: whole.count / 40) {
      var bytes = whole
      if cut < bytes.count { bytes[cut] ^= 1 }
      Scratch.write(bytes, to: index)
      let library = try open()
      reads.withLock { $0 = 0 }
      let known = library.cachedSnapshot()
      let found = try ask(known)
      #expect(reads.withLock { $0 } == 0, "byte \(cut)")
      #expect(known.needsReload || found == ids, "byte \(cut)")
      if known.needsReload { toBeRead += 1 }
      #expect(try ask(library.snapshot()) == ids, "byte \(cut)")
    }
    #expect(toBeRead > 10)
    Scratch.remove(scratch.cache)
    let library = try open()
    reads.withLock { $0 = 0 }
    let nothing = library.cachedSnapshot()
    #expect(nothing.needsReload && nothing.count(of: .everything) == 0)
    #expect(try ask(nothing) == [] && reads.withLock { $0 } == 0)
    #expect(try ask(library.snapshot()) == ids)
    #expect(try answers(articles) == expected)
  }

  @Test("gives at a glance what few changes made of it") func quick() throws {
    let articles = try sampleArticles(40, seed: 10)
    let writer = try scratch.open()
    _ = try writer.add(Array(articles[..<30]), at: at(0))
    // Much later, when nobody doubts what the directories say.
    var later = FileLayer.real
    later.now = { FileLayer.real.now() + 3_600_000_000_000 }
    Scratch.remove(scratch.cache)
    _ = try scratch.open(files: later).snapshot()
    _ = try writer.add(Array(articles[30..<33]), at: at(1))
    let counts = writer.snapshot().counts
    #expect(try scratch.open(files: later).cachedSnapshot().counts == counts)
  }

  @Test("goes on answering while it is open when it is replaced or removed") func removedWhileOpen()
    throws
  {
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
      #expect(
        rows.map { list[$0].title } == expected.map { id in summaries.first { $0.id == id }?.title }
      )
    }
    #expect(list.id(for: try WebAddress(articles[3].url)) == articles[3].id)
    #expect(library.snapshot().counts == list.counts)
  }

  @Test("of another library is not taken for one's own") func foreign() throws {
    _ = try scratch.open().add([try article("https://example.com/a")], at: at(0))
    _ = try scratch.open().snapshot()
    // A copy of a library has the same id and shares the cache.
    let other = scratch.path + "/copy"
    mkdir(other, 0o700)
    let identity = try #require(Scratch.text(LibraryFiles.identity(in: scratch.library)))
    Scratch.write(identity, to: LibraryFiles.identity(in: other))
    let copy = try Library.open(other, cache: scratch.cache)
    #expect(copy.snapshot().count(of: .everything) == 0)
    #expect(try scratch.open().snapshot().count(of: .everything) == 1)
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

  @Test("is written again when many articles have changed") func writtenAgain() throws {
    let library = try scratch.open()
    _ = library.snapshot()
    let articles = try sampleArticles(2300, seed: 9)
    _ = try library.add(articles, at: at(0))
    _ = library.snapshot()
    let index = try #require(tables().first)
    #expect(try #require(Scratch.read(index)).count > 2300 * 100)
    let list = try scratch.open().snapshot()
    #expect(list.count(of: .everything) + list.count(of: .trash) == 2300)
    #expect(
      list.id(for: try WebAddress("http://" + articles[7].url.dropFirst(8))) == articles[7].id)
    let rows = list.rows(in: .everything, order: .site)
    let summaries = articles.map { ArticleSummary($0) }
    #expect(
      rows.map(list.id) == Questions.expected(summaries, .everything, nil, .site, ListRules()))
  }

  @Test("has nothing of an article that was purged", arguments: [false, true])
  func purged(isSession: Bool) throws {
    var secret = try article("https://example.com/a")
    (secret.title, secret.note, secret.tags) = ("Unspeakable", "whispered", ["hushed"])
    let articles = try sampleArticles(20, seed: 12) + [secret]
    _ = try scratch.open().add(articles, at: at(0))
    try remakeTable()
    func has(_ word: String) throws -> Bool {
      let table = try #require(tables().first)
      let bytes = try #require(Scratch.read(table))
      return String(decoding: bytes, as: UTF8.self).contains(word)
    }
    #expect(try has("Unspeakable") && has("whispered") && has("hushed"))
    let library = try scratch.open()
    if isSession { library.beginSession() }
    _ = try library.purge([secret.id], at: at(1))
    _ = library.snapshot()
    for word in ["nspeakable", "whispered", "hushed"] { #expect(try !has(word)) }
    #expect(try scratch.open().snapshot().purged == [secret.id])
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

  @Test("gives a list in any order without reading a record", arguments: Order.allCases)
  func orders(order: Order) throws {
    let articles = try sampleArticles(60, seed: 15)
    _ = try scratch.open().add(Array(articles[..<50]), at: at(0))
    try remakeTable()
    let records = Atomic<Int>(0)
    let library = try scratch.open(
      files: FileLayer { operation, path in
        if operation == .open, LibraryFiles.isRecord(path) {
          records.wrappingAdd(1, ordering: .relaxed)
        }
        return 0
      })
    _ = try library.add(Array(articles[50...]), at: at(1))
    let list = library.snapshot()
    records.store(0, ordering: .relaxed)
    #expect(list.rows(in: .everything, order: order).count == list.count(of: .everything))
    #expect(records.load(ordering: .relaxed) == 0)
  }

  @Test("0.24 loading the list reads no text and, the second time, no record") func readsNoBodies()
    throws
  {
    let bodies = Atomic<Int>(0)
    let records = Atomic<Int>(0)
    var layer = FileLayer { operation, path in
      if operation == .open, LibraryFiles.isText(path) { bodies.wrappingAdd(1, ordering: .relaxed) }
      if operation == .open, LibraryFiles.isRecord(path) {
        records.wrappingAdd(1, ordering: .relaxed)
      }
      return 0
    }
    // An hour later: times of fresh files prove nothing yet.
    layer.now = { FileLayer.realTime() + 3_600_000_000_000 }
    _ = try scratch.open()
    for shard in 0..<256 {
      let digits = (shard < 16 ? "0" : "") + String(shard, radix: 16)
      mkdir(LibraryFiles.shard(of: digits, in: scratch.library), 0o700)
      mkdir(LibraryFiles.textShard(of: digits, in: scratch.library), 0o700)
    }
    for number in 0..<1_000 {
      let new = Article(
        canonicalURL: "https://example.com/\(number)", url: "https://example.com/\(number)",
        title: "Title \(number)", savedAt: at(Int64(number)))
      Scratch.write(ArticleRecord.text(of: new), to: scratch.file(new.id))
      if number % 100 == 0 { Scratch.write("<p>text</p>", to: scratch.body(new.id)) }
    }
    func load() throws -> [String] {
      let list = try scratch.open(files: layer).snapshot()
      #expect(list.count(of: .everything) == 1_000)
      let rows = list.rows(in: .list(.readingList), order: .newest)
      return rows.prefix(40).map { list[$0].title }
    }
    #expect(try load().first == "Title 999")
    #expect(records.load(ordering: .relaxed) == 1_000)
    #expect(bodies.load(ordering: .relaxed) == 0)
    #expect(try load().first == "Title 999")
    #expect(records.load(ordering: .relaxed) == 1_000)
    #expect(bodies.load(ordering: .relaxed) == 0)
  }
}
