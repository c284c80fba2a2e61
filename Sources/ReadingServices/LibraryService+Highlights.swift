package import ArticleStore
import Platform
package import ReadingList

/// What was read of highlights.
package enum HighlightEvent: Sendable {
  /// All of them.
  case read(HighlightCollection)
  /// That of the day, with its article; nil where nothing is highlighted.
  case daily(ListedHighlight?)
}

extension LibraryService {
  /// Reads the highlights of which a snapshot says that they are otherwise than they were read, beside the jobs in
  /// the queue; `HighlightEvent.read` brings all.
  package func readHighlights(
    _ known: HighlightCollection,
    of snapshot: LibrarySnapshot,
    request: Int
  ) {
    Task.detached(executorPreference: WorkerPool.process) { [self] in
      var collection = known
      collection.follow(snapshot, in: library)
      mailbox.post(.highlights(request: request, .read(collection)))
    }
  }

  /// Finds the highlight of the day: another one each day, until all had their day.
  package func findDailyHighlight(of snapshot: LibrarySnapshot, request: Int) {
    Task.detached(executorPreference: WorkerPool.process) { [self] in
      let now = clock.now()
      let day = now.components(utcOffset: clock.utcOffset(now)).dayNumber
      let found = snapshot.highlight(ofDay: day, in: library)
      mailbox.post(.highlights(request: request, .daily(found)))
    }
  }

  /// Counts what narrows the list of highlights, beside the jobs in the queue.
  package func countFacets(
    of collection: HighlightCollection,
    in view: SavedView,
    filter: String,
    snapshot: LibrarySnapshot,
    request: Int
  ) {
    Task.detached(executorPreference: WorkerPool.process) { [self] in
      let facets = snapshot.facets(of: collection, in: view, filter: filter, now: clock.now())
      mailbox.post(.counted(request: request, .facets(facets)))
    }
  }
}
