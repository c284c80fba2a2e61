import Foundation
import ReadingList
import Synchronization
import TestSupport
import Testing
import Web

@Suite("Picking") struct ArticlePickerTests {
  private func pick(
    _ picker: ArticlePicker, from source: String = "blog"
  ) async throws -> PickedArticle {
    let picked = try await picker.pick(from: source)
    await picker.markShown(picked)
    return picked
  }

  @Test("picks an article of a feed with its text, title and address") func feed() async throws {
    let table = try Table.blog()
    let picked = try await pick(table.picker())
    #expect(Table.posts.contains(picked.article.url))
    #expect(picked.article.fetch == .ready && picked.article.wordCount > 100)
    #expect(!picked.body.isEmpty && picked.source == "blog")
    // The page says nothing of itself, so its text does.
    let excerpt = try #require(picked.article.excerpt)
    #expect(excerpt.hasPrefix("This is a sentence of Post ") && excerpt.hasSuffix("…"))
  }

  @Test("a list of feeds is never opened as an article: a feed of it is chosen, then a post")
  func opml() async throws {
    let list = """
      <?xml version="1.0"?><opml version="1.0"><body><outline text="A & B" type="rss"
       xmlUrl="https://blog.example/feed"/></body></opml>
      """
    let table = try Table.blog(["https://lists.example/opml": .body(list, type: "text/xml")])
    table.add("https://lists.example/opml", "list")
    let picked = try await pick(table.picker(), from: "list")
    #expect(Table.posts.contains(picked.article.url))
  }

