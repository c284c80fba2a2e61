package import Library
package import ReadingList

/// Called on any thread; the value reaches the main thread.
package typealias Answer<Value> = @Sendable (Value) -> Void

/// An answer, and the library after it.
package typealias AnswerAfter<Value> = @Sendable (Value, LibrarySnapshot) -> Void

/// An article with its text; nil parts if there are none.
package struct LoadedArticle: Sendable {
  package var article: Article?
  package var body: ArticleBody?
  /// By the keys of their addresses; nil if they were never fetched.
  package var pictures: [String: StoredPicture]?
  /// Whether the recorded text may still come from another machine.
  package var isTextOnItsWay = false
}
