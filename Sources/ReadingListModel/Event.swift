package import ArticleStore
package import Discovery
package import ReadingList

/// What happened in the background; the main loop takes these from the mailbox.
package enum Event: Sendable {
  /// A change reached the disk, or did not.
  case changed(request: Int, Result<Bool, StoreError>, LibrarySnapshot?)
  /// Addresses were stored, or not.
  case added(request: Int, Result<[Addition], StoreError>, LibrarySnapshot?)
  /// An article was read from disk.
  case loaded(request: Int, ArticleID, Result<LoadedArticle, StoreError>)
  /// A fetch ended.
  case fetched(ArticleFetch.Outcome, LibrarySnapshot?)
  /// A dealt article was stored with its text, or not.
  case kept(request: Int, Result<Article, StoreError>, LibrarySnapshot?)
  /// How far a deal has come.
  case dealing(request: Int, DealingStage)
  /// A deal ended.
  case dealt(request: Int, Result<DealtArticle, DealingProblem>)
  /// Sources were asked anew: their names, and what is wrong.
  case poolsRefreshed(request: Int, [(String, String?)])
  /// How sources have been doing, and how much they have to choose from.
  case sourcesDescribed(request: Int, [String: SourceHealth], [String: Int])
  /// The library was looked at again.
  case refreshed(Result<LibrarySnapshot, StoreError>)
}

/// An article with its text, or nil parts where there is none.
package struct LoadedArticle: Sendable {
  package var article: Article?
  package var body: ArticleBody?

  /// Puts the parts together.
  package init(article: Article?, body: ArticleBody?) {
    self.article = article
    self.body = body
  }
}
