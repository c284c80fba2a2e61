package import ReadingList

/// An article that was dealt, whole: saving it needs no second fetch.
package struct DealtArticle: Equatable, Sendable {
  /// The article as it would be saved, or as it is saved when it comes from the library.
  package var article: Article
  package var body: ArticleBody
  /// The title of the source it came from.
  package var source: String
  /// What is remembered when it is shown.
  package var keys: [UInt64]

  package init(article: Article, body: ArticleBody, source: String, keys: [UInt64]) {
    self.article = article
    self.body = body
    self.source = source
    self.keys = keys
  }
}

/// The person's own list, as far as discovery looks into it.
package struct Shelf: Sendable {
  /// Articles saved long ago and never opened.
  package var unread: @Sendable () -> [ArticleID]
  /// An article with its text.
  package var load: @Sendable (ArticleID) -> (Article, ArticleBody)?
  /// Whether an address is saved.
  package var isSaved: @Sendable (WebAddress) -> Bool

  package init(
    unread: @escaping @Sendable () -> [ArticleID],
    load: @escaping @Sendable (ArticleID) -> (Article, ArticleBody)?,
    isSaved: @escaping @Sendable (WebAddress) -> Bool
  ) {
    self.unread = unread
    self.load = load
    self.isSaved = isSaved
  }
}

/// How far a deal has come.
package enum DealingStage: Equatable, Sendable {
  /// A source was chosen.
  case choosing(Source)
  /// A page was picked; its site.
  case picked(String)
}

/// Why nothing was dealt.
package enum DealingProblem: Error, Equatable, Sendable {
  /// The person gave up waiting.
  case cancelled
  /// Several tries came to nothing; why the last one did.
  case noLuck(String)

  /// One line.
  package var message: String {
    switch self {
    case .cancelled: "Stopped looking"
    case .noLuck(let reason): "Could not load article: \(reason)"
    }
  }
}
