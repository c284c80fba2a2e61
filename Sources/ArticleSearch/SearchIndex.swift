package import ReadingList
private import Synchronization

/// The full-text index of a library: one directory, which may be removed at any time.
///
/// It may be used from any thread, one question after another. Nothing is opened before the first question,
/// and each question sees what was committed last, by whatever process.
package final class SearchIndex: Sendable {
  /// Where it lies.
  package let directory: String

  /// The index in a directory, which need not exist.
  package init(directory: String) { self.directory = directory }

  /// Which articles it has, read from one small file; nil when there is no index or it is in doubt.
  package var summary: SearchSummary? { nil }

  /// The articles that it has, and in which state, sorted by id.
  package func stamps() throws(SearchError) -> [(id: ArticleID, stamp: UInt64)] { [] }

  /// The articles that meet a condition about text, sorted by id; none for other conditions.
  package func matches(_ test: Query.Test) throws(SearchError) -> [ArticleID] { [] }

  /// The articles that match best, best first.
  ///
  /// - Parameters:
  ///   - terms: what is looked for.
  ///   - limit: how many at most.
  ///   - allowed: the ids, sorted, that may be among them; any without it.
  package func ranked(
    _ terms: SearchTerms,
    limit: Int,
    allowed: [ArticleID]? = nil
  ) throws(SearchError) -> [ArticleID] { [] }

  /// A piece of each article's text around the words, of about so many characters.
  ///
  /// - Returns: none for an article that the index does not have; the beginning of the text where the words
  ///   do not stand in it.
  package func snippets(
    _ ids: [ArticleID],
    for terms: SearchTerms,
    length: Int = 200
  ) throws(SearchError) -> [ArticleID: SearchSnippet] { [:] }

  /// The word of the index that was probably meant by one that it does not have; folded.
  package func suggestion(for word: String) throws(SearchError) -> String? { nil }

  /// Begins to write.
  ///
  /// - Throws: `locked` while another process or another writer of this one writes.
  package func writer() throws(SearchError) -> SearchWriter { throw .missing }

  /// Removes all that it has. Who has it open is told that it is missing.
  package func reset() throws(SearchError) {}
}
