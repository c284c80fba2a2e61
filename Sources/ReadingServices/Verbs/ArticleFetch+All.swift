package import Library
package import ReadingList

/// Fetching many articles.
extension ArticleFetch {
  package static let maxConcurrent = 16

  private enum Part: Sendable {
    case page(ArticleID, ArticleFetch.Outcome)
    /// The error that kept pictures from being saved.
    case pictures(StoreError?)
  }

  /// Fetches articles concurrently, each page before its pictures, and reports each page's outcome
  /// to `tell`.
  ///
  /// Cancelling the task cancels the fetches under way and skips the rest.
  ///
  /// - Returns: the error that kept pictures from being saved.
  package func fetchAll(
    _ ids: [ArticleID], _ way: Way = .ifChanged, begin: (ArticleID) -> Void = { _ in },
    _ tell: (ArticleID, Outcome) -> Void
  ) async -> StoreError? {
    await withTaskGroup(of: Part.self) { group in
      var begun = 0
      var problem: StoreError?
      func beginNext() {
        guard begun < ids.count, !Task.isCancelled else { return }
        let id = ids[begun]
        begun += 1
        begin(id)
        group.addTask { .page(id, await fetch(id, way)) }
      }
      for _ in 0..<Self.maxConcurrent { beginNext() }
      while let part = await group.next() {
        switch part {
        case .pictures(let error):
          problem = problem ?? error
          beginNext()
        case .page(let id, let outcome):
          // A full disk has no room for pictures, and texts matter more.
          if let pictures, problem == nil, !Task.isCancelled, outcome.isOfText {
            group.addTask {
              do throws(StoreError) {
                _ = try await pictures.fetch(for: id)
                return .pictures(nil)
              } catch { return .pictures(error) }
            }
          } else {
            beginNext()
          }
          tell(id, outcome)
        }
      }
      return problem
    }
  }
}

extension ArticleFetch.Outcome {
  fileprivate var isOfText: Bool {
    switch self {
    case .saved, .unchanged, .kept, .doubtful: true
    case .same, .failed, .refused: false
    }
  }
}

package struct FetchCounts {
  private var fetched = 0
  private var doubtful = 0
  private var unchanged = 0
  package private(set) var delayed = 0
  package private(set) var failed = 0

  package init() {}

  package var ended: Int { fetched + unchanged + delayed + failed }

  /// Counts an outcome, unless it is a transient failure while stopping; returns whether it counts.
  package mutating func take(_ outcome: ArticleFetch.Outcome, isStopping: Bool) -> Bool {
    switch outcome {
    case .saved, .same: fetched += 1
    case .doubtful:
      fetched += 1
      doubtful += 1
    case .unchanged, .kept: unchanged += 1
    case .failed(_, _, isTransient: true):
      if isStopping { return false }
      delayed += 1
    case .failed, .refused: failed += 1
    }
    return true
  }

  /// The counts in words, with the articles left and those waiting for a retry.
  package func summary(of count: Int, waiting: Int) -> String {
    let doubts = doubtful > 0 ? " (\(doubtful) to check)" : ""
    var parts = [
      fetched > 0 ? "\(fetched) fetched\(doubts)" : "",
      unchanged > 0 ? "\(unchanged) unchanged" : "",
      delayed > 0 ? "\(delayed) will be tried again" : "", failed > 0 ? "\(failed) failed" : "",
      ended < count ? "stopped, \(count - ended) left" : "",
    ].filter { !$0.isEmpty }
    if parts.isEmpty { parts = [waiting == 0 ? "Nothing to fetch" : "Nothing to fetch now"] }
    return parts.joined(separator: ", ")
      + (waiting > 0 ? "; \(waiting) waiting; at once: luego fetch is:pending" : "")
  }
}
