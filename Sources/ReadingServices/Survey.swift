package import Library
import Platform
package import ReadingList

extension LibraryService {
  /// Counts what was saved and read; takes as long as reading every row does.
  package func survey(_ list: LibrarySnapshot, answer: @escaping Answer<[Statistics]>) {
    Task.detached(executorPreference: WorkerPool.process) { [clock] in
      let now = clock.now()
      let articles = list.rows(in: .everything, order: .newest).map { list[$0] }
      answer(
        Statistics.Scope.shown.map { scope in
          Statistics(of: articles, in: scope, now: now, utcOffset: clock.utcOffset)
        })
    }
  }
}
