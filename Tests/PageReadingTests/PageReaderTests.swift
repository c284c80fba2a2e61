import PageExtraction
import PageFetch
import PageReading
import Testing

@Suite struct PageReaderTests {
  private func read(
    _ kind: FetchedPage.Kind,
    _ body: String,
    type: String = ""
  ) -> PageReader.Outcome {
    PageReader(fetcher: CurlPageFetcher(), extractor: PageExtractor()).read(
      FetchedPage(
        finalURL: "https://site.example/page",
        kind: kind,
        body: Array(body.utf8),
        contentType: type
      )
    )
  }

  @Test func `text is an article as it is`() {
    guard case .article(let article, _) = read(.text, "First.\n\nSecond.\n") else {
      Issue.record("no article")
      return
    }
    #expect(article.text == "First.\n\nSecond.")
  }

  @Test func `a feed is not an article`() {
    guard case .feed = read(.feed, "<rss/>") else {
      Issue.record("not told as a feed")
      return
    }
  }

  @Test func `what is neither page nor text is named by its kind`() {
    guard case .unreadable(let reason, _) = read(.other, "PK", type: "application/zip") else {
      Issue.record("was read")
      return
    }
    #expect(reason.contains("application/zip"))
  }
}
