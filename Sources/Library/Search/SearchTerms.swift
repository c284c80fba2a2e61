package import ReadingList

/// Conditions about text, by which articles are ranked.
package indirect enum SearchTerms: Equatable, Sendable {
  /// A word, a phrase or the beginning of a word; other conditions match nothing.
  case test(Query.Test)
  /// All of them match.
  case all([SearchTerms])
  /// At least one of them matches.
  case any([SearchTerms])

  /// The conditions in it, in order.
  package var tests: [Query.Test] {
    switch self {
    case .test(let test): [test]
    case .all(let parts), .any(let parts): parts.flatMap(\.tests)
    }
  }
}
