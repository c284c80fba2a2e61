import Library
package import ReadingList
import ReadingServices

package final class FetchModel: ModelPart {
  package private(set) var fetching: Set<ArticleID> = []
  /// Fetches that ended since none was under way.
  private var ended = (fetched: 0, failed: 0)
  private(set) var retryDeadline: Timestamp?
  /// Articles that kept their text when fetched again; the next fetch replaces it.
  var replaceable: Set<ArticleID> = []

  private lazy var fetched = tasks.stream {
    [unowned self] (fetched: (outcome: ArticleFetch.Outcome, library: LibrarySnapshot)) in
    library.adopt(fetched.library)
    model.articles.finishFetch(fetched.outcome)
  }

  func start(_ ids: [ArticleID], _ way: ArticleFetch.Way = .ifChanged) {
    if fetching.isEmpty { ended = (0, 0) }
    for id in ids where fetching.insert(id).inserted {
      service.startFetch(id, way) { [fetched] in fetched(($0, $1)) }
    }
  }

  func failed() -> CommandOutcome {
    func rows(_ state: Query.State) -> [LibrarySnapshot.Row] {
      snapshot.rows(in: .everything, matching: Query(all: [.state(state)]), order: .newest)
    }
    let waiting = (rows(.failed) + rows(.pending)).map(snapshot.id)
    guard !waiting.isEmpty else { return .refused("Nothing to fetch") }
    start(waiting)
    return .done("Fetching \(waiting.count)…")
  }

  /// Cancels all fetches; false if there were none.
  func stop() -> Bool {
    guard !fetching.isEmpty else { return false }
    fetching.subtract(service.cancelFetches())
    return true
  }

  /// Shows a result, and after the last of several the number of failures; earlier results hide no
  /// other message.
  func report(_ status: Status, of id: ArticleID) {
    if status.kind == .error { ended.failed += 1 } else { ended.fetched += 1 }
    let isLast = fetching.subtracting([id]).isEmpty
    session.report(status, yields: !isLast)
    guard isLast, ended.failed > 0, ended.failed + ended.fetched > 1 else { return }
    session.report(
      Status(
        text: "\(ended.fetched) fetched, \(ended.failed) failed", kind: .error,
        offer: .refetchFailed, action: "try again"))
  }

  func finish(_ id: ArticleID) {
    fetching.remove(id)
    library.isRetryStale = true
  }

  // MARK: Retries

  /// Schedules the retry that is due next, if the library has changed.
  func scheduleRetry() {
    // Otherwise a fetch that has just failed would seem to be due.
    guard library.isRetryStale else { return }
    library.isRetryStale = false
    guard !isReadOnly else { return }
    let now = clock.now()
    var earliest: Timestamp?
    snapshot.forEachRetry { retryAt, id in
      let moment = ArticleSummary.nextTry(retryAt, at: now)
      if earliest.map({ moment < $0 }) ?? true, !fetching.contains(id()) { earliest = moment }
    }
    retryDeadline = earliest
  }

  func retryDue() {
    retryDeadline = nil
    let now = clock.now()
    var due: [ArticleID] = []
    snapshot.forEachRetry { retryAt, id in
      if ArticleSummary.nextTry(retryAt, at: now) <= now { due.append(id()) }
    }
    start(due)
    library.isRetryStale = true
    scheduleRetry()
  }
}
