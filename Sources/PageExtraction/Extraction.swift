package import ReadingList

/// The result of extracting an article from a page.
package struct Extraction: Equatable, Sendable {
  /// The page shows a password form instead of the article.
  package static let needsLogin = FetchState.suspect(reason: "The page needs a login")

  package var metadata: PageMetadata
  package var body: ArticleBody
  /// Whether the article was found: ready, suspect or failed.
  package var verdict: FetchState
  package var kind = PageKind.article
  /// The absolute address of the article's next page.
  package var nextPage: String?

  package init(metadata: PageMetadata, body: ArticleBody, verdict: FetchState) {
    self.metadata = metadata
    self.body = body
    self.verdict = verdict
  }

  /// The body as the sanitized fragment for storage.
  package var html: String { body.fragmentHTML }
  /// The body as plain text, without lines for embedded media and without quotations of a thread's
  /// own earlier posts.
  package var text: String {
    let body = kind == .thread ? RepeatedQuotes.removed(from: body) : body
    return ArticleBody(blocks: body.blocks.filter { !EmbeddedMedia.isLine($0) }).plainText
  }
  /// The number of words, as counted for reading times.
  package var wordCount: Int { ReadingTime.words(in: text) }
}
