package import ArticleStore
package import ReadingList
import ReadingServices

/// All highlights of the library, which the list of highlights shows.
package final class HighlightsModel: ModelPart {
  /// All of them, with what is on its way to the disk; nil until they were read.
  package private(set) var collection: HighlightCollection?
  private var request: Int?
  /// The library that they were read from, as far as it was shown.
  private var version: Int?
  /// Whether nothing is being read.
  var isSettled: Bool { request == nil }

  /// Reloads the highlights that changed since they were read.
  func follow() {
    let version = library.version
    guard request == nil, version != self.version else { return }
    self.version = version
    let request = nextRequest()
    self.request = request
    service.readHighlights(
      collection ?? HighlightCollection(), of: library.confirmed, request: request)
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
  func receive(_ read: HighlightCollection, request: Int) {
    guard self.request == request else { return }
    self.request = nil
    collection = read
    for change in library.pending.sorted(by: { $0.key < $1.key }).map(\.value) {
      if let done = change.change { take(done, to: change.ids) }
    }
    library.isListStale = true
  }
}
