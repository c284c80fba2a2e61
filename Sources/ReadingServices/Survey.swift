package import ArticleStore
import Platform
import ReadingList

extension LibraryService {
  /// Computes the statistics of each scope from every row; answers with `Event.surveyed`.
  package func survey(_ list: LibrarySnapshot) {
    Task.detached(executorPreference: WorkerPool.process) { [self] in
      let now = clock.now()
      let articles = list.rows(in: .everything, order: .newest).map { list[$0] }
      let all = Statistics.Scope.shown.map { scope in
        Statistics(of: articles, in: scope, now: now, utcOffset: clock.utcOffset)
      }
      mailbox.post(.surveyed(all))
    }
  }
}
