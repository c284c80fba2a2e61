package import Library
import Platform
package import ReadingList

extension LibraryService {
  /// Reloads the highlights that changed since they were read, beside the jobs in the queue.
  package func readHighlights(
    _ known: HighlightCollection, of snapshot: LibrarySnapshot,
    answer: @escaping Answer<HighlightCollection>
  ) {
    Task.detached(executorPreference: WorkerPool.process) { [self] in
      var collection = known
      collection.follow(snapshot, in: library)
      answer(collection)
    }
  }

  /// Counts the facets of highlights, concurrently with the queue; answers with `Event.counted`.
  package func countFacets(
    of collection: HighlightCollection, in view: SavedView, filter: String,
    snapshot: LibrarySnapshot, answer: @escaping Answer<[Facet]>
  ) {
    Task.detached(executorPreference: WorkerPool.process) { [clock] in
      answer(snapshot.facets(of: collection, in: view, filter: filter, now: clock.now()))
    }
  }
}