  @Test(
    "a list that names itself, a feed without items and a source that is a bomb end with a reason")
  func circles() async throws {
    let bomb =
      "<!DOCTYPE r [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]>"
    let table = try Table([
      "https://l.example/self": .body(
        "<opml><body><outline xmlUrl='https://l.example/self'/></body></opml>", type: "text/xml"),
      "https://l.example/empty": .feed([]),
      "https://l.example/bomb": .body(bomb + "<rss><channel>&b;</channel></rss>", type: "text/xml"),
      "https://l.example/page": .body(
        "<html><head><link rel=alternate type=application/rss+xml href=/page></head></html>",
        type: "text/html"),
    ])
    for name in ["self", "empty", "bomb", "page"] {
      table.add("https://l.example/\(name)", name)
      let problem = await #expect(throws: PickProblem.self) {
        try await table.picker().pick(from: name)
      }
      #expect(problem?.message.hasPrefix("Could not load article: ") == true)
    }
    #expect(table.web.asked.count < 40)
  }

  @Test("the same address giving posts instead of feeds, or feeds instead of posts, is understood")
  func shapes() async throws {
    let links = Table.posts
    for (answer, type) in [
      (rss(links), "text/xml"), ("# mine\n\(links[2])\n", "text/plain"),
      (
        "<html><head><link rel=alternate type='application/rss+xml' href='/feed'></head><body></body></html>",
        "text/html"
      ),
    ] {
      let table = try Table.blog(["https://blog.example/x": .body(answer, type: type)])
      table.add("https://blog.example/x", "x")
      let picked = try await pick(table.picker(), from: "x")
      #expect(links.contains(picked.article.url), "\(answer)")
    }
  }

  @Test("the blogroll's items are blogs: their feed stands in the description")
  func blogroll() async throws {
    let list = """
      <rss version="2.0"><channel><item><title>A blog</title><link>https://blog.example/</link>
      <description>&lt;a href='https://blog.example/feed'&gt;RSS&lt;/a&gt;</description></item>
      </channel></rss>
      """
    let table = try Table.blog(["https://blogroll.org/feed": .body(list, type: "text/xml")])
    table.sources.apply(.turn("blogroll", on: true))
    let picked = try await pick(table.picker(), from: "blogroll")
    #expect(Table.posts.contains(picked.article.url) && picked.source == "Blogroll")
  }

  @Test("a category is asked of the source, and kept in a pool of its own")
  func category() async throws {
    let post = Table.posts[4]
    let table = try Table.blog(["https://kagi.com/smallweb/feed?cat=tech": .feed([post])])
    let picker = table.picker()
    let picked = try await picker.pick(from: "smallweb", category: "tech")
    #expect(picked.article.url == post)
    #expect(await picker.pool(of: "smallweb", category: "tech")?.count == 1)
    #expect(await picker.pool(of: "smallweb")?.count == nil)
  }

  @Test("a category of a list is picked from; of several sources those are asked that have it")
  func listedCategory() async throws {
    let (table, links) = (try Table.blog(), Table.posts)
    let lines = links.enumerated().map { "\($1) \($0 % 5 == 0 ? "\"slow web\"" : "other")" }
    try table.directory.write("urls", text: lines.joined(separator: "\n"))
    table.add(table.directory.path("urls"), "mine")
    let picker = table.picker()
    #expect(await picker.categories(of: "mine") == ["other", "slow web"])
    #expect(await picker.categories(of: "blog") == [])
    for choice in ["mine", Source.surprise, "mine"] {
      let picked = try await picker.pick(from: choice, category: "slow web")
      await picker.markShown(picked)
      #expect([links[0], links[5]].contains(picked.article.url), "\(choice)")
    }
    // A category that only other sources have cannot be picked from here.
    let other = try await picker.pick(from: "mine", category: "tech")
    #expect(links.contains(other.article.url))
  }

  @Test("a source whose sites are all blocked says so, again and again, and so do sources all off")
  func blocked() async throws {
    let table = try Table.blog()
    table.sources.apply(.block("blog.example"))
    let picker = table.picker()
    for _ in 0..<2 {
      let problem = await #expect(throws: PickProblem.self) { try await picker.pick(from: "blog") }
      #expect(problem == .notFound("all sites of blog are blocked"))
    }
    #expect(await picker.health["blog"]?.problem == nil, "it did nothing wrong")
    for source in table.sources.enabled { table.sources.apply(.turn(source.name, on: false)) }
    let idle = table.picker()
    await #expect(throws: PickProblem.notFound("all sources are off")) {
      try await idle.pick(from: Source.surprise)
    }
  }

  @Test(
    "dead links, videos, pictures, thin pages, saved articles and blocked sites are passed over")
  func skips() async throws {
    let good = "https://good.example/post"
    let links = [
      "https://dead.example/", "https://www.youtube.com/watch?v=1", "https://a.example/x.jpg",
      "https://thin.example/", "https://saved.example/", "https://sub.blocked.example/", good,
    ]
    var pages: [String: Web.Answer] = [
      "https://thin.example/": .body("<html><body><p>Hi</p></body></html>", type: "text/html"),
      good: .page("Good"),
    ]
    for link in ["https://saved.example/", "https://sub.blocked.example/"] {
      pages[link] = .page("No")
    }
    for seed in 0..<20 {
      let table = try Table(feedOf: links, pages)
      table.state.saved.withLock { _ = $0.insert("https://saved.example/") }
      table.sources.apply(.block("blocked.example"))
      let picked = try await table.picker(seed: UInt64(seed)).pick(from: "blog")
      #expect(picked.article.url == good)
      #expect(!table.web.asked.contains { $0.contains("youtube") || $0.contains("blocked") })
    }
  }

  @Test("a redirect or a page's own address that leads to what is saved is no find")
  func canonical() async throws {
    let page = pageHTML("A").replacing(
      "<head>", with: "<head><link rel=canonical href='https://f.example/known'>")
    let link = "https://f.example/a"
    let table = try Table(feedOf: [link], [link: .body(page, type: "text/html")])
    table.state.saved.withLock { _ = $0.insert("https://f.example/known") }
    await #expect(throws: PickProblem.self) { try await table.picker().pick(from: "blog") }
  }

  @Test("every link dead: all are tried, then a reason, and never an error of a single link")
  func allDead() async throws {
    let links = (0..<30).map { "https://dead\($0).example/" }
    let table = try Table(feedOf: links)
    let problem = await #expect(throws: PickProblem.self) {
      try await table.picker().pick(from: "blog")
    }
    #expect(problem?.message.hasPrefix("Could not load article: no page of blog ") == true)
    #expect(table.web.asked.count == 1 + links.count)
  }

  @Test(
    "what was shown is not picked again until four fifths of the pool were; then the older half is forgotten"
  )
  func seen() async throws {
    let table = try Table.blog()
    var shown: [String] = []
    for _ in 0..<8 {
      // A new process each time: seen items are on disk.
      shown.append(try await pick(table.picker()).article.url)
    }
    #expect(Set(shown).count == 8)
    let ninth = try await pick(table.picker()).article.url
    #expect(Set(shown.prefix(4)).union(Set(Table.posts).subtracting(shown)).contains(ninth))
  }

  @Test("what was picked ahead and never shown may be picked again") func picked() async throws {
    let link = "https://f.example/a"
    let table = try Table(feedOf: [link], [link: .page("A")])
    for _ in 0..<2 {
      #expect(try await table.picker().pick(from: "blog").article.url == link)
    }
  }

  @Test(
    "a pool is fresh for a day, then asked for with its validators, and served stale without a network"
  )
  func pools() async throws {
    let table = try Table.blog()
    func asks() -> Int { table.web.asked.count { $0.hasSuffix("/feed") } }
    _ = try await table.picker().pick(from: "blog", refreshes: true)
    _ = try await table.picker().pick(from: "blog", refreshes: true)
    #expect(asks() == 1)
    table.pass(hours: 25)
    _ = try await table.picker().pick(from: "blog", refreshes: true)
    #expect(asks() == 2 && table.web.conditional == 1)
    _ = try await table.picker().pick(from: "blog", refreshes: true)
    #expect(asks() == 2)
    table.pass(hours: 25)
    table.web.put(.problem(.network), at: "https://blog.example/feed")
    _ = try await table.picker().pick(from: "blog", refreshes: true)
    #expect(asks() == 3)
  }

  @Test("without a network Surprise Me picks from what needs none") func offline() async throws {
    let table = try Table.blog()
    _ = try await table.picker().pick(from: "blog")
    let root = (1...4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent()
    }
    table.sources.apply(.turn("samples", on: true))
    table.web.vanish()
    let picker = table.picker(samples: root.appending(path: "Data/site").path)
    for _ in 0..<4 {
      let picked = try await picker.pick(from: Source.surprise)
      await picker.markShown(picked)
      #expect(picked.source == "Luego samples" && !picked.body.isEmpty)
    }
  }

  @Test("a seed makes a shuffle repeatable, whatever was seen") func seeded() async throws {
    let table = try Table.blog()
    var rounds: [[String]] = []
    for _ in 0..<2 {
      let picker = table.picker(seed: 7)
      var urls: [String] = []
      for _ in 0..<4 { urls.append(try await pick(picker).article.url) }
      rounds.append(urls)
    }
    #expect(rounds[0] == rounds[1] && Set(rounds[0]).count == 4)
  }

  @Test("a page that never comes can be given up") func cancelled() async throws {
    let link = "https://f.example/a"
    let table = try Table(feedOf: [link], [link: .never])
    let picker = table.picker()
    let (picked, continuation) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await picker.pick(from: "blog") { stage in
        if case .picked = stage { continuation.yield() }
      }
    }
    for await _ in picked { break }
    task.cancel()
    await #expect(throws: PickProblem.cancelled) { try await task.value }
  }

  @Test("a source that gives no feed says what it gave, and its health is remembered")
  func health() async throws {
    let page = "<html><body><p>Hello</p></body></html>"
    let table = try Table.blog(["https://n.example/": .body(page, type: "text/html")])
    table.add("https://n.example/", "none")
    let problem = await #expect(throws: PickProblem.self) {
      try await table.picker().pick(from: "none")
    }
    #expect(problem?.message.contains("a web page without a feed") == true)
    _ = try await table.picker().pick(from: "blog")
    let health = await table.picker().health
    #expect(health["none"]?.failures == 1 && health["none"]?.problem != nil)
    #expect(health["blog"]?.picks == 1 && health["blog"]?.lastSuccess != nil)
  }

  @Test("a cache that cannot be written costs nothing but a download")
  func diskFull() async throws {
    let table = try Table.blog()
    // A file in place of the directory, so that nothing can be written there.
    for name in ["cache", "state"] { try table.directory.write(name, text: "") }
    let picker = table.picker()
    for _ in 0..<3 { #expect(try await !pick(picker).body.isEmpty) }
  }

  @Test("a pool that was damaged is asked for again") func damaged() async throws {
    let table = try Table.blog()
    _ = try await table.picker().pick(from: "blog")
    let name = "cache/discovery/blog.pool"
    let whole = try #require(try table.directory.read(name))
    for cut in [0, 1, whole.count / 2, whole.count - 1] {
      try table.directory.write(name, whole.prefix(cut))
      #expect(try await !pick(table.picker()).body.isEmpty)
    }
  }

  @Test("a local file of addresses or feeds is a source, read again when it changes")
  func files() async throws {
    let table = try Table.blog()
    table.add(table.directory.path("list.txt"), "mine")
    for link in Table.posts.prefix(2) {
      try table.directory.write("list.txt", text: link + "\n")
      let picked = try await table.picker(seed: 1).pick(from: "mine", refreshes: true)
      #expect(picked.article.url == link)
      table.pass(hours: 25)
    }
  }
}
