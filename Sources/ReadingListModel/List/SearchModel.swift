package import ArticleSearch
package import ReadingList
package import ReadingServices

/// What full text has said of the list on screen, and what is being asked.
package struct SearchModel: Sendable {
  /// What was asked.
  struct Question: Equatable {
    var query: Query
    var view: SavedView
  }

  /// The last question; nil while the list asks nothing of full text.
  var question: Question?
  /// The request whose answer is awaited.
  package internal(set) var request: Int?
  /// What was answered last, as far as it belongs to the question.
  package internal(set) var answer = SearchAnswer()
  /// Whether the cursor goes to the best match when it is known: until the person moves it.
  var landsOnBest = false
  /// Whether library or index have changed since it was asked.
  var isStale = false
  /// Pieces of text around what was found, as far as rows were seen.
  package internal(set) var snippets: [ArticleID: SearchSnippet] = [:]
  /// The articles whose pieces of text were asked for.
  var snippetsAsked: Set<ArticleID> = []
  var snippetsUnderWay = 0
  /// The request under which full text was asked last; pieces of text come under it.
  var lastRequest: Int?
  /// How far the index has come; nil when there was nothing to do.
  package internal(set) var progress: IndexProgress?
  /// Whether another process was writing the index when this one wanted to.
  var isBehind = false
  /// How often indexing began and did not end.
  var indexings = 0
  /// Whether the index was made again since it answered last; what does not help is not done again.
  var isMadeAnew = false
  /// Why the index cannot be used or written, as it was told last.
  var problem: SearchError?

  /// Whether the list on screen is narrowed by words.
  package var isActive: Bool { question?.query.searchTerms != nil }
}
