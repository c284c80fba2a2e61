/// Answers of full text: the ids of the articles that satisfy a test of a query, sorted, none twice.
///
/// A test that has no answer is not known; then what the list index knows is all there is.
package typealias TextMatches = [Query.Test: [ArticleID]]
