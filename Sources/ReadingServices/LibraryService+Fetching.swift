import Library
import Platform
package import ReadingList
import Synchronization

extension LibraryService {
  /// Queues a fetch; fetches begin in order.
  package func startFetch(
    _ id: ArticleID, _ way: ArticleFetch.Way = .ifChanged,
    answer: @escaping AnswerAfter<ArticleFetch.Outcome>
  ) {
    fetches.withLock { $0.waiting.append((id, way, answer)) }
    beginFetch()
  }

  private func beginFetch(after ended: ArticleID? = nil) {
    fetches.withLock { fetches in
      if let ended { fetches.underWay[ended] = nil }
      guard fetches.underWay.count < ArticleFetch.maxConcurrent, !fetches.waiting.isEmpty else {
        return
      }
      let (id, way, answer) = fetches.waiting.removeFirst()
      fetches.underWay[id] = Task.detached(executorPreference: WorkerPool.process) { [self] in
        let outcome = await fetch.fetch(id, way)
        beginFetch(after: id)
        queue.enqueue { [self] in answer(outcome, library.snapshot()) }
      }
    }
  }

  /// Cancels all fetches; articles stay saved.
  ///
  /// - Returns: the articles whose fetches had not begun, and never will.
  package func cancelFetches() -> [ArticleID] {
    let (tasks, dropped) = fetches.withLock { fetches in
      defer { fetches.waiting = [] }
      return (fetches.underWay.values.map(\.self), fetches.waiting.map(\.id))
    }
    for task in tasks { task.cancel() }
    return dropped
  }
}

struct Fetches {
  var underWay: [ArticleID: Task<Void, Never>] = [:]
  /// In the order of request.
  var waiting: [(id: ArticleID, way: ArticleFetch.Way, answer: AnswerAfter<ArticleFetch.Outcome>)] =
    []
}
