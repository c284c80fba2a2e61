import Library
import ReadingList
import ReadingServices

extension Program {
  /// The max number of concurrent fetches.
  private static let fetchesAtOnce = 16

  /// A finished part of the fetch of an article.
  private enum FetchStep: Sendable {
    case page(ArticleID, ArticleFetch.Outcome)
    /// The error that kept pictures from being saved; nil if none.
    case pictures(StoreError?)
  }

  /// Fetches articles concurrently, each page before its pictures, and reports each outcome.
  ///
  /// Cancelling the task cancels the fetches under way and skips the rest.
  /// - Parameters:
  ///   - ids: the articles.
  ///   - fetch: the service that fetches.
  ///   - archive: the address of an archive to fetch from instead of the sites.
  ///   - replaces: whether to replace texts that were not fetched.
  ///   - begin: called as each fetch begins.
  ///   - tell: called with the outcome of each page.
  /// - Returns: the failure to report if pictures could not be saved.
  func fetchEach(
    _ ids: [ArticleID], with fetch: ArticleFetch, from archive: String? = nil,
    replaces: Bool = false, begin: (ArticleID) -> Void = { _ in },
    _ tell: (ArticleID, ArticleFetch.Outcome) -> Void
  ) async -> Failure? {
    await withTaskGroup(of: FetchStep.self) { group in
      var begun = 0
      var problem: StoreError?
      func beginNext() {
        guard begun < ids.count, !Task.isCancelled else { return }
        let id = ids[begun]
        begun += 1
        begin(id)
        group.addTask {
          guard let archive else { return .page(id, await fetch.fetch(id, replaces: replaces)) }
          return .page(id, await fetch.fetchCopy(of: id, from: archive))
        }
      }
      for _ in 0..<Self.fetchesAtOnce { beginNext() }
      while let step = await group.next() {
        switch step {
        case .pictures(let error):
          problem = problem ?? error
          beginNext()
        case .page(let id, let outcome):
          // A full disk has no room for pictures, and texts matter more.
          if problem == nil, !Task.isCancelled,
            let article = fetch.articleForPictures(after: outcome)
          {
            group.addTask { .pictures(await fetch.fetchPictures(of: article.id)) }
          } else {
            beginNext()
          }
          tell(id, outcome)
        }
      }
      return problem.map {
        Failure("Not all pictures were stored: \($0.message)", Failure($0).code)
      }
    }
  }
}
