package import ReadingList

/// What articles are ranked by: conditions about text, joined.
package indirect enum SearchTerms: Equatable, Sendable {
  /// A condition about text: a word, a phrase, the beginning of a word. Others match nothing.
  case test(Query.Test)
  /// All of them match.
  case all([SearchTerms])
  /// One of them matches at least.
  case any([SearchTerms])
}
