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
    request: Int, UndoJournal.Way, Result<UndoJournal.TakenBack?, StoreError>, LibrarySnapshot)
  /// Addresses were stored, or not.
  case added(request: Int, Result<[Addition], StoreError>, LibrarySnapshot)
  /// An article was read from disk.
  case loaded(request: Int, ArticleID, Result<LoadedArticle, StoreError>)
  /// What the inbox had was taken, or a file was read that somebody asked for.
  case captured(request: Int?, Inbox.Report, LibrarySnapshot)
  /// A fetch ended.
  case fetched(ArticleFetch.Outcome, LibrarySnapshot)
  /// Syncing ended.
  case synced(SyncAnswer)
  /// A change of the config file ended, or what is wrong.
  case settingKept(problem: String?)
  /// Fetches that had not begun never will.
  case notFetched([ArticleID])
  /// A picked article was stored with its text, or not.
  case kept(request: Int, Result<Article, StoreError>, LibrarySnapshot)
  /// What came of picking and of asking sources.
  case discovery(DiscoveryEvent)
  /// What was counted for lists.
  case counted(request: Int, CountEvent)
  /// The statistics of each scope were counted.
  case surveyed([Statistics])
  /// What came of fetching and drawing pictures.
  case pictures(PictureEvent)
  /// The library's highlights were read.
  case highlights(request: Int, HighlightCollection)
  /// How an import goes on.
  case importing(ImportEvent)
  /// What full text says.
  case search(SearchEvent)
  /// Something else changed the library.
  case changedElsewhere
  /// The library was looked at again.
  case refreshed(LibrarySnapshot)
}

/// What happened to picks and sources.
package enum DiscoveryEvent: Sendable {
  /// How far a pick has come.
  case picking(request: Int, PickStage)
  /// A pick ended.
  case picked(request: Int, Result<PickedArticle, PickProblem>)
  /// Sources were asked again: their names, and what is wrong.
  case refreshed(request: Int, [(String, String?)])
  /// How sources have been doing, how much they have to choose from, and the categories of their lists.
  case described(request: Int, [String: SourceHealth], counts: [String: Int], categories: [String])
}

/// What was counted for lists.
package enum CountEvent: Sendable {
  /// What narrows the list on screen.
  case facets([Facet])
  /// The names that occur in a list.
  case names([NameCount])
  /// How many articles views hold, by their keys.
  case views([String: Int])
}

/// What happened to pictures.
package enum PictureEvent: Sendable {
  /// The pictures of an article were fetched, as far as they came.
  case fetched(ArticleID, Result<PictureFetch.Report, StoreError>)
  /// A picture was drawn, or cannot be.
  case drawn(PictureDrawing, Result<[UInt8], PictureRenderer.Problem>)
}

/// How an import goes on.
package enum ImportEvent: Sendable {
  /// How much of the file was read, in percent.
  case underWay(request: Int, percent: Int)
  /// It ended; with the library after it.
  case ended(request: Int, ImportOutcome, LibrarySnapshot)
  /// What is in a directory.
  case listed(request: Int, [DirectoryEntry])
}

/// What full text says.
package enum SearchEvent: Sendable {
  /// It was searched, or not.
  case searched(request: Int, Result<SearchAnswer, SearchError>)
  /// Pieces of text around what was found.
  case snippets(request: Int, [ArticleID: SearchSnippet])
  /// How far the index has come, or why it does not go on.
  case indexing(Result<IndexProgress, SearchError>)
  /// Nothing more is being indexed.
  case indexingEnded
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
  /// Whether the text that it is said to have may still come from another machine.
  package var isTextOnItsWay = false
}
