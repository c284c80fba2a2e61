package import ArticleStore
package import ReadingList
import ReadingServices

/// All highlights of the library, which the list of highlights shows.
package final class HighlightsModel: ModelPart {
  /// All of them, with what is on its way to the disk; nil until they were read.
  package private(set) var collection: HighlightCollection?
  /// The library that they were read from, as far as it was shown.
  private var version: Int?

  /// Reloads the highlights that changed since they were read.
  func follow() {
    let version = library.version
    guard !tasks.isAwaited(.highlights), version != self.version else { return }
    self.version = version
    let answer = tasks.answer(.highlights) { [unowned self] (read: HighlightCollection) in
      show(read)
    }
    service.readHighlights(
      collection ?? HighlightCollection(), of: library.confirmed, answer: answer)
  }

  /// Makes a change that is on its way to the disk.
  func take(_ change: ArticleChange, to ids: [ArticleID]) {
    for id in ids { collection?.take(change, of: id) }
  }

  /// One by its id and its article.
  package func highlight(_ id: String, of article: ArticleID) -> Highlight? {
    collection?[article].first { $0.highlight.id == id }?.highlight
  }

  /// Shows the highlights that were read.
  private func show(_ read: HighlightCollection) {
    collection = read
    for change in library.pending {
      if let done = change.change { take(done, to: change.ids) }
    }
    library.isListStale = true
  }
}
