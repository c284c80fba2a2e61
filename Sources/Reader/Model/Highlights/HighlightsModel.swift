package import Library
package import ReadingList
import ReadingServices

package final class HighlightsModel: ModelPart {
  /// Includes changes still being saved; nil until loaded.
  package private(set) var collection: HighlightCollection?
  private var version: Int?
  /// An article whose highlight may return by undo; the cursor goes there.
  var restored: ArticleID?

  func follow() {
    let version = library.version
    guard !tasks.isAwaited(.highlights), version != self.version else { return }
    self.version = version
    let answer = tasks.answer(.highlights) { [unowned self] (read: HighlightCollection) in
      if let id = restored {
        let known = Set(collection?[id].map(\.highlight.id) ?? [])
        if let back = read[id].first(where: { !known.contains($0.highlight.id) }) {
          navigation.place.cursor = Navigation.Item(id, highlight: back.highlight.id)
        }
      }
      restored = nil
      collection = read
      for change in library.pending { if let done = change.change { take(done, to: change.ids) } }
      library.isListStale = true
    }
    let known = collection ?? HighlightCollection()
    service.compute(answer) { [home = service.library, list = library.confirmed] _ in
      var collection = known
      collection.follow(list, in: home)
      return collection
    }
  }

  func take(_ change: ArticleChange, to ids: [ArticleID]) {
    for id in ids { collection?.take(change, of: id) }
  }

  package func highlight(_ id: String, of article: ArticleID) -> Highlight? {
    collection?[article].first { $0.highlight.id == id }?.highlight
  }
}
