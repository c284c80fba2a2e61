package import ReadingList

package struct ArticleOutput: Equatable, Sendable {
  package var id: ArticleID
  package var unsaved: Article?
  package var unsavedBody: ArticleBody?
  package var selection: Selection?

  /// To write instead of the article; nil for the article.
  package var highlights: [Navigation.Item]?

  /// A part of the text on screen, even if the library has a newer text.
  package struct Selection: Equatable, Sendable {
    package var text: String
    package var body: ArticleBody
  }

  package init(id: ArticleID) { self.id = id }

  package init?(highlights: [Navigation.Item]) {
    guard let first = highlights.first else { return nil }
    id = first.article
    self.highlights = highlights
  }
}
