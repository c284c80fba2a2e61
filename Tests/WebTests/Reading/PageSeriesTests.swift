import PageExtraction
import ReadingList
import TestSupport
import Testing
import Web

@Suite("An article in several pages") struct PageSeriesTests {
  /// A series of pages at /1, /2 … with three paragraphs each.
  private func series(_ count: Int) throws -> LoopbackServer {
    let server = try LoopbackServer()
    for number in 1...count {
      let next = number < count ? Sites.link("next", "/\(number + 1)") : ""
      server.serve("/\(number)", Sites.page(number * 3 - 2...number * 3, links: next))
    }
    return server
  }

  @Test("is read whole and in order, with its title once") func whole() async throws {
    let server = try series(4)
    let article = try await Sites.article(server.url("/1"))
    #expect(Sites.numbers(article) == Array(1...12))
    #expect(article.verdict == .ready)
    #expect(article.metadata.title == "The Long Walk")
    #expect(!article.text.contains("The Long Walk"))
    #expect(server.requests.map(\.path) == ["/1", "/2", "/3", "/4"])
  }

  @Test(
    "loses the title that its pages repeat, with or without the page's number",
    arguments: ["The Long Walk", "The long walk – page 2", "The Long Walk (2/3)"])
  func repeatedTitle(heading: String) async throws {
    let server = try LoopbackServer()
    server.serve("/1", Sites.page(1...4, links: Sites.link("next", "/2")))
    server.serve("/2", Sites.page(5...8, title: "Something Else", heading: heading))
    let article = try await Sites.article(server.url("/1"))
    #expect(Sites.numbers(article) == Array(1...8))
    #expect(!article.text.lowercased().contains("the long walk"))
  }

  @Test("keeps a heading of its own on a further page") func ownHeading() async throws {
    let server = try LoopbackServer()
    server.serve("/1", Sites.page(1...4, links: Sites.link("next", "/2")))
    server.serve("/2", Sites.page(5...8, title: "x", heading: "The Long Walk Back"))
    #expect(try await Sites.article(server.url("/1")).text.contains("The Long Walk Back"))
  }

  @Test("of which a page does not come keeps what came and says which is missing")
  func missing() async throws {
    let server = try series(4)
    server.handle("/3") { $1.respond(500, "<p>Sorry") }
    let article = try await Sites.article(server.url("/1"))
    #expect(Sites.numbers(article) == Array(1...6))
    #expect(article.verdict == .suspect(reason: "Page 3 of the article could not be fetched"))
    #expect(!server.requests.contains { $0.path == "/4" })
  }

  @Test("whose pages lead back to one that was there ends there") func circle() async throws {
    let server = try series(2)
    server.serve("/2", Sites.page(4...6, links: Sites.link("next", "/1#top")))
    let article = try await Sites.article(server.url("/1"))
    #expect(Sites.numbers(article) == Array(1...6))
    #expect(article.verdict == .ready)
    #expect(server.requests.count == 2)
  }

  @Test("whose site shows the same page under every number ends there")
  func sameAgain() async throws {
    let server = try LoopbackServer()
    for number in 1...5 {
      server.serve("/\(number)", Sites.page(1...4, links: Sites.link("next", "/\(number + 1)")))
    }
    let article = try await Sites.article(server.url("/1"))
    #expect(Sites.numbers(article) == Array(1...4))
    #expect(server.requests.count == 2)
  }

  @Test("whose last link redirects to the first page ends there") func redirectHome() async throws {
    let server = try series(2)
    server.serve("/2", Sites.page(4...6, links: Sites.link("next", "/3")))
    server.handle("/3") { $1.redirect(to: "/1") }
    let article = try await Sites.article(server.url("/1"))
    #expect(Sites.numbers(article) == Array(1...6))
    #expect(article.verdict == .ready)
  }

  @Test("is not followed further than twenty pages")
  func limits() async throws {
    let server = try series(25)
    let article = try await Sites.article(server.url("/1"))
    #expect(Sites.numbers(article) == Array(1...60))
    #expect(
      article.verdict == .suspect(reason: "Only pages 1 to 20 were fetched; the article has more"))
  }

  @Test("goes to another host only where a site rule names the way") func otherHost() async throws {
    let server = try LoopbackServer()
    server.handle("/1") {
      $1.respond(200, Sites.page(1...4, links: Sites.link("next", "http://two.test/2")))
    }
    server.serve("/2", Sites.page(5...8))
    var options = Sites.options
    options.proxy = server.url()
    let named = PageReader(
      fetcher: CurlPageFetcher(options: options),
      rules: SiteRules(lookup: { $0 == "one.test.txt" ? Sites.series : nil }))
    let article = try await Sites.article("http://one.test/1", named)
    #expect(Sites.numbers(article) == Array(1...8))
    #expect(server.requests.map(\.host) == ["one.test", "two.test"])
  }

  @Test("keeps the notes of each page apart") func notes() async throws {
    let server = try LoopbackServer()
    for (number, next) in [(1, Sites.link("next", "/2")), (2, "")] {
      let note = """
        <p>A claim.<sup><a id="r1" href="#n1">1</a></sup></p>
        <ol class="footnotes"><li id="n1">Note of page \(number). <a href="#r1">↩</a></li></ol>
        """
      let page = Sites.page(number * 4 - 3...number * 4, links: next)
      server.serve("/\(number)", page.replacing("</article>", with: note + "</article>"))
    }
    let article = try await Sites.article(server.url("/1"))
    var (references, notes): ([String], [String]) = ([], [])
    for block in article.body.blocks {
      switch block {
      case .paragraph(let text):
        for case .footnoteReference(_, let anchor) in text { references.append(anchor) }
      case .footnotes(let found): notes += found.map(\.anchor)
      default: break
      }
    }
    #expect(references.count == 2 && references == notes && Set(notes).count == 2)
    #expect(ArticleBody(fragment: article.html) == article.body)
  }

  @Test("ends with its task when it is cancelled between two pages") func cancelled() async throws {
    let server = try series(3)
    server.handle("/2") { $1.waitForClose() }
    let reading = Task { try await Sites.article(server.url("/1")) }
    await server.waitForRequests(2)
    reading.cancel()
    await #expect(throws: FetchProblem.cancelled) { try await reading.value }
  }
}
