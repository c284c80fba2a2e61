package import ArticleStore
package import ReadingList

/// Answers a question, from any thread; the value reaches the main thread, where the question was asked.
package typealias Answer<Value> = @Sendable (Value) -> Void

/// An answer with the library after it.
package typealias AnswerAfter<Value> = @Sendable (Value, LibrarySnapshot) -> Void

/// What came of a change.
package struct ChangeOutcome: Sendable {
  /// The articles that are otherwise now.
  package var changed: [ArticleID] = []
  /// Those that the library does not hold any more.
  package var missing: [ArticleID] = []
  /// Those that could not be changed, and why.
  package var failures: [ChangeReceipt.Failure] = []
  /// Whether it was too much to be undone.
  package var isFinal = false

  /// What a receipt says, and which articles were to be removed for good.
  package init(_ receipt: ChangeReceipt, removing removed: [ArticleID] = []) {
    missing = receipt.missing
    failures = receipt.failures
    let kept = Set(missing + failures.filter { !$0.error.isInPlace }.map(\.id))
    changed = receipt.changed + removed.filter { !kept.contains($0) }
  }

  /// A change of which nothing came.
  package init(failureOf ids: [ArticleID], _ error: StoreError) {
    failures = ids.map { ChangeReceipt.Failure(id: $0, error: error) }
  }
}

/// An article with its text, or nil parts where there is none.
package struct LoadedArticle: Sendable {
  package var article: Article?
  package var body: ArticleBody?
  /// The pictures that are stored, by the keys of their addresses; nil when they were never asked for.
  package var pictures: [String: StoredPicture]?
  /// Whether the text that it is said to have may still come from another machine.
  package var isTextOnItsWay = false
}
