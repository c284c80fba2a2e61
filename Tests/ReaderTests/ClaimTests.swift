import Library
import Reader
import ReadingList
import TestSupport
import Testing

/// A page of a title whose every word belongs to its subject, and what it says its address is.
private func page(_ subject: String, title: String = "A title", canonical: String? = nil) -> String
{
  let sentences = (1...60).map { "Of \(subject) \($0) says \(subject)\($0 * 7), and no more." }
  let links = canonical.map {
    "<link rel=canonical href=\"\($0)\"><meta property=\"og:url\" content=\"\($0)\">"
  }
  return """
    <html><head>\(links ?? "")<title>\(title)</title></head><body><article><h1>\(title)</h1>
    <p>\(sentences[..<30].joined(separator: " "))</p><p>\(sentences[30...].joined(separator: " "))</p>
    </article></body></html>
    """
}

@Suite("A page decides only what it is itself") struct ClaimTests {
  private func add(_ addresses: [String], _ driver: Driver) async throws {
    for address in addresses {
      driver.time.advance(milliseconds: 1000)
      try await driver.enter(address, after: "a")
    }
  }

  private func text(_ address: String, _ driver: Driver) throws -> String {
    let article = try #require(try driver.library.article(ArticleID(canonicalURL: address)))
    #expect(!article.isDeleted)
    return try driver.library.body(of: article.id) ?? ""
  }

  private let story = "https://victim.example/story"

  @Test(
    "a page that names an address of another site as its own takes nothing over",
    arguments: ["evil", "story"])
  func attacker(subject: String) async throws {
    // Its text may be another or a copy.
    let evil = "https://evil.example/x"
    for order in [[evil, story], [story, evil]] {
      let driver = try Driver(
        fetcher: ScriptedFetcher([evil: page(subject, canonical: story), story: page("story")]))
      try await add([order[0]], driver)
      _ = try driver.library.apply(
        .tag(add: ["mine"], remove: []), to: [ArticleID(canonicalURL: order[0])],
        at: driver.time.now)
      try await add([order[1]], driver)
      #expect(driver.count(of: .everything) == 2 && driver.count(of: .trash) == 0)
      #expect(try text(story, driver).contains("Of story 1 says"))
      #expect(try text(evil, driver).contains("Of \(subject) 1 says"))
      #expect(try driver.library.article(ArticleID(canonicalURL: order[1]))?.tags == [])
    }
  }

  @Test("a page that leads to another site's by redirect is that article, whichever is saved first")
  func redirect() async throws {
    let short = "https://short.example/x"
    let fetcher = ScriptedFetcher([story: page("story")], redirects: [short: story])
    let first = try Driver(fetcher: fetcher)
    try await add([short, story], first)
    #expect(first.count(of: .everything) == 1 && first.count(of: .trash) == 0)
    #expect(fetcher.requests == [short])
    #expect(first.text.contains("Already saved"))
    let second = try Driver(fetcher: fetcher)
    try await add([story, short, short], second)
    #expect(second.count(of: .everything) == 1 && second.count(of: .trash) == 0)
    #expect(second.text.contains("Already saved"))
    #expect(try text(story, second).contains("Of story 1 says"))
  }

  @Test("two addresses of different sites that lead to one article are one")
  func shortLinks() async throws {
    let (one, other) = ("https://short.example/x", "https://brief.example/y")
    let driver = try Driver(
      fetcher: ScriptedFetcher([story: page("story")], redirects: [one: story, other: story]))
    try await add([one, other], driver)
    #expect(driver.count(of: .everything) == 1 && driver.count(of: .trash) == 0)
    #expect(try text(one, driver).contains("Of story 1 says"))
  }

  @Test(
    "a page that names an address of its own site is that article if the texts are the same",
    arguments: ["m", "mobile"])
  func sameSite(prefix: String) async throws {
    let mobile = "https://\(prefix).victim.example/story"
    for order in [[mobile, story], [story, mobile]] {
      let driver = try Driver(
        fetcher: ScriptedFetcher([
          mobile: page("story", canonical: story), story: page("story", canonical: story),
        ]))
      try await add(order, driver)
      #expect(driver.count(of: .everything) == 1 && driver.count(of: .trash) == 0)
      #expect(try text(order[0], driver).contains("Of story 1 says"))
    }
  }

  @Test(
    "a page on a host for phones that names no other address, or another text's, stays its own",
    arguments: ["m", "mobile"])
  func otherText(prefix: String) async throws {
    let mobile = "https://\(prefix).victim.example/story"
    for (subject, canonical) in [("story", nil), ("story", mobile), ("other", story)] {
      for order in [[mobile, story], [story, mobile]] {
        let driver = try Driver(
          fetcher: ScriptedFetcher([
            mobile: page(subject, canonical: canonical), story: page("story", canonical: story),
          ]))
        try await add(order, driver)
        #expect(driver.count(of: .everything) == 2 && driver.count(of: .trash) == 0)
        #expect(try text(mobile, driver).contains("Of \(subject) 1 says"))
        #expect(try text(story, driver).contains("Of story 1 says"))
      }
    }
  }

  @Test(
    "two texts that name one address, a section or another page of them, stay two, and so does a third",
    arguments: ["https://victim.example/second", "https://victim.example/story?page=2"])
  func section(second: String) async throws {
    let first = "https://victim.example/first"
    for order in [[first, second, story], [story, second, first], [second, first, story]] {
      let driver = try Driver(
        fetcher: ScriptedFetcher([
          first: page("first", canonical: story), second: page("second", canonical: story),
          story: page("story", canonical: story),
        ]))
      try await add(order, driver)
      #expect(driver.count(of: .everything) == 3 && driver.count(of: .trash) == 0)
      #expect(try text(first, driver).contains("Of first 1 says"))
      #expect(try text(second, driver).contains("Of second 1 says"))
    }
  }

  @Test("a site that sends several addresses to one place makes none of them another")
  func wall() async throws {
    let (one, other) = ("https://victim.example/1", "https://victim.example/2")
    let wall = "https://victim.example/privacy"
    let driver = try Driver(
      fetcher: ScriptedFetcher([wall: page("wall")], redirects: [one: wall, other: wall]))
    try await add([one, other], driver)
    #expect(driver.count(of: .everything) == 2 && driver.count(of: .trash) == 0)
  }

  @Test("a home page that all pages name makes none of them another") func home() async throws {
    let (one, other) = ("https://victim.example/1", "https://victim.example/2")
    let driver = try Driver(
      fetcher: ScriptedFetcher([
        one: page("same", canonical: "https://victim.example/"),
        other: page("same", canonical: "https://victim.example/"),
        "https://victim.example/": page("same"),
      ]))
    try await add([one, other, "https://victim.example/"], driver)
    #expect(driver.count(of: .everything) == 3 && driver.count(of: .trash) == 0)
  }
}
