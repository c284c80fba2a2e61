import ArticleSearch
import ArticleStore
import Platform
import ReadingList
import ReadingServices

/// What full text says of a query, asked on a thread of its own while the records are compared with the list.
///
/// It counts where nothing was found to have changed, as is nearly always so.
final class EarlyAnswer: Sendable {
  private let query: Query
  private let view: SavedView
  private let list: LibrarySnapshot
  private let found: ValueBeside<(answer: SearchAnswer, snippets: [ArticleID: SearchSnippet])?>

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
    (self.query, self.view, self.list) = (query, view, list)
    found = ValueBeside {
      guard let answer = fullText.quickAnswer(to: query, in: view, of: list) else { return nil }
      let best = Array(answer.ranking.prefix(snippetCount))
      let snippets = query.searchTerms.flatMap { try? fullText.index.snippets(best, for: $0) }
      return (answer, snippets ?? [:])
    }
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
    return found.value?.answer
  }

  /// The snippets of the best matches, after the answer.
  var snippets: [ArticleID: SearchSnippet] { found.value?.snippets ?? [:] }
}
