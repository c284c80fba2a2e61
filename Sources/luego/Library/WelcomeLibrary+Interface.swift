import ArticleStore
import ReadingList

extension WelcomeLibrary {
  /// Brings them as `add` does, for the interface.
  ///
  /// - Throws: `StoreError` when they are missing, or cannot be saved.
  static func additions(
    to library: Library,
    at now: Timestamp
  ) throws(StoreError) -> [Addition] {
    let outcome: Outcome
    do throws(Failure) { outcome = try add(to: library, from: Places.data(), at: now) } catch {
      throw StoreError(.io, error.message)
    }
    let changed = Set(outcome.receipts.flatMap(\.changed))
    var additions: [Addition] = []
    for entry in outcome.articles {
      guard let article = try library.article(entry.id) else { continue }
      additions.append(changed.contains(entry.id) ? .added(article) : .alreadySaved(article))
    }
    return additions
  }
}
