package import ReadingList

/// The result of extracting an article from a page.
package struct Extraction: Equatable, Sendable {
  /// The quality of a result.
  package enum Verdict: Equatable, Sendable {
    case ready
    /// Something was found, but probably not the article, for the stated reason.
    case suspect(reason: String)
    /// Nothing readable was found, for the stated reason.
    case failed(reason: String)

    /// The verdict and its reason, as in JSON.
    package var words: (state: String, reason: String?) {
      switch self {
      case .ready: ("ready", nil)
      case .suspect(let reason): ("suspect", reason)
      case .failed(let reason): ("failed", reason)
      }
    }

    /// The page shows a password form instead of the article.
    package static let needsLogin = Verdict.suspect(reason: "The page needs a login")
  }

  package var metadata: PageMetadata
  package var body: ArticleBody
  package var verdict: Verdict
  package var kind = PageKind.article
  /// The absolute address of the article's next page.
  package var nextPage: String?

  package init(metadata: PageMetadata, body: ArticleBody, verdict: Verdict) {
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
