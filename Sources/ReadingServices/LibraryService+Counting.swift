package import Library
import Platform
package import ReadingList

// Reading lists, beside the jobs in the queue.
extension LibraryService {
  private func beside<Value: Sendable>(
    _ answer: @escaping Answer<Value>, _ work: @escaping @Sendable (Timestamp) -> Value
  ) {
    Task.detached(executorPreference: WorkerPool.process) { [clock] in answer(work(clock.now())) }
  }

  package func countFacets(
    of view: SavedView, filter: String, texts: TextMatches, in snapshot: LibrarySnapshot,
    answer: @escaping Answer<[Facet]>
  ) { beside(answer) { snapshot.facets(of: view, filter: filter, texts: texts, now: $0) } }

  package func countFacets(
    of collection: HighlightCollection, in view: SavedView, filter: String,
    snapshot: LibrarySnapshot, answer: @escaping Answer<[Facet]>
  ) { beside(answer) { snapshot.facets(of: collection, in: view, filter: filter, now: $0) } }

  package func countNames(
    of field: NamedField, in view: SavedView, in snapshot: LibrarySnapshot,
    answer: @escaping Answer<[NameCount]>
  ) { beside(answer) { snapshot.names(of: field, in: view, now: $0) } }

  package func countViews(
    _ views: [SavedView], in snapshot: LibrarySnapshot, answer: @escaping Answer<[String: Int]>
  ) {
    beside(answer) { now in
      let counts = views.map { view in
        view.listsHighlights
          ? snapshot.highlightCount(in: view, now: now) : snapshot.count(of: view, now: now)
      }
      return Dictionary(zip(views.map(\.key), counts)) { first, _ in first }
    }
  }

  /// Counts what was saved and read; takes as long as reading every row does.
  package func survey(_ list: LibrarySnapshot, answer: @escaping Answer<[Statistics]>) {
    beside(answer) { [clock] now in
      let articles = list.rows(in: .everything, order: .newest).map { list[$0] }
      return Statistics.Scope.shown.map {
        Statistics(of: articles, in: $0, now: now, utcOffset: clock.utcOffset)
      }
    }
  }

  /// Reloads the highlights that changed since they were read.
  package func readHighlights(
    _ known: HighlightCollection, of snapshot: LibrarySnapshot,
    answer: @escaping Answer<HighlightCollection>
  ) {
    beside(answer) { [library] _ in
      var collection = known
      collection.follow(snapshot, in: library)
      return collection
    }
  }
}
