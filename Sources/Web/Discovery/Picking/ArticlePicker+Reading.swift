import PageExtraction
package import ReadingList

extension ArticlePicker {
  /// Reads the page at an address that a person chose, whatever was seen or is saved.
  ///
  /// - Throws: `PickProblem` with a message for the person.
  package func read(_ address: WebAddress) async throws(PickProblem) -> PickedArticle {
    let outcome: PageReader.Outcome
    do throws(FetchProblem) { outcome = try await pages.read(PageRequest(url: address.text)) } catch
    { throw error.kind == .cancelled ? .cancelled : .notFound(error.message) }
    switch outcome {
    case .article(let extraction, let page):
      var article = Article(address: address, savedAt: now())
      article.take(extraction, from: page, at: now())
      switch extraction.verdict {
      case .ready: article.fetch = .ready
      case .suspect(let reason): article.fetch = .suspect(reason: reason)
      case .failed(let reason): throw .notFound(reason)
      }
      return PickedArticle(
        article: article, body: extraction.body, source: address.siteName, keys: [address.itemKey])
    case .feed: throw .notFound("\(address.siteName) gave a feed, not an article")
    case .unreadable(let reason, _): throw .notFound(reason)
    case .notModified: throw .notFound("\(address.siteName) gave nothing")
    }
  }
}
