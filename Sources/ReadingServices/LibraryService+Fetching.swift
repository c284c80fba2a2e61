import Platform
package import ReadingList
import Synchronization

extension LibraryService {
  /// Fetches an article, once those given before have all begun.
  package func startFetch(
    _ id: ArticleID, _ way: FetchWay = .ifChanged,
    answer: @escaping AnswerAfter<ArticleFetch.Outcome>
  ) {
    fetches.withLock { $0.waiting.append((id, way, answer)) }
    beginFetch()
  }

  package enum FetchWay: Equatable, Sendable {
    case ifChanged
    /// Even if the page has not changed.
    case again
    /// Also to replace a text that came from a browser, a file or a mail.
    case replacing
    /// From the archive at an address.
    case archive(String)
  }

  private func beginFetch(after ended: ArticleID? = nil) {
    fetches.withLock { fetches in
      if let ended { fetches.underWay[ended] = nil }
      guard fetches.underWay.count < ArticleFetch.maxConcurrent, !fetches.waiting.isEmpty else {
        return
      }
      let (id, way, answer) = fetches.waiting.removeFirst()
      fetches.underWay[id] = Task.detached(executorPreference: WorkerPool.process) { [self] in
        let outcome =
          if case .archive(let address) = way { await fetch.fetchCopy(of: id, from: address) } else
          { await fetch.fetch(id, isForced: way != .ifChanged, replaces: way == .replacing) }
        beginFetch(after: id)
        queue.enqueue { [self] in answer(outcome, currentSnapshot) }
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

/// The fetches under way and the waiting ones.
struct Fetches {
  var underWay: [ArticleID: Task<Void, Never>] = [:]
  /// In the order they were asked for.
  var waiting:
    [(id: ArticleID, way: LibraryService.FetchWay, answer: AnswerAfter<ArticleFetch.Outcome>)] = []
}
