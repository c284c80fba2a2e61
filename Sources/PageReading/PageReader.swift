package import PageExtraction
package import PageFetch
import ReadingList

/// Gets what there is to read at an address: fetches the page and takes the article out of it.
///
/// Saving an article and dealing one in discovery go the same way here.
package struct PageReader: Sendable {
  package let fetcher: any PageFetching
  package let extractor: PageExtractor

  /// What stands at an address.
  package enum Outcome: Sendable {
    /// An article, maybe a doubtful one, as its verdict says.
    case article(Extraction, FetchedPage)
    /// A feed or a list of feeds.
    case feed(FetchedPage)
    /// Nothing that can be read here; the reason in words, with what to do.
    case unreadable(String, FetchedPage)
    /// The copy named in the request is still the newest.
    case notModified
  }

  package init(fetcher: any PageFetching, extractor: PageExtractor) {
    self.fetcher = fetcher
    self.extractor = extractor
  }

  /// Fetches a page and reads it.
  ///
  /// - Throws: `FetchProblem` when no page came.
  package func read(_ request: PageRequest) async throws(FetchProblem) -> Outcome {
    switch try await fetcher.fetch(request) {
    case .notModified: .notModified
    case .page(let page): read(page)
    }
  }

  /// Reads a page that was fetched.
  package func read(_ page: FetchedPage) -> Outcome {
    switch page.kind {
    case .html:
      return .article(extractor.extract(PageSource(html: page.body, url: page.finalURL)), page)
    case .text:
      return .article(extractor.article(fromText: page.body, url: page.finalURL), page)
    case .markdown:
      return .article(extractor.article(fromMarkdown: page.body, url: page.finalURL), page)
    case .image:
      let body = ArticleBody(blocks: [.figure(.init(images: [.init(url: page.finalURL)]))])
      return .article(Extraction(metadata: PageMetadata(), body: body, verdict: .ready), page)
    case .pdf:
      return .unreadable("It is a PDF; open it in the browser with o", page)
    case .feed:
      return .feed(page)
    case .json, .other:
      let kind = page.contentType.isEmpty ? "of an unknown kind" : page.contentType
      return .unreadable("It is \(kind), not a page; open it in the browser with o", page)
    }
  }
}
