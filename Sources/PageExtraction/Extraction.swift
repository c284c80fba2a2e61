package import ReadingList

/// What was found in a page.
package struct Extraction: Equatable, Sendable {
  /// Whether the result is worth keeping.
  package enum Verdict: Equatable, Sendable {
    case ready
    /// There is something, but probably not the article; the reason in words.
    case suspect(reason: String)
    /// There is nothing to read; the reason in words.
    case failed(reason: String)

    /// A form that asks for a password stands in the place of the article.
    package static let needsLogin = Verdict.suspect(reason: "The page needs a login")
  }

  package var metadata: PageMetadata
  package var body: ArticleBody
  package var verdict: Verdict
  /// What sort of page it is.
  package var kind = PageKind.article
  /// Where the article goes on, for articles in several pages; absolute.
  package var nextPage: String?
  /// A page that has all of an article in several pages; absolute.
  package var singlePage: String?

  /// Where the posts are that a page without them is to show; absolute.
  package var threadData: String?

  /// Makes an extraction of its parts.
  package init(metadata: PageMetadata, body: ArticleBody, verdict: Verdict) {
    self.metadata = metadata
    self.body = body
    self.verdict = verdict
  }

  /// The body as the sanitised fragment that the library stores.
  package var html: String { body.fragmentHTML }
  /// The body as plain text, without the lines that stand for what is embedded; what a thread quotes from its own
  /// earlier posts is not said again.
  package var text: String {
    let body = kind == .thread ? RepeatedQuotes.removed(from: body) : body
    return ArticleBody(blocks: body.blocks.filter { !EmbeddedMedia.isLine($0) }).plainText
  }
  /// Words of the text, as reading times count them.
  package var wordCount: Int { ReadingTime.words(in: text) }
}
