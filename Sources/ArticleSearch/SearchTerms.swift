package import ReadingList

/// What articles are ranked by: conditions about text, joined.
package indirect enum SearchTerms: Equatable, Sendable {
  /// A condition about text: a word, a phrase, the beginning of a word. Others match nothing.
  case test(Query.Test)
  /// All of them match.
  case all([SearchTerms])
  /// One of them matches at least.
  case any([SearchTerms])

  /// The conditions in it, in order.
  package var tests: [Query.Test] {
    switch self {
    case .test(let test): [test]
    case .all(let parts), .any(let parts): parts.flatMap(\.tests)
    }
  }
}
