package import ArticleStore
import Platform
package import ReadingList

/// What is counted over the whole library, beside all other work.
package enum Survey: Sendable {
  /// Which count.
  package enum Kind: Hashable, Sendable { case statistics, texts }

  /// What was saved and read, of each scope.
  case statistics([Statistics])
  /// Which texts are stored.
  case texts(StoredTexts)

  /// Which count it is.
  package var kind: Kind {
    switch self {
    case .statistics: .statistics
    case .texts: .texts
    }
  }
}

extension LibraryService {
  /// Counts over a list and answers with `Event.surveyed`; takes as long as reading every row does.
  package func survey(_ kind: Survey.Kind, of list: LibrarySnapshot) {
    Task.detached(executorPreference: WorkerPool.process) { [self] in
      switch kind {
      case .statistics:
        let now = clock.now()
        let articles = list.rows(in: .everything, order: .newest).map { list[$0] }
        let all = Statistics.Scope.shown.map { scope in
          Statistics(of: articles, in: scope, now: now, utcOffset: clock.utcOffset)
        }
        mailbox.post(.surveyed(.statistics(all)))
      case .texts: mailbox.post(.surveyed(.texts(library.storedTexts(of: list))))
      }
    }
  }
}
