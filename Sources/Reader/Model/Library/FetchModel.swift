import Library
package import ReadingList
import ReadingServices

/// Fetches articles in the background, and keeps track of failures and retries.
package final class FetchModel: ModelPart {
  package private(set) var fetching: Set<ArticleID> = []
  /// The failed fetches of this session, the last one first.
  package private(set) var failures: [Failure] = []
  /// Cancelled fetches whose end has not been reported yet.
  private var stopped: Set<ArticleID> = []
  private(set) var retryDeadline: Timestamp?
  /// Articles that kept their text when fetched again; the next fetch replaces it.
  var replaceable: Set<ArticleID> = []
  var ended: (ArticleFetch.Outcome) -> Void = { _ in }

  /// A failed fetch and the reason.
  package struct Failure: Equatable, Sendable {
    package var id: ArticleID
    package var reason: String
  }

  private struct Fetched: Sendable {
    var outcome: ArticleFetch.Outcome
    var library: LibrarySnapshot
  }
  private var fetched: Answer<Fetched> = { _ in }

  override init(_ session: SessionState, _ library: LibraryModel) {
    super.init(session, library)
    fetched = tasks.stream { [unowned self] (fetched: Fetched) in
      library.adopt(fetched.library)
      ended(fetched.outcome)
    }
  }

  private static let maxFailures = 100

  func start(_ ids: [ArticleID], _ way: LibraryService.FetchWay = .ifChanged) {
    for id in ids where fetching.insert(id).inserted {
      service.startFetch(id, way) { [fetched] in fetched(Fetched(outcome: $0, library: $1)) }
    }
  }

  package func again(_ id: ArticleID) { start([id], .again) }

  /// Fetches all articles whose fetch failed or is pending.
  func failed() -> CommandOutcome {
    func rows(_ state: Query.State) -> [LibrarySnapshot.Row] {
      snapshot.rows(in: .everything, matching: Query(all: [.state(state)]), order: .newest)
    }
    let waiting = (rows(.failed) + rows(.pending)).map(snapshot.id)
    guard !waiting.isEmpty else { return .refused("Nothing failed or pending") }
    start(waiting)
    return .done("Fetching \(waiting.count)…")
  }

  /// Cancels all fetches.
  ///
  /// - Returns: whether there were any.
  func stop() -> Bool {
    guard !fetching.isEmpty else { return false }
    fetching.subtract(service.cancelFetches())
    stopped = fetching
    return true
  }

  /// Records the end of a fetch and the reason of a failure; failures of cancelled fetches are
  /// ignored.
  func finish(_ id: ArticleID, failure: String?) {
    let wasStopped = stopped.remove(id) != nil
    fetching.remove(id)
    library.isRetryStale = true
    guard failure == nil || !wasStopped else { return }
    failures.removeAll { $0.id == id }
    guard let failure else { return }
    failures.insert(Failure(id: id, reason: failure), at: 0)
    if failures.count > Self.maxFailures { failures.removeLast() }
  }

  // MARK: Retries

  /// Schedules the next retry of a fetch with a temporary failure, if the library has changed.
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

  /// Fetches the articles whose retry is due.
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
