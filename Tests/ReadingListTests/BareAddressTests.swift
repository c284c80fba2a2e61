import ReadingList
import Testing

@Suite("Bare addresses") struct BareAddressTests {
  @Test(
    "an address without a scheme means https, but http on one's own machine",
    arguments: [
      ("example.com/a", "https://example.com/a"),
      ("example.com:8443/a", "https://example.com:8443/a"),
      ("localhost:8080/a", "http://localhost:8080/a"),
      ("127.0.0.1:8080/a", "http://127.0.0.1:8080/a"),
      ("https://localhost/a", "https://localhost/a"),
    ])
  func schemes(given: String, text: String) throws { #expect(try WebAddress(given).text == text) }

  @Test("a bare word is no address, but a machine of the own network is one with its scheme")
  func intranet() throws {
    #expect(try WebAddress("http://nas/a").text == "http://nas/a")
    for text in ["nas", "nas/a", "//nas/a", "http://na s/", "http:///a"] {
      #expect(throws: WebAddress.Problem.self) { try WebAddress(text) }
    }
  }
}

@Suite("The next try") struct NextTryTests {
  @Test("is never further ahead than any wait: a clock that was wrong had set it") func wrongClock()
    throws
  {
    let now = Timestamp(seconds: 1_770_000_000)
    var article = Article(address: try WebAddress("https://a.example/"), savedAt: now)
    for (wait, left) in [
      (-5, -5), (60, 60), (FetchState.maxWait, FetchState.maxWait), (FetchState.maxWait + 1, 0),
      (3_000_000_000, 0),
    ] as [(Int64, Int64)] {
      article.retryAt = now.advanced(bySeconds: wait)
      #expect(ArticleSummary(article).nextTry(at: now) == now.advanced(bySeconds: left))
    }
  }
}
