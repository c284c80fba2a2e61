import ReadingList
import Testing

@Suite("The next try") struct NextTryTests {
  @Test("is never further ahead than any wait: a clock that was wrong had set it")
  func wrongClock() throws {
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
