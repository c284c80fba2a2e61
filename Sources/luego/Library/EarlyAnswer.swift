import ArticleSearch
import ArticleStore
import Platform
import ReadingList
import ReadingServices
import Synchronization

/// What full text says of a query, asked on a thread of its own while the records are compared with the list.
///
/// It counts where nothing was found to have changed, as is nearly always so.
final class EarlyAnswer: Sendable {
  private let query: Query
  private let view: SavedView
  private let list: LibrarySnapshot
  private let thread: SystemThread
  private let isJoined = Atomic(false)
  private let found: Found

  private final class Found: Sendable {
    let result = Mutex<(answer: SearchAnswer, snippets: [ArticleID: SearchSnippet])?>(nil)
  }

  /// Begins to ask; nil where a query does not ask about texts.
  ///
  /// - Parameters:
  ///   - fullText: which index; asked only where it has what the list has.
  ///   - query: what is looked for.
  ///   - list: the library as it is known.
  ///   - snippetCount: for how many of the best matches snippets are made.
  init?(_ fullText: FullText, to query: Query, of list: LibrarySnapshot, snippetCount: Int) {
    let view = query.isAboutTrash ? SavedView.trash : .everything
    guard !view.query.and(query).textConditions.isEmpty else { return nil }
    let found = Found()
    let work = { @Sendable in
      guard let answer = fullText.quickAnswer(to: query, in: view, of: list) else { return }
      let best = Array(answer.ranking.prefix(snippetCount))
      let snippets = query.searchTerms.flatMap { try? fullText.index.snippets(best, for: $0) }
      found.result.withLock { $0 = (answer, snippets ?? [:]) }
    }
    do throws(SystemError) { thread = try SystemThread.start(work) } catch { return nil }
    (self.query, self.view, self.list, self.found) = (query, view, list, found)
  }

  deinit { wait() }

  private func wait() {
    if !isJoined.exchange(true, ordering: .relaxed) { thread.join() }
  }

  /// The answer, where it is the one to this question; waits for it.
  func answer(
    to query: Query,
    in view: SavedView,
    of list: LibrarySnapshot
  ) -> SearchAnswer? {
    guard query == self.query, view == self.view, list.hasSameRows(as: self.list) else {
      return nil
    }
    wait()
    return found.result.withLock { $0?.answer }
  }

  /// The snippets of the best matches, after the answer.
  var snippets: [ArticleID: SearchSnippet] { found.result.withLock { $0?.snippets } ?? [:] }
}
