package import Library
package import ReadingList

/// Answers a question, from any thread; the value reaches the main thread, where the question was asked.
package typealias Answer<Value> = @Sendable (Value) -> Void

/// An answer with the library after it.
package typealias AnswerAfter<Value> = @Sendable (Value, LibrarySnapshot) -> Void

package struct ChangeOutcome: Sendable {
  package var changed: [ArticleID] = []
  /// The articles that the library no longer has.
  package var missing: [ArticleID] = []
  /// The articles that could not be changed, and why.
  package var failures: [ChangeReceipt.Failure] = []
  /// Whether it was too much to be undone.
  package var isFinal = false

  /// Makes the outcome of a receipt and of the articles that were to be purged.
  package init(_ receipt: ChangeReceipt, removing removed: [ArticleID] = []) {
    missing = receipt.missing
    failures = receipt.failures
    let kept = Set(missing + failures.filter { !$0.error.isInPlace }.map(\.id))
    changed = receipt.changed + removed.filter { !kept.contains($0) }
  }

  /// Makes the outcome of a change that failed.
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
