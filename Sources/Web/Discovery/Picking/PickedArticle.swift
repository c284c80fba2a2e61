package import ReadingList

/// A picked article, complete: saving it needs no second fetch.
package struct PickedArticle: Equatable, Sendable {
  package var article: Article
  package var body: ArticleBody
  /// The title of its source.
  package var source: String
  /// The keys of the address it was found at, the final address, and the canonical one.
  package var keys: [UInt64]
  /// The feeds it was found in, each remembered as an item of its own.
  package var feeds: [UInt64] = []
  /// Whether no other source could be reached.
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
  /// The reason.
  case notFound(String)

  package var message: String {
    switch self {
    case .cancelled: "Stopped looking"
    case .notFound(let reason): "Could not load article: \(reason)"
    }
  }
}

package struct PoolRefresh: Sendable {
  package let name: String
  package var pool: Pool?
  /// Why it failed, as a sentence.
  package var problem: String?
  package var isUnreached = false
}
