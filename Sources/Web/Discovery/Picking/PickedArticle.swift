package import ReadingList

/// An article that was picked, whole: saving it needs no second fetch.
package struct PickedArticle: Equatable, Sendable {
  /// The article as it would be saved.
  package var article: Article
  package var body: ArticleBody
  /// The title of the source it came from.
  package var source: String
  /// Its keys: of the address where it was found, the final address, and its canonical one.
  package var keys: [UInt64]
  /// The feeds that it was found in, each remembered as an item of its own.
  package var feeds: [UInt64] = []
  /// No other source could be reached.
  package var hasNoNetwork = false
}

package enum PickStage: Equatable, Sendable {
  case choosing(Source)
  /// A page was picked; its site.
  case picked(String)
}

/// Why nothing was picked.
package enum PickProblem: Error, Equatable, Sendable {
  case cancelled
  /// Nothing was found, for this reason.
  case notFound(String)

  package var message: String {
    switch self {
    case .cancelled: "Stopped looking"
    case .notFound(let reason): "Could not load article: \(reason)"
    }
  }
}

/// The result of refreshing a source's pool.
package struct PoolRefresh: Sendable {
  package let name: String
  package var pool: Pool?
  /// Why it gave nothing, as a sentence.
  package var problem: String?
  /// Whether nobody answered at all.
  package var isUnreached = false
}
