import ReadingList
import Testing
import Web

@Suite struct FeedHostileTests {
  @Test func `entities that multiply are left as they stand`() throws {
    var definitions = "<!ENTITY lol \"lol\">"
    for level in 1...9 {
      let inner = level == 1 ? "lol" : "lol\(level - 1)"
      definitions += "<!ENTITY lol\(level) \"\(String(repeating: "&\(inner);", count: 10))\">"
    }
    let feed = try feed(
      "<!DOCTYPE rss [\(definitions)]><rss><item>\(link)<title>&lol9;</title></item></rss>")
    #expect(feed.items.map(\.title) == ["&lol9;"])
  }

  @Test(arguments: [
    "<!DOCTYPE rss [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>",
    "<!DOCTYPE rss [<!ENTITY % x SYSTEM \"http://127.0.0.1:1/x.dtd\"> %x;]>",
    "<!DOCTYPE rss SYSTEM \"http://127.0.0.1:1/x.dtd\">",
  ]) func `entities from outside are not fetched`(declaration: String) throws {
    let feed = try feed("\(declaration)<rss><item>\(link)<title>a &x; b</title></item></rss>")
    #expect(feed.items.map(\.title) == ["a &x; b"])
  }

  @Test func `names are no longer than metadata may be, wherever they stand`() throws {
    let long = String(repeating: "é\u{301}\u{302}", count: 100_000)
    let found = try feed(
      "<rss><item>\(link)<title>\(long)</title><author>\(long)</author></item></rss>")
    let item = try #require(found.items.first)
    #expect(item.title == long.bounded(.title) && item.author == long.bounded(.author))
    let outlines =
      "<opml><body><outline text=\"\(long)\" xmlUrl=\"https://a.example/\"/></body></opml>"
    let list = try FeedReader.read(Array(outlines.utf8), at: "https://blog.example/")
    let outline = FeedEntry(kind: .feed, address: try WebAddress("https://a.example/"), title: long)
    #expect(list == .outlines([outline], skipped: []))
    #expect(outline.title == long.bounded(.title))
  }

  @Test func `more items than are kept count as skipped`() throws {
    let items = String(repeating: "<item><title>x</title>\(link)</item>", count: 20_005)
    let json = Array(repeating: "{\"url\":\"https://x.example/\"}", count: 20_005)
    for text in [
      "<rss><channel>\(items)<title>Late</title></channel></rss>",
      "{\"items\":[\(json.joined(separator: ","))]}",
    ] {
      let feed = try feed(text)
      #expect(feed.items.count == 20_000 && feed.skipped == 5)
    }
  }

  @Test func `a feed of many megabytes is read, each title and text up to its bound`() throws {
    let text = String(repeating: "word ", count: 900_000)
    let bound = 4 << 20
    for (markup, title) in [("<![CDATA[\(text)]]>", ""), ("&lt;p&gt;" + text, text)] {
      let item = "<item>\(link)<description>\(markup)</description><title>\(title)</title></item>"
      let feed = try feed("<rss><channel>\(item)\(item)</channel></rss>")
      #expect(feed.items.count == 2)
      // Character references are counted as written.
      #expect(
        feed.items.allSatisfy { (bound - 8...bound).contains($0.markup?.utf8.count ?? 0) })
      #expect(feed.items.allSatisfy { $0.title.utf8.count <= 8192 })
    }
  }

  @Test func `a document beyond the limit is refused`() {
    let bytes = [UInt8](repeating: 32, count: FeedReader.maxSize + 1)
    #expect(throws: FeedProblem("a document too large for a feed")) {
      try FeedReader.read(bytes, at: "https://blog.example/")
    }
  }

  @Test func `JSON of very many values is refused`() {
    #expect(feedProblem("{\"items\":[" + String(repeating: "0,", count: 4_000_001) + "0]}") != nil)
  }

  @Test(arguments: [
    "a", "title", "description", "author", "source", "content type='xhtml'", "item",
  ]) func `elements in elements without end do no harm`(name: String) throws {
    let many = String(repeating: "<\(name)>", count: 20_000)
    _ = try feed("<rss>\(many)</rss>")
    let feed = try feed(
      "<rss><item>\(link)<title>One</title>\(many)</item><item>\(link)</item></rss>")
    #expect(feed.items.contains { $0.title == "One" })
  }

  @Test(arguments: [
    "<!--", "<?x", "<!x [", "<a b='", "<a b=\"", "</", "</a", "<![CDATA[", "<", "&", "<a ", "]]>",
  ]) func `beginnings without ends take no time`(piece: String) throws {
    let many = String(repeating: piece, count: 200_000 / piece.utf8.count)
    #expect(try feed("<rss><item>\(link)</item>" + many).items.count == 1)
    #expect(feedProblem(many) != nil)
  }

  @Test func `very many attributes do no harm`() throws {
    let attributes = (0..<10_000).map { " a\($0)='\($0)'" }.joined()
    let item = try rssItem(
      "<link rel='alternate' href='/a'\(attributes)/><title\(attributes)>T</title>")
    #expect(item.title == "T")
  }

  @Test func `very many addresses and authors of one item do no harm`() throws {
    let links = (0..<5000).map { "<link>nonsense:\($0)</link><author>A\($0)</author>" }.joined()
    #expect(throws: FeedProblem.self) { try rssItem(links) }
    let item = try rssItem(link + links)
    #expect(item.address.text == "https://blog.example/a")
    #expect(try #require(item.author).utf8.count < 100)
  }

  @Test(arguments: [0, 7, 100, 5000]) func `bytes that are no text do no harm`(count: Int) {
    var random = SeededNumbers(seed: UInt64(count))
    let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    for head in ["", "<rss><item><title>", "{", "<opml><outline a='"] {
      _ = try? FeedReader.read(Array(head.utf8) + noise, at: "")
      _ = FeedLinks.inPage(Array(head.utf8) + noise, at: "")
      _ = FeedLinks.inDescription(head + String(decoding: noise, as: UTF8.self), at: "")
    }
    #expect(feedProblem(String(decoding: noise, as: UTF8.self)) != nil)
  }
}
