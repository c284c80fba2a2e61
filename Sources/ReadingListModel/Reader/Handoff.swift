package import ReadingList

/// What is handed on to a file or another program: an article, or what of it is selected.
package struct Handoff: Equatable, Sendable {
  /// The article.
  package var id: ArticleID
  /// What is known of it, where it was not saved.
  package var unsaved: Article?
  /// Its text, likewise.
  package var unsavedBody: ArticleBody?
  /// What is selected; nil for all of it.
  package var selection: String?
  /// Where that is in the text.
  package var part: Range<ReadingPosition>?

  /// Hands on an article of the library.
  package init(id: ArticleID) { self.id = id }
}
