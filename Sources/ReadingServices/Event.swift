package import ArticleSearch
package import ArticleStore
package import Discovery
package import Platform
package import ReadingList

/// What happened in the background; the main loop takes these from the mailbox.
package enum Event: Sendable {
  /// A change reached the disk, or did not.
  case changed(request: Int, Result<ChangeOutcome, StoreError>, LibrarySnapshot)
  /// A step was undone or done again; nil when there was none.
  case takenBack(
    request: Int,
    UndoJournal.Way,
    Result<UndoJournal.TakenBack?, StoreError>,
    LibrarySnapshot
  )
  /// Addresses were stored, or not.
  case added(request: Int, Result<[Addition], StoreError>, LibrarySnapshot)
  /// An article was read from disk.
  case loaded(request: Int, ArticleID, Result<LoadedArticle, StoreError>)
  /// A fetch ended.
  case fetched(ArticleFetch.Outcome, LibrarySnapshot)
  /// A change of the config file ended, or what is wrong.
  case settingKept(problem: String?)
  /// Fetches that had not begun never will.
  case notFetched([ArticleID])
  /// A picked article was stored with its text, or not.
  case kept(request: Int, Result<Article, StoreError>, LibrarySnapshot)
  /// How far a pick has come.
  case picking(request: Int, PickStage)
  /// A pick ended.
  case picked(request: Int, Result<PickedArticle, PickProblem>)
  /// Sources were asked again: their names, and what is wrong.
  case poolsRefreshed(request: Int, [(String, String?)])
  /// How sources have been doing, how much they have to choose from, and the categories of their lists.
  case sourcesDescribed(
    request: Int,
    [String: SourceHealth],
    counts: [String: Int],
    categories: [String]
  )
  /// What narrows the list on screen was counted.
  case facetsCounted(request: Int, [Facet])
  /// The names that occur in a list are known.
  case namesCounted(request: Int, [NameCount])
  /// How many articles views hold, by their keys.
  case viewsCounted(request: Int, [String: Int])
  /// Something was counted over the whole library.
  case surveyed(Survey)
  /// The pictures of an article were fetched, as far as they came.
  case picturesFetched(ArticleID, Result<PictureFetch.Report, StoreError>)
  /// A picture was drawn, or cannot be.
  case pictureDrawn(PictureDrawing, Result<[UInt8], PictureRenderer.Problem>)
  /// How far an import has come: what came of it so far, and how many bytes were read.
  case importing(request: Int, LibraryImport.Report, bytes: Int)
  /// An import ended, or it is known what it would do; with the library after it when it was changed.
  case imported(request: Int, ImportOutcome, LibrarySnapshot?)
  /// What is in a directory.
  case listed(request: Int, [DirectoryEntry])
  /// Full text was searched, or not.
  case searched(request: Int, Result<SearchAnswer, SearchError>)
  /// Pieces of text around what was found.
  case snippetsFound(request: Int, [ArticleID: SearchSnippet])
  /// How far the full-text index has come, or why it does not go on.
  case indexing(Result<IndexProgress, SearchError>)
  /// Nothing more is being indexed.
  case indexingEnded
  /// The library was looked at again.
  case refreshed(LibrarySnapshot)
}

/// What came of a change.
package struct ChangeOutcome: Sendable {
  /// The articles that are otherwise now.
  package var changed: [ArticleID] = []
  /// Those that the library does not hold any more.
  package var missing: [ArticleID] = []
  /// Those that could not be changed, and why.
  package var failures: [ChangeReceipt.Failure] = []
  /// Whether it was too much to be undone.
  package var isFinal = false

  /// What a receipt says, and which articles were to be removed for good.
  package init(_ receipt: ChangeReceipt, removing removed: [ArticleID] = []) {
    missing = receipt.missing
    failures = receipt.failures
    let kept = Set(missing + failures.filter { !$0.error.isInPlace }.map(\.id))
    changed = receipt.changed + removed.filter { !kept.contains($0) }
  }

  /// A change of which nothing came.
  package init(failureOf ids: [ArticleID], _ error: StoreError) {
    failures = ids.map { ChangeReceipt.Failure(id: $0, error: error) }
  }
}

/// An article with its text, or nil parts where there is none.
package struct LoadedArticle: Sendable {
  package var article: Article?
  package var body: ArticleBody?
  /// The pictures that are stored, by the keys of their addresses; nil when they were never asked for.
  package var pictures: [String: StoredPicture]?

  /// Puts the parts together.
  package init(article: Article?, body: ArticleBody?, pictures: [String: StoredPicture]? = nil) {
    self.article = article
    self.body = body
    self.pictures = pictures
  }
}
