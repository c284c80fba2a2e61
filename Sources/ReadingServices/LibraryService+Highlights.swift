package import ArticleStore
import Platform
package import ReadingList

extension LibraryService {
  /// Reloads the highlights that changed since they were loaded, concurrently with the queue;
  /// answers with `Event.highlights`.
  package func readHighlights(
    _ known: HighlightCollection, of snapshot: LibrarySnapshot, request: Int
  ) {
    Task.detached(executorPreference: WorkerPool.process) { [self] in
      var collection = known
      collection.follow(snapshot, in: library)
      mailbox.post(.highlights(request: request, collection))
    }
  }

  /// Counts the facets of highlights, concurrently with the queue; answers with `Event.counted`.
  package func countFacets(
    of collection: HighlightCollection, in view: SavedView, filter: String,
    snapshot: LibrarySnapshot, request: Int
  ) {
    Task.detached(executorPreference: WorkerPool.process) { [self] in
      let facets = snapshot.facets(of: collection, in: view, filter: filter, now: clock.now())
      mailbox.post(.counted(request: request, .facets(facets)))
    }
  }
}
