import ArticleStore
import ReadingList
import ReadingServices

extension Program {
  /// How many fetches are begun before one has ended.
  private static let fetchesAtOnce = 16

  /// A part of fetching an article that ended.
  private enum FetchStep: Sendable {
    case page(ArticleID, ArticleFetch.Outcome)
    /// Why pictures could not be stored, if so.
    case pictures(StoreError?)
  }

  /// Fetches articles, some at once, and tells what came of each as it comes; its pictures follow.
  ///
  /// When the task is cancelled, those under way are given up and the rest is not begun.
  /// - Parameters:
  ///   - ids: which.
  ///   - fetch: what fetches.
  ///   - archive: the address of the archive that is asked instead of the sites.
  ///   - replaces: whether texts that were not fetched are replaced.
  ///   - begin: takes each as its turn comes.
  ///   - tell: takes what came of its page.
  /// - Returns: what is to be said at the end where pictures could not be stored.
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
          // A full disk takes no more pictures, and is needed for what matters more.
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
