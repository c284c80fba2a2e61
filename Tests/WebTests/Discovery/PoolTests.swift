import ReadingList
import Testing
import Web

@Suite("Pools") struct PoolTests {
  private static let metadata = Pool.Metadata(
    address: "x", fetchedAt: Timestamp(milliseconds: 0))

  @Test("what lies in the cache is what was read: nothing is cut a second time, inside a letter")
  func longTitles() throws {
    let long = String(repeating: "e\u{301}\u{301}\u{301}", count: 2000)
    let markup = """
      <rss><channel><title>a</title><item><link>https://a.example/1</link><title>\(long)</title>
      </item></channel></rss>
      """
    let document = try FeedReader.read(Array(markup.utf8), at: "https://a.example/")
    guard case .feed(let feed) = document else {
      Issue.record("not a feed")
      return
    }
    let outline = FeedEntry(kind: .feed, address: try WebAddress("https://a.example/"), title: long)
    let entries = [try #require(feed.items.first), outline]
    #expect(entries.allSatisfy { $0.title == long.bounded(.title) && $0.title != long })
    let read = try #require(Pool(file: Pool(entries, metadata: Self.metadata).file))
    #expect((0..<read.count).map { read.entry(at: $0) } == entries)
  }

  @Test("entries are found by their categories, also when they come from the cache")
  func categories() throws {
    let entries = try [["slow web", "go"], [], ["go"], ["gopher", "a\tb"]].enumerated().map {
      FeedEntry(
        kind: .feed, address: try WebAddress("https://a.example/\($0)"), categories: $1)
    }
    let pool = Pool(entries, metadata: Self.metadata)
    for pool in [pool, try #require(Pool(file: pool.file))] {
      #expect(pool.categories == ["a\tb", "go", "gopher", "slow web"])
      #expect(pool.indices(in: "go") == [0, 2])
      #expect(pool.indices(in: "slow web") == [0] && pool.indices(in: "slow") == [])
      #expect(pool.indices(in: "a\tb") == [3])
      #expect(pool.entry(at: 0)?.categories == ["slow web", "go"])
      #expect(pool.entry(at: 1)?.categories == [])
    }
  }

  @Test("categories that differ only in case are one, by the first spelling")
  func categoryCase() throws {
    let entries = try ["Tech", "tech", "ÉTÉ", "été", "TECH"].enumerated().map {
      FeedEntry(kind: .page, address: try WebAddress("https://a.example/\($0)"), categories: [$1])
    }
    let pool = Pool(entries, metadata: Self.metadata)
    for pool in [pool, try #require(Pool(file: pool.file))] {
      #expect(pool.categories == ["Tech", "ÉTÉ"])
      #expect(pool.indices(in: "tEch") == [0, 1, 4] && pool.indices(in: "Été") == [2, 3])
      #expect(pool.has("TECH") && !pool.has("techs"))
    }
  }
}
