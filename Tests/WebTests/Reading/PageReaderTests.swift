import PageExtraction
import TestSupport
import Testing
import Web

@Suite("Reading a page") struct PageReaderTests {
  private func read(
    _ kind: FetchedPage.Kind, _ body: String, type: String = "", pdf: PDFConverter = PDFConverter()
  ) async throws -> PageReader.Outcome {
    try await PageReader(fetcher: CurlPageFetcher(options: Sites.options), rules: .none, pdf: pdf)
      .read(
        FetchedPage(
          finalURL: "https://site.example/page", kind: kind, body: Array(body.utf8),
          contentType: type))
  }

  private func reason(_ outcome: PageReader.Outcome) -> String? {
    if case .unreadable(let reason, _) = outcome { reason } else { nil }
  }

  @Test func `text is an article as it is`() async throws {
    guard case .article(let article, _) = try await read(.text, "First.\n\nSecond.\n") else {
      Issue.record("no article")
      return
    }
    #expect(article.text == "First.\n\nSecond.")
  }

  @Test func `a feed is not an article`() async throws {
    guard case .feed = try await read(.feed, "<rss/>") else {
      Issue.record("not told as a feed")
      return
    }
  }

  @Test func `what is neither page nor text is named by its kind`() async throws {
    let reason = reason(try await read(.other, "PK", type: "application/zip"))
    #expect(reason?.contains("application/zip") == true)
    let called = self.reason(try await read(.other, "\0\u{1}\u{2}", type: "text/html"))
    #expect(called?.contains("It is a binary file, sent as text/html, not a page") == true)
  }

  @Test func `a PDF says what to install when there is no program to read it`() async throws {
    let reason = reason(try await read(.pdf, "%PDF-1.7"))
    #expect(reason?.contains("poppler-utils") == true)
  }
}
