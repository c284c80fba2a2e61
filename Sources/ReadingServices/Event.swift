package import ArticleSearch
package import ArticleStore
package import Discovery
package import Platform
package import ReadingList

/// An event of background work, which the main loop receives from the mailbox.
package enum Event: Sendable {
  /// A change was saved, or failed.
  case changed(request: Int, Result<ChangeOutcome, StoreError>, LibrarySnapshot)
  /// A step was undone or redone; nil if there was none.
  case takenBack(
    request: Int, UndoJournal.Way, Result<UndoJournal.TakenBack?, StoreError>, LibrarySnapshot)
  /// Addresses were saved, or the attempt failed.
  case added(request: Int, Result<[Addition], StoreError>, LibrarySnapshot)
  /// An article was loaded.
  case loaded(request: Int, ArticleID, Result<LoadedArticle, StoreError>)
  /// A pass over the inbox ended, or a requested file was saved.
  case captured(request: Int?, Inbox.Report, LibrarySnapshot)
  /// A fetch ended.
  case fetched(ArticleFetch.Outcome, LibrarySnapshot)
  /// Syncing ended.
  case synced(SyncAnswer)
  /// A change of the settings file was saved, or failed with a problem.
  case settingKept(problem: String?)
  /// Fetches were cancelled before they began.
  case notFetched([ArticleID])
  /// A picked article was saved with its text, or the attempt failed.
  case kept(request: Int, Result<Article, StoreError>, LibrarySnapshot)
  /// An event of picks and sources.
  case discovery(DiscoveryEvent)
  /// A count for lists ended.
  case counted(request: Int, CountEvent)
  /// The statistics of each scope were counted.
  case surveyed([Statistics])
  /// An event of pictures.
  case pictures(PictureEvent)
  /// The library's highlights were loaded.
  case highlights(request: Int, HighlightCollection)
  /// An event of an import.
  case importing(ImportEvent)
  /// An event of full-text search.
  case search(SearchEvent)
  /// Another process changed the library.
  case changedElsewhere
  /// The list was refreshed.
  case refreshed(LibrarySnapshot)
}

/// An event of picks and sources.
package enum DiscoveryEvent: Sendable {
  /// A pick made progress.
  case picking(request: Int, PickStage)
  /// A pick ended.
  case picked(request: Int, Result<PickedArticle, PickProblem>)
  /// Sources were refreshed: their names and problems.
  case refreshed(request: Int, [(String, String?)])
  /// The sources' health, the number of entries of each by name, and all categories.
  case described(request: Int, [String: SourceHealth], counts: [String: Int], categories: [String])
}

/// The result of a count for lists.
package enum CountEvent: Sendable {
  /// The facets of the list on screen.
  case facets([Facet])
  /// The names that occur in a list.
  case names([NameCount])
  /// The number of articles or highlights in views, by their keys.
  case views([String: Int])
}

/// An event of pictures.
package enum PictureEvent: Sendable {
  /// The fetch of an article's pictures ended.
  case fetched(ArticleID, Result<PictureFetch.Report, StoreError>)
  /// A picture was drawn, or drawing failed.
  case drawn(PictureDrawing, Result<[UInt8], PictureRenderer.Problem>)
}

/// An event of an import.
package enum ImportEvent: Sendable {
  /// The part of the file read so far, in percent.
  case underWay(request: Int, percent: Int)
  /// The import ended; with the list after it.
  case ended(request: Int, ImportOutcome, LibrarySnapshot)
  /// The entries of a directory were read.
  case listed(request: Int, [DirectoryEntry])
}

/// An event of full-text search.
package enum SearchEvent: Sendable {
  /// A search ended.
  case searched(request: Int, Result<SearchAnswer, SearchError>)
  /// Snippets around the matches were found.
  case snippets(request: Int, [ArticleID: SearchSnippet])
  /// The index made progress, or failed.
  case indexing(Result<IndexProgress, SearchError>)
  /// Indexing ended.
  case indexingEnded
}

/// The outcome of a change.
package struct ChangeOutcome: Sendable {
  /// The articles that were changed.
  package var changed: [ArticleID] = []
  /// The articles that are no longer in the library.
  package var missing: [ArticleID] = []
  /// The articles that could not be changed, each with its error.
  package var failures: [ChangeReceipt.Failure] = []
  /// Whether the change cannot be undone because it is too large.
  package var isFinal = false

  /// Makes the outcome of a receipt; `removed` are the articles to delete permanently.
  package init(_ receipt: ChangeReceipt, removing removed: [ArticleID] = []) {
    missing = receipt.missing
    failures = receipt.failures
    let kept = Set(missing + failures.filter { !$0.error.isInPlace }.map(\.id))
    changed = receipt.changed + removed.filter { !kept.contains($0) }
  }

  /// Makes the outcome of a change that failed for all articles.
  package init(failureOf ids: [ArticleID], _ error: StoreError) {
    failures = ids.map { ChangeReceipt.Failure(id: $0, error: error) }
  }
}

/// An article with its text; each is nil if missing.
package struct LoadedArticle: Sendable {
  package var article: Article?
  package var body: ArticleBody?
  /// The saved pictures by the keys of their addresses; nil if they were never fetched.
  package var pictures: [String: StoredPicture]?
  /// Whether the text is missing but may still come from another machine.
  package var isTextOnItsWay = false
}
