/// Answers of full text: the articles that satisfy each test of a query.
///
/// A test that it has no answer for is not known; then what the list index knows is all there is.
package struct TextMatches: Equatable, Sendable {
  private var answers: [Query.Test: [ArticleID]]

  /// Takes answers.
  ///
  /// - Parameter answers: the ids of each sorted, none twice.
  package init(_ answers: [Query.Test: [ArticleID]] = [:]) { self.answers = answers }

  /// The ids that satisfy a test, sorted, none twice; nil when that is not known.
  package subscript(test: Query.Test) -> [ArticleID]? {
    get { answers[test] }
    set { answers[test] = newValue }
  }
}
