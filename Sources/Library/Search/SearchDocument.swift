package import ReadingList

/// The words and marks an article is found by.
package struct SearchDocument: Equatable, Sendable {
  package var id: ArticleID
  /// Differs between two states of the article.
  package var stamp: UInt64
  package var title: String
  package var author = ""
  package var site = ""
  package var url = ""
  package var tags: [String] = []
  package var note = ""
  package var highlights: [String] = []
  /// The language tag, such as `de-AT`; empty if unknown.
  package var language: String
  /// The text without markup.
  package var body: String
  package var hasImage = false
  package var hasCode = false
  /// Whether the text that the record promises is still missing.
  package var isTextMissing = false

  /// Makes a document of a title and a text.
  package init(
    id: ArticleID, stamp: UInt64, title: String = "", language: String = "", body: String = ""
  ) {
    self.id = id
    self.stamp = stamp
    self.title = title
    self.language = language
    self.body = body
  }
}

/// The library's texts, which phrases are checked in and excerpts are made of: an article's words.
///
/// Called from any thread.
package typealias SearchTexts = @Sendable (ArticleID) -> SearchDocument?
