import Library
import Reader
import ReadingList
import Testing

/// A page whose title consists of words of its subject, with the canonical address that it declares.
private func page(_ subject: String, canonical: String? = nil) -> String {
  let sentences = (1...60).map { "Of \(subject) \($0) says \(subject)\($0 * 7), and no more." }
  let links = canonical.map {
    "<link rel=canonical href=\"\($0)\"><meta property=\"og:url\" content=\"\($0)\">"
  }
  return """
    <html><head>\(links ?? "")<title>A title</title></head><body><article><h1>A title</h1>
    <p>\(sentences[..<30].joined(separator: " "))</p><p>\(sentences[30...].joined(separator: " "))</p>
    </article></body></html>
    """
}

private let story = "https://victim.example/story"
private let mobile = "https://m.victim.example/story"

/// Addresses whose pages claim to be others or redirect to them, and the orders in which they are added.
private struct Claim: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var pages: [String: String]
  var redirects: [String: String] = [:]
  var orders: [[String]]
  /// The final subject of each address's text.
  var texts: [String: String] = [:]

  /// Two addresses in both orders.
  private static func both(_ one: String, _ other: String) -> [[String]] {
    [[one, other], [other, one]]
  }

  private static let evil = "https://evil.example/x"
  private static let (one, two) = ("https://victim.example/1", "https://victim.example/2")
  private static let home = "https://victim.example/"
  private static let wall = "https://victim.example/privacy"

  private static func evil(_ subject: String) -> Claim {
    Claim(
      testDescription: "another site's address named, with the text of \(subject)",
      pages: [evil: page(subject, canonical: story), story: page("story")],
      orders: both(evil, story), texts: [evil: subject, story: "story"])
  }

  private static func phone(_ subject: String, names canonical: String?) -> Claim {
    Claim(
      testDescription: "a host for phones with \(subject), which names \(canonical ?? "nothing")",
      pages: [mobile: page(subject, canonical: canonical), story: page("story", canonical: story)],
      orders: both(mobile, story), texts: [mobile: subject, story: "story"])
  }

  private static func third(beside second: String) -> Claim {
    Claim(
      testDescription: "two texts that name a third, one at \(second)",
      pages: [
        one: page("first", canonical: story), second: page("second", canonical: story),
        story: page("story", canonical: story),
      ], orders: [[one, second, story], [story, second, one], [second, one, story]],
      texts: [one: "first", second: "second", story: "story"])
  }

  static let separate = [
    evil("evil"), evil("story"), phone("story", names: nil), phone("story", names: mobile),
    phone("other", names: story), third(beside: two), third(beside: story + "?page=2"),
    Claim(
      testDescription: "a wall that several addresses lead to", pages: [wall: page("wall")],
      redirects: [one: wall, two: wall], orders: [[one, two]]),
    Claim(
      testDescription: "a home page that all pages name",
      pages: [
        one: page("same", canonical: home), two: page("same", canonical: home), home: page("same"),
      ], orders: [[one, two, home]]),
  ]
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

  @Test("no page takes over what has another text or site", arguments: Claim.separate)
  fileprivate func separate(claim: Claim) async throws {
    for order in claim.orders {
      let driver = try Driver(
        fetcher: ScriptedFetcher(claim.pages, redirects: claim.redirects))
      try await add([order[0]], driver)
      _ = try driver.library.apply(
        .tag(add: ["mine"], remove: []), to: [ArticleID(canonicalURL: order[0])],
        at: driver.time.now)
      try await add(Array(order.dropFirst()), driver)
      #expect(driver.count(of: .everything) == order.count && driver.count(of: .trash) == 0)
      for (address, subject) in claim.texts {
        #expect(try text(address, driver).contains("Of \(subject) 1 says"))
      }
      #expect(driver.library.snapshot().count(of: .tag("mine")) == 1)
    }
  }

  @Test("a page that leads to another site's by redirect is that article, whichever is saved first")
  func redirect() async throws {
    let (short, brief) = ("https://short.example/x", "https://brief.example/y")
    for order in [[short, story], [story, short, short], [short, brief]] {
      let driver = try Driver(
        fetcher: ScriptedFetcher(
          [story: page("story")], redirects: [short: story, brief: story]))
      try await add(order, driver)
      #expect(driver.count(of: .everything) == 1 && driver.count(of: .trash) == 0)
      #expect(try text(order[0], driver).contains("Of story 1 says"))
      if order == [short, story] { #expect(driver.fetcher.requests == [short]) }
      #expect(driver.text.contains("Already saved") || order.contains(brief))
    }
  }

  @Test("a page that names an address of its own site is that article if the texts are the same")
  func sameSite() async throws {
    for order in [[mobile, story], [story, mobile]] {
      let page = page("story", canonical: story)
      let driver = try Driver(fetcher: ScriptedFetcher([mobile: page, story: page]))
      try await add(order, driver)
      #expect(driver.count(of: .everything) == 1 && driver.count(of: .trash) == 0)
      #expect(try text(order[0], driver).contains("Of story 1 says"))
    }
  }
}
