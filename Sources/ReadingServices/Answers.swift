package import Library
package import ReadingList

/// Answers a question, from any thread; the value reaches the main thread, where the question was asked.
package typealias Answer<Value> = @Sendable (Value) -> Void

/// An answer with the library after it.
package typealias AnswerAfter<Value> = @Sendable (Value, LibrarySnapshot) -> Void

/// An article with its text, or nil parts where there is none.
package struct LoadedArticle: Sendable {
  package var article: Article?
  package var body: ArticleBody?
  /// The pictures that are stored, by the keys of their addresses; nil when they were never asked for.
  package var pictures: [String: StoredPicture]?
  /// Whether the text that it is said to have may still come from another machine.
  package var isTextOnItsWay = false
}
