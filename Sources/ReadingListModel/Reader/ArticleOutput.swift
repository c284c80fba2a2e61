package import ReadingList

/// What is handed on to a file or another program: an article, what of it is selected, or highlights.
package struct ArticleOutput: Equatable, Sendable {
  /// The article.
  package var id: ArticleID
  /// What is known of it, where it was not saved.
  package var unsaved: Article?
  /// Its text, likewise.
  package var unsavedBody: ArticleBody?
  /// What is selected; nil for all of it.
  package var selection: Selection?

  /// Highlights of the library that are handed on instead of an article; nil where it is one.
  package var highlights: [Navigation.Item]?

  /// A part of the text as it was on screen, whatever the library has by now.
  package struct Selection: Equatable, Sendable {
    /// Its words.
    package var text: String
    /// The same with its structure.
    package var body: ArticleBody

    /// Puts the two together.
    package init(text: String, body: ArticleBody) {
      self.text = text
      self.body = body
    }
  }

  /// Hands on an article of the library.
  package init(id: ArticleID) { self.id = id }

  /// Hands on highlights; nil where there are none.
  package init?(highlights: [Navigation.Item]) {
    guard let first = highlights.first else { return nil }
    id = first.article
    self.highlights = highlights
  }
}
