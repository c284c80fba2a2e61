import Platform
package import ReadingList
import Synchronization

extension LibraryService {
  /// Fetches an article, once those given before have all begun.
  package func startFetch(
    _ id: ArticleID, _ way: FetchWay = .ifChanged,
    answer: @escaping AnswerAfter<ArticleFetch.Outcome>
  ) {
    fetches.withLock { $0.waiting.append(Fetches.Waiting(id: id, way: way, answer: answer)) }
    beginFetch()
  }

  /// How an article is fetched.
  package enum FetchWay: Equatable, Sendable {
    case ifChanged
    /// Whatever the server says of changes.
    case again
    /// Also in the place of a text that a browser, a file or a mail brought.
    case replacing
    /// From the archive at an address.
    case archive(String)
  }

  /// The articles being fetched now, without those that wait for their turn, the first one first.
  package var fetchesUnderWay: [ArticleID] { fetches.withLock(\.order) }

  private func beginFetch() {
    fetches.withLock { fetches in
      guard let next = fetches.next() else { return }
      let (id, way) = (next.id, next.way)
      fetches.order.append(id)
      fetches.underWay[id] = Task.detached(executorPreference: WorkerPool.process) { [self] in
        let outcome =
          if case .archive(let address) = way { await fetch.fetchCopy(of: id, from: address) } else
          { await fetch.fetch(id, isForced: way != .ifChanged, replaces: way == .replacing) }
        endFetch(id)
        queue.enqueue { [self] in next.answer(outcome, currentSnapshot) }
      }
    }
  }

  private func endFetch(_ id: ArticleID) {
    fetches.withLock { fetches in
      fetches.underWay[id] = nil
      fetches.order.removeAll { $0 == id }
    }
    beginFetch()
  }

  /// Gives up all fetches; what they were fetching stays saved.
  ///
  /// - Returns: the articles whose fetches had not begun, and never will.
  package func cancelFetches() -> [ArticleID] {
    let (tasks, dropped) = fetches.withLock { ($0.underWay.values.map { $0 }, $0.dropWaiting()) }
    for task in tasks { task.cancel() }
    return dropped
  }
}

/// Fetches under way, and those that wait for one of them to end.
struct Fetches {
  /// How many are under way at most.
  private static let limit = 16

  var underWay: [ArticleID: Task<Void, Never>] = [:]
  /// Those under way, as they began.
  var order: [ArticleID] = []
  /// In the order they were asked for; those before `begun` have begun.
  var waiting: [Waiting] = []
  private var begun = 0

  struct Waiting {
    let id: ArticleID
    let way: LibraryService.FetchWay
    let answer: AnswerAfter<ArticleFetch.Outcome>
  }

  mutating func next() -> Waiting? {
    guard underWay.count < Self.limit, begun < waiting.count else { return nil }
    let next = waiting[begun]
    begun += 1
    if begun == waiting.count { (waiting, begun) = ([], 0) }
    return next
  }

  /// Forgets those that have not begun.
  mutating func dropWaiting() -> [ArticleID] {
    defer { (waiting, begun) = ([], 0) }
    return waiting[begun...].map(\.id)
  }
}
